package skills

import (
	"errors"
	"io/fs"
	"path"
	"strconv"
	"strings"

	"github.com/agentlayers/layers/diag"
	"github.com/agentlayers/layers/internal/frontmatter"
	"github.com/agentlayers/layers/tree"
)

// Our own bounds for agents with commands.
const (
	maxRootEntries   = 5000 // entries of one root of skills
	maxCommandDirs   = 2000 // folders below one root of commands
	maxCommandDepth  = 64
	maxCommandFolder = 5000 // entries of one folder of commands
)

// skillRoot reads the skills of one root: one folder each, in the order of their names.
//
// Cases: claude/040-skills-sources, skills-folder-names, skills-links.
func (l *commandLoader) skillRoot(root int) {
	r := &l.set.Roots[root]
	entries, ok := l.list(root, r.Path, maxRootEntries)
	if !ok {
		return
	}
	var found []*Skill
	for _, e := range entries {
		if s := l.skillFolder(root, r.Path, e); s != nil {
			found = append(found, s)
		}
	}
	l.names.sort(found)
	for _, s := range found {
		l.addSkill(s)
	}
}

// list reads a folder of a root. A folder that is missing gives no entries and ok false.
func (l *commandLoader) list(root int, dir string, limit int) (entries []fs.DirEntry, ok bool) {
	r := &l.set.Roots[root]
	where, err := tree.EvalSymlinks(l.fsys, dir)
	if r.Real == "" {
		r.Real = r.Path
		if err == nil {
			r.Real = where.Path
		}
	}
	if err == nil {
		entries, err = l.fsys.ReadDir(where.Path)
	}
	if err != nil {
		if !tree.IsMissing(err) && tree.IsDir(l.fsys, dir) {
			l.pass(Passed{Path: dir, Reason: PassedFolder, Text: "the folder cannot be read", Root: root})
		}
		return nil, false
	}
	r.Exists = true
	r.Folders++
	if len(entries) > limit {
		l.pass(Passed{Path: dir, Reason: PassedLimit, Root: root, More: len(entries) - limit, Text: "only the first " + strconv.Itoa(limit) + " entries of this folder are looked at"})
		entries = entries[:limit]
	}
	return entries, true
}

// skillFolder reads the skill in one folder of a root; nil when there is none, or when it is not taken.
func (l *commandLoader) skillFolder(root int, dir string, e fs.DirEntry) *Skill {
	name, file := e.Name(), l.set.Dialect.File
	p := path.Join(dir, name)
	info, _, err := tree.Stat(l.fsys, p)
	switch {
	case err != nil && e.Type()&fs.ModeSymlink != 0:
		l.pass(Passed{Path: p, Reason: PassedLinkOut, Text: "the link leads to nothing that can be read", Root: root})
		return nil
	case err != nil:
		return nil
	case !info.IsDir():
		if strings.EqualFold(name, file) || strings.HasSuffix(name, l.set.Dialect.Commands.Suffix) {
			l.pass(Passed{Path: p, Reason: PassedName, Text: "a skill is a folder with a file " + file, Root: root})
		}
		return nil
	}
	return l.skillIn(root, p, name)
}

// skillIn reads the skill of a folder.
func (l *commandLoader) skillIn(root int, dir, name string) *Skill {
	where, err := tree.EvalSymlinks(l.fsys, dir)
	if err == nil {
		_, err = l.fsys.Lstat(path.Join(where.Path, l.set.Dialect.File))
	}
	if err != nil {
		l.noSkill(root, dir)
		return nil
	}
	return l.read(root, path.Join(dir, l.set.Dialect.File), name, KindSkill)
}

// noSkill reports what a folder without a skill holds that looks like one.
func (l *commandLoader) noSkill(root int, dir string) {
	where, err := tree.EvalSymlinks(l.fsys, dir)
	if err != nil {
		return
	}
	entries, err := l.fsys.ReadDir(where.Path)
	if err != nil {
		if !tree.IsMissing(err) {
			l.pass(Passed{Path: dir, Reason: PassedFolder, Text: "the folder cannot be read", Root: root})
		}
		return
	}
	file := l.set.Dialect.File
	for i, e := range entries {
		p := path.Join(dir, e.Name())
		switch {
		case i >= maxPeeks:
			return
		case strings.EqualFold(e.Name(), file):
			l.pass(Passed{Path: p, Reason: PassedName, Text: "the file must be named " + file, Root: root})
		case e.IsDir():
			if info, err := l.fsys.Lstat(path.Join(where.Path, e.Name(), file)); err == nil && info.Mode().IsRegular() {
				l.pass(Passed{Path: path.Join(p, file), Reason: PassedDeep, Text: "more than 1 folder below its root", Root: root})
			}
		}
	}
}

