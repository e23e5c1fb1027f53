package skills

import (
	"io/fs"
	"path"
	"slices"
	"strings"

	"github.com/agentlayers/layers/tree"
)

// commandRoot reads the files of commands below one root. The names of folders join with ":".
//
// Cases: claude/042-commands, commands-names, commands-links.
func (l *commandLoader) commandRoot(root int) {
	w := commandWalk{l: l, root: root}
	w.folder(l.set.Roots[root].Path, nil, nil)
	l.commands = append(l.commands, w.found...)
}

// commandWalk searches one root of commands, links followed; a link back to a folder above is not.
type commandWalk struct {
	l       *commandLoader
	root    int
	folders int
	found   []*Skill
}

// folder reads one folder; names lead to it from the root, and above are the real folders on the way.
//
// A folder with a skill file is that skill alone; folders below it are read all the same.
func (w *commandWalk) folder(dir string, names, above []string) {
	if w.folders++; w.folders > maxCommandDirs || len(names) > maxCommandDepth || w.l.ctx.Err() != nil {
		w.l.pass(Passed{Path: dir, Reason: PassedLimit, Text: "the folder is not read: too many, or too deep", Root: w.root})
		return
	}
	real := tree.Canonical(w.l.fsys, dir)
	if slices.Contains(above, real) {
		w.l.pass(Passed{Path: dir, Reason: PassedLoop, Text: "leads to a folder that is already searched", Root: w.root})
		return
	}
	entries, ok := w.l.list(w.root, dir, maxCommandFolder)
	if !ok {
		return
	}
	suffix := w.l.set.Dialect.Commands.Suffix
	skill := slices.IndexFunc(entries, func(e fs.DirEntry) bool { return w.isSkill(e.Name()) && isFile(w.l.fsys, path.Join(dir, e.Name())) })
	if skill >= 0 {
		name := names
		if len(name) == 0 {
			name = []string{path.Base(dir)}
		}
		w.take(path.Join(dir, entries[skill].Name()), name, true)
	}
	for i, e := range entries {
		p := path.Join(dir, e.Name())
		switch {
		case i == skill:
		case e.IsDir() || e.Type()&fs.ModeSymlink != 0 && tree.IsDir(w.l.fsys, p):
			w.folder(p, append(names[:len(names):len(names)], e.Name()), append(above[:len(above):len(above)], real))
		case strings.HasSuffix(e.Name(), suffix) && skill >= 0:
			w.l.pass(Passed{Path: p, Reason: PassedBeside, Text: "the folder is the skill of its " + entries[skill].Name(), Root: w.root})
		case strings.HasSuffix(e.Name(), suffix):
			w.take(p, append(names[:len(names):len(names)], strings.TrimSuffix(e.Name(), suffix)), false)
		case strings.EqualFold(path.Ext(e.Name()), suffix):
			w.l.pass(Passed{Path: p, Reason: PassedName, Text: "the name must end in " + suffix, Root: w.root})
		}
	}
}

func (w *commandWalk) isSkill(name string) bool {
	return strings.EqualFold(name, w.l.set.Dialect.File) && strings.HasSuffix(name, w.l.set.Dialect.Commands.Suffix)
}

func (w *commandWalk) take(p string, names []string, whole bool) {
	if s := w.l.read(w.root, p, strings.Join(names, ":"), KindCommand); s != nil {
		s.Command.whole = whole
		w.found = append(w.found, s)
	}
}
