package resolve

import (
	"slices"

	"github.com/agentlayers/layers/agentsmd"
	"github.com/agentlayers/layers/dialect"
	"github.com/agentlayers/layers/layers"
	"github.com/agentlayers/layers/tree"
)

// What dialect.Instructions.Options names.
const (
	optionAgents      = "agents"
	optionAdded       = "added"
	optionExternal    = "external"
	optionManagedText = "managedText"
)

// blockOptions translates settings, command line and trust file into what an agent with one block a file needs.
//
// Cases: claude/013-excludes, claude/036-managed, claude/agents-md-both, claude/symlinks-approved.
func (r *Result) blockOptions(lo layers.Options, loaded *layers.Loaded) agentsmd.BlockOptions {
	d := r.Dialect.Instructions
	out := agentsmd.BlockOptions{MemoryDir: r.Session.MemoryDir, Bare: lo.Launch.Bare}
	if n := setting(r.Effective, d.Excludes); n != nil {
		for _, e := range n.Elems {
			if text, ok := e.Value.(string); ok {
				out.Excludes = append(out.Excludes, agentsmd.Name{Text: text, At: e.Origin.Value()})
			}
		}
	}
	if n := ofKinds(r.Stack, d.Options[optionManagedText], dialect.Managed); n != nil {
		text, _ := n.Value.(string)
		out.ManagedText = &agentsmd.SettingText{Text: text, At: n.Origin.Value()}
	}
	if n := ofKinds(r.Stack, d.Options[optionAgents], dialect.User, dialect.Runtime, dialect.Managed); n != nil {
		mode, _ := n.Value.(string)
		out.Mode, out.ModeAt = agentsmd.Mode(mode), n.Origin.Value()
	}
	if on, _ := lookUp(lo.Env, d.Options[optionAdded]); on == "1" || on == "true" {
		for _, dir := range lo.Launch.AddDirs {
			out.Added = append(out.Added, agentsmd.Name{Text: tree.Join(r.Cwd, dir)})
		}
	}
	if f := loaded.TrustFile; f != nil && f.Root != nil {
		if n := f.Root.At(layers.Key{r.Dialect.Trust.Key, loaded.Trust.Key, d.Options[optionExternal]}); n != nil {
			out.Approved, _ = n.Value.(bool)
		}
	}
	if loaded.Repo.Linked() {
		out.Worktree = agentsmd.Worktree{Root: loaded.Repo.Root, Main: loaded.Repo.Main}
	}
	if sources := lo.Launch.Sources; sources != nil {
		for _, s := range []agentsmd.Scope{agentsmd.User, agentsmd.Project, agentsmd.Local} {
			if !slices.Contains(sources, string(s)) {
				out.Off = append(out.Off, s)
			}
		}
	}
	return out
}

// ofKinds is the value of the highest layer of these kinds that sets a dotted key; nil when none does.
func ofKinds(s layers.ConfigLayerStack, dotted string, kinds ...dialect.Kind) *layers.Node {
	for _, e := range slices.Backward(s.Entries) {
		if e.Active() && slices.Contains(kinds, e.Source.Kind) {
			if n := e.Canonical.Setting(dotted); n != nil {
				return n
			}
		}
	}
	return nil
}

func lookUp(env func(string) (string, bool), name string) (string, bool) {
	if env == nil || name == "" {
		return "", false
	}
	return env(name)
}
