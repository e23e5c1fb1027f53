package golden

import (
	"io/fs"
	"os"
	"path/filepath"
	"strings"

	"github.com/agentlayers/layers/tree"
	"github.com/agentlayers/layers/tree/disk"
)

// diskWriter writes into a temporary folder that stands for Root. Modes are kept beside the files: the superuser
// would not be held back by real ones, and nobody else could remove the folder.
type diskWriter struct {
	dir   string
	perms map[string]fs.FileMode
}

func newDiskWriter(dir string) diskWriter { return diskWriter{dir, map[string]fs.FileMode{}} }

func (w diskWriter) native(p string) string {
	return filepath.Join(w.dir, filepath.FromSlash(strings.TrimPrefix(p, Root)))
}

func (w diskWriter) mkdir(p string) error { return os.MkdirAll(w.native(p), 0o755) }

func (w diskWriter) writeFile(p string, data []byte) error {
	return os.WriteFile(w.native(p), data, 0o644)
}

func (w diskWriter) symlink(p, target string) error {
	return os.Symlink(filepath.FromSlash(target), w.native(p))
}

func (w diskWriter) remove(p string) error { return os.RemoveAll(w.native(p)) }

func (w diskWriter) chmod(p string, perm fs.FileMode) error {
	w.perms[p] = perm
	return nil
}

func (w diskWriter) show() tree.FS {
	return enforced{tree.Rebase(disk.FS(), filepath.ToSlash(w.dir), Root), w.perms}
}
