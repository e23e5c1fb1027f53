package disk

import (
	"context"
	"errors"
	"io/fs"
	"os"

	"github.com/agentlayers/layers/internal/atomicfile"
	"github.com/agentlayers/layers/tree"
)

// Private writes files that only their owner may read.
type Private struct{}

const (
	privateDir  fs.FileMode = 0o700
	privateFile fs.FileMode = 0o600
)

// MakePrivate makes a folder that only its owner may enter, and what is missing above it. One that is there stays
// as it is.
func (Private) MakePrivate(dir string) error { return os.MkdirAll(native(dir), privateDir) }

// maxPrivate bounds a file that is replaced.
const maxPrivate = 64 << 20

// WritePrivate puts a file at path, at once, under a lock on its folder. A link there is refused.
func (Private) WritePrivate(ctx context.Context, path string, data []byte) (err error) {
	name := native(path)
	if info, err := os.Lstat(name); err == nil && !info.Mode().IsRegular() {
		return &fs.PathError{Op: "write", Path: path, Err: tree.ErrNotRegular}
	}
	lock, err := atomicfile.Acquire(ctx, name)
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, lock.Release()) }()
	old, err := atomicfile.Read(name, maxPrivate)
	if err != nil {
		return err
	}
	return lock.Replace(old, data, privateFile)
}

// Delete removes a file.
func (Private) Delete(path string) error { return os.Remove(native(path)) }
