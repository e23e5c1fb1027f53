//go:build unix

package disk

import (
	"io/fs"
	"syscall"
)

// Owner is the user that a file of the disk belongs to.
func Owner(info fs.FileInfo) (uid int, known bool) {
	if i, ok := info.(own); ok {
		return i.owner(), true
	}
	st, ok := info.Sys().(*syscall.Stat_t)
	if !ok {
		return 0, false
	}
	return int(st.Uid), true
}

// ID tells a file of the disk from every other that is there at the same time; 0, 0 when it is not known.
func ID(info fs.FileInfo) (dev, ino uint64) {
	id := identity(info)
	return id.Dev, id.Ino
}
