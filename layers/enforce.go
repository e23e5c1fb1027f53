package layers

import (
	"cmp"
	"reflect"
	"slices"

	"github.com/agentlayers/layers/dialect"
)

// ParseRequirements reads requirements that an embedder holds: from a service, from a device's management, compiled
// in. They are in the dialect's format, and name stands for their file in origins and problems: "policy service", or
// "policy" where it is empty.
//
// A text that cannot be read gives an entry with Failed and Diags; a result made with it says that the agent refuses
// to start. The entry is for Options.Enforced.
func ParseRequirements(name string, data []byte, d dialect.Dialect) Entry {
	name = cmp.Or(name, "policy")
	e := Entry{Source: &Source{Kind: dialect.Required, Path: name, Name: name}, Exists: true}
	e.parse(data, d.Config)
	e.Canonical = e.Root
	return e
}

// Enforce gives the configuration that may be acted on: refused values are replaced by what is enforced instead, and
// pinned keys that nobody sets are set. Such a value has the requirement's origin, and what it replaces is the first
// of its Shadowed. A value that is refused while nothing is allowed is gone.
//
// e is not changed; the answer has the same Clamped.
func (e Effective) Enforce(r Requirements, d dialect.Requirements) Effective {
	out := e
	for _, c := range e.Clamped {
		out.Root = enforceAt(out.Root, c.Key, enforced(c))
	}
	for _, c := range r.Constraints {
		if isPin(c, d.Fields) && out.Root.At(c.Key) == nil {
			out.Root = enforceAt(out.Root, c.Key, c.Node)
		}
	}
	return out
}

func isPin(c Constraint, fields []dialect.RequirementField) bool {
	return c.Key != nil && slices.ContainsFunc(fields, func(f dialect.RequirementField) bool {
		return f.Name == c.Field && f.Enforce == dialect.Pin
	})
}

// enforced is the node for the value that a clamp puts in place, with its own place among the allowed values where it
// has one; nil when nothing is allowed.
func enforced(c Clamp) *Node {
	if c.Got == nil {
		return nil
	}
	for _, n := range append([]*Node{c.Constraint.Node}, c.Constraint.Node.Elems...) {
		if reflect.DeepEqual(n.Plain(), c.Got) {
			return n
		}
	}
	return &Node{Value: c.Got, Origin: c.Constraint.Origin} // a fallback, or a value that is allowed whatever the list says
}

// enforceAt puts a node in the place of what key holds, which it then hides; nil takes the key away.
func enforceAt(root *Node, key Key, n *Node) *Node {
	old := root.At(key)
	switch {
	case n == nil && old == nil:
		return root
	case n == nil:
		return cutAt(root, key)
	case old != nil:
		bare := *n
		bare.Shadowed = nil
		n = hide(old, &bare)
	}
	return setPath(root, key, n, n.Origin.Source)
}

// cutAt is root without the member at key, which is there.
func cutAt(root *Node, key Key) *Node {
	i := root.Table.find(key[0])
	if len(key) == 1 {
		return without(root, i)
	}
	m := root.Table.Members[i]
	return withMember(root, i, Member{m.Name, cutAt(m.Node, key[1:])})
}
