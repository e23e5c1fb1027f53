// Package atomicfile writes files so that nobody sees half of one.
package atomicfile

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
)

// Write puts data at name: into a new file in the same folder, flushed to the disk, then renamed over the old
// one. A link at name is replaced, not followed. The folder must exist; on an error the old file is untouched and
// no other file is left behind.
func Write(name string, data []byte, perm fs.FileMode) (err error) {
	f, err := os.CreateTemp(filepath.Dir(name), "."+filepath.Base(name)+".*")
	if err != nil {
		return fmt.Errorf("write %s: %w", name, err)
	}
	defer func() {
		if err != nil {
			err = fmt.Errorf("write %s: %w", name, errors.Join(err, os.Remove(f.Name())))
		}
	}()
	if err := fill(f, data, perm); err != nil {
		return errors.Join(err, f.Close())
	}
	if err := f.Close(); err != nil {
		return err
	}
	return os.Rename(f.Name(), name)
}

func fill(f *os.File, data []byte, perm fs.FileMode) error {
	if _, err := f.Write(data); err != nil {
		return err
	}
	if err := f.Chmod(perm); err != nil {
		return err
	}
	return f.Sync()
}

// Move renames from to to unless something is there already, which is fs.ErrExist.
func Move(from, to string) error {
	if _, err := os.Lstat(to); err == nil {
		return &fs.PathError{Op: "move", Path: to, Err: fs.ErrExist}
	}
	return os.Rename(from, to)
}
