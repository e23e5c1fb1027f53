//go:build unix

package atomicfile

import (
	"errors"
	"io/fs"
	"os"
	"syscall"
)

// openRead opens a file and never waits for one that is a pipe. A link at its end was followed by Target.
func openRead(name string) (*os.File, error) {
	f, err := os.OpenFile(name, os.O_RDONLY|syscall.O_NONBLOCK|syscall.O_NOFOLLOW, 0)
	if errors.Is(err, syscall.ELOOP) || errors.Is(err, syscall.ENXIO) {
		return nil, &fs.PathError{Op: "read", Path: name, Err: ErrNotRegular}
	}
	return f, err
}

// tryLock takes the lock on a folder, or reports that another has it.
func tryLock(dir *os.File) (taken bool, err error) {
	for {
		err = syscall.Flock(int(dir.Fd()), syscall.LOCK_EX|syscall.LOCK_NB)
		if !errors.Is(err, syscall.EINTR) {
			break
		}
	}
	switch {
	case errors.Is(err, syscall.EWOULDBLOCK):
		return true, nil
	case errors.Is(err, syscall.ENOTSUP), errors.Is(err, syscall.ENOLCK), errors.Is(err, syscall.EBADF), errors.Is(err, syscall.EINVAL):
		return false, nil // no locks here
	}
	return false, err
}

func names(info fs.FileInfo) uint64 {
	if st, ok := info.Sys().(*syscall.Stat_t); ok {
		return uint64(st.Nlink) //nolint:unconvert // 16 bits on some systems
	}
	return 1
}

// dressAs gives f owner, extended attributes and mode of the file called name.
func dressAs(f *os.File, name string, as fs.FileInfo) error {
	info, err := f.Stat()
	if err != nil {
		return err
	}
	own, ok := info.Sys().(*syscall.Stat_t)
	want, both := as.Sys().(*syscall.Stat_t)
	if ok && both && (own.Uid != want.Uid || own.Gid != want.Gid) {
		if err := f.Chown(int(want.Uid), int(want.Gid)); err != nil {
			return errors.Join(ErrOwner, err)
		}
	}
	if err := copyAttributes(f, name); err != nil {
		return err
	}
	return f.Chmod(as.Mode())
}

// syncDir makes a rename last.
func syncDir(dir string) error {
	f, err := os.Open(dir)
	if err != nil {
		return err
	}
	err = f.Sync()
	if errors.Is(err, syscall.EINVAL) || errors.Is(err, syscall.ENOTSUP) {
		err = nil // a file system that does not flush folders
	}
	return errors.Join(err, f.Close())
}
