package agentsmd

import (
	"errors"
	"io/fs"
	"strings"

	"github.com/agentlayers/layers/diag"
	"github.com/agentlayers/layers/tree"
)

// rules takes the rules of one folder: every file at any depth whose name ends in ".md", as the folder lists
// them, links followed. The agent takes the order of the file system; names in byte order stand for it here.
//
// Cases: rules-directory-order, symlinks, rules-names.
func (b *blocks) rules(c candidate) {
	r := ruleWalk{b: b, c: c, entered: map[string]bool{}}
	r.folder(strings.TrimSuffix(c.path, "/**/*.md"), 0)
}

type ruleWalk struct {
	b       *blocks
	c       candidate
	entered map[string]bool // real folders
}

func (r *ruleWalk) folder(dir string, depth int) {
	info, where, err := r.b.stat(dir)
	if err != nil || !info.IsDir() || r.entered[where.Path] {
		return
	}
	r.entered[where.Path] = true
	entries, err := r.b.fsys.ReadDir(where.Path)
	if err != nil {
		r.b.diags = append(r.b.diags, diag.Diagnostic{
			Code: "rules-unreadable", Severity: diag.Warning, Subject: diag.File(dir),
			Summary: "the rules folder cannot be listed: " + cause(err), Effect: "no rule in it loads",
		})
		return
	}
	for i, e := range entries {
		if r.b.entries == 0 || r.b.ctx.Err() != nil {
			r.b.unlisted += len(entries) - i
			return
		}
		r.b.entries--
		r.entry(dir, where.Path, e, depth)
	}
}

// entry takes one entry of the folder that is named dir and really is realDir.
func (r *ruleWalk) entry(dir, realDir string, e fs.DirEntry, depth int) {
	listed, real := tree.Below(dir, e.Name()), tree.Below(realDir, e.Name())
	isDir := e.IsDir()
	if e.Type()&fs.ModeSymlink != 0 {
		info, where, err := r.b.stat(real)
		if err != nil {
			r.missing(listed, real)
			return
		}
		real, isDir = where.Path, info.IsDir()
	}
	switch {
	case isDir && depth < maxRuleDepth:
		r.folder(listed, depth+1)
	case isDir:
		r.b.unlisted++
	case strings.HasSuffix(e.Name(), ".md"):
		c := r.c
		c.path, c.listed, c.role, c.rule = real, listed, Rule, true
		r.b.take(c)
	case r.b.filter.kind == atStart:
		r.b.omit(r.document(listed), &Omitted{Code: WrongSuffix, Text: `only names that end in ".md" are rules`})
	}
}

// missing notes a link that leads nowhere or in a circle.
func (r *ruleWalk) missing(listed, real string) {
	if strings.HasSuffix(listed, ".md") && r.b.filter.kind == atStart {
		why := "the links lead in a circle"
		if where, err := tree.EvalSymlinks(r.b.fsys, real); !errors.Is(err, tree.ErrTooManyLinks) {
			why = "the link leads nowhere: " + where.Path
		}
		r.b.omit(r.document(listed), &Omitted{Code: Unreadable, Text: why})
	}
}

func (r *ruleWalk) document(listed string) Document {
	return Document{Path: listed, Dir: r.c.dir, Scope: r.c.scope, Role: Rule, Exists: true}
}
