//go:build !linux

package disk

import (
	"io/fs"
	"os"
)

// Lstat implements tree.FS.
func (diskFS) Lstat(p string) (fs.FileInfo, error) { return os.Lstat(native(p)) }
