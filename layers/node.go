package layers

import (
	"sync"

	"github.com/agentlayers/layers/diag"
	"github.com/agentlayers/layers/dialect"
)

// Source is where a layer comes from.
type Source struct {
	Kind  dialect.Kind
	Path  string // absolute path of the file; "" for flags and defaults
	Dir   string // base for relative paths in this layer
	Name  string // what people read: "user", "project", "-c model=..."
	Index int    // place in the stack, 0 the lowest layer; the sources of single flags keep 0
}

// Origin says who set a value, and where. It is small, as every value has one; lines and columns are counted when they
// are asked for.
type Origin struct {
	Source             *Source
	text               *diag.Source // nil where there is no place
	key, value, opened diag.Extent
}

// OriginIn is the origin of a value that src sets with these extents of text.
func OriginIn(src *Source, text *diag.Source, key, value diag.Extent) Origin {
	return Origin{Source: src, text: text, key: key, value: value}
}

// Key covers the key as written.
func (o Origin) Key() diag.Span { return o.text.At(o.key) }

// Value covers the value.
func (o Origin) Value() diag.Span { return o.text.At(o.value) }

// Opened is the '[' of the table header that the value's table was defined with, if any.
func (o Origin) Opened() diag.Span { return o.text.At(o.opened) }

// Equal reports whether o and p name one source and one place.
func (o Origin) Equal(p Origin) bool {
	if o.Source != p.Source && (o.Source == nil || p.Source == nil || *o.Source != *p.Source) {
		return false
	}
	return o.Key() == p.Key() && o.Value() == p.Value() && o.Opened() == p.Opened()
}

// same reports whether o and p set a value at one place of one source, where text is as it was up to the byte alike.
func (o Origin) same(p Origin, alike int) bool {
	if o.Source != p.Source || o.key != p.key || o.value != p.value || o.opened != p.opened {
		return false
	}
	return o.text == p.text || max(o.key.End(), o.value.End(), o.opened.End()) <= alike || o.Equal(p)
}

// String is the place of the value, or the name of its layer where it has none; "" when nothing sets it.
func (o Origin) String() string {
	switch {
	case o.text != nil && !o.value.IsZero():
		return o.Value().String()
	case o.Source != nil:
		return o.Source.Name
	}
	return ""
}

// Node is one value, who set it, and what it hides. Nodes are immutable and subtrees are shared: never
// change one.
//
// Exactly one of three holds: Table is set; Elems is not nil (an array, possibly empty); or Value is a
// scalar: string, int64, float64, bool, doc.Time, or nil for a JSON null.
type Node struct {
	Value    any
	Table    *Table
	Elems    []*Node
	Origin   Origin
	Written  any     // the scalar as written, where resolving a relative path changed it; else nil
	Shadowed []*Node // lower values that this one hides, nearest first
}

// IsLeaf reports whether n holds no children: a scalar, an empty array or an empty table.
func (n *Node) IsLeaf() bool {
	return n.Table == nil && len(n.Elems) == 0 || n.Table != nil && len(n.Table.Members) == 0
}

// Table is an ordered set of named nodes.
type Table struct {
	Members []Member // in the order in which the keys were first written, lowest layer first
	index   *index   // nil while a scan is faster
}

// index finds names, from the first time that one is looked for.
type index struct {
	once sync.Once
	of   map[string]int
}

func (x *index) find(name string, members []Member) int {
	x.once.Do(func() {
		x.of = make(map[string]int, len(members))
		for i := range members {
			x.of[members[i].Name] = i
		}
	})
	if i, ok := x.of[name]; ok {
		return i
	}
	return -1
}

// Member is one key of a table.
type Member struct {
	Name string
	Node *Node
}

// indexedFrom is the table size from which a hash index beats a scan.
const indexedFrom = 24

// NewTable builds a table; names must be unique.
func NewTable(members []Member) *Table {
	t := tableOf(members)
	return &t
}

func tableOf(members []Member) Table {
	t := Table{Members: members}
	if len(members) >= indexedFrom {
		t.index = &index{}
	}
	return t
}

// tableLike is NewTable for what mostly has the names of an earlier table, whose index it then shares.
func tableLike(members []Member, was *Node) *Table {
	if was == nil || was.Table == nil || was.Table.index == nil || len(was.Table.Members) != len(members) {
		return NewTable(members)
	}
	for i := range members {
		if members[i].Name != was.Table.Members[i].Name {
			return NewTable(members)
		}
	}
	return &Table{Members: members, index: was.Table.index}
}

// Get returns the node under name, or nil. It works on a nil table.
func (t *Table) Get(name string) *Node {
	if i := t.find(name); i >= 0 {
		return t.Members[i].Node
	}
	return nil
}

func (t *Table) find(name string) int {
	if t == nil {
		return -1
	}
	if t.index != nil {
		return t.index.find(name, t.Members)
	}
	for i := range t.Members {
		if t.Members[i].Name == name {
			return i
		}
	}
	return -1
}
