package layers

import (
	"fmt"
	"path"
	"slices"
	"strings"

	"github.com/agentlayers/layers/diag"
	"github.com/agentlayers/layers/dialect"
	"github.com/agentlayers/layers/tree"
)

// loadRequirements gathers what an administrator enforces, highest authority first: entries of the embedder,
// the managed file's keys read as requirements, the requirements file.
//
// The first source that sets a field decides it; tables combine key by key. Later writers are kept in
// Overruled. Cases: req-managed-vs-requirements, req-features.
func loadRequirements(fsys tree.FS, o Options, schema *dialect.Schema, managed []Entry, m *memory) Requirements {
	d := o.Dialect.Requirements
	sources := slices.Clone(o.Enforced)
	for _, e := range managed {
		if e.Exists {
			sources = append(sources, managedAsRequirements(e, d.Fields))
		}
	}
	if d.File != "" {
		src := Source{Kind: dialect.Required, Path: d.File, Dir: path.Dir(d.File), Name: "requirements"}
		e := readEntry(fsys, src, o.Dialect.Config, m)
		if e.Root != nil {
			e.Canonical = ResolvePaths(e.Root, schema, src.Dir, o.Home)
		}
		sources = append(sources, e)
	}
	r := Requirements{Sources: sources, Root: emptyTable(nil)}
	for _, e := range slices.Backward(sources) {
		root := e.Canonical
		if root == nil {
			root = e.Root // as an embedder gives it
		}
		if root != nil {
			r.Root = combine(r.Root, forHost(renameFields(root, d.Fields), d, o.Hostname), d, nil)
		}
	}
	r.constrain(d.Fields)
	return r
}

// managedAsRequirements reads a managed config file's keys as allow lists.
func managedAsRequirements(e Entry, fields []dialect.RequirementField) Entry {
	src := &Source{Kind: dialect.Required, Path: e.Source.Path, Dir: e.Source.Dir, Name: "managed"}
	out := Entry{Source: src, Exists: true, Digest: e.Digest, Text: e.Text, Failed: e.Failed, Diags: e.Diags, Root: emptyTable(src)}
	if e.Root == nil {
		return out
	}
	for _, f := range fields {
		value := e.Root.Setting(f.Key)
		if f.Managed == "" || f.Key == "" || value == nil {
			continue
		}
		n := &Node{Elems: []*Node{value}, Origin: value.Origin}
		with, isWith := strings.CutPrefix(f.Managed, "with:")
		if isWith && value.Value != with {
			n.Elems = []*Node{{Value: with, Origin: value.Origin}, value}
		}
		if isWith && f.ManagedFirst {
			slices.Reverse(n.Elems)
		}
		out.Root = setPath(out.Root, []string{f.Name}, n, src)
	}
	out.Canonical = out.Root
	return out
}

// renameFields gives fields written under another accepted name their own.
func renameFields(root *Node, fields []dialect.RequirementField) *Node {
	for _, f := range fields {
		for _, alias := range f.Aliases {
			root = renameMember(root, alias, f.Name)
		}
	}
	return root
}

// combine lays high over low like the configuration's merge, except below the keys whose arrays add up.
func combine(low, high *Node, d dialect.Requirements, key Key) *Node {
	if low.Elems != nil && high.Elems != nil && slices.ContainsFunc(d.Append, func(p string) bool {
		dotted := strings.Join(key, ".")
		return dotted == p || strings.HasPrefix(dotted, p+".")
	}) {
		out := *high
		out.Elems = slices.Concat(high.Elems, low.Elems)
		return &out
	}
	if low.Table == nil || high.Table == nil {
		return hide(low, high)
	}
	members := slices.Clone(low.Table.Members)
	for _, m := range high.Table.Members {
		if i := low.Table.find(m.Name); i >= 0 {
			members[i].Node = combine(members[i].Node, m.Node, d, key.Child(m.Name))
		} else {
			members = append(members, m)
		}
	}
	out := *high
	out.Table = NewTable(members)
	return &out
}

// forHost applies the per-host sandbox modes of one source: the first entry whose pattern matches the host's
// name replaces that source's list.
func forHost(root *Node, d dialect.Requirements, hostname string) *Node {
	list := root.Table.Get(d.HostKey)
	if d.HostKey == "" || list == nil || hostname == "" {
		return root
	}
	host := strings.ToLower(strings.TrimSuffix(hostname, "."))
	for _, e := range list.Elems {
		modes := e.Table.Get("allowed_sandbox_modes")
		patterns := e.Table.Get("hostname_patterns")
		if modes == nil || patterns == nil {
			continue
		}
		if slices.ContainsFunc(patterns.Elems, func(p *Node) bool {
			s, _ := p.Value.(string)
			return wildcard(strings.ToLower(strings.TrimSuffix(s, ".")), host)
		}) {
			return setPath(root, []string{"allowed_sandbox_modes"}, modes, root.Origin.Source)
		}
	}
	return root
}

