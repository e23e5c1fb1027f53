package gather

import (
	"io/fs"
	"path"

	"github.com/agentlayers/layers/tree"
)

// confined is a file system in which only some folders can be opened. What lies elsewhere can be described
// (Lstat, ReadLink), so that links can be followed to their end, but it is never opened.
type confined struct {
	tree.FS
	open []string
}

// ErrOutside is given for every read outside the audited root and the user's own agent files.
var ErrOutside = &outsideError{}

type outsideError struct{}

func (*outsideError) Error() string        { return "outside the audited folder" }
func (*outsideError) Is(target error) bool { return target == fs.ErrPermission }

// userFolders are the user's own agent files, below the home folder.
var userFolders = []string{".codex", ".claude", ".claude.json", ".agents", ".gemini"}

// systemFolders hold what administrators enforce.
var systemFolders = []string{"/etc/codex", "/etc/claude-code"}

// confine limits o.Host.FS to what an audit may open.
func confine(o Options) *confined {
	c := &confined{FS: o.Host.FS, open: append([]string{path.Clean(o.Root)}, systemFolders...)}
	if o.Host.Home != "" {
		for _, name := range userFolders {
			c.open = append(c.open, path.Join(o.Host.Home, name))
		}
	}
	if o.Host.Env != nil {
		for _, name := range []string{"CODEX_HOME", "CLAUDE_CONFIG_DIR"} {
			if dir, ok := o.Host.Env(name); ok && tree.IsAbs(dir) {
				c.open = append(c.open, path.Clean(dir))
			}
		}
	}
	for _, p := range c.open[1:] { // the user may keep these as links
		if real, err := tree.EvalSymlinks(o.Host.FS, p); err == nil && real.Path != p && !tree.Within(o.Root, real.Path) {
			c.open = append(c.open, real.Path)
		}
	}
	return c
}

// allow lets a further folder be opened.
func (c *confined) allow(dir string) { c.open = append(c.open, dir) }

func (c *confined) may(p string) bool {
	for _, dir := range c.open {
		if tree.Within(dir, p) {
			return true
		}
	}
	return false
}

// ReadDir implements tree.FS.
func (c *confined) ReadDir(p string) ([]fs.DirEntry, error) {
	if !c.may(p) {
		return nil, &fs.PathError{Op: "open", Path: p, Err: ErrOutside}
	}
	return c.FS.ReadDir(p)
}

// ReadFile implements tree.FS.
func (c *confined) ReadFile(p string, limit int64) (tree.File, error) {
	if !c.may(p) {
		return tree.File{}, &fs.PathError{Op: "open", Path: p, Err: ErrOutside}
	}
	return c.FS.ReadFile(p, limit)
}
