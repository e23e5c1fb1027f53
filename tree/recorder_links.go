package tree

import (
	"errors"
	"io/fs"
	"path"
	"strings"
)

// way is where a folder leads.
type way struct {
	to  Resolved
	err error
}

// resolve is EvalSymlinks, with the way to each folder followed once: what many files of a deep folder cost does not
// grow with its depth.
func (r *Recorder) resolve(p string) (Resolved, error) {
	if !IsAbs(p) || p == "/" || path.Clean(p) != p {
		return follow(r, Resolved{Path: "/"}, strings.Split(p, "/"), p)
	}
	dir := parent(p)
	at, err := r.folder(dir)
	if err != nil {
		if errors.Is(err, ErrTooManyLinks) {
			err = &fs.PathError{Op: "open", Path: p, Err: ErrTooManyLinks}
		}
		return at, err
	}
	if at.Path != "/" {
		if info, err := r.Lstat(at.Path); err == nil && !info.IsDir() {
			return at, &fs.PathError{Op: "open", Path: at.Path, Err: errNotDir}
		}
	}
	return follow(r, at, []string{p[strings.LastIndexByte(p, '/')+1:]}, p)
}

// folder is where dir leads.
func (r *Recorder) folder(dir string) (Resolved, error) {
	if dir == "/" {
		return Resolved{Path: "/"}, nil
	}
	r.mu.Lock()
	got, ok := r.ways[dir]
	r.mu.Unlock()
	if !ok {
		got.to, got.err = r.resolve(dir)
		r.mu.Lock()
		r.ways[dir] = got
		r.mu.Unlock()
	}
	hops := got.to.Hops
	return Resolved{Path: got.to.Path, Hops: hops[:len(hops):len(hops)]}, got.err
}
