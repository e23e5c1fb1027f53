package disk

import (
	"io"
	"io/fs"
	"time"

	"golang.org/x/sys/unix"

	"github.com/agentlayers/layers/tree"
)

// ReadFile implements tree.FS.
func (d diskFS) ReadFile(p string, limit int64) (tree.File, error) {
	return d.ReadFileInto(p, limit, nil)
}

// ReadFileInto implements tree.Filler. The file is opened without following a link at its last part and without
// waiting for a writer, and judged by its open handle. It costs four calls of the system: open, stat, read, close.
func (diskFS) ReadFileInto(p string, limit int64, buf []byte) (tree.File, error) {
	fd, err := open(p, unix.O_NOFOLLOW|unix.O_NONBLOCK)
	if err == unix.ELOOP || err == unix.ENXIO { //nolint:errorlint // a plain number: a link; a socket or a dead device
		return tree.File{}, &fs.PathError{Op: "read", Path: p, Err: tree.ErrNotRegular}
	}
	if err != nil {
		return tree.File{}, &fs.PathError{Op: "open", Path: p, Err: err}
	}
	f := descriptor{fd, p}
	defer f.close()
	var st unix.Stat_t
	if err := again(func() error { return unix.Fstat(fd, &st) }); err != nil {
		return tree.File{}, &fs.PathError{Op: "stat", Path: p, Err: err}
	}
	if st.Mode&unix.S_IFMT != unix.S_IFREG {
		return tree.File{}, &fs.PathError{Op: "read", Path: p, Err: tree.ErrNotRegular}
	}
	data, err := bounded(f, st.Size, limit, buf)
	if err != nil {
		return tree.File{}, err
	}
	return within(tree.File{Data: data, Identity: identityOf(&st)}, p, limit)
}

// open opens p for reading.
func open(p string, flags int) (fd int, err error) {
	err = again(func() error {
		fd, err = unix.Open(p, unix.O_RDONLY|unix.O_CLOEXEC|flags, 0)
		return err
	})
	return fd, err
}

// again repeats a call that a signal has interrupted.
func again(call func() error) error {
	for {
		if err := call(); err != unix.EINTR { //nolint:errorlint // a plain number
			return err
		}
	}
}

// descriptor is an open file without the runtime's poller, which regular files never need.
type descriptor struct {
	fd   int
	path string
}

// Read implements io.Reader.
func (d descriptor) Read(buf []byte) (n int, err error) {
	err = again(func() error {
		n, err = unix.Read(d.fd, buf)
		return err
	})
	switch {
	case err != nil:
		return 0, &fs.PathError{Op: "read", Path: d.path, Err: err}
	case n == 0:
		return 0, io.EOF
	}
	return n, nil
}

func (d descriptor) close() { _ = unix.Close(d.fd) } // only ever read

// identityOf is identity for a regular file, as package os tells its mode.
func identityOf(st *unix.Stat_t) tree.Identity {
	mode := fs.FileMode(st.Mode & 0o777)
	for _, b := range specialBits {
		if st.Mode&b.bit != 0 {
			mode |= b.flag
		}
	}
	return tree.Identity{
		Dev: st.Dev, Ino: st.Ino, Mode: mode, Size: st.Size,
		ModTime: time.Unix(st.Mtim.Unix()), Changed: time.Unix(st.Ctim.Unix()),
	}
}

// specialBits are the bits of a mode that have another place in package fs.
var specialBits = [...]struct {
	bit  uint32
	flag fs.FileMode
}{{unix.S_ISUID, fs.ModeSetuid}, {unix.S_ISGID, fs.ModeSetgid}, {unix.S_ISVTX, fs.ModeSticky}}