// read makes a skill of a file, or reports why it is none. A file reached a second time is not taken again.
func (l *commandLoader) read(root int, p, name, kind string) *Skill {
	limit := l.set.Dialect.Commands.FileBytes[kind]
	where, err := tree.EvalSymlinks(l.fsys, p)
	var f tree.File
	digest := ""
	if err == nil {
		f, digest, err = tree.ReadOnce(l.fsys, where.Path, limit, "")
	}
	fail := Failure{Path: p, Class: "unreadable", At: diag.File(p), Root: root, Quiet: true}
	switch {
	case errors.Is(err, tree.ErrTooLarge):
		fail.Class, fail.Text = "too-large", "the agent takes no file of more than "+strconv.FormatInt(limit, 10)+" bytes here"
	case err != nil && tree.IsMissing(err):
		l.pass(Passed{Path: p, Reason: PassedLinkOut, Text: "the link leads to nothing that can be read", Root: root})
		return nil
	case err != nil:
		fail.Text, fail.Fix = "the file cannot be read", "make it readable: chmod u+r "+p
	}
	if err != nil {
		l.set.Failed = append(l.set.Failed, fail)
		return nil
	}
	if first, ok := l.byPath[where.Path]; ok {
		l.pass(Passed{Path: p, Reason: PassedDuplicate, Root: root, Text: "the same file is already taken from " + l.set.Roots[first].Path})
		return nil
	}
	s := l.command(root, p, name, kind, f.Data)
	if s == nil {
		return nil
	}
	s.Path, s.Digest = where.Path, digest
	l.byPath[where.Path] = root
	l.set.Roots[root].Found++
	return s
}

// command makes a skill of a file's bytes.
func (l *commandLoader) command(root int, p, name, kind string, data []byte) *Skill {
	d, r := l.set.Dialect.Commands, l.set.Roots[root]
	src := diag.NewSource(p, data)
	h, body, tooLarge := readCommandHead(src, l.set.Dialect.Limits.HeadBytes)
	if tooLarge || l.headBytes > maxHeadBytes {
		l.set.Failed = append(l.set.Failed, Failure{Path: p, Class: "too-large", At: diag.File(p), Root: root, Text: "the front matter is too large to be read here"})
		return nil
	}
	l.headBytes += body
	s := &Skill{
		Name: name, Path: p, Seen: p, Root: root, Scope: r.Scope, Enabled: true,
		Head: string(data[:body]), below: summaryOf(data[body:]), Meta: &Metadata{}, Command: &Command{
			Kind: kind, When: h.text(fieldWhen), Hint: shown(h.text(fieldHint)), whole: kind == KindSkill,
			Untyped: h.given(fieldInvocable) && !h.truth(fieldInvocable),
		},
	}
	s.Meta.Explicit, s.Meta.At = h.truth(fieldNoModel), h.span(fieldNoModel)
	s.Description = frontmatter.TrimSpace(h.scalar(fieldDescription))
	if s.Command.Own = s.Description != ""; s.Command.Own {
		s.at(fieldDescription, h.span(fieldDescription))
	} else {
		s.Description = firstLine(frontmatter.Lossy(data[body:]), d.Generic[kind], d.FirstMax)
	}
	if kind == KindSkill {
		s.Command.Title = titleOf(h.text(fieldName), d.NameMax)
		s.Command.Paths = h.patterns
		s.Standard = commandStandard(src, path.Base(path.Dir(p)))
	}
	for _, field := range []string{fieldName, fieldWhen, fieldPaths, fieldHint, fieldInvocable} {
		if h.given(field) {
			s.at(field, h.span(field))
		}
	}
	return s
}

// commandStandard checks a file against the public standard, which wants strict YAML.
func commandStandard(src *diag.Source, folder string) []Breach {
	doc, problem := frontmatter.Parse(src, 0, checkHead)
	if problem != nil {
		return []Breach{{Rule: "yaml", Text: problem.Text, At: problem.At}}
	}
	return standard(src.Name, doc, lineEnds(src.Bytes[doc.Body:]), folder)
}
