package tree

import (
	"bytes"
	"io"
)

// Handle is an open regular file that is read in parts, for files too large to be held.
type Handle interface {
	io.ReaderAt
	io.Closer
	Size() int64 // bytes
}

// Opener is an FS that can hand out a file without reading it. Open obeys the rules of ReadFile; limit, in
// bytes, bounds the whole file only where it must be read at once.
type Opener interface {
	Open(path string, limit int64) (Handle, error)
}

// Open opens the regular file at p itself, no link followed. An FS that is no Opener is read whole, and a
// file of more than limit bytes is then ErrTooLarge.
func Open(fsys FS, p string, limit int64) (Handle, error) {
	if o, ok := fsys.(Opener); ok {
		return o.Open(p, limit)
	}
	f, err := fsys.ReadFile(p, limit)
	if err != nil {
		return nil, err
	}
	return held{bytes.NewReader(f.Data)}, nil
}

// held is a file that was read whole.
type held struct{ *bytes.Reader }

func (held) Close() error { return nil }

// Open implements Opener.
func (m mounts) Open(p string, limit int64) (Handle, error) { return Open(m.at(p), p, limit) }

// Open implements Opener.
func (r rebased) Open(p string, limit int64) (Handle, error) {
	h, err := Open(r.fsys, r.inner(p), limit)
	return h, r.outer(p, err)
}
