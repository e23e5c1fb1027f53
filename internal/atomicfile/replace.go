package atomicfile

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"time"
)

// Lock keeps other programs that use this package from writing in the folder of one file. It ends with the process.
type Lock struct{ dir *os.File }

// How often a taken lock is tried again, and how long it takes until then.
const (
	lockTries = 200
	lockPause = 25 * time.Millisecond
)

// Acquire waits for the lock on the folder of the file that name leads to, or on the nearest folder above it that
// exists. After five seconds it gives up with ErrLocked. No file is made for it. Where the file system has no
// locks, there is none: Replace still refuses a changed file.
func Acquire(ctx context.Context, name string) (*Lock, error) {
	target, err := Target(name)
	if err != nil {
		return nil, err
	}
	dir, err := openDir(filepath.Dir(target))
	if err != nil {
		return nil, err
	}
	for range lockTries {
		taken, err := tryLock(dir)
		if err != nil {
			return nil, errors.Join(err, dir.Close())
		}
		if !taken {
			return &Lock{dir}, nil
		}
		select {
		case <-ctx.Done():
			return nil, errors.Join(ctx.Err(), dir.Close())
		case <-time.After(lockPause):
		}
	}
	return nil, errors.Join(fmt.Errorf("%s: %w", target, ErrLocked), dir.Close())
}

// Release lets others write.
func (l *Lock) Release() error { return l.dir.Close() }

func openDir(dir string) (*os.File, error) {
	for {
		f, err := os.Open(dir)
		if !errors.Is(err, fs.ErrNotExist) || dir == filepath.Dir(dir) {
			return f, err
		}
		dir = filepath.Dir(dir)
	}
}

// Replace puts data in the place of a file that was read under the lock; perm is for a file that did not exist.
//
// The error wraps one of this package's when the file was left alone on purpose. Whatever the error, the file is as
// it was, and no other file is left behind.
func (l *Lock) Replace(s State, data []byte, perm fs.FileMode) error {
	if err := s.replace(data, perm); err != nil {
		return fmt.Errorf("write %s: %w", s.Name, err)
	}
	return nil
}

func (s State) replace(data []byte, perm fs.FileMode) error {
	dir := filepath.Dir(s.Name)
	undo, err := makeDirs(dir)
	if err != nil {
		return err
	}
	if err := s.swap(data, perm); err != nil {
		undo()
		return err
	}
	return syncDir(dir)
}

func (s State) swap(data []byte, perm fs.FileMode) error {
	if err := s.writable(); err != nil {
		return err
	}
	prefix := "." + filepath.Base(s.Name) + ".layers-"
	if err := sweep(filepath.Dir(s.Name), prefix); err != nil {
		return err
	}
	temp, err := fill(s.Name, prefix+"*", data, func(f *os.File) error {
		if s.Exists {
			return dressAs(f, s.Name, s.info)
		}
		return f.Chmod(perm)
	})
	if err != nil {
		return err
	}
	if err := s.unchanged(); err != nil {
		return removing(temp, err)
	}
	if s.Exists {
		return removing(temp, os.Rename(temp, s.Name))
	}
	return removing(temp, place(temp, s.Name))
}

// place gives a new file its name, unless another has taken it meanwhile.
func place(temp, name string) error {
	err := os.Link(temp, name)
	switch {
	case err == nil:
		return os.Remove(temp)
	case errors.Is(err, fs.ErrExist):
		return ErrChanged
	}
	return os.Rename(temp, name) // a file system without hard links
}

// writable refuses a file that its owner has closed to writing, although its folder would let us replace it.
func (s State) writable() error {
	if !s.Exists {
		return nil
	}
	if s.info.Mode().Perm()&0o222 == 0 {
		return ErrReadOnly
	}
	f, err := os.OpenFile(s.Name, os.O_WRONLY, 0)
	if errors.Is(err, fs.ErrPermission) {
		return ErrReadOnly
	}
	if errors.Is(err, fs.ErrNotExist) {
		return ErrChanged
	}
	if err != nil {
		return err
	}
	if err := f.Close(); err != nil {
		return err
	}
	if names(s.info) > 1 {
		return ErrHardLinked
	}
	return nil
}

// unchanged compares the file with what was read, byte by byte.
func (s State) unchanged() error {
	now, err := Read(s.Name, int64(len(s.Data)))
	switch {
	case errors.Is(err, ErrTooLarge), errors.Is(err, ErrNotRegular):
		return ErrChanged
	case err != nil:
		return err
	case now.Exists != s.Exists, now.Name != s.Name, !bytes.Equal(now.Data, s.Data):
		return ErrChanged
	case s.Exists && (!os.SameFile(now.info, s.info) || now.info.Mode() != s.info.Mode()):
		return ErrChanged
	}
	return nil
}

// sweep removes what a writer that was stopped has left in dir. The lock makes sure that no one is still at it.
func sweep(dir, prefix string) error {
	entries, err := os.ReadDir(dir)
	for _, e := range entries {
		if strings.HasPrefix(e.Name(), prefix) && e.Type().IsRegular() {
			err = errors.Join(err, os.Remove(filepath.Join(dir, e.Name())))
		}
	}
	return err
}

// dirPerm is for folders that a write makes.
const dirPerm = 0o755

// makeDirs makes dir and what is missing above it; undo removes what was made.
func makeDirs(dir string) (undo func(), err error) {
	var made []string
	for at := dir; ; at = filepath.Dir(at) {
		if _, err := os.Stat(at); err == nil || at == filepath.Dir(at) {
			break
		}
		made = append(made, at)
	}
	return func() {
		for _, d := range made {
			_ = os.Remove(d) // only when it is empty
		}
	}, os.MkdirAll(dir, dirPerm)
}
