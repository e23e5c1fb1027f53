// Package atomicfile writes files so that nobody sees half of one, whenever the program or the machine stops.
//
// Write and Move are for files that are ours alone. Acquire, Read and Lock.Replace are for files of others: they go
// through links to the file itself, keep its permissions, owner and extended attributes, and refuse when it is no
// longer what was read.
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
func Write(name string, data []byte, perm fs.FileMode) error {
	temp, err := fill(name, "."+filepath.Base(name)+".*", data, func(f *os.File) error { return f.Chmod(perm) })
	if err == nil {
		err = removing(temp, os.Rename(temp, name))
	}
	if err == nil {
		err = syncDir(filepath.Dir(name))
	}
	if err != nil {
		return fmt.Errorf("write %s: %w", name, err)
	}
	return nil
}

// fill writes data to a new file beside name, flushed to the disk. dress gives it its mode and the like.
func fill(name, pattern string, data []byte, dress func(*os.File) error) (temp string, err error) {
	f, err := os.CreateTemp(filepath.Dir(name), pattern)
	if err != nil {
		return "", err
	}
	_, err = f.Write(data)
	if err == nil {
		err = dress(f)
	}
	if err == nil {
		err = f.Sync()
	}
	if closeErr := f.Close(); err == nil {
		err = closeErr
	}
	return f.Name(), removing(f.Name(), err)
}

// removing takes temp away after an error.
func removing(temp string, err error) error {
	if err == nil {
		return nil
	}
	if gone := os.Remove(temp); gone != nil && !errors.Is(gone, fs.ErrNotExist) {
		return errors.Join(err, gone)
	}
	return err
}

// Move renames from to to unless something is there already, which is fs.ErrExist.
func Move(from, to string) error {
	if _, err := os.Lstat(to); err == nil {
		return &fs.PathError{Op: "move", Path: to, Err: fs.ErrExist}
	}
	return os.Rename(from, to)
}
