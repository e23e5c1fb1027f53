// Package disk is the tree of the machine's own file system: the only library package that imports os.
//
//	os.Getwd ─> Slash ─> path ──┐
//	                            ├─> FS, Careful: one part of a path at a time, links shown ─> package tree
//	the machine's disk <────────┤
//	                            └─> Writer: a file whole, or not at all
package disk

import (
	"cmp"
	"errors"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"slices"

	"github.com/agentlayers/layers/tree"
)

// FS returns the machine's file system. Paths are absolute with forward slashes; on Windows the volume is
// the first part ("/C:/Users").
func FS() tree.FS { return diskFS{} }

type diskFS struct{}

// Identity implements tree.Identifier.
func (diskFS) Identity(_ string, info fs.FileInfo) tree.Identity { return identity(info) }

// ReadLink implements tree.FS.
func (diskFS) ReadLink(p string) (string, error) {
	s, err := os.Readlink(native(p))
	return filepath.ToSlash(s), err
}

func sortEntries(entries []fs.DirEntry) {
	slices.SortFunc(entries, func(a, b fs.DirEntry) int { return cmp.Compare(a.Name(), b.Name()) })
}

// readOpen reads an open file and closes it.
func readOpen(f *os.File, p string, limit int64) (tree.File, error) {
	defer f.Close()
	info, err := f.Stat()
	if err != nil {
		return tree.File{}, err
	}
	if !info.Mode().IsRegular() {
		return tree.File{}, &fs.PathError{Op: "read", Path: p, Err: tree.ErrNotRegular}
	}
	return readAll(f, info, p, limit)
}

// readAll reads an open file of which info was said.
func readAll(f *os.File, info fs.FileInfo, p string, limit int64) (tree.File, error) {
	data, err := bounded(f, info.Size(), limit, nil)
	if err != nil {
		return tree.File{}, err
	}
	return within(tree.File{Data: data, Identity: identity(info)}, p, limit)
}

// within cuts a file that is longer than the limit.
func within(f tree.File, p string, limit int64) (tree.File, error) {
	if int64(len(f.Data)) > limit {
		f.Data = f.Data[:max(limit, 0)]
		return f, &fs.PathError{Op: "read", Path: p, Err: tree.ErrTooLarge}
	}
	return f, nil
}

// bounded reads at most one byte more than the limit. size is what the file is said to have: where that is true, one
// read is enough, as less than was asked for is the end. The bytes lie in buf where that is large enough.
func bounded[R io.Reader](r R, size, limit int64, buf []byte) ([]byte, error) {
	most := max(limit, 0) + 1
	first := size + 1
	if size <= 0 {
		first = unknownSize // the system's own files say nothing about their size
	}
	if first = min(first, most); int64(cap(buf)) < first {
		buf = make([]byte, 0, first)
	}
	buf = buf[:0:first]
	for {
		n, err := r.Read(buf[len(buf):cap(buf)])
		buf = buf[:len(buf)+n]
		switch {
		case errors.Is(err, io.EOF), int64(len(buf)) == most:
			return buf, nil
		case err != nil:
			return nil, err
		case size > 0 && int64(len(buf)) == size && len(buf) < cap(buf):
			return buf, nil
		case len(buf) == cap(buf):
			buf = append(make([]byte, 0, min(2*int64(cap(buf)), most)), buf...)
		}
	}
}

const unknownSize = 512
