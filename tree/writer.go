package tree

import "io/fs"

// Writer is the small part of a file system that changes it. Resolvers never see one.
//
// Paths are absolute and slash-separated, as for FS. No method follows a link at the last part of a path.
type Writer interface {
	FS
	// Replace puts a file at path with this content, at once: another reader sees the old file or the new one,
	// never a part. Missing folders above it are made.
	Replace(path string, data []byte, perm fs.FileMode) error
	// Move renames a file or folder. It fails with fs.ErrExist when something is at to; missing folders above it
	// are made.
	Move(from, to string) error
	// Delete removes one file, or one empty folder.
	Delete(path string) error
}
