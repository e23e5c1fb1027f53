// Package disk is the tree of the machine's own file system: the only library package that imports os.
package disk

import (
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"sort"

	"github.com/agentlayers/layers/tree"
)

// FS returns the machine's file system. Paths are absolute with forward slashes; on Windows the volume is
// the first part ("/C:/Users").
func FS() tree.FS { return diskFS{} }

type diskFS struct{}

// Lstat implements tree.FS.
func (diskFS) Lstat(p string) (fs.FileInfo, error) { return os.Lstat(native(p)) }

// Identity implements tree.Identifier.
func (diskFS) Identity(_ string, info fs.FileInfo) tree.Identity { return identity(info) }

// ReadLink implements tree.FS.
func (diskFS) ReadLink(p string) (string, error) {
	s, err := os.Readlink(native(p))
	return filepath.ToSlash(s), err
}

// ReadDir implements tree.FS.
func (diskFS) ReadDir(p string) ([]fs.DirEntry, error) {
	entries, err := os.ReadDir(native(p))
	sortEntries(entries)
	return entries, err
}

func sortEntries(entries []fs.DirEntry) {
	sort.Slice(entries, func(i, j int) bool { return entries[i].Name() < entries[j].Name() })
}

// ReadFile implements tree.FS. The file is opened without following a link at its last part and without
// waiting for a writer, and judged by its open handle.
func (diskFS) ReadFile(p string, limit int64) (tree.File, error) {
	f, err := openFile(native(p))
	if err != nil {
		return tree.File{}, err
	}
	return readOpen(f, p, limit)
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
	data, err := io.ReadAll(io.LimitReader(f, max(limit, 0)+1))
	if err != nil {
		return tree.File{}, err
	}
	out := tree.File{Data: data, Identity: identity(info)}
	if int64(len(data)) > limit {
		out.Data = data[:max(limit, 0)]
		return out, &fs.PathError{Op: "read", Path: p, Err: tree.ErrTooLarge}
	}
	return out, nil
}
