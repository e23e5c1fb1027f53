package gather

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"path"
	"strings"

	"github.com/agentlayers/layers/audit/source"
	"github.com/agentlayers/layers/diag"
	"github.com/agentlayers/layers/tree"
)

// walk lists the whole tree, because an agent may be started in any folder of it, and adds what agents read.
func (g *gatherer) walk(ctx context.Context, fsys tree.FS) {
	type folder struct {
		abs, rel string
		agent    bool // below an agent's folder, or below one that may hold one: every path is classified
		depth    int
	}
	stack := []folder{{abs: g.set.Root}}
	for len(stack) > 0 {
		dir := stack[len(stack)-1]
		stack = stack[:len(stack)-1]
		if g.expired(ctx) {
			return
		}
		entries, err := fsys.ReadDir(dir.abs)
		if err != nil {
			g.incomplete(fmt.Sprintf("the folder %s cannot be listed: %v", dir.rel, cause(err)))
		}
		first := len(stack)
		for _, e := range entries {
			name := e.Name()
			rel := name
			if dir.rel != "" {
				rel = dir.rel + "/" + name
			}
			if len(g.set.Entries) >= g.o.Limits.Entries {
				g.incomplete(fmt.Sprintf("the tree has more than %d entries", g.o.Limits.Entries))
				return
			}
			g.set.Entries = append(g.set.Entries, Entry{rel, e.Type()})
			if name == ".git" {
				continue
			}
			agent := dir.agent || source.MayStart(name)
			if agent {
				g.consider(rel, e)
			}
			switch {
			case !e.IsDir():
			case dir.depth >= g.o.Limits.Depth:
				g.incomplete(fmt.Sprintf("more than %d folders lie inside each other", g.o.Limits.Depth))
			default:
				stack = append(stack, folder{strings.TrimSuffix(dir.abs, "/") + "/" + name, rel, agent, dir.depth + 1})
			}
		}
		for i, j := first, len(stack)-1; i < j; i, j = i+1, j-1 {
			stack[i], stack[j] = stack[j], stack[i]
		}
	}
}

// consider adds the entry at rel when an agent reads it. Folders are walked, not added.
func (g *gatherer) consider(rel string, e fs.DirEntry) {
	if e.IsDir() {
		return
	}
	place, ok := source.Classify(rel)
	if !ok {
		return
	}
	if e.Type().IsRegular() && g.set.byRel[rel] == nil { // reading tells the rest
		f := g.put(rel, place, nil)
		switch {
		case g.read(f):
		case errors.Is(f.Err, tree.ErrNotRegular): // something else took its place
			f.Err = nil
			g.judge(f)
		default:
			g.look(f)
		}
		return
	}
	g.add(rel, place, nil)
}

// put makes a file of the set.
func (g *gatherer) put(rel string, place source.Place, from *source.Reference) *source.File {
	f := &source.File{Path: path.Join(g.set.Root, rel), Rel: rel, Place: place, From: from}
	g.set.byRel[rel] = f
	g.set.Files = append(g.set.Files, f)
	return f
}

// add puts the file at rel into the set and reads it; a path that is there already is given back.
func (g *gatherer) add(rel string, place source.Place, from *source.Reference) *source.File {
	if f := g.set.byRel[rel]; f != nil {
		return f
	}
	f := g.put(rel, place, from)
	g.judge(f)
	return f
}

// judge asks what f is, and reads it or follows it.
func (g *gatherer) judge(f *source.File) {
	switch {
	case !g.look(f):
	case f.Mode&fs.ModeSymlink != 0:
		g.link(f)
	case f.Mode.IsRegular():
		g.read(f)
	}
}

// look asks what f is.
func (g *gatherer) look(f *source.File) bool {
	info, err := g.fsys.Lstat(f.Path)
	if err != nil {
		f.Err = err
		g.incomplete(fmt.Sprintf("%s cannot be looked at: %v", f.Rel, cause(err)))
		return false
	}
	f.Mode, f.Size = info.Mode(), info.Size()
	return true
}

