package disk

import (
	"io"
	"io/fs"

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
	said := stampOf(&st)
	return within(tree.File{Data: data, Identity: said.identity()}, p, limit)
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
