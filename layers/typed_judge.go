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
	faults := TypeFaults(j.l.Stack, root, schema, j.o.Dialect)
	j.fail(faults...)
	j.out.Outcome.Untyped = Untyped(root, schema)
	j.out.Outcome.Differs = append(j.out.Outcome.Differs, TypedDiffers(root, schema)...)
}

// loads checks what stops the agent once all types are right.
func (j *judge) loads() {
	if j.out.Outcome.Exit == 0 {
		j.fail(LoadFaults(j.out.Effective.Root, j.l.Schema, func(p string) bool {
			info, _, err := tree.Stat(j.fsys, p)
			return err == nil && info.Mode().IsRegular()
		})...)
	}
}

// unknown reports unknown keys: the agent's own warning, and a notice of ours for each. An agent that cannot
// use its configuration tries again without the user's and the projects' files, and warns about what is left.
func (j *judge) unknown() {
	entries := slices.Concat(j.l.Stack.Entries, j.requirementFiles())
	effect := j.o.Dialect.Name + " ignores it silently"
	if j.c.NameUnknown > 0 {
		effect = j.o.Dialect.Name + " ignores it and says so at start"
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
		schema := j.l.Schema
		if e.Source.Kind == dialect.Required {
			schema = j.l.Required
		}
		for i, u := range UnknownKeys(e.Root, schema) {
			d := unknownNotice(u, schema, effect, i < maxSuggestions)
			if e.Disabled != nil {
				d.Severity, d.Effect = diag.Note, "none: this layer is disabled"
			}
			j.out.Diags = append(j.out.Diags, d)
		}
	}
}

// maxSuggestions is how many unknown keys of one file get a "did you mean"; looking for the nearest name costs
// more than everything else about a key.
const maxSuggestions = 100

// unrecognized adds the agent's own warning about unknown keys.
func (j *judge) unrecognized(entries []Entry) {
	if ev := Unrecognized(entries, j.l.Schema, j.l.Required, j.c.NameUnknown); ev.Class != "" {
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
