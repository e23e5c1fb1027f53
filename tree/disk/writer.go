package disk

import (
	"io/fs"
	"os"
	"path/filepath"

	"github.com/agentlayers/layers/internal/atomicfile"
	"github.com/agentlayers/layers/tree"
)

// Writer returns the machine's file system for writing.
func Writer() tree.Writer { return diskWriter{} }

type diskWriter struct{ diskFS }

// dirPerm is for folders that a write makes.
const dirPerm = 0o755

// Replace implements tree.Writer.
func (diskWriter) Replace(p string, data []byte, perm fs.FileMode) error {
	name := native(p)
	if err := os.MkdirAll(filepath.Dir(name), dirPerm); err != nil {
		return err
	}
	return atomicfile.Write(name, data, perm)
}

// Move implements tree.Writer.
func (diskWriter) Move(from, to string) error {
	if err := os.MkdirAll(filepath.Dir(native(to)), dirPerm); err != nil {
		return err
	}
	return atomicfile.Move(native(from), native(to))
}

// Delete implements tree.Writer.
func (diskWriter) Delete(p string) error { return os.Remove(native(p)) }
