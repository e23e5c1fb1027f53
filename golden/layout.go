package golden

import (
	"fmt"
	"io/fs"
	"path"
	"testing"

	"github.com/agentlayers/layers/tree"
)

// Kind is where a case is laid out.
type Kind string

// The places. Both show the same tree at the same paths.
const (
	Memory Kind = "memory"
	Disk   Kind = "disk" // a temporary folder, shown at Root
)

// Kinds lists every Kind.
func Kinds() []Kind { return []Kind{Memory, Disk} }

// readLimit is more than any file of a case.
const readLimit = 64 << 20 // bytes

// writer makes files at absolute paths below Root. Paths are free of links and their parents exist.
type writer interface {
	mkdir(p string) error
	writeFile(p string, data []byte) error
	symlink(p, target string) error
	remove(p string) error
	chmod(p string, perm fs.FileMode) error
	show() tree.FS // what was written, at its place, permissions enforced
}

// Layout builds the case's tree and returns it with the system folder at "/etc" as well as below Root, which
// is how the recorder mounts it.
//
// The order is that of the recorder: mkdir and git-init, git-worktree, the files, then chomp, crlf, bom, bytes,
// expand, symlink and delete in header order, then the working directory, then mode. Owner bits of a mode count
// whoever runs the test. A Disk layout is removed when t ends.
func (c *Case) Layout(t testing.TB, kind Kind) (tree.FS, error) {
	var w writer
	switch kind {
	case Memory:
		w = memoryWriter{tree.NewMemory()}
	case Disk:
		w = newDiskWriter(t.TempDir())
	default:
		return nil, fmt.Errorf("layout %q is not known", kind)
	}
	b := newBuilder(w)
	if err := b.build(c); err != nil {
		return nil, fmt.Errorf("case %s: %w", c.Name, err)
	}
	return b.fs, nil
}

// memoryWriter writes into a tree.Memory, which enforces permissions itself.
type memoryWriter struct{ m *tree.Memory }

func (w memoryWriter) mkdir(p string) error                  { w.m.Mkdir(p); return nil }
func (w memoryWriter) writeFile(p string, data []byte) error { w.m.WriteFile(p, data); return nil }
func (w memoryWriter) symlink(p, target string) error        { w.m.Symlink(p, target); return nil }
func (w memoryWriter) remove(p string) error                 { w.m.Remove(p); return nil }
func (w memoryWriter) chmod(p string, m fs.FileMode) error   { w.m.Chmod(p, m); return nil }
func (w memoryWriter) show() tree.FS                         { return w.m }

// builder adds what a shell user expects to a writer: parents are made and links are followed.
type builder struct {
	w  writer
	fs tree.FS // the whole namespace of the case, as far as it is built
}

func newBuilder(w writer) builder {
	shown := w.show()
	return builder{w, tree.Mounts(map[string]tree.FS{Root: shown, "/etc": tree.Rebase(shown, Root+"/etc", "/etc")})}
}

// mkdir creates the folder at p and its parents, through links, and returns where it is.
func (b builder) mkdir(p string) (string, error) {
	if p == Root {
		return p, b.w.mkdir(p)
	}
	parent, err := b.mkdir(path.Dir(p))
	if err != nil {
		return "", err
	}
	at := path.Join(parent, path.Base(p))
	info, err := b.fs.Lstat(at)
	switch {
	case tree.IsMissing(err):
		return at, b.w.mkdir(at)
	case err != nil:
		return "", err
	case info.IsDir():
		return at, nil
	}
	info, r, err := tree.Stat(b.fs, at)
	if err != nil {
		return "", err
	}
	if !info.IsDir() {
		return "", &fs.PathError{Op: "mkdir", Path: p, Err: fs.ErrExist}
	}
	return written(r.Path)
}

// written gives a resolved path its place below Root: the system folder is the case's own.
func written(p string) (string, error) {
	switch {
	case tree.Within("/etc", p):
		return Root + p, nil
	case tree.Within(Root, p):
		return p, nil
	}
	return "", fmt.Errorf("a link leads out of the case: %s", p)
}

// put creates or replaces the file at p, through links.
func (b builder) put(p string, data []byte) error {
	parent, err := b.mkdir(path.Dir(p))
	if err != nil {
		return err
	}
	info, r, err := tree.Stat(b.fs, path.Join(parent, path.Base(p)))
	if err != nil && !tree.IsMissing(err) {
		return err
	}
	if err == nil && info.IsDir() {
		return fmt.Errorf("write %s: a folder is there", p)
	}
	at, err := written(r.Path)
	if err != nil {
		return err
	}
	return b.w.writeFile(at, data)
}

// edit replaces the content of the file at p by what change makes of it.
func (b builder) edit(p string, change func([]byte) []byte) error {
	f, _, err := tree.Read(b.fs, p, readLimit)
	if err != nil {
		return err
	}
	return b.put(p, change(f.Data))
}

func (b builder) symlink(p, target string) error {
	parent, err := b.mkdir(path.Dir(p))
	if err != nil {
		return err
	}
	at := path.Join(parent, path.Base(p))
	if _, err := b.fs.Lstat(at); err == nil {
		return &fs.PathError{Op: "symlink", Path: p, Err: fs.ErrExist}
	}
	return b.w.symlink(at, target)
}

// remove deletes the entry at p, a link itself and not what it leads to.
func (b builder) remove(p string) error {
	r, err := tree.EvalSymlinks(b.fs, path.Dir(p))
	if err != nil {
		return err
	}
	at, err := written(path.Join(r.Path, path.Base(p)))
	if err != nil {
		return err
	}
	if _, err := b.fs.Lstat(at); err != nil {
		return err
	}
	return b.w.remove(at)
}

func (b builder) chmod(p string, perm fs.FileMode) error {
	r, err := tree.EvalSymlinks(b.fs, p)
	if err != nil {
		return err
	}
	at, err := written(r.Path)
	if err != nil {
		return err
	}
	return b.w.chmod(at, perm)
}
