package layers

import (
	"fmt"
	"slices"

	"github.com/agentlayers/layers/dialect"
)

// table checks a table with known members.
func (c *checker) table(n *Node, f *dialect.Field, s spot) {
	if n.Elems != nil && f.Key.Order != nil {
		c.ordered(n, f, s)
		return
	}
	if n.Table == nil {
		c.wrongType(n, s, "a table")
		return
	}
	if tag := f.Named("type"); tag != nil && f.Tagged() {
		c.tagged(n, f, tag, s)
		return
	}
	flat := s.losing(n)
	if f.Key.Check == dialect.CheckBooleans && s.blamed == nil {
		flat.blamed = firstNonBoolean(n)
	}
	c.members(n, f, s, flat, f.Member)
	c.missing(n, f, "", s)
}

// firstNonBoolean is where the agent reports every mistake of a flat member of such a table: a known member with
// a table for its value counts, although nothing is wrong with it.
func firstNonBoolean(n *Node) *Node {
	for _, m := range n.Table.Members {
		if _, ok := m.Node.Value.(bool); !ok {
			return m.Node
		}
	}
	return n
}

// members checks every member in written order, flat ones after the others and as seen from the spot flat.
func (c *checker) members(n *Node, table *dialect.Field, s, flat spot, field func(string) *dialect.Field) {
	later := false
	var olds map[string]int
	if c.as != ReadMerged && table.Renames() {
		olds = oldNames(n, field)
	}
	for i, m := range n.Table.Members {
		f := field(m.Name)
		switch {
		case f == nil:
			c.stranger(m, table, s)
		case f.Key.Has(dialect.FlagFlat):
			later = true
		default:
			c.twice(n, i, olds, f, s)
			c.value(m.Node, f, s.member(i, m.Name))
		}
	}
	if !later {
		return
	}
	for i, m := range n.Table.Members {
		if f := field(m.Name); f != nil && f.Key.Has(dialect.FlagFlat) {
			c.value(m.Node, f, flat.member(i, m.Name))
		}
	}
}

// twice finds the second of two names of one key: a mistake in a layer, no longer one after merging, which
// keeps only the current name.
//
// Case: codex-findings A4 in testdata/typed.
func (c *checker) twice(n *Node, i int, olds map[string]int, f *dialect.Field, s spot) {
	if c.as == ReadMerged {
		return
	}
	name := n.Table.Members[i].Name
	other := -1
	if f.Key.Alias != "" {
		other = n.Table.find(f.Key.Alias)
	} else if old, ok := olds[name]; ok {
		other = old
	}
	if other >= 0 && other < i {
		c.faultAt(n, s, ClassInvalid, fmt.Sprintf("%s holds %s under its old and its current name", s.key, name))
	}
}

// oldNames maps the current name of each key that a table holds under an old one to that member's place.
func oldNames(n *Node, field func(string) *dialect.Field) map[string]int {
	var out map[string]int
	for i, m := range n.Table.Members {
		if f := field(m.Name); f != nil && f.Key.Alias != "" {
			if out == nil {
				out = map[string]int{}
			}
			out[f.Key.Alias] = i
		}
	}
	return out
}

// stranger refuses an unknown member of a closed table.
func (c *checker) stranger(m Member, table *dialect.Field, s spot) {
	if !table.Key.Has(dialect.FlagClosed) {
		return
	}
	c.faultAt(m.Node, s.child(m.Name), ClassWrongType, fmt.Sprintf("%s has no member %s", s.key, quote(m.Name)))
	if c.as == ReadFile && s.blamed == nil {
		c.faults[len(c.faults)-1].Reported = m.Node.Origin.Key()
	}
}

// missing reports the first required member that is not there. Members that only exist with certain values
// of "type" count when kind is one of them.
func (c *checker) missing(n *Node, f *dialect.Field, kind string, s spot) {
	for _, name := range f.Required() {
		if n.Table.Get(name) == nil && existsFor(&f.Named(name).Key, kind) {
			c.faultAt(n, s, ClassWrongType, fmt.Sprintf("%s lacks %s", s.key, name))
			return
		}
	}
}

func existsFor(k *dialect.Key, kind string) bool { return k.For == nil || slices.Contains(k.For, kind) }

// tagged checks a table whose member "type" decides about the others. The agent reads the tag first and has
// lost the place of everything else by then.
func (c *checker) tagged(n *Node, f, tag *dialect.Field, s spot) {
	t := n.Table.Get("type")
	if t == nil {
		c.faultAt(n, s, ClassWrongType, fmt.Sprintf("%s lacks type", s.key))
		return
	}
	before := len(c.faults)
	c.value(t, tag, s.child("type"))
	if len(c.faults) > before {
		return
	}
	kind, _ := t.Value.(string)
	c.members(n, f, s.losing(n).free(), s.losing(n).free(), func(name string) *dialect.Field {
		m := f.Member(name)
		if name == "type" || m == nil || !existsFor(&m.Key, kind) {
			return nil
		}
		return m
	})
	c.missing(n, f, kind, s)
}

// ordered takes the elements of an array as the members of a table in order. Only tables with FlagOrdered do
// without the last ones. Elements beyond the last are refused, but not while the agent looks for the place.
func (c *checker) ordered(n *Node, f *dialect.Field, s spot) {
	order := f.Key.Order
	before := len(c.faults)
	for i, e := range n.Elems {
		if i < len(order) && f.Named(order[i]) != nil {
			c.value(e, f.Named(order[i]), s.child(order[i]))
		}
	}
	short := len(n.Elems) < len(order) && !f.Key.Has(dialect.FlagOrdered) || slices.Contains(order, "...")
	long := len(n.Elems) > len(order) && c.as != ReadText
	if len(c.faults) == before && (short || long) {
		c.wrongType(n, s, "a table")
	}
}
