package tomlsrc

import (
	"github.com/agentlayers/layers/diag"
	"github.com/agentlayers/layers/internal/doc"
)

// part is one part of a dotted key: its name and the stretch of text that spells it, quotes included.
type part struct {
	name       string
	start, end int
}

// node is what may still be said about one key: the memory that finds keys defined twice.
type node struct {
	kind     nodeKind
	implicit bool             // a table that no header and no value defined: only a step of a longer key
	dotted   bool             // such a table made by a dotted key rather than by a header
	first    part             // the key that first defined it
	children []*node          // in the order in which they were first defined
	byName   map[string]*node // the children by name, from indexedFrom of them on
	elems    []*node          // arrayTables
	list     *node            // the arrayTables that this table is an element of

	order    int       // among its siblings: a header that meets a table made by a longer one moves it to the end
	tooLarge []finding // closedValue: what it holds that does not fit

	value *doc.Value // nil while only checking
	place *doc.Value // the table that holds value as its member number index
	index int
}

type nodeKind int

const (
	openTable   nodeKind = iota + 1
	closedValue          // scalar, array, inline table: nothing can be added
	arrayTables          // made by [[header]]
)

// scope follows the definitions of one document in written order.
type scope struct {
	root    *node
	current *node    // where plain keys go
	late    *problem // a bad [[header]]: reported when its table ends, after mistakes inside it
	extent  func(start, end int) diag.Extent
	newest  *node // the last one added
	added   int
	steps   int // look-ups, for the test that they grow linearly
	fresh   []node
	values  []doc.Value
}

// indexedFrom is the number of children from which a hash index beats a scan.
const indexedFrom = 8

// fewChildren is the room that a table begins with.
const fewChildren = 2

// piece is how many nodes or values are made at a time, once there are that many.
const piece = 64

// newNode gives a node. They are made many at a time.
func (s *scope) newNode(n node) *node {
	if len(s.fresh) == 0 {
		s.fresh = make([]node, max(fewChildren, min(piece, s.added)))
	}
	out := &s.fresh[0]
	s.fresh = s.fresh[1:]
	*out = n
	return out
}

// newScope starts a document whose tree grows below root. With a nil root it only checks, and extent is not used.
func newScope(root *doc.Value, extent func(start, end int) diag.Extent) *scope {
	top := &node{kind: openTable, value: root}
	return &scope{root: top, current: top, extent: extent}
}

// header enters the table of a [key] or [[key]] line.
func (s *scope) header(key []part, array bool) (*node, *problem) {
	if bad := s.finish(); bad != nil {
		return nil, bad
	}
	name := key[len(key)-1]
	at, bad := s.descend(s.root, key[:len(key)-1], false)
	var entered *node
	if bad == nil {
		if array {
			entered, bad = s.enterElement(at, name)
		} else {
			entered, bad = s.enterTable(at, name)
		}
	}
	if bad != nil && array {
		s.late, bad = bad, nil
		entered = s.newNode(node{kind: openTable, value: s.newValue(name, doc.Table)})
	}
	if bad != nil {
		return nil, bad
	}
	s.current = entered
	return entered, nil
}

// finish ends the current table.
func (s *scope) finish() *problem {
	bad := s.late
	s.late = nil
	return bad
}

func (s *scope) enterTable(at *node, name part) (*node, *problem) {
	old := s.child(at, name.name)
	switch {
	case old == nil:
		return s.add(at, name, node{kind: openTable, value: s.newValue(name, doc.Table)}), nil
	case old.kind == openTable && old.implicit && !old.dotted:
		old.implicit = false
		s.added++
		old.order = s.added
		return old, nil
	case old.kind == closedValue:
		return nil, duplicate(CodeRedefined, name, old.first, "this table's name already has a value")
	case old.kind == arrayTables:
		return nil, duplicate(CodeRedefined, name, old.first, "this name already is a list of tables")
	}
	return nil, duplicate(CodeRedefined, name, old.first, "this table is defined twice")
}

