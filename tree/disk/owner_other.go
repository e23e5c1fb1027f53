//go:build !unix

package disk

import "io/fs"

// Owner is not known on systems whose files have none.
func Owner(fs.FileInfo) (uid int, known bool) { return 0, false }

// ID is not known on these systems.
func ID(fs.FileInfo) (dev, ino uint64) { return 0, 0 }
