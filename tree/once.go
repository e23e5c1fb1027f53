package tree

import (
	"bytes"
	"io/fs"
)

// Filler is an FS that can read a file into memory that it is given.
type Filler interface {
	// ReadFileInto is ReadFile. File.Data lies in buf where its capacity is enough.
	ReadFileInto(path string, limit int64, buf []byte) (File, error)
}

// Scratch is memory for files that are read one after the other. The zero Scratch is ready.
type Scratch struct{ buf []byte }

// maxScratch is the largest file whose memory is used again, in bytes.
const maxScratch = 1 << 20

// read is ReadFile in the memory of the file before.
func (s *Scratch) read(fsys FS, p string, limit int64) (File, error) {
	filler, ok := fsys.(Filler)
	if !ok {
		return fsys.ReadFile(p, limit)
	}
	f, err := filler.ReadFileInto(p, limit, s.buf)
	if n := cap(f.Data); n > cap(s.buf) && n <= maxScratch {
		s.buf = f.Data[:0]
	}
	return f, err
}

// ReadOnce is Scratch.ReadOnce for one file.
func ReadOnce(fsys FS, p string, limit int64, held string) (f File, digest string, err error) {
	return new(Scratch).ReadOnce(fsys, p, limit, held)
}

// ReadOnce is ReadFile for a reader that takes from a file what it needs and goes on: a Recorder keeps the digest of
// the bytes and not the bytes, and whatever asks for the file again has it read again. File.Data holds until s reads
// the next file. digest is "" with an error.
//
// held is the digest of what the reader has of the file already, or "": File.Data is nil where that is what is there,
// which a Recorder may know without reading.
//
// One record never tells two stories: a file that has other bytes when it is read again is ErrChanged.
func (s *Scratch) ReadOnce(fsys FS, p string, limit int64, held string) (f File, digest string, err error) {
	if r, ok := fsys.(*Recorder); ok {
		f, digest, err = r.readOnce(s, p, limit, held)
	} else if f, err = s.read(fsys, p, limit); err == nil {
		digest = Digest(f.Data)
	}
	if digest != "" && digest == held {
		f.Data = nil
	}
	return f, digest, err
}

// readOnce reads the file unless it is known to have the digest held. The bytes are not kept.
func (r *Recorder) readOnce(s *Scratch, p string, limit int64, held string) (File, string, error) {
	r.mu.Lock()
	defer r.mu.Unlock()
	f := r.fact(p)
	r.note(f, askedFile)
	said := f.file
	switch {
	case !f.answers(askedFile, limit):
		return f.readOnce(r.fsys, s, limit)
	case said.gone && (held == "" || said.digest != held):
		said = said.reread(r.fsys, p, limit)
	}
	out, err := said.within(p, limit)
	if err != nil {
		return out, "", err
	}
	return out, said.digest, nil
}

// readOnce asks for the file and keeps its digest alone; of one that cannot be read whole, what there is.
func (f *fact) readOnce(fsys FS, s *Scratch, limit int64) (File, string, error) {
	out, err := s.read(fsys, f.path, limit)
	kept := &fileSaid{File: out, err: err, limit: limit}
	if err == nil {
		kept.digest, kept.gone, kept.Data = Digest(out.Data), true, nil
	} else {
		kept.Data = bytes.Clone(out.Data)
	}
	f.asked |= askedFile
	f.file = kept
	return out, kept.digest, err
}

// reread reads a file whose bytes were let go of.
func (s *fileSaid) reread(fsys FS, p string, limit int64) *fileSaid {
	now := *s
	now.gone = false
	now.File, now.err = fsys.ReadFile(p, limit)
	now.digest = s.digest
	if now.err == nil && Digest(now.Data) != s.digest {
		now.Data, now.err = nil, &fs.PathError{Op: "read", Path: p, Err: ErrChanged}
	}
	return &now
}
