package skills

import (
	"io/fs"
	"path"
	"strings"

	"github.com/agentlayers/layers/tree"
)

// maxPeeks bounds how many folders of one root that are not entered are looked into for a skill file, so that
// it can be reported.
const maxPeeks = 200

// maxPassed bounds the rows of one reason and root; more are counted.
const maxPassed = 50

// folder is one folder to read.
type folder struct {
	real  string // links resolved
	seen  string // as reached from the root
	depth int
	of    *plugin // that it belongs to, as far as what lies above it says
}

// joined is a name in a folder whose path is clean.
func joined(dir, name string) string {
	if dir == "/" {
		return dir + name
	}
	return dir + "/" + name
}

// below is a folder, or a file, in f.
func (f folder) below(name string) folder {
	real := joined(f.real, name)
	if f.real == f.seen {
		return folder{real, real, f.depth + 1, f.of}
	}
	return folder{real, joined(f.seen, name), f.depth + 1, f.of}
}

// walk searches one root breadth first, names in byte order.
//
// The limit of folders counts the root, and counts a folder when its name is met, so that with too many folders
// late names and everything deeper are lost. Links to folders are followed to their real place, which is read
// once. Cases: skills-depth, skills-dir-limit, skills-symlinks, skills-hidden-and-names, skills-linked-folders.
type walk struct {
	l       *loader
	root    int
	queue   []folder
	visited map[string]bool
	linked  bool // a link was followed
	lost    int  // folders met after the limit
	peeks   int
}

func (l *loader) walk(root int) {
	r := &l.set.Roots[root]
	real, err := tree.EvalSymlinks(l.fsys, r.Path)
	r.Real = real.Path
	if err != nil {
		r.Real = r.Path
		r.Assumed = r.Dialect.Bundled && tree.IsMissing(err)
		if !tree.IsMissing(err) {
			l.pass(Passed{Path: r.Path, Reason: PassedFolder, Text: "the folder cannot be read", Root: root})
		}
		return
	}
	w := walk{l: l, root: root, visited: map[string]bool{}}
	w.enter(folder{real.Path, real.Path, 0, &plugin{dir: path.Dir(real.Path)}})
	for len(w.queue) > 0 && l.ctx.Err() == nil {
		f := w.queue[0]
		w.queue = w.queue[1:]
		w.read(f)
	}
	if w.lost > 0 {
		l.pass(Passed{
			Path: r.Real, Reason: PassedLimit, Root: root, More: w.lost,
			Text: "only the first " + plural(l.set.Dialect.Walk.Folders, "folder") + " below this root are read",
		})
	}
}

// enter queues a folder if the limits allow it.
func (w *walk) enter(f folder) {
	limits := w.l.set.Dialect.Walk
	switch {
	case w.visited[f.real]:
		if f.real != f.seen {
			w.l.pass(Passed{Path: f.seen, Reason: PassedLoop, Text: "leads to a folder that is already searched", Root: w.root})
		}
	case limits.Depth > 0 && f.depth > limits.Depth:
		w.peek(f, PassedDeep, "more than "+plural(limits.Depth, "folder")+" below its root")
	case limits.Folders > 0 && len(w.visited) >= limits.Folders:
		w.lost++
	default:
		w.visited[f.real] = true
		w.queue = append(w.queue, f)
	}
}

// full reports, without a look at their names, that folders in f are not entered: no link has led to one of them.
func (w *walk) full(f folder) bool {
	limits := w.l.set.Dialect.Walk
	return limits.Folders > 0 && len(w.visited) >= limits.Folders && !w.linked && (limits.Depth == 0 || f.depth < limits.Depth)
}

// peek reports a folder that is not entered when it holds a skill.
func (w *walk) peek(f folder, reason, text string) {
	if w.peeks++; w.peeks > maxPeeks {
		return
	}
	p := path.Join(f.real, w.l.set.Dialect.File)
	if info, err := w.l.fsys.Lstat(p); err == nil && info.Mode().IsRegular() {
		w.l.pass(Passed{Path: path.Join(f.seen, w.l.set.Dialect.File), Reason: reason, Text: text, Root: w.root})
	}
}

func (w *walk) read(f folder) {
	entries, err := w.l.fsys.ReadDir(f.real)
	r := &w.l.set.Roots[w.root]
	if err != nil {
		if f.depth > 0 || !tree.IsMissing(err) {
			w.l.pass(Passed{Path: f.seen, Reason: PassedFolder, Text: "the folder cannot be read", Root: w.root})
		}
		return
	}
	r.Exists = true
	r.Folders++
	f.of = w.l.names.below(f.of, f.real, entries)
	for _, e := range entries {
		w.entry(f, e, entries)
	}
}

func (w *walk) entry(f folder, e fs.DirEntry, siblings []fs.DirEntry) {
	d := w.l.set.Dialect
	name, file := e.Name(), e.Type().IsRegular()
	if file && !strings.EqualFold(name, d.File) {
		return
	}
	hidden := strings.HasPrefix(name, ".") && !d.Walk.Hidden
	if e.IsDir() && !hidden && w.full(f) {
		w.lost++
		return
	}
	sub := f.below(name)
	switch {
	case hidden:
		if e.IsDir() && w.l.reserved(sub.real) == "" {
			w.peek(sub, PassedHidden, "below a hidden folder")
		}
	case e.Type()&fs.ModeSymlink != 0:
		w.link(sub, name, siblings)
	case e.IsDir():
		w.enter(sub)
	case file && name == d.File:
		w.l.take(w.root, sub, siblings)
	case file && strings.EqualFold(name, d.File):
		w.l.pass(Passed{Path: sub.seen, Reason: PassedName, Text: "the file must be named " + d.File, Root: w.root})
	}
}

// link follows a link to a folder; a link to a file is not a skill.
func (w *walk) link(sub folder, name string, siblings []fs.DirEntry) {
	d := w.l.set.Dialect
	info, where, err := tree.Stat(w.l.fsys, sub.real)
	switch {
	case err == nil && info.IsDir() && w.l.set.Roots[w.root].Dialect.NoLinks:
		w.l.pass(Passed{Path: sub.seen, Reason: PassedLinkOut, Text: "links are not followed below this root", Root: w.root})
	case err == nil && info.IsDir():
		sub.real, sub.of, w.linked = where.Path, &plugin{dir: path.Dir(where.Path)}, true
		w.enter(sub)
	case name == d.File && d.Walk.FileLinks && err == nil && info.Mode().IsRegular():
		w.l.take(w.root, sub, siblings)
	case name == d.File:
		w.l.pass(Passed{Path: sub.seen, Reason: PassedLink, Text: "the file is a link; only folders may be links", Root: w.root})
	case err != nil:
		w.l.pass(Passed{Path: sub.seen, Reason: PassedLinkOut, Text: "the link leads to nothing that can be read", Root: w.root})
	}
}