// wildcard matches "*" (any run) and "?" (any one byte), going back only to the last "*".
func wildcard(pattern, s string) bool {
	p, i, star, mark := 0, 0, -1, 0
	for i < len(s) {
		switch {
		case p < len(pattern) && pattern[p] == '*':
			star, mark = p, i
			p++
		case p < len(pattern) && (pattern[p] == '?' || pattern[p] == s[i]):
			p++
			i++
		case star >= 0:
			mark++
			p, i = star+1, mark
		default:
			return false
		}
	}
	return strings.Trim(pattern[p:], "*") == ""
}

// constrain lists each field that a source sets, and who was overruled.
func (r *Requirements) constrain(fields []dialect.RequirementField) {
	for _, f := range fields {
		n := r.Root.Table.Get(f.Name)
		if n == nil {
			continue
		}
		if f.Enforce == dialect.Pin && n.Table != nil {
			r.pins(f, n)
			continue
		}
		r.Constraints = append(r.Constraints, constraint(f, n))
		for _, low := range n.Shadowed {
			r.Overruled = append(r.Overruled, constraint(f, low))
		}
	}
}

// pins lists every member of a table of pinned values as a constraint of its own.
func (r *Requirements) pins(f dialect.RequirementField, table *Node) {
	for _, m := range table.Table.Members {
		c := Constraint{
			Field: f.Name, Key: Key{f.Key, m.Name}, Allowed: []any{m.Node.Value}, Node: m.Node, Origin: m.Node.Origin,
		}
		r.Constraints = append(r.Constraints, c)
		for _, low := range m.Node.Shadowed {
			c.Allowed, c.Node, c.Origin = []any{low.Value}, low, low.Origin
			r.Overruled = append(r.Overruled, c)
		}
	}
}

func constraint(f dialect.RequirementField, n *Node) Constraint {
	c := Constraint{Field: f.Name, Node: n, Origin: n.Origin}
	if f.Key != "" {
		c.Key = strings.Split(f.Key, ".")
	}
	for _, e := range n.Elems {
		c.Allowed = append(c.Allowed, e.Plain())
	}
	if f.Enforce == dialect.AllowList {
		for _, always := range f.Always {
			if !slices.Contains(c.Allowed, any(always)) {
				c.Allowed = append(c.Allowed, always)
			}
		}
	}
	return c
}

// Find returns the constraint on a configuration key.
func (r Requirements) Find(key Key) (Constraint, bool) {
	for _, c := range r.Constraints {
		if c.Key != nil && c.Key.Equal(key) {
			return c, true
		}
	}
	return Constraint{}, false
}

// ruleFaults are command rules that allow something: requirements may only ask or forbid.
//
// Case: req-rules-allow.
func (r Requirements) ruleFaults(d dialect.Requirements) []Fault {
	if d.Rules == "" {
		return nil
	}
	var out []Fault
	list := r.Root.Setting(d.Rules)
	if list == nil {
		return nil
	}
	for _, e := range list.Elems {
		decision := e.At(Key{"decision"})
		if decision == nil || decision.Value != "allow" {
			continue
		}
		out = append(out, Fault{
			Class: "requirement-rule-invalid", Key: strings.Split(d.Rules, "."), Span: decision.Origin.Value(),
			Reported: diag.File(decision.Origin.Source.Path),
			Summary:  "a rule in requirements may not allow a command", Fix: `decision = "prompt" or "forbidden"`,
		})
	}
	return out
}

// Faults are the requirements that the agent refuses to start with.
func (r Requirements) Faults(d dialect.Requirements) []Fault {
	fields := d.Fields
	out := r.ruleFaults(d)
	for _, f := range fields {
		n := r.Root.Table.Get(f.Name)
		if n == nil || n.Elems == nil {
			continue
		}
		values := make([]any, len(n.Elems))
		for i, e := range n.Elems {
			values[i] = e.Value
		}
		switch {
		case f.Must != "" && !slices.Contains(values, any(f.Must)):
			out = append(out, Fault{
				Class: "requirement-conflict", Span: n.Origin.Value(), Key: Key{f.Name}, Reported: diag.File(n.Origin.Source.Path),
				Summary: fmt.Sprintf("%s must hold %q", f.Name, f.Must),
			})
		case f.NonEmpty && len(values) == 0:
			out = append(out, Fault{
				Class: "requirement-conflict", Span: n.Origin.Value(), Key: Key{f.Name},
				Summary: f.Name + " must not be empty",
			})
		}
	}
	return out
}