// read fills in the text of a regular file, mode and size; of a file that is no text nothing else is kept. It reports
// whether the file could be read.
func (g *gatherer) read(f *source.File) bool {
	fsys := g.fsys
	if mayBeBinary(f) {
		fsys = g.once // no agent asks for it again
	}
	limit := min(g.o.Limits.FileBytes, g.left)
	got, err := fsys.ReadFile(f.Path, limit)
	switch {
	case errors.Is(err, tree.ErrTooLarge):
		f.Cut = true
		switch {
		case int64(len(got.Data)) < limit: // there was no room, which has been said
		case limit < g.o.Limits.FileBytes:
			g.incomplete(fmt.Sprintf("the files hold more than %d MiB", g.o.Limits.TotalRead>>20))
		default:
			g.incomplete(fmt.Sprintf("%s is larger than %d MiB", f.Rel, limit>>20))
		}
	case errors.Is(err, tree.ErrNotRegular):
		f.Err = err // a special file that took the place of a file; a rule reports it
		return false
	case err != nil:
		f.Err = err
		g.incomplete(fmt.Sprintf("%s cannot be read: %v", f.Rel, cause(err)))
		return false
	}
	f.Mode, f.Size = got.Identity.Mode, got.Identity.Size
	f.Digest = got.Digest()
	g.left -= int64(len(got.Data))
	if f.Binary = isBinary(f, got.Data); f.Binary {
		got.Data = nil
	}
	f.Text = diag.NewSource(f.Path, got.Data)
	return true
}

// link follows a link. A target inside the root is read at its own path; one outside is not opened.
func (g *gatherer) link(f *source.File) {
	f.Link = &source.Link{}
	f.Link.Text, _ = g.fsys.ReadLink(f.Path)
	r, err := tree.EvalSymlinks(g.fsys, f.Path)
	f.Link.Hops, f.Link.Target = r.Hops, r.Path
	f.Link.Outside = g.leaves(r)
	switch {
	case errors.Is(err, tree.ErrTooManyLinks):
		f.Link.Loop = true
	case err != nil:
		f.Link.Broken = true
	}
	rel, inside := g.set.Rel(r.Path)
	if f.Link.Outside || err != nil || !inside {
		return
	}
	info, err := g.fsys.Lstat(r.Path)
	if err != nil {
		return
	}
	if f.Link.Dir = info.IsDir(); f.Link.Dir {
		g.linked(f, rel)
		return
	}
	place := f.Place
	if own, ok := source.Classify(rel); ok {
		place = own
	}
	g.add(rel, place, nil)
}

// leaves reports whether any step on the way of a link lies outside the root.
func (g *gatherer) leaves(r tree.Resolved) bool {
	for _, hop := range r.Hops {
		if _, inside := g.set.Rel(hop.Link); !inside {
			return true
		}
		if _, inside := g.set.Rel(textual(path.Dir(hop.Link), hop.Target)); !inside {
			return true
		}
	}
	_, inside := g.set.Rel(r.Path)
	return !inside
}

// textual is a link's target by its text alone.
func textual(dir, target string) string { return tree.Join(dir, target) }

// linked adds the files of a folder inside the root that an agent reaches through the link f.
func (g *gatherer) linked(f *source.File, rel string) {
	if rel == "." || strings.HasPrefix(f.Rel+"/", rel+"/") {
		return // the link leads to a folder that holds it; that one is walked anyway
	}
	pending := []string{""}
	for n := 0; len(pending) > 0 && n < g.o.Limits.Reached; n++ {
		sub := pending[0]
		pending = pending[1:]
		entries, err := g.fsys.ReadDir(path.Join(g.set.Root, rel, sub))
		if err != nil {
			g.incomplete(fmt.Sprintf("the folder %s cannot be listed: %v", path.Join(rel, sub), cause(err)))
			continue
		}
		for _, e := range entries {
			below := path.Join(sub, e.Name())
			place, ok := source.Classify(path.Join(f.Rel, below))
			switch {
			case e.IsDir():
				pending = append(pending, below)
			case ok && len(g.set.byRel) < g.o.Limits.Entries:
				g.add(path.Join(rel, below), place, nil)
			}
		}
	}
}

// cause is the innermost message of err.
func cause(err error) error {
	var pe *fs.PathError
	if errors.As(err, &pe) {
		return pe.Err
	}
	return err
}
