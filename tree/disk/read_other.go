//go:build !linux

package disk

import (
	"io/fs"
	"os"

	"github.com/agentlayers/layers/tree"
)

// ReadDir implements tree.FS.
func (diskFS) ReadDir(p string) ([]fs.DirEntry, error) {
	entries, err := os.ReadDir(native(p))
	sortEntries(entries)
	return entries, err
}

// ReadFile implements tree.FS. The file is opened without following a link at its last part and without
// waiting for a writer, and judged by its open handle.
func (diskFS) ReadFile(p string, limit int64) (tree.File, error) {
	f, err := openFile(native(p))
	if err != nil {
		return tree.File{}, err
	}
	return readOpen(f, p, limit)
}
