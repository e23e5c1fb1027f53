package skills

import (
	"path"
	"slices"
	"strings"

	"github.com/agentlayers/layers/dialect"
	"github.com/agentlayers/layers/tree"
)

// scopeManaged is the scope of an administrator's roots, scopeAdded that of folders that the command line adds.
const (
	scopeManaged = "managed"
	scopeUser    = "user"
	scopeProject = "project"
	scopeAdded   = "added"
	scopePlugin  = "plugin"
)

// roots lists the places to search in order, those that are switched off too.
//
// Cases: claude/040-skills-sources, skills-no-repository, skills-worktree, skills-setting-sources, skills-bare.
func (l *commandLoader) roots() []Root {
	var out []Root
	for _, d := range l.set.Dialect.Roots {
		for _, r := range l.places(d) {
			r.Dialect, r.Scope, r.Off = d, d.Scope, l.off(d)
			if i := slices.IndexFunc(out, func(x Root) bool {
				return x.Path == r.Path && x.Dialect.Commands == d.Commands && x.Same == "" && x.Off == ""
			}); i >= 0 {
				r.Same = out[i].From
			}
			out = append(out, r)
		}
	}
	return out
}

func (l *commandLoader) places(d dialect.SkillRoot) []Root {
	switch d.Each {
	case dialect.EachUp:
		return l.upwards(d)
	case dialect.EachAdded:
		return under(l.c.Added, d)
	case dialect.EachPlugin:
		return under(l.c.Plugins, d)
	}
	return places(l.fsys, d, l.o)
}

// under gives one root for each folder.
func under(dirs []string, d dialect.SkillRoot) []Root {
	var out []Root
	for _, dir := range dirs {
		out = append(out, Root{Path: path.Join(dir, d.Path), From: d.From})
	}
	return out
}

// upwards walks from the working directory up to the repository, and never as far as the user's home. Where the
// root of a linked worktree has no such folder, that of its main checkout is searched. Of folders that are not there
// only the first is listed.
func (l *commandLoader) upwards(d dialect.SkillRoot) []Root {
	var out []Root
	add := func(dir string) {
		if p := path.Join(dir, d.Path); dir == l.o.Cwd || tree.IsDir(l.fsys, p) {
			out = append(out, Root{Path: p, From: d.From})
		}
	}
	for _, dir := range tree.Ancestors(l.o.Cwd) {
		if dir == l.o.Home {
			break
		}
		add(dir)
		if dir == l.o.Root {
			break
		}
	}
	if w := l.c.Worktree; w.Main != "" && w.Root == l.o.Root && !tree.IsDir(l.fsys, path.Join(w.Root, d.Path)) {
		add(w.Main)
	}
	return out
}

// off says why a root is not searched; "" when it is.
func (l *commandLoader) off(d dialect.SkillRoot) string {
	scope := d.Scope
	if scope == scopeAdded {
		scope = scopeProject
	}
	own := d.Scope == scopeAdded && !d.Commands || d.Scope == scopePlugin
	switch {
	case l.c.None:
		return "--disable-slash-commands"
	case l.c.Bare && !own:
		return "bare mode"
	case l.c.PluginOnly.Off && d.Scope != scopePlugin && (d.Scope != scopeManaged || d.Commands):
		return l.c.PluginOnly.Key + " of " + l.c.PluginOnly.Layer
	case scope == scopeManaged && d.Commands:
		return ""
	case slices.Contains(l.c.Without, scope):
		return strings.TrimSpace(l.c.WithoutBy)
	}
	return ""
}
