//go:build unix

package disk

import (
	"errors"
	"io/fs"
	"os"
	"syscall"

	"github.com/agentlayers/layers/tree"
)

// nonBlocking opens a named pipe without waiting for its writer.
const nonBlocking = syscall.O_NONBLOCK

// errLongPath is what the operating system says of a path that it does not take.
const errLongPath = syscall.ENAMETOOLONG

func native(p string) string { return p }

func openFile(p string) (*os.File, error) {
	f, err := os.OpenFile(p, os.O_RDONLY|syscall.O_NOFOLLOW|syscall.O_NONBLOCK, 0)
	if errors.Is(err, syscall.ELOOP) || errors.Is(err, syscall.ENXIO) { // a link; a socket or a dead device
		return nil, &fs.PathError{Op: "read", Path: p, Err: tree.ErrNotRegular}
	}
	return f, err
}

// own is a FileInfo of this package.
type own interface {
	identity() tree.Identity
	owner() int
}

func identity(info fs.FileInfo) tree.Identity {
	if i, ok := info.(own); ok {
		return i.identity()
	}
	id := tree.Identity{Mode: info.Mode(), Size: info.Size(), ModTime: info.ModTime()}
	if st, ok := info.Sys().(*syscall.Stat_t); ok {
		id.Dev, id.Ino = uint64(st.Dev), st.Ino //nolint:unconvert // Dev is signed on darwin
		id.Changed = changed(st)
	}
	return id
}
