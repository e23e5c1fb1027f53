package tree

import (
	"errors"
	"io/fs"
	"strings"
)

// way is where a folder leads, followed once for a whole record: what many files of a deep folder cost does not grow
// with its depth, and every reader that goes the same way is told to have asked the same.
type way struct {
	up    *way // of the folder above; nil for "/"
	to    Resolved
	err   error
	isDir bool
	part  uint32 // the part that went here last
	last  *fact  // looked at behind the way up; nil where that leads nowhere
	links []look // what was asked behind that, which is a link
}

// resolve is EvalSymlinks, and describes what it leads to where it has looked at that.
func (r *Recorder) resolve(p string) (Resolved, fs.FileInfo, error) {
	r.mu.Lock()
	if r.sealed {
		r.mu.Unlock()
		return resolve(r.fsys, p)
	}
	defer r.mu.Unlock()
	dir, name := splitLast(p)
	if w := r.way(dir); w != nil && isStep(name) {
		return r.step(w, dir, name, p, nil)
	}
	return follow(&follower{r: r}, Resolved{Path: "/"}, strings.Split(p, "/"), p)
}

// way is where dir leads; nil where dir is not absolute and clean. The lock is held.
func (r *Recorder) way(dir string) *way {
	if w, ok := r.ways[dir]; ok {
		r.pass(w)
		return w
	}
	var w *way
	if dir == "/" {
		w = r.steps.take()
		w.to.Path, w.isDir = "/", true
	} else {
		above, name := splitLast(dir)
		if !isStep(name) {
			return nil
		}
		up := r.way(above)
		if up == nil {
			return nil
		}
		w = r.steps.take()
		w.up = up
		var info fs.FileInfo
		w.to, info, w.err = r.step(up, above, name, dir, w)
		w.isDir = info == nil || info.IsDir()
	}
	w.part = r.number
	r.ways[dir] = w
	return w
}

// pass notes what was asked on a way.
func (r *Recorder) pass(w *way) {
	for ; w != nil && w.part != r.number; w = w.up {
		w.part = r.number
		if w.last != nil {
			r.note(w.last, askedInfo)
		}
		for _, l := range w.links {
			r.note(l.fact, l.questions)
		}
	}
}

// step goes on from where dir leads to the thing of that name there, p; to keeps what is asked for it, and may be nil.
func (r *Recorder) step(w *way, dir, name, p string, to *way) (Resolved, fs.FileInfo, error) {
	at := w.to
	at.Hops = at.Hops[:len(at.Hops):len(at.Hops)]
	switch {
	case errors.Is(w.err, ErrTooManyLinks):
		return at, nil, &fs.PathError{Op: "open", Path: p, Err: ErrTooManyLinks}
	case w.err != nil:
		return at, nil, w.err
	case !w.isDir:
		return at, nil, &fs.PathError{Op: "open", Path: at.Path, Err: errNotDir}
	}
	next := p
	if at.Path != dir {
		next = below(at.Path, name)
	}
	f := r.ask(next, askedInfo, 0)
	if to != nil {
		to.last = f
	}
	if f.infoErr != nil || f.mode&fs.ModeSymlink == 0 {
		at.Path = next
		return at, f.info, f.infoErr
	}
	return follow(&follower{r, to}, at, []string{name}, p)
}

// follower asks for the steps of a way. The lock is held.
type follower struct {
	r  *Recorder
	to *way // that keeps what is asked; may be nil
}

func (f *follower) ask(p string, question asked) *fact {
	said := f.r.ask(p, question, 0)
	if f.to != nil {
		f.to.links = append(f.to.links, look{said, question})
	}
	return said
}

// Lstat is as in FS.
func (f *follower) Lstat(p string) (fs.FileInfo, error) {
	said := f.ask(p, askedInfo)
	return said.info, said.infoErr
}

// ReadLink is as in FS.
func (f *follower) ReadLink(p string) (string, error) {
	said := f.ask(p, askedLink)
	return said.link.text, said.link.err
}

// splitLast parts an absolute path before its last name; dir is "" where that cannot be.
func splitLast(p string) (dir, name string) {
	switch i := strings.LastIndexByte(p, '/'); {
	case i == 0:
		return "/", p[1:]
	case i > 0 && p[:i] != "/":
		return p[:i], p[i+1:]
	}
	return "", p
}
