package audit

import (
	"path"
	"slices"
	"strings"

	"github.com/agentlayers/layers/audit/facts"
	"github.com/agentlayers/layers/audit/gather"
	"github.com/agentlayers/layers/audit/source"
	"github.com/agentlayers/layers/diag"
	"github.com/agentlayers/layers/dialect"
	"github.com/agentlayers/layers/layers"
	"github.com/agentlayers/layers/tree"
	"github.com/agentlayers/layers/trust"
)

// joined is a path as written in a file of the folder base below root.
func joined(root, base, written string) string {
	return tree.Join(path.Join(root, base), written)
}

// Effects works out what the audited versions make of a finding, for rules that know more and change it. Only
// File, Key and Gate are looked at.
func (p *Pass) Effects(f Finding) []Effect { return p.effects(f) }

// effects works out what the audited versions make of a finding: from the resolved layers for a key of a layer's
// file, from the kind of file and its gate for everything else.
func (p *Pass) effects(f Finding) []Effect {
	agents := f.File.Agents
	if len(p.rule.Agents) > 0 {
		agents = slices.DeleteFunc(slices.Clone(agents), func(a string) bool { return !slices.Contains(p.rule.Agents, a) })
		if len(agents) == 0 {
			agents = p.rule.Agents
		}
	}
	gate := f.Gate
	if gate == 0 {
		gate = gateOf(f.File)
	}
	start := p.Set.Start(f.File.Start)
	var out []Effect
	for _, agent := range agents {
		views := viewsOf(start, agent)
		if len(views) == 0 {
			out = append(out, gated(agent, "", gate))
		}
		for _, v := range views {
			e := gated(agent, v.Version, gate)
			if len(f.Key) > 0 && f.Gate == 0 {
				e = keyEffect(v, f.File, f.Key, e)
			} else if gate == facts.Trust && v.Now == v.Trusted {
				e.Now, e.Active = e.Trusted, true
			}
			out = append(out, e)
		}
	}
	return out
}

func viewsOf(start *gather.Start, agent string) []gather.View {
	if start == nil {
		return nil
	}
	var out []gather.View
	for _, v := range start.Views {
		if v.Agent == agent {
			out = append(out, v)
		}
	}
	return out
}

// gateOf is what stands before the effect of a whole file.
func gateOf(f *source.File) facts.Gate {
	switch f.Kind {
	case source.Config:
		return facts.Trust
	case source.Command, source.SkillFile, source.Other, source.Reached:
		return facts.ByHand
	case source.Instructions, source.Skill, source.Env, source.Workflow, source.Git:
		return facts.Open
	}
	return facts.Open
}

// gated words an effect that only the gate decides.
func gated(agent, version string, gate facts.Gate) Effect {
	e := Effect{Agent: agent, Version: version, Honoured: true}
	switch gate {
	case facts.Open:
		e.Now, e.Trusted, e.Active = "takes effect without trust", "takes effect", true
	case facts.Trust:
		e.Now, e.Trusted = "none before the folder is trusted", "takes effect at the next start"
	case facts.Consent:
		e.Now, e.Trusted = "none before the folder is trusted", "takes effect after one more question"
	case facts.ByHand:
		e.Now, e.Trusted = "none until someone uses it", "takes effect when someone uses it"
	case facts.NoEffect:
		e.Now, e.Trusted, e.Honoured = "none, this version ignores it", "none, this version ignores it", false
	}
	return e
}

// keyEffect is what one version makes of a key in a layer's file. A file that is no layer keeps what its gate says.
func keyEffect(v gather.View, f *source.File, key []string, byGate Effect) Effect {
	now, _, isLayer := keyState(v.Now, f, key)
	if !isLayer {
		return byGate
	}
	trusted, honoured, _ := keyState(v.Trusted, f, key)
	if now == takesEffect && v.Agent == "claude" && v.Now.Trust.Level != trust.Trusted {
		return Effect{
			Agent: v.Agent, Version: v.Version, Honoured: honoured, Active: true, Trusted: trusted,
			Now: "takes effect with claude -p, otherwise none before the folder is trusted",
		}
	}
	return Effect{
		Agent: v.Agent, Version: v.Version, Now: now, Trusted: trusted,
		Honoured: honoured, Active: now == takesEffect,
	}
}

const takesEffect = "takes effect"

// keyState says what a result makes of the key at path key of file f. isLayer is false when f is none of the
// result's layers.
func keyState(r *gather.State, f *source.File, key []string) (text string, honoured, isLayer bool) {
	i := slices.IndexFunc(r.Entries, func(e layers.Entry) bool { return e.Source.Path == f.Path })
	if i < 0 {
		return "", false, false
	}
	e := r.Entries[i]
	k := layers.Key(key)
	switch {
	case r.Schema != nil && r.Schema.Field(k[:1]) == nil:
		return "none, this version does not know the key", false, true
	case removed(e, k):
		return "none, this version ignores the key in a project", false, true
	case ignored(e, k) != "":
		return "none, " + ignored(e, k), true, true
	case e.Disabled != nil && e.Disabled.Decision.Level == trust.Untrusted:
		return "none, the project is marked as untrusted", true, true
	case e.Disabled != nil:
		return "none, the project is not trusted", true, true
	case e.Failed || e.Canonical == nil:
		return "the agent refuses to start because it cannot read the file", true, true
	}
	for j := i + 1; j < len(r.Entries); j++ {
		above := r.Entries[j]
		if above.Active() && above.Canonical.At(k) != nil && above.Canonical.At(k).Table == nil {
			return "none, the " + above.Source.Name + " layer sets it too and wins", true, true
		}
	}
	return takesEffect, true, true
}

// ignored says why the agent merges a key and does not act on it; "" when it does.
func ignored(e layers.Entry, key layers.Key) string {
	for _, r := range e.Ignored {
		if len(r.Key) <= len(key) && r.Key.Equal(key[:len(r.Key)]) {
			return r.Why
		}
	}
	return ""
}

// removed reports whether the agent takes key out of the layer before it looks at anything else.
func removed(e layers.Entry, key layers.Key) bool {
	for _, r := range append(append([]layers.Removed{}, e.Removed...), e.Replaced...) {
		if len(r.Key) <= len(key) && r.Key.Equal(key[:len(r.Key)]) {
			return true
		}
	}
	return false
}

// What joins words of a message: the text of a file is cut where it is long.
func What(parts ...string) string {
	const most = 120
	for i, s := range parts {
		if r := []rune(s); len(r) > most {
			parts[i] = string(r[:most]) + "..."
		}
	}
	return strings.Join(parts, "")
}

// UserValue points at the line of the user's own configuration that sets the same key, where there is one: what
// the repository's value would replace.
func (p *Pass) UserValue(f *source.File, key ...string) []diag.Related {
	start := p.Set.Start(f.Start)
	if start == nil {
		return nil
	}
	for _, v := range start.Views {
		if !f.ReadBy(v.Agent) {
			continue
		}
		for _, e := range v.Now.Entries {
			if e.Source.Kind != dialect.User || e.Canonical == nil {
				continue
			}
			if n := e.Canonical.At(key); n != nil {
				return []diag.Related{{Span: n.Origin.Value(), Text: "yours is set at"}}
			}
		}
	}
	return nil
}
