package skills

import (
	"io/fs"
	"path"
	"strings"

	"github.com/agentlayers/layers/dialect"
	"github.com/agentlayers/layers/tree"
)

// Our own bounds of the look below the working directory.
const (
	maxBelowFolders = 200
	maxBelowDepth   = 6
)

// below reports skills of folders below the working directory: they are offered once a file of such a folder is
// read, under the folder's name where their own is taken. The look is a courtesy and has bounds.
//
// Case: claude/048-skills-lazy.
func (l *commandLoader) below() {
	for i := range l.set.Roots {
		r := &l.set.Roots[i]
		if r.Dialect.Each == dialect.EachUp && !r.Dialect.Commands && r.Off == "" && r.Same == "" {
			l.lookBelow(i)
			return
		}
	}
}

func (l *commandLoader) lookBelow(root int) {
	type place struct {
		dir, real string // as named, and with links resolved
		depth     int
	}
	rel := l.set.Roots[root].Dialect.Path
	first, _, _ := strings.Cut(rel, "/")
	here, err := tree.EvalSymlinks(l.fsys, l.o.Cwd)
	if err != nil {
		return
	}
	queue, seen := []place{{l.o.Cwd, here.Path, 0}}, 0
	for len(queue) > 0 && seen < maxBelowFolders && l.ctx.Err() == nil {
		at := queue[0]
		queue = queue[1:]
		seen++
		entries, err := l.fsys.ReadDir(at.real)
		if err != nil {
			continue
		}
		for _, e := range entries {
			switch name := e.Name(); {
			case !e.IsDir():
			case name == first && at.depth > 0:
				l.laterSkills(root, at.dir, path.Join(at.dir, rel))
			case strings.HasPrefix(name, ".") || name == "node_modules" || at.depth == maxBelowDepth:
			default:
				queue = append(queue, place{path.Join(at.dir, name), path.Join(at.real, name), at.depth + 1})
			}
		}
	}
}

// laterSkills reports the skills of one such folder.
func (l *commandLoader) laterSkills(root int, dir, skills string) {
	entries, err := l.fsys.ReadDir(tree.Canonical(l.fsys, skills))
	if err != nil {
		return
	}
	under := strings.TrimPrefix(dir, l.o.Cwd+"/")
	for i, e := range entries {
		p := path.Join(skills, e.Name(), l.set.Dialect.File)
		if i >= maxPeeks {
			return
		}
		if e.Type()&(fs.ModeDir|fs.ModeSymlink) == 0 || !isFile(l.fsys, p) {
			continue
		}
		name := e.Name()
		if l.taken[name] {
			name = under + ":" + name
		}
		l.pass(Passed{Path: p, Reason: PassedLater, Root: root, Text: "offered as " + name + " once a file below " + under + "/ is read"})
	}
}
