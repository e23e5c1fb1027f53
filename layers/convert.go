package layers

import (
	"github.com/agentlayers/layers/diag"
	"github.com/agentlayers/layers/internal/doc"
)

// written is the tree of one file as it was written.
type written struct {
	root *Node
	held int // nodes that root keeps in memory, those that it has no more among them
	text *diag.Source
	kept int // earlier texts that root keeps in memory
}

// keptTexts is how many earlier texts of a file the nodes taken over from them may keep in memory.
const keptTexts = 16

// fromDoc gives every value of a parsed file its origin. A file without a value is an empty table.
func fromDoc(v *doc.Value, src *Source) *Node { return fromDocLike(v, src, written{}).root }

// fromDocLike is fromDoc where the tree of the file's earlier text is known, with the same source: values that are as
// they were, at the place where they were, are the same nodes.
//
// The nodes of one reading lie in one piece, which any of them keeps in memory. When more would be held by what is
// gone than by what is there, all are made anew.
func fromDocLike(v *doc.Value, src *Source, before written) written {
	if v == nil {
		return written{root: emptyTable(src)}
	}
	var c converter
	o := Origin{Source: src, text: v.Text, value: v.Place}
	if before.root != nil {
		c.marks, c.alike = []bool{}, alike(before.text, v.Text)
		if c.count(v, o, before.root); c.values == 0 {
			return before
		}
		if before.held+c.values > 2*(c.values+c.kept) || before.kept == keptTexts {
			c, before = converter{}, written{}
		}
	}
	if before.root == nil {
		c.count(v, o, nil)
	}
	c.nodes, c.tables = make([]Node, c.values), make([]Table, c.maps)
	c.members, c.elems = make([]Member, c.named), make([]*Node, c.listed)
	out := written{root: c.convert(v, o, before.root), held: before.held + c.values, text: v.Text}
	if before.root != nil {
		out.kept = before.kept + 1
	}
	return out
}

// alike is how many bytes two texts have in common from the start.
func alike(a, b *diag.Source) int {
	if a == nil || b == nil {
		return 0
	}
	n := min(len(a.Bytes), len(b.Bytes))
	for i := range n {
		if a.Bytes[i] != b.Bytes[i] {
			return i
		}
	}
	return n
}

// converter makes the nodes of one file in few pieces.
type converter struct {
	values, maps, named, listed int // how many there are of each, without what is taken over
	kept                        int // values that are taken over
	alike                       int // bytes at the start that the earlier text has too

	marks []bool // of values from the root down: taken over, with all below it; nil where there is no earlier tree
	next  int    // the mark of the next value

	nodes   []Node
	tables  []Table
	members []Member
	elems   []*Node
}

// of is the origin of a member's value.
func (o Origin) of(m *doc.Member) Origin {
	return Origin{Source: o.Source, text: m.Value.Text, key: m.Place, value: m.Value.Place, opened: m.Bracket}
}

// at is the origin of an element.
func (o Origin) at(e *doc.Value) Origin {
	return Origin{Source: o.Source, text: e.Text, value: e.Place, opened: e.Bracket}
}

// count counts v and what is below it, and reports whether old is the same.
func (c *converter) count(v *doc.Value, o Origin, old *Node) (same bool) {
	before, mark := *c, len(c.marks)
	if c.marks != nil {
		c.marks = append(c.marks, false)
	}
	c.values++
	if v.Kind == doc.Table {
		c.maps++
		c.named += len(v.Members)
	}
	c.listed += len(v.Elems)
	same = old.shows(v, o, c.alike)
	for i := range v.Members {
		m := &v.Members[i]
		if !c.count(m.Value, o.of(m), old.beside(i, m.Name)) {
			same = false
		}
	}
	for i, e := range v.Elems {
		if !c.count(e, o.at(e), old.element(i)) {
			same = false
		}
	}
	if same {
		all := c.values - before.values + c.kept - before.kept
		marks := append(c.marks[:mark], true)
		*c = before
		c.marks, c.kept = marks, before.kept+all
	}
	return same
}

// shows reports whether a node is what v is, but for what is below it.
func (n *Node) shows(v *doc.Value, o Origin, alike int) bool {
	if n == nil || !n.Origin.same(o, alike) {
		return false
	}
	switch v.Kind {
	case doc.Table:
		if n.Table == nil || len(n.Table.Members) != len(v.Members) {
			return false
		}
		for i := range v.Members {
			if v.Members[i].Name != n.Table.Members[i].Name {
				return false
			}
		}
		return true
	case doc.Array:
		return n.Elems != nil && len(n.Elems) == len(v.Elems)
	}
	return n.Table == nil && n.Elems == nil && n.Value == v.Scalar
}

// element is the i-th element of an array; nil where there is none.
func (n *Node) element(i int) *Node {
	if n == nil || i >= len(n.Elems) {
		return nil
	}
	return n.Elems[i]
}

// take cuts the first n off what is left.
func take[T any](rest *[]T, n int) []T {
	out := (*rest)[:n:n]
	*rest = (*rest)[n:]
	return out
}

func (c *converter) convert(v *doc.Value, o Origin, old *Node) *Node {
	if c.marks != nil {
		c.next++
		if c.marks[c.next-1] {
			return old
		}
	}
	n := &take(&c.nodes, 1)[0]
	n.Origin = o
	switch v.Kind {
	case doc.Table:
		members := take(&c.members, len(v.Members))
		for i := range v.Members {
			m := &v.Members[i]
			members[i] = Member{m.Name, c.convert(m.Value, o.of(m), old.beside(i, m.Name))}
		}
		n.Table = &take(&c.tables, 1)[0]
		*n.Table = tableOf(members)
	case doc.Array:
		n.Elems = take(&c.elems, len(v.Elems))
		for i, e := range v.Elems {
			n.Elems[i] = c.convert(e, o.at(e), old.element(i))
		}
	default:
		n.Value = v.Scalar
	}
	return n
}
