package resolve

import (
	"slices"
	"strconv"
	"strings"

	"github.com/agentlayers/layers/dialect"
	"github.com/agentlayers/layers/layers"
	"github.com/agentlayers/layers/skills"
	"github.com/agentlayers/layers/tree"
)

// commandOptions translates settings, command line and environment into what an agent whose skills are commands
// needs besides.
//
// Cases: claude/skills-overrides, skills-setting-sources, skills-bare, skills-strict, skills-added-folders.
func (r *Result) commandOptions(so *skills.Options, fsys tree.FS, o Options) {
	d := o.Dialect.Skills.Commands
	so.Root = r.Repo.Root
	so.Home = tree.Canonical(fsys, o.Host.Home)
	so.Bundled = switchedOn(r.Effective, d.NoBundled)
	so.Window = skills.Window{Model: r.launchedModel(o)}
	c := skills.CommandOptions{
		Added: joined(r.Cwd, o.Launch.AddDirs), Plugins: joined(r.Cwd, o.Launch.Plugins),
		Overrides: skillOverrides(r.Effective, d), None: o.Launch.NoSkills,
		Bare: o.Launch.Bare || envTruth(o.Host, d.BareEnv), PluginOnly: r.pluginOnly(d), Listing: r.listingOptions(o.Host, d.Listing),
	}
	if r.Repo.Linked() {
		c.Worktree = skills.Worktree{Root: r.Repo.Root, Main: r.Repo.Main}
	}
	if sources := o.Launch.Sources; sources != nil {
		for _, scope := range []string{"user", "project"} {
			if !slices.Contains(sources, scope) {
				c.Without = append(c.Without, scope)
			}
		}
		c.WithoutBy = "--setting-sources"
	}
	if envTruth(o.Host, d.NoManaged) {
		c.Without, c.WithoutBy = append(c.Without, "managed"), c.WithoutBy+" "+d.NoManaged
	}
	so.Commands = c
}

func joined(cwd string, dirs []string) []string {
	var out []string
	for _, dir := range dirs {
		out = append(out, tree.Join(cwd, dir))
	}
	return out
}

// envTruth reports an environment variable that is set to a word for yes.
func envTruth(h Host, name string) bool {
	switch strings.ToLower(strings.TrimSpace(h.env(name))) {
	case "1", "true", "yes", "on":
		return name != ""
	}
	return false
}

// switchedOn reads a key that turns something off when it is true.
func switchedOn(eff layers.Effective, dotted string) skills.Switch {
	s := skills.Switch{Key: dotted}
	if n := setting(eff, dotted); n != nil && n.Value == true {
		s.Off, s.At, s.Layer = true, n.Origin.Value(), n.Origin.Source.Name
	}
	return s
}

// skillOverrides reads what settings make of single skills. Of one name the highest layer counts.
func skillOverrides(eff layers.Effective, d dialect.SkillCommands) []skills.Override {
	n := setting(eff, d.Overrides)
	if n == nil || n.Table == nil {
		return nil
	}
	var out []skills.Override
	for _, m := range n.Table.Members {
		if word, ok := m.Node.Value.(string); ok && slices.Contains(d.Words, word) {
			out = append(out, skills.Override{Name: m.Name, Value: word, At: m.Node.Origin.Value(), Layer: m.Node.Origin.Source.Name})
		}
	}
	return out
}

// pluginOnly reads an administrator's restriction: true, or a list that names skills.
func (r *Result) pluginOnly(d dialect.SkillCommands) skills.Switch {
	s := skills.Switch{Key: d.PluginOnly}
	n := ofKinds(r.Stack, d.PluginOnly, dialect.Managed)
	if n == nil {
		return s
	}
	s.Off = n.Value == true || slices.ContainsFunc(n.Elems, func(e *layers.Node) bool { return e.Value == d.PluginWord })
	s.At, s.Layer = n.Origin.Value(), n.Origin.Source.Name
	return s
}

// listingOptions reads the bounds of what the model is told.
func (r *Result) listingOptions(h Host, d dialect.SkillListing) skills.ListingOptions {
	var o skills.ListingOptions
	if n := setting(r.Effective, d.EntryKey); n != nil {
		o.EntryMax, o.At = int(number(n.Value)), n.Origin.Value()
	}
	if n := setting(r.Effective, d.FractionKey); n != nil {
		o.Fraction, o.At = number(n.Value), n.Origin.Value()
	}
	if size, err := strconv.Atoi(h.env(d.BudgetEnv)); err == nil && size > 0 {
		o.Budget, o.BudgetBy = size, d.BudgetEnv
	}
	return o
}

func number(v any) float64 {
	switch v := v.(type) {
	case int64:
		return float64(v)
	case float64:
		return v
	}
	return 0
}

// launchedModel is the model that a session starts with; "" for the agent's default.
func (r *Result) launchedModel(o Options) string {
	if o.Launch.Model != "" {
		return o.Launch.Model
	}
	if name := o.Host.env(o.Dialect.Models.Env); o.Dialect.Models.Env != "" && name != "" {
		return name
	}
	if n := setting(r.Effective, o.Dialect.Models.Key); n != nil {
		name, _ := n.Value.(string)
		return name
	}
	return ""
}
