package layers

import (
	"slices"

	"github.com/agentlayers/layers/diag"
	"github.com/agentlayers/layers/dialect"
	"github.com/agentlayers/layers/tree"
)

// typed checks the effective configuration as the agent's typed view does, and says what that view drops.
func (j *judge) typed() {
	root, schema := j.out.Effective.Root, j.l.Schema
	t := typeCheck{stack: j.l.Stack, schema: schema, limits: j.c.Limits, before: &j.before}
	j.fail(t.check(root, j.o.Dialect)...)
	j.now.typed, j.now.early = t.clean, t.early
	j.now.untyped = untypedLike(root, schema, j.before.root, j.before.untyped)
	j.now.differs = differsLike(root, schema, j.before.root, j.before.differs)
	j.out.Outcome.Untyped = slices.Clip(j.now.untyped)
	j.out.Outcome.Differs = append(j.out.Outcome.Differs, j.now.differs...)
}

// loads checks what stops the agent once all types are right.
func (j *judge) loads() {
	if j.out.Outcome.Exit != 0 {
		return
	}
	l := loadCheck{root: j.out.Effective.Root, schema: j.l.Schema, profiles: j.o.Dialect.Session.Permissions, was: j.before.supported(), exists: func(p string) bool {
		info, _, err := tree.Stat(j.fsys, p)
		return err == nil && info.Mode().IsRegular()
	}}
	j.fail(l.check()...)
	j.now.starts = l.supported
}

// unknown reports unknown keys: the agent's own warning, and a notice of ours for each. An agent that cannot
// use its configuration tries again without the user's and the projects' files, and warns about what is left.
func (j *judge) unknown() {
	entries := slices.Concat(j.l.Stack.Entries, j.requirementFiles())
	if j.c.NameUnknown > 0 {
		named := entries
		if j.out.Outcome.Exit != 0 {
			named = slices.DeleteFunc(slices.Clone(entries), isPersonal)
		}
		j.unrecognized(named)
	}
	for _, e := range entries {
		if e.Root == nil {
			continue
		}
		for _, d := range j.look(e).notices {
			if e.Disabled != nil {
				d.Severity, d.Effect = diag.Note, "none: this layer is disabled"
			}
			j.out.Diags = append(j.out.Diags, d)
		}
	}
}

// unknownEffect is what the agent does about an unknown key.
func (j *judge) unknownEffect() string {
	if j.c.NameUnknown > 0 {
		return j.o.Dialect.Name + " ignores it and says so at start"
	}
	return j.o.Dialect.Name + " ignores it silently"
}

// maxSuggestions is how many unknown keys of one file get a "did you mean"; looking for the nearest name costs
// more than everything else about a key.
const maxSuggestions = 100

// unrecognized adds the agent's own warning about unknown keys.
func (j *judge) unrecognized(entries []Entry) {
	if ev := unrecognized(entries, j.c.NameUnknown, func(e Entry) []Unknown { return j.look(e).unknown }); ev.Class != "" {
		j.warn(ev)
	}
}

// isPersonal reports whether an entry is the user's or a project's.
func isPersonal(e Entry) bool {
	return e.Source.Kind == dialect.User || e.Source.Kind == dialect.Profile || e.Source.Kind == dialect.Project
}

// requirementFiles are the requirement sources that are no configuration layer as well.
func (j *judge) requirementFiles() []Entry {
	var out []Entry
	for _, e := range j.l.Stack.Requirements.Sources {
		if e.Source.Kind == dialect.Required && e.Source.Path != j.o.Dialect.Requirements.Managed {
			out = append(out, e)
		}
	}
	return out
}
