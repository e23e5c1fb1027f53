package layers

import (
	"slices"

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
	j.unknown(len(faults) > 0)
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
func (j *judge) unknown(failed bool) {
	entries := slices.Concat(j.l.Stack.Entries, j.requirementFiles())
	if failed {
		entries = slices.DeleteFunc(entries, func(e Entry) bool {
			return e.Source.Kind == dialect.User || e.Source.Kind == dialect.Profile || e.Source.Kind == dialect.Project
		})
	}
	required := dialect.NewSchema(j.o.Dialect.Requirements.Keys)
	if ev := Unrecognized(entries, j.l.Schema, required, j.c.NameUnknown); ev.Class != "" && j.c.NameUnknown > 0 {
		j.warn(ev)
	}
	for _, e := range j.l.Stack.Entries {
		if !e.Active() {
			continue
		}
		for _, u := range UnknownKeys(e.Root, j.l.Schema) {
			j.out.Diags = append(j.out.Diags, unknownNotice(u, j.l.Schema, "none"))
		}
	}
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
