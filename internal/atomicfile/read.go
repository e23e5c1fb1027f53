package atomicfile

import (
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
)

// The reasons for which Replace leaves a file as it is.
var (
	ErrChanged    = errors.New("the file has changed since it was read")
	ErrReadOnly   = errors.New("the file is read-only")
	ErrHardLinked = errors.New("the file has other names (hard links), which would keep the old content")
	ErrOwner      = errors.New("the file belongs to someone else, and its owner cannot be kept")
	ErrLocked     = errors.New("another program is writing to this folder")
	ErrNotRegular = errors.New("not a regular file")
	ErrTooLarge   = errors.New("the file is larger than the limit")
)

// State is a file as it was read.
type State struct {
	Name   string // the file itself, links followed
	Data   []byte
	Exists bool
	info   fs.FileInfo
}

// Read reads the file that name leads to, of at most limit bytes. A missing one is a State without data; a link that
// leads nowhere gives the name at its end.
func Read(name string, limit int64) (State, error) {
	target, err := Target(name)
	if err != nil {
		return State{}, err
	}
	s := State{Name: target}
	f, err := openRead(target)
	if errors.Is(err, fs.ErrNotExist) {
		return s, nil
	}
	if err != nil {
		return s, err
	}
	s.Exists = true
	s.info, err = f.Stat()
	if err == nil && !s.info.Mode().IsRegular() {
		err = &fs.PathError{Op: "read", Path: target, Err: ErrNotRegular}
	}
	if err == nil {
		s.Data, err = io.ReadAll(io.LimitReader(f, limit+1))
	}
	if err == nil && int64(len(s.Data)) > limit {
		err = &fs.PathError{Op: "read", Path: target, Err: ErrTooLarge}
	}
	return s, errors.Join(err, f.Close())
}

// maxHops is the number of links followed for one name.
const maxHops = 40

// Target follows the links at name itself to the file behind them, which need not exist. Links in the folders above
// stay.
func Target(name string) (string, error) {
	for range maxHops {
		to, err := os.Readlink(name)
		if err != nil {
			if _, lstatErr := os.Lstat(name); lstatErr != nil && !errors.Is(lstatErr, fs.ErrNotExist) {
				return "", lstatErr
			}
			return name, nil
		}
		if !filepath.IsAbs(to) {
			// Not joined as text: ".." leaves the folder that a link in the way leads to.
			dir, err := filepath.EvalSymlinks(filepath.Dir(name))
			if err != nil {
				return "", err
			}
			to = dir + string(filepath.Separator) + to
		}
		name = to
	}
	return "", fmt.Errorf("%s: too many levels of symbolic links", name)
}
