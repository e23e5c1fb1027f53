package disk

import (
	"io/fs"
	"os"

	"github.com/agentlayers/layers/tree"
)

// Open implements tree.Opener.
func (diskFS) Open(p string, _ int64) (tree.Handle, error) {
	f, err := openFile(native(p))
	if err != nil {
		return nil, err
	}
	info, err := f.Stat()
	if err == nil && !info.Mode().IsRegular() {
		err = &fs.PathError{Op: "read", Path: p, Err: tree.ErrNotRegular}
	}
	if err != nil {
		_ = f.Close()
		return nil, err
	}
	return handle{f, info.Size()}, nil
}

type handle struct {
	*os.File
	size int64
}

func (h handle) Size() int64 { return h.size }
