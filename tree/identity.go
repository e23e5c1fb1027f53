package tree

import (
	"io/fs"
	"time"
)

// Identity tells one file from another with the same name, and one state of it from the next. Dev, Ino and Changed
// are zero where the file system has none.
type Identity struct {
	Dev, Ino uint64
	Mode     fs.FileMode
	Size     int64 // bytes
	ModTime  time.Time
	Changed  time.Time // when bytes, mode, owner or name last changed
}

// Identifier is an FS that knows more of what it described than a FileInfo shows.
type Identifier interface {
	// Identity is that of the file at path, of which Lstat has given info.
	Identity(path string, info fs.FileInfo) Identity
}

// Identify tells what fsys knows of the file at p, of which Lstat has given info.
func Identify(fsys FS, p string, info fs.FileInfo) Identity {
	if i, ok := fsys.(Identifier); ok {
		return i.Identity(p, info)
	}
	return Identity{Mode: info.Mode(), Size: info.Size(), ModTime: info.ModTime()}
}

// Identity implements Identifier.
func (m mounts) Identity(p string, info fs.FileInfo) Identity { return Identify(m.at(p), p, info) }

// Identity implements Identifier.
func (r rebased) Identity(p string, info fs.FileInfo) Identity {
	return Identify(r.fsys, r.inner(p), info)
}

// Identity implements Identifier.
func (r *Recorder) Identity(p string, info fs.FileInfo) Identity { return Identify(r.fsys, p, info) }
