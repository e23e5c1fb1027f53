package agentsmd

import (
	"io/fs"
	"slices"
	"strings"

	"github.com/agentlayers/layers/diag"
	"github.com/agentlayers/layers/dialect"
	"github.com/agentlayers/layers/tree"
)

// near lists files of one folder of the walk whose names are right but for their letter case.
//
// Case: cwd-linked.
func (b *blocks) near(s dialect.DocumentSource, dir string) {
	entries, err := b.list(dir)
	if err != nil {
		return
	}
	for _, n := range s.Names {
		if strings.ContainsAny(n.File, "/*") {
			continue
		}
		for _, e := range entries {
			if e.Name() == n.File || e.IsDir() || !strings.EqualFold(e.Name(), n.File) || b.foldsCase(dir, n.File, entries) {
				continue
			}
			c := b.candidate(s, n, dir)
			b.docs = append(b.docs, Document{
				Path: tree.Below(dir, e.Name()), Dir: dir, Scope: c.scope, Role: c.role, Exists: true,
				Omitted: &Omitted{
					Code: WrongCase, Text: "the name has to be " + n.File + ", in this letter case", Fix: "mv " + e.Name() + " " + n.File,
				},
			})
		}
	}
}

// foldsCase reports whether the file system finds name though the folder does not list it.
func (b *blocks) foldsCase(dir, name string, all []fs.DirEntry) bool {
	if slices.ContainsFunc(all, func(e fs.DirEntry) bool { return e.Name() == name }) {
		return false
	}
	_, _, err := b.stat(tree.Below(dir, name))
	return err == nil
}

func (b *blocks) list(dir string) ([]fs.DirEntry, error) {
	where, err := tree.EvalSymlinks(b.fsys, dir)
	if err != nil {
		return nil, err
	}
	return b.fsys.ReadDir(where.Path)
}

// later lists files in the folders directly below the working directory that load when a file there is read.
func (b *blocks) later() {
	entries, err := b.list(b.o.Cwd)
	if err != nil || !b.o.Dialect.Walk.Lazy {
		return
	}
	looked, left := 0, 0
	for _, e := range entries {
		switch {
		case !e.IsDir() || e.Name() == ".git" || e.Name() == "node_modules" || e.Name() == ".claude":
		case looked == maxBelow:
			left++
		default:
			looked++
			b.laterIn(tree.Below(b.o.Cwd, e.Name()))
		}
	}
	if left > 0 {
		b.diags = append(b.diags, diag.Diagnostic{
			Code: "folders-not-looked-into", Severity: diag.Note, Subject: diag.File(b.o.Cwd),
			Summary: plural(left, "folder") + " below the working directory not looked into for documents",
			Detail:  "documents there load when a file beside or below them is read; only the first " + plural(maxBelow, "folder") + " are searched for them",
		})
	}
}

func (b *blocks) laterIn(dir string) {
	for _, s := range b.o.Dialect.Sources {
		for _, n := range s.Names {
			if s.In != inBelow || n.Role != string(Primary) {
				continue
			}
			c := b.candidate(s, n, dir)
			info, where, err := b.stat(c.path)
			if err != nil || !info.Mode().IsRegular() || b.seen[where.Path] != "" {
				continue
			}
			d := Document{
				Path: c.path, Dir: dir, Scope: c.scope, Role: c.role, Exists: true, Bytes: info.Size(),
				Later: &Later{When: "when a file in this folder or below is read", Folder: dir},
			}
			if len(where.Hops) > 0 {
				d.Real = where.Path
			}
			if off := b.off(c); off != nil {
				d.Later, d.Omitted = nil, off
			}
			b.docs = append(b.docs, d)
		}
	}
}
