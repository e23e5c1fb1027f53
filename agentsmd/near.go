package agentsmd

import (
	"io/fs"
	"slices"
	"strings"

	"github.com/agentlayers/layers/diag"
	"github.com/agentlayers/layers/dialect"
	"github.com/agentlayers/layers/tree"
)

// maxBelow bounds the folders directly below the working directory that are looked into for documents that do
// not load.
const maxBelow = 64

// near lists files of one folder that a reader would take for documents and the agent does not: wrong letter
// case, names of other agents, and, below the working directory, names that would load from there. It costs
// one listing of the folder.
func (j *joiner) near(s dialect.DocumentSource, dir string, names []candidateName) ([]Document, diag.List) {
	if j.o.Plain {
		return nil, nil
	}
	where, err := tree.EvalSymlinks(j.fsys, dir)
	if err != nil {
		return nil, nil
	}
	entries, err := j.fsys.ReadDir(where.Path)
	if err != nil {
		if tree.IsMissing(err) {
			return nil, nil
		}
		return nil, diag.List{{
			Code: "folder-not-listed", Severity: diag.Note, Subject: diag.File(dir),
			Summary: "the folder cannot be listed: " + cause(err),
			Effect:  "files with nearly the right name are not found here; documents with the right name still load",
		}}
	}
	look := looker{j: j, s: s, dir: dir, names: names}
	for _, e := range entries {
		look.entry(e, entries)
	}
	if s.In == "walk" && dir == j.o.Cwd {
		look.below(entries)
	}
	return look.found, look.diags
}

type looker struct {
	j     *joiner
	s     dialect.DocumentSource
	dir   string
	names []candidateName
	found []Document
	diags diag.List
}

// entry judges one entry of the folder by its name.
func (l *looker) entry(e fs.DirEntry, all []fs.DirEntry) {
	if e.IsDir() {
		return
	}
	for _, n := range l.names {
		if e.Name() == n.file {
			return
		}
	}
	for _, n := range l.names {
		if strings.EqualFold(e.Name(), n.file) {
			if !l.foldsCase(n.file, all) {
				l.add(e.Name(), n.role, Omitted{
					Code: WrongCase, Text: "the name has to be " + n.file + ", in this letter case", Fix: "mv " + e.Name() + " " + n.file,
				})
			}
			return
		}
	}
	if slices.Contains(l.j.o.Dialect.Others, e.Name()) || l.isFallback(e.Name()) {
		o := Omitted{Code: NotConfigured, Text: "not a name that is looked for here"}
		if key := l.j.o.Dialect.Fallback.Key; l.s.Fallback {
			o.Fix = key + " = [\"" + e.Name() + "\"]"
		} else if l.isFallback(e.Name()) {
			o.Text = key + " does not reach this folder"
		}
		l.add(e.Name(), Fallback, o)
	}
}

func (l *looker) isFallback(name string) bool {
	return slices.ContainsFunc(l.j.o.Fallbacks, func(n Name) bool { return strings.TrimSpace(n.Text) == name })
}

// foldsCase reports whether the file system finds name though the folder does not list it: then letter case
// makes no difference here.
func (l *looker) foldsCase(name string, all []fs.DirEntry) bool {
	if slices.ContainsFunc(all, func(e fs.DirEntry) bool { return e.Name() == name }) {
		return false
	}
	_, _, err := l.j.stat(tree.Below(l.dir, name))
	return err == nil
}

// add notes a file of that name below the folder, if it is one.
func (l *looker) add(name string, role Role, why Omitted) {
	d := Document{Path: tree.Below(l.dir, name), Dir: l.dir, Scope: Scope(l.s.Scope), Role: role, Exists: true, Omitted: &why}
	info, where, err := l.j.stat(d.Path)
	if err != nil || !info.Mode().IsRegular() {
		return
	}
	d.Bytes = info.Size()
	if len(where.Hops) > 0 {
		d.Real = where.Path
	}
	l.found = append(l.found, d)
}

// below looks one folder deep below the working directory.
func (l *looker) below(entries []fs.DirEntry) {
	looked, left := 0, 0
	for _, e := range entries {
		if !e.IsDir() || e.Name() == ".git" || e.Name() == "node_modules" {
			continue
		}
		if looked == maxBelow {
			left++
			continue
		}
		looked++
		for _, n := range l.s.Names {
			l.add(tree.Below(e.Name(), n.File), Role(n.Role), Omitted{
				Code: BelowCwd, Text: "below the working directory", Fix: "cd " + tree.Below(l.dir, e.Name()),
			})
		}
	}
	if left > 0 {
		l.diags = append(l.diags, diag.Diagnostic{
			Code: "folders-not-looked-into", Severity: diag.Note, Subject: diag.File(l.dir),
			Summary: plural(left, "folder") + " below the working directory not looked into for documents",
			Detail:  "documents there do not load; only the first " + plural(maxBelow, "folder") + " are searched for them",
		})
	}
}
