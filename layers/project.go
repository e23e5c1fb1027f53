package layers

import (
	"fmt"
	"path"
	"slices"
	"strings"

	"github.com/agentlayers/layers/diag"
	"github.com/agentlayers/layers/dialect"
	"github.com/agentlayers/layers/tree"
	"github.com/agentlayers/layers/trust"
)

// projectEntry is the layer of one project folder. It exists when the folder that holds the file does (".codex"
// is a folder), with or without the file; the agent's own home is never a project layer.
//
// Cases: layers-cwd-config-toml, layers-codex-home-in-repo, trust-absent, trust-untrusted.
func (l *loader) projectEntry(dir, file string) (Entry, bool) {
	p := tree.Below(dir, file)
	folder := path.Dir(p)
	if !tree.IsDir(l.fsys, folder) || l.isAgentHome(folder) {
		return Entry{}, false
	}
	name := "project"
	if dir == l.out.Root.Path {
		name = "project root"
	}
	e := readEntry(l.fsys, Source{Kind: dialect.Project, Path: p, Dir: folder, Name: name}, l.o.Dialect.Config, l.memory)
	l.gate(&e, dir)
	if e.Failed && e.Disabled != nil && e.Text != nil && !isInvalidText(e.Diags) {
		// Broken TOML in a folder that is not trusted is an empty layer to the agent, not an error; a file
		// that gives no text at all is an error even there.
		e.Failed, e.Root = false, emptyTable(e.Source)
		e.Diags = softened(e.Diags)
	}
	if e.Root != nil {
		e.Root, e.Removed = removeDenied(e.Root, l.o.Dialect.Config)
		l.fromMainCheckout(&e, dir, file)
	}
	l.finish(&e)
	return e, true
}

func (l *loader) isAgentHome(folder string) bool {
	home := l.o.AgentHome
	return home != "" && (folder == home || tree.Canonical(l.fsys, folder) == tree.Canonical(l.fsys, home))
}

func isInvalidText(diags diag.List) bool {
	return slices.ContainsFunc(diags, func(d diag.Diagnostic) bool { return d.Code == "invalid-utf8" })
}

// softened turns errors of a layer that has no effect into warnings that say so.
func softened(diags diag.List) diag.List {
	out := make(diag.List, len(diags))
	for i, d := range diags {
		if d.Severity == diag.Error {
			d.Severity = diag.Warning
			d.Effect = "the layer is disabled, so the agent takes the file as empty; with the folder trusted it refuses to start"
		}
		out[i] = d
	}
	return out
}

// gate sets Disabled when the folder is not trusted.
func (l *loader) gate(e *Entry, dir string) {
	d := l.decide(dir)
	if d.Level == trust.Trusted {
		return
	}
	r := &DisabledReason{Decision: d, Fix: "in your configuration:\n" + trustText(l.o.Dialect.Trust, d.Key, l.o.Dialect.Trust.Trusted)}
	if d.Level == trust.Untrusted {
		r.Fix = l.changeEntry(*d.Rule)
		r.Code = "project-marked-untrusted"
		r.Text = fmt.Sprintf("%s is marked as untrusted by %s", d.Key, ruleName(*d.Rule))
	} else {
		r.Code = "project-untrusted"
		r.Text = "no trust entry for " + d.Key
	}
	e.Disabled = r
}

// changeEntry says how to turn an entry that forbids into one that allows.
func (l *loader) changeEntry(r trust.Rule) string {
	t := l.o.Dialect.Trust
	if !r.Span.HasPosition() {
		return "leave out " + r.Layer
	}
	return fmt.Sprintf("in %s, line %d: %s = %s", r.Span.Path, r.Span.Start.Line, t.Level, quote(t.Trusted))
}

// trustText is a trust entry as it stands in a file.
func trustText(t dialect.Trust, key, level string) string {
	return fmt.Sprintf("[%s.%s]\n%s = %s", t.Key, quote(key), t.Level, quote(level))
}

func ruleName(r trust.Rule) string {
	if r.Span.HasPosition() {
		return fmt.Sprintf("%s:%d:%d", r.Span.Path, r.Span.Start.Line, r.Span.Start.Column)
	}
	return r.Layer
}

// fromMainCheckout replaces the keys that a linked worktree takes from the matching folder of the main
// checkout. The agent reports them as the worktree's own; their places stay true here.
//
// Case: trust-worktree-hooks.
func (l *loader) fromMainCheckout(e *Entry, dir, file string) {
	keys := l.o.Dialect.Config.WorktreeKeys
	if len(keys) == 0 || !l.out.Repo.Linked() || !tree.Within(l.out.Repo.Root, dir) {
		return
	}
	p := path.Join(l.out.Repo.Main, strings.TrimPrefix(dir, l.out.Repo.Root), file)
	src := Source{Kind: dialect.Project, Path: p, Dir: e.Source.Dir, Name: e.Source.Name + ", main checkout"}
	main := readEntry(l.fsys, src, l.o.Dialect.Config, l.memory)
	for _, key := range keys {
		if i := e.Root.Table.find(key); i >= 0 {
			e.Replaced = append(e.Replaced, Removed{Key: Key{key}, Node: e.Root.Table.Members[i].Node})
			e.Root = without(e.Root, i)
		}
		if main.Root == nil {
			continue
		}
		if n := main.Root.Table.Get(key); n != nil {
			e.Root = setPath(e.Root, []string{key}, n, e.Source)
		}
	}
	if main.Failed && e.Disabled == nil {
		e.Failed = true
		e.Diags = append(e.Diags, main.Diags...)
	}
}
