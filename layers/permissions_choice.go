package layers

import (
	"cmp"
	"math"

	"github.com/agentlayers/layers/diag"
	"github.com/agentlayers/layers/dialect"
)

// permitted is the sandbox that a permission profile gives the session; ok is false where the sandbox mode decides.
//
// Cases: permissions-*.
func (s *sessionBuilder) permitted() (Sandbox, bool) {
	d := s.spec.Permissions
	name := s.profile()
	if mode := d.Modes[name]; mode != "" {
		s.out.Profile = name
		return Sandbox{Mode: mode}, true
	}
	profiles := s.eff.Root.Setting(d.Table)
	if profiles == nil || profiles.Table.Get(name) == nil {
		return Sandbox{}, false
	}
	chain, base, _, bad := profileChain(profiles.Table, name, d)
	if bad != "" {
		return Sandbox{}, false
	}
	s.out.Profile = name
	return permissionsOf(chain, base, d, s.o.Cwd, s.o.Home).sandbox(s.o.Cwd, s.o.Env), true
}

// profile is the name of the profile that decides, "" for none. Without requirements about profiles the higher layer
// decides, and in one layer a profile before a mode.
//
// Cases: permissions-mode-above, permissions-mode-beside, permissions-required.
func (s *sessionBuilder) profile() string {
	d := s.spec.Permissions
	chosen, mode := s.eff.Root.Setting(d.Key), s.eff.Root.Setting(s.spec.SandboxKey)
	allowed := s.req.Root.Setting(d.Allowed)
	if allowed == nil || allowed.Table == nil {
		if chosen == nil || mode != nil && rank(mode) > rank(chosen) {
			return ""
		}
		return textOf(chosen)
	}
	name := cmp.Or(textOf(s.req.Root.Setting(d.Key)), d.Default)
	switch {
	case chosen == nil:
		return name
	case allowsProfile(allowed, textOf(chosen)):
		return textOf(chosen)
	}
	s.clamps = append(s.clamps, Clamp{
		Key: Key{d.Key}, Wanted: chosen, Default: textOf(chosen), Got: name, Why: "the profile that requirements name, or else " + d.Default,
		Constraint: Constraint{Field: d.Allowed, Key: Key{d.Key}, Node: allowed, Origin: allowed.Origin, Allowed: allowedNames(allowed)},
	})
	s.events = append(s.events, diag.Event{Class: "requirement-fallback"})
	return name
}

// allowsProfile reports whether a table of profiles has true for name.
func allowsProfile(allowed *Node, name string) bool {
	n := allowed.member(name)
	return n != nil && n.Value == true
}

func allowedNames(allowed *Node) []any {
	var out []any
	for _, m := range allowed.Table.Members {
		if m.Node.Value == true {
			out = append(out, m.Name)
		}
	}
	return out
}

// profileFaults are requirements about profiles that the agent refuses to start with: a default without a list that
// allows it, and a list without default that lacks a profile which the agent falls back to.
//
// Cases: permissions-required-alone, permissions-required-few.
func (r Requirements) profileFaults(d dialect.Permissions) []Fault {
	fallback, allowed := r.Root.Setting(d.Key), r.Root.Setting(d.Allowed)
	fault := func(n *Node, key, summary string) []Fault {
		return []Fault{{Class: "requirement-conflict", Span: n.Origin.Value(), Key: Key{key}, Summary: summary}}
	}
	switch {
	case fallback != nil && !allowsProfile(allowed, textOf(fallback)):
		return fault(fallback, d.Key, d.Key+" = "+quote(textOf(fallback))+" is not among "+d.Allowed)
	case fallback != nil || allowed == nil || allowed.Table == nil:
		return nil
	}
	for _, name := range d.Must {
		if !allowsProfile(allowed, name) {
			return fault(allowed, d.Allowed, d.Allowed+" without "+d.Key+" must allow "+quote(name))
		}
	}
	return nil
}

// unusedNotices say which of the two settings about the sandbox has no effect.
func (j *judge) unusedNotices() diag.List {
	spec := j.o.Dialect.Session
	chosen, mode := j.out.Effective.Root.Setting(spec.Permissions.Key), j.out.Effective.Root.Setting(spec.SandboxKey)
	note := func(n *Node, summary, fix string) diag.List {
		return diag.List{{
			Code: "sandbox-setting-unused", Severity: diag.Note, Subject: n.Origin.Key(), Summary: summary, Fix: fix,
		}}
	}
	switch profile := j.out.Session.Profile; {
	case j.out.Outcome.Exit != 0:
	case mode != nil && profile != "":
		return note(mode, spec.SandboxKey+" has no effect: permission profile "+quote(profile)+" decides", "remove one of the two")
	case chosen != nil && profile == "":
		return note(chosen, spec.Permissions.Key+" has no effect: "+spec.SandboxKey+" of a higher layer decides", "remove one of the two")
	}
	return nil
}

// placeNotices name the places of the deciding profile that have no effect, and a profile that has no place.
//
// Cases: permissions-unknown-place, permissions-network.
func (j *judge) placeNotices() diag.List {
	d, name := j.o.Dialect.Session.Permissions, j.out.Session.Profile
	profiles := j.out.Effective.Root.Setting(d.Table)
	if profiles == nil || profiles.Table.Get(name) == nil {
		return nil
	}
	chain, base, _, bad := profileChain(profiles.Table, name, d)
	if bad != "" {
		return nil
	}
	var out diag.List
	some := base != ""
	for _, p := range chain {
		fs := p.member("filesystem")
		if fs == nil || fs.Table == nil {
			continue
		}
		for _, m := range fs.Table.Members {
			some = true
			if !knownPlace(m.Name, d) {
				out = append(out, diag.Diagnostic{
					Code: "permission-place-unknown", Severity: diag.Warning, Subject: m.Node.Origin.Key(),
					Summary: quote(m.Name) + " is no place that the agent knows", Effect: "it says so, and goes on without this line",
					Fix: "write an absolute path, or one of " + listWords(append([]string{everywhere, minimal, tmpdir, slashTmp}, d.Workspace...)),
				})
			}
		}
	}
	if !some {
		out = append(out, diag.Diagnostic{
			Code: "permission-profile-empty", Severity: diag.Warning, Subject: chain[0].Origin.Key(),
			Summary: "permission profile " + quote(name) + " names no place", Effect: "the session may write nothing, and the agent says so",
			Fix: "extend a profile, or add a filesystem table",
		})
	}
	return out
}

// rank is the place in the stack of the layer that sets n; single flags have none of their own, and stand on top.
func rank(n *Node) int {
	src := n.Origin.Source
	switch {
	case src == nil:
		return -1
	case src.Kind == dialect.Runtime:
		return math.MaxInt
	}
	return src.Index
}
