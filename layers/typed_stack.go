package layers

import (
	"slices"

	"github.com/agentlayers/layers/diag"
	"github.com/agentlayers/layers/dialect"
)

// TypeFaults lists what stops the agent while it reads the types of a stack, in its order; eff is the merged
// tree with current key names.
//
// The agent reads the keys of the managed file that count as requirements before everything else, and names no
// place for them. Then it reads the trust table and the root markers from the layers that decide about them; then the
// environment filters of each layer; then the effective configuration. To find a place it reads the files once
// more, one by one from the lowest, and reports the first mistake it meets there, which may be another one, in a
// key that a higher layer overrides or that a project may not set. Flags have no place.
//
// Cases: testdata/typed; codex-findings A4.
func TypeFaults(s ConfigLayerStack, eff *Node, schema *dialect.Schema, d dialect.Dialect) []Fault {
	t := typeCheck{stack: s, schema: schema, limits: d.Config.Limits, before: &told{}}
	return t.check(eff, d)
}

func (t *typeCheck) check(eff *Node, d dialect.Dialect) []Fault {
	t.managed(d)
	t.first(d)
	t.filters()
	t.effective(eff)
	return t.faults
}

type typeCheck struct {
	stack  ConfigLayerStack
	schema *dialect.Schema
	limits dialect.Limits
	before *told
	faults []Fault

	early [2]*Node // as in told
	clean bool     // the effective configuration has no fault
}

// managed checks the keys of the managed layer that count as requirements.
func (t *typeCheck) managed(d dialect.Dialect) {
	for _, e := range t.stack.Entries {
		if e.Source.Kind != dialect.Managed || !e.Active() {
			continue
		}
		var members []Member
		for _, f := range d.Requirements.Fields {
			if n := e.Root.Table.Get(f.Key); f.Managed != "" && n != nil {
				members = append(members, Member{f.Key, n})
			}
		}
		t.add(CheckTypes(&Node{Table: NewTable(members)}, t.schema, ReadAlone), nil)
	}
}

// first checks the keys that the agent needs before it looks for project layers.
func (t *typeCheck) first(d dialect.Dialect) {
	base := slices.DeleteFunc(slices.Clone(t.stack.Entries), func(e Entry) bool { return !d.Config.Places(e.Source.Kind) })
	root := emptyTable(nil)
	for _, e := range base {
		if e.Active() {
			root = merge(root, e.Canonical)
		}
	}
	files := slices.DeleteFunc(base, func(e Entry) bool { return e.Source.Kind == dialect.Managed })
	for i, name := range [...]string{d.Config.Roots.Key, d.Trust.Key} {
		n := root.Table.Get(name)
		if n == nil {
			continue
		}
		if n == t.before.early[i] {
			t.early[i] = n
			continue
		}
		only := &Node{Table: NewTable([]Member{{name, n}})}
		faults := CheckTypes(only, t.schema, ReadMerged)
		if len(faults) > 0 && name == d.Config.Roots.Key {
			faults[0].Class = ClassInvalid // the agent has a message of its own for markers, unless it finds the place
		}
		if len(faults) == 0 {
			t.early[i] = n
		}
		t.add(faults, files)
	}
}

func (t *typeCheck) effective(eff *Node) {
	faults := checkTypes(eff, t.schema, ReadMerged, t.before.wellTyped())
	t.clean = len(faults) == 0
	t.add(faults, t.stack.Entries)
}

// add gives the first fault the place that the agent finds in files, and drops those that are known already.
func (t *typeCheck) add(faults []Fault, files []Entry) {
	for i, f := range faults {
		if slices.ContainsFunc(t.faults, func(o Fault) bool { return o.Span == f.Span && o.Key.Equal(f.Key) }) {
			continue
		}
		f.Reported = diag.Span{}
		if i == 0 {
			if at, ok := t.blame(files); ok {
				f.Reported, f.Class = at.Reported, heavier(f.Class, at.Class)
			}
		}
		t.faults = append(t.faults, f)
	}
}

// blame reads the files again, each by itself.
func (t *typeCheck) blame(files []Entry) (Fault, bool) {
	for _, e := range files {
		if !e.Active() || e.Text == nil {
			continue
		}
		root, _ := parse(e.Text, e.Source, t.limits)
		if found := CheckTypes(root, t.schema, ReadText); len(found) > 0 {
			return found[0], true
		}
	}
	return Fault{}, false
}

func heavier(a, b string) string {
	for _, class := range [...]string{ClassPathUnresolved, ClassEmpty, ClassWrongType} {
		if a == class || b == class {
			return class
		}
	}
	return a
}

// filters checks the environment filters of every layer by itself, where the version does so. The agent reports
// the table that holds them.
func (t *typeCheck) filters() {
	const name = "shell_environment_policy"
	f := t.schema.Root().Named(name)
	if f == nil || f.Key.Check != dialect.CheckFilters {
		return
	}
	files, flags := []Entry{}, []Entry{} // the agent checks flags last
	for _, e := range t.stack.Entries {
		if e.Source.Path == "" {
			flags = append(flags, e)
		} else {
			files = append(files, e)
		}
	}
	for _, e := range append(files, flags...) {
		if !e.Active() {
			continue
		}
		n := e.Root.Table.Get(name)
		if n == nil || n.Table == nil {
			continue
		}
		if fault, ok := filterFault(n, f, t.schema); ok {
			if e.Source.Path == "" {
				fault.Reported = diag.Span{}
			}
			t.faults = append(t.faults, fault)
		}
	}
}

func filterFault(n *Node, f *dialect.Field, schema *dialect.Schema) (Fault, bool) {
	c := checker{as: ReadAlone, schema: schema}
	s := spot{key: Key{f.Key.Path}}.losing(n)
	for _, name := range [...]string{"exclude", "include_only", "filters"} {
		if m := n.Table.Get(name); m != nil {
			c.value(m, f.Named(name), s.child(name))
		}
	}
	if len(c.faults) == 0 && n.Table.Get("filters") != nil && (n.Table.Get("exclude") != nil || n.Table.Get("include_only") != nil) {
		c.faultAt(n, s, ClassUnclassified, f.Key.Path+" holds filters and one of exclude and include_only")
	}
	if len(c.faults) == 0 {
		return Fault{}, false
	}
	return c.faults[0], true
}

// RequirementTypeFaults lists wrong types in the requirement files, which the agent reads before any layer.
//
// Cases: req-unknown-key-and-value and testdata/typed.
func RequirementTypeFaults(sources []Entry, schema *dialect.Schema, d dialect.Dialect) []Fault {
	var out []Fault
	for _, e := range sources {
		if e.Root == nil || e.Source.Path == "" || e.Source.Path == d.Requirements.Managed {
			continue
		}
		as := ReadAlone
		if d.Requirements.NamesPlace {
			as = ReadFile
		}
		for _, f := range CheckTypes(e.Root, schema, as) {
			if !d.Requirements.NamesPlace {
				f.Reported = diag.File(e.Source.Path)
			}
			out = append(out, f)
		}
	}
	return out
}
