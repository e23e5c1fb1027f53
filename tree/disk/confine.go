package disk

import (
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"sync"

	"github.com/agentlayers/layers/tree"
)

// Confine implements tree.Confiner: the operating system is asked part by part, below an open folder.
func (diskFS) Confine(dir string) (tree.FS, io.Closer, error) {
	root, err := os.OpenRoot(native(dir))
	if err != nil {
		return nil, nil, err
	}
	top, err := root.Open(".")
	if err != nil {
		_ = root.Close()
		return nil, nil, err
	}
	c := &confined{at: dir, top: top, held: []heldFolder{{dir, root}}}
	return c, c, nil
}

// confined is the disk below one folder.
type confined struct {
	at  string
	top *os.File // at; nil to go part by part

	mu   sync.Mutex
	held []heldFolder // at first, then folders on the way to what was asked last, every stride parts
}

type heldFolder struct {
	path string
	root *os.Root
}

const (
	stride  = 32   // parts between two held folders, so that a deep path is not walked from the top each time
	maxPath = 4095 // bytes of a path, as on Linux: no agent can open a longer one
)

// below calls do with an open folder above p, or at p, and the rest of the path.
func (c *confined) below(op, p string, do func(*os.Root, string) error) error {
	fail := func(err error) error { return &fs.PathError{Op: op, Path: p, Err: err} }
	switch {
	case !tree.Within(c.at, p):
		return fail(fs.ErrNotExist)
	case len(p) > maxPath:
		return fail(errLongPath)
	}
	c.mu.Lock()
	defer c.mu.Unlock()
	for n := len(c.held) - 1; n > 0 && !tree.Within(c.held[n].path, p); n-- {
		_ = c.held[n].root.Close() // only ever read
		c.held = c.held[:n]
	}
	for {
		last := c.held[len(c.held)-1]
		rest := strings.TrimPrefix(strings.TrimPrefix(p, last.path), "/")
		parts := strings.SplitN(rest, "/", stride+1)
		if len(parts) <= stride {
			if rest == "" {
				rest = "."
			}
			return unwrapped(op, p, do(last.root, filepath.FromSlash(rest)))
		}
		step := strings.Join(parts[:stride], "/")
		sub, err := last.root.OpenRoot(filepath.FromSlash(step))
		if err != nil {
			return unwrapped(op, p, err)
		}
		c.held = append(c.held, heldFolder{strings.TrimSuffix(last.path, "/") + "/" + step, sub})
	}
}

// unwrapped gives an error the path that was asked for.
func unwrapped(op, p string, err error) error {
	if pe, ok := err.(*fs.PathError); ok { //nolint:errorlint // only the outermost error carries the inner path
		return &fs.PathError{Op: op, Path: p, Err: pe.Err}
	}
	return err
}

// Close lets go of every folder.
func (c *confined) Close() error {
	c.mu.Lock()
	defer c.mu.Unlock()
	for _, h := range c.held {
		_ = h.root.Close() // only ever read
	}
	if c.top == nil {
		return nil
	}
	return c.top.Close()
}

// open opens what is at p, at once where the system can and part by part elsewhere.
func (c *confined) open(p string, folder bool) (f *os.File, err error) {
	if c.top != nil && tree.Within(c.at, p) && len(p) <= maxPath {
		rel := strings.TrimPrefix(strings.TrimPrefix(p, c.at), "/")
		if rel == "" {
			rel = "."
		}
		if f, ok, err := openBelow(c.top, rel, native(p), folder); ok {
			return f, err
		}
	}
	err = c.below("open", p, func(r *os.Root, rel string) error {
		f, err = r.OpenFile(rel, os.O_RDONLY|nonBlocking, 0)
		return err
	})
	return f, err
}

// Lstat implements tree.FS.
func (c *confined) Lstat(p string) (info fs.FileInfo, err error) {
	err = c.below("lstat", p, func(r *os.Root, rel string) error {
		info, err = r.Lstat(rel)
		return err
	})
	return info, err
}

// ReadLink implements tree.FS.
func (c *confined) ReadLink(p string) (text string, err error) {
	err = c.below("readlink", p, func(r *os.Root, rel string) error {
		text, err = r.Readlink(rel)
		return err
	})
	return filepath.ToSlash(text), err
}

// ReadDir implements tree.FS.
func (c *confined) ReadDir(p string) ([]fs.DirEntry, error) {
	f, err := c.open(p, true)
	if err != nil {
		return nil, err
	}
	defer f.Close()
	entries, err := f.ReadDir(-1)
	sortEntries(entries)
	return entries, err
}

// file opens a regular file; anything else is tree.ErrNotRegular.
func (c *confined) file(p string) (*os.File, fs.FileInfo, error) {
	irregular := &fs.PathError{Op: "read", Path: p, Err: tree.ErrNotRegular}
	info, err := c.Lstat(p)
	if err != nil {
		return nil, nil, err
	}
	if !info.Mode().IsRegular() {
		return nil, nil, irregular
	}
	f, err := c.open(p, false)
	if err != nil {
		return nil, nil, err
	}
	if info, err = f.Stat(); err == nil && !info.Mode().IsRegular() { // it took the file's place meanwhile
		err = irregular
	}
	if err != nil {
		_ = f.Close()
		return nil, nil, err
	}
	return f, info, nil
}

// ReadFile implements tree.FS.
func (c *confined) ReadFile(p string, limit int64) (tree.File, error) {
	f, info, err := c.file(p)
	if err != nil {
		return tree.File{}, err
	}
	defer f.Close()
	return readAll(f, info, p, limit)
}

// Open implements tree.Opener.
func (c *confined) Open(p string, _ int64) (tree.Handle, error) {
	f, info, err := c.file(p)
	if err != nil {
		return nil, err
	}
	return handle{f, info.Size()}, nil
}
