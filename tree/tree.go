// Package tree reads files without an operating system in the signature.
//
//	disk.FS ──────────────┐
//	gittree: a commit     ├─> Mounts, Rebase: one FS ─> Read, Stat, EvalSymlinks, which follow links
//	Memory ───────────────┘         │
//	                                └─> Recorder ─> resolvers; Accesses: every path that they asked for
//
// One absolute namespace with forward slashes holds everything a resolver may ask for: the system folder,
// the home folder, the repository. Where the bytes come from (a disk, a commit, memory, any mix) is decided
// by whoever builds the FS. An FS never follows a symbolic link; this package alone does, part by part, so
// that a link means the same everywhere and each hop can be shown.
package tree

import (
	"errors"
	"io/fs"
)

// FS is a file system of absolute, slash-separated, lexically clean paths.
//
// No method follows a link in any part of the path: a path through a link is fs.ErrNotExist or
// fs.ErrInvalid, and callers resolve it first (EvalSymlinks, Stat, Read). Errors satisfy errors.Is with
// fs.ErrNotExist and fs.ErrPermission.
type FS interface {
	// Lstat describes path itself, a link as a link.
	Lstat(path string) (fs.FileInfo, error)
	// ReadLink returns the text of a link.
	ReadLink(path string) (string, error)
	// ReadDir lists a folder, sorted by name in byte order.
	ReadDir(path string) ([]fs.DirEntry, error)
	// ReadFile reads a regular file of at most limit bytes. Anything else (a folder, a FIFO, a device, a
	// link) is ErrNotRegular and is never opened blocking. A longer file is ErrTooLarge, and File then holds
	// its first limit bytes and its Identity.
	ReadFile(path string, limit int64) (File, error)
}

// File is what a read gave: the bytes, and which file they came from.
type File struct {
	Data     []byte
	Identity Identity

	digest string // of Data, where a Recorder knows it
}

// Digest is the sha256 of the bytes in hex.
func (f File) Digest() string {
	if f.digest != "" {
		return f.digest
	}
	return Digest(f.Data)
}

// Errors that callers tell apart.
var (
	ErrNotRegular   = errors.New("not a regular file")
	ErrTooLarge     = errors.New("file is larger than the limit")
	ErrTooManyLinks = errors.New("too many levels of symbolic links")
	ErrChanged      = errors.New("file has changed since it was read")
)

// MaxHops is the number of symbolic links followed for one path before ErrTooManyLinks, as on Linux.
const MaxHops = 40