func (s *scope) enterElement(at *node, name part) (*node, *problem) {
	list := s.child(at, name.name)
	if list == nil {
		list = s.add(at, name, node{kind: arrayTables, value: s.newValue(name, doc.Array)})
	}
	if list.kind != arrayTables {
		return nil, duplicate(CodeRedefined, name, list.first, "this name already has a value or a table that is no list of tables")
	}
	element := s.newNode(node{kind: openTable, first: name, list: list, value: s.newValue(name, doc.Table)})
	if list.value != nil {
		list.value.Elems = append(list.value.Elems, element.value)
	}
	list.elems = append(list.elems, element)
	return element, nil
}

// set defines key below table at; value may be nil while only checking.
func (s *scope) set(at *node, key []part, value *doc.Value) *problem {
	path, name := key[:len(key)-1], key[len(key)-1]
	at, bad := s.descend(at, path, true)
	if bad != nil {
		return bad
	}
	old := s.child(at, name.name)
	if at.dotted != (len(path) > 0) {
		// A dotted key may extend only tables made by dotted keys, and nothing else may extend those.
		first := at.first
		if old != nil {
			first = old.first
		}
		return duplicate(CodeRedefined, name, first, "this dotted key adds to a table that is defined elsewhere")
	}
	if old != nil {
		return duplicate(CodeDuplicate, name, old.first, "this key is set twice")
	}
	s.add(at, name, node{kind: closedValue, value: value})
	return nil
}

// descend walks from at along path and makes the tables that are missing.
func (s *scope) descend(at *node, path []part, dotted bool) (*node, *problem) {
	for _, step := range path {
		next := s.child(at, step.name)
		switch {
		case next == nil:
			next = s.add(at, step, node{kind: openTable, implicit: true, dotted: dotted, value: s.newValue(step, doc.Table)})
		case next.kind == closedValue:
			return nil, duplicate(CodeRedefined, step, next.first, "this key already has a value, so nothing can be put below it")
		case next.kind == arrayTables:
			next = next.elems[len(next.elems)-1]
		case dotted && !next.implicit:
			return nil, duplicate(CodeRedefined, step, next.first, "this table has its own header, a dotted key cannot add to it")
		}
		at = next
	}
	return at, nil
}

func (s *scope) child(at *node, name string) *node {
	s.steps++
	if at.byName != nil {
		return at.byName[name]
	}
	for _, c := range at.children {
		if c.first.name == name {
			return c
		}
	}
	return nil
}

func (s *scope) add(at *node, name part, made node) *node {
	s.added++
	n := s.newNode(made)
	s.newest, n.order, n.first = n, s.added, name
	if at.children == nil {
		at.children = make([]*node, 0, fewChildren)
	}
	at.children = append(at.children, n)
	switch {
	case at.byName != nil:
		at.byName[name.name] = n
	case len(at.children) == indexedFrom:
		at.byName = make(map[string]*node, 2*indexedFrom)
		for _, c := range at.children {
			at.byName[c.first.name] = c
		}
	}
	if s.root.value != nil {
		n.place, n.index = at.value, len(at.value.Members)
		if n.index == 0 {
			at.value.Members = make([]doc.Member, 0, fewChildren)
		}
		at.value.Members = append(at.value.Members,
			doc.Member{Name: name.name, Place: s.extent(name.start, name.end), Value: n.value})
	}
	return n
}

func (s *scope) newValue(first part, kind doc.Kind) *doc.Value {
	if s.root.value == nil {
		return nil
	}
	return s.newDoc(doc.Value{Kind: kind, Text: s.root.value.Text, Place: s.extent(first.start, first.end)})
}

// newDoc gives a value. They are made many at a time.
func (s *scope) newDoc(v doc.Value) *doc.Value {
	if len(s.values) == 0 {
		s.values = make([]doc.Value, max(fewChildren, min(piece, s.added)))
	}
	out := &s.values[0]
	s.values = s.values[1:]
	*out = v
	return out
}
