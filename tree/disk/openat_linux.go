package disk

import (
	"errors"
	"os"

	"golang.org/x/sys/unix"
)

// openBelow opens rel below an open folder with no link followed in any part of it: one call, where the system has
// it. ok is false where it does not.
func openBelow(root *os.File, rel, name string, folder bool) (f *os.File, ok bool, err error) {
	how := unix.OpenHow{
		Flags:   unix.O_RDONLY | unix.O_CLOEXEC | unix.O_NOCTTY,
		Resolve: unix.RESOLVE_BENEATH | unix.RESOLVE_NO_SYMLINKS | unix.RESOLVE_NO_MAGICLINKS,
	}
	if folder {
		how.Flags |= unix.O_DIRECTORY
	} else {
		how.Flags |= unix.O_NONBLOCK // a named pipe is opened without waiting for its writer
	}
	for range retries {
		fd, err := unix.Openat2(int(root.Fd()), rel, &how)
		switch {
		case err == nil:
			return os.NewFile(uintptr(fd), name), true, nil
		case errors.Is(err, unix.EINTR), errors.Is(err, unix.EAGAIN):
			continue // a folder was renamed meanwhile
		case errors.Is(err, unix.ENOSYS), errors.Is(err, unix.EPERM):
			return nil, false, nil
		}
		return nil, true, &os.PathError{Op: "open", Path: name, Err: err}
	}
	return nil, true, &os.PathError{Op: "open", Path: name, Err: unix.EAGAIN}
}

// retries bounds how often a call is repeated that something else disturbed.
const retries = 1000
