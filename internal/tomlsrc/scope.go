package tomlsrc

import (
	"github.com/pelletier/go-toml/v2/unstable"

	"github.com/agentlayers/layers/diag"
	"github.com/agentlayers/layers/internal/doc"
)

// part is one part of a dotted key: its name and the stretch of text that spells it, quotes included.
type part struct {
	name       string
	start, end int
}

// table is what may still be said about one table: the memory that finds keys defined twice. Its keys are the members
// of value, in the order in which they were first defined.
type table struct {
	list     bool        // not a table but the list of those that [[header]] makes
	implicit bool        // no header and no value defined it: only a step of a longer key
	dotted   bool        // such a table made by a dotted key rather than by a header
	first    diag.Extent // the key that first defined it
	value    *doc.Value
	below    []*table       // beside the members of value, as far as any is a table that may be added to; nil for others
	byName   map[string]int // places among the members, from indexedFrom of them on
	elems    []*table       // of a list

	order  int            // among its siblings: a header that meets a table made by a longer one moves it to the end
	closed map[int]closed // members that hold numbers that do not fit, by place; only while checking
}

// closed is a member to which nothing can be added.
type closed struct {
	order    int
	tooLarge []finding
}

// at is the member in place i, nil when nothing can be added to it.
func (t *table) at(i int) *table {
	if i < len(t.below) {
		return t.below[i]
	}
	return nil
}

// scope follows the definitions of one document in written order.
type scope struct {
	root    *table
	current *table   // where plain keys go
	late    *problem // a bad [[header]]: reported when its table ends, after mistakes inside it
	base    int      // what an offset of the text is more in the source
	added   int
	steps   int // look-ups, for the test that they grow linearly
	pool    *pool
}

// pool makes the pieces of a tree, many at a time, and again once the tree is not needed.
type pool struct {
	toml    unstable.Parser
	values  slab[doc.Value]
	members slab[doc.Member]
	elems   slab[*doc.Value]
	tables  slab[table]
}

// indexedFrom is the number of members from which a hash index beats a scan.
const indexedFrom = 16

// fewMembers is the room of a table that begins without a hint.
const fewMembers = 2

// newScope starts a document whose tree grows below root.
func newScope(root *doc.Value, base int, p *pool) *scope {
	top := &table{value: root}
	return &scope{root: top, current: top, base: base, pool: p}
}

func (s *scope) place(p part) diag.Extent { return diag.NewExtent(s.base+p.start, s.base+p.end) }

// duplicate is a key that meets an earlier one.
func (s *scope) duplicate(code diag.Code, second part, first diag.Extent, summary string) *problem {
	p := &problem{
		code: code, start: second.start, end: second.end, summary: summary,
		fix: "keep one of the two, or put both parts in one place",
	}
	if first.End() > first.Start() {
		p.first = first
	}
	return p
}

// header enters the table of a [key] or [[key]] line that opens with bracket. room is about how many keys follow.
func (s *scope) header(key []part, array bool, bracket diag.Extent, room int) *problem {
	if bad := s.finish(); bad != nil {
		return bad
	}
	name := key[len(key)-1]
	at, bad := s.descend(s.root, key[:len(key)-1], false)
	var entered *table
	if bad == nil {
		if array {
			entered, bad = s.enterElement(at, name, bracket)
		} else {
			entered, bad = s.enterTable(at, name, bracket)
		}
	}
	if bad != nil && array {
		s.late, bad = bad, nil
		entered = s.newTable(table{value: s.newValue(name, doc.Table)})
	}
	if bad != nil {
		return bad
	}
	if entered.value.Members == nil {
		entered.value.Members = s.pool.members.take(room)[:0]
	}
	s.current = entered
	return nil
}

// finish ends the current table.
func (s *scope) finish() *problem {
	bad := s.late
	s.late = nil
	return bad
}

func (s *scope) enterTable(at *table, name part, bracket diag.Extent) (*table, *problem) {
	i := s.find(at, name.name)
	if i < 0 {
		made, m := s.addTable(at, name, table{value: s.newValue(name, doc.Table)})
		m.Bracket = bracket
		return made, nil
	}
	old, m := at.at(i), &at.value.Members[i]
	switch {
	case old == nil:
		return nil, s.duplicate(CodeRedefined, name, m.Place, "this table's name already has a value")
	case old.list:
		return nil, s.duplicate(CodeRedefined, name, m.Place, "this name already is a list of tables")
	case old.implicit && !old.dotted:
		old.implicit = false
		s.added++
		old.order = s.added
		m.Bracket = bracket
		return old, nil
	}
	return nil, s.duplicate(CodeRedefined, name, m.Place, "this table is defined twice")
}

func (s *scope) enterElement(at *table, name part, bracket diag.Extent) (*table, *problem) {
	var list *table
	if i := s.find(at, name.name); i < 0 {
		made, m := s.addTable(at, name, table{list: true, value: s.newValue(name, doc.Array)})
		m.Bracket, list = bracket, made
	} else if list = at.at(i); list == nil || !list.list {
		return nil, s.duplicate(CodeRedefined, name, at.value.Members[i].Place,
			"this name already has a value or a table that is no list of tables")
	}
	element := s.newTable(table{first: s.place(name), value: s.newValue(name, doc.Table)})
	element.value.Bracket = bracket
	list.value.Elems = append(list.value.Elems, element.value)
	list.elems = append(list.elems, element)
	return element, nil
}

// set defines key below table at. tooLarge is what the value holds that does not fit.
func (s *scope) set(at *table, key []part, value *doc.Value, tooLarge []finding) *problem {
	path, name := key[:len(key)-1], key[len(key)-1]
	at, bad := s.descend(at, path, true)
	if bad != nil {
		return bad
	}
	old := s.find(at, name.name)
	if at.dotted != (len(path) > 0) {
		// A dotted key may extend only tables made by dotted keys, and nothing else may extend those.
		first := at.first
		if old >= 0 {
			first = at.value.Members[old].Place
		}
		return s.duplicate(CodeRedefined, name, first, "this dotted key adds to a table that is defined elsewhere")
	}
	if old >= 0 {
		return s.duplicate(CodeDuplicate, name, at.value.Members[old].Place, "this key is set twice")
	}
	if len(tooLarge) > 0 {
		if at.closed == nil {
			at.closed = map[int]closed{}
		}
		at.closed[len(at.value.Members)] = closed{order: s.added + 1, tooLarge: tooLarge}
	}
	s.add(at, name, value)
	return nil
}

// descend walks from at along path and makes the tables that are missing.
func (s *scope) descend(at *table, path []part, dotted bool) (*table, *problem) {
	for _, step := range path {
		i := s.find(at, step.name)
		if i < 0 {
			at, _ = s.addTable(at, step, table{implicit: true, dotted: dotted, value: s.newValue(step, doc.Table)})
			continue
		}
		next, first := at.at(i), at.value.Members[i].Place
		switch {
		case next == nil:
			return nil, s.duplicate(CodeRedefined, step, first, "this key already has a value, so nothing can be put below it")
		case next.list:
			next = next.elems[len(next.elems)-1]
		case dotted && !next.implicit:
			return nil, s.duplicate(CodeRedefined, step, first, "this table has its own header, a dotted key cannot add to it")
		}
		at = next
	}
	return at, nil
}

// find gives the place of a name among the members, or -1.
func (s *scope) find(at *table, name string) int {
	s.steps++
	if at.byName != nil {
		if i, ok := at.byName[name]; ok {
			return i
		}
		return -1
	}
	for i := range at.value.Members {
		if at.value.Members[i].Name == name {
			return i
		}
	}
	return -1
}

// add makes name the last member of at.
func (s *scope) add(at *table, name part, value *doc.Value) *doc.Member {
	s.added++
	i := len(at.value.Members)
	if at.value.Members == nil {
		at.value.Members = s.pool.members.take(fewMembers)[:0]
	}
	at.value.Members = append(at.value.Members, doc.Member{Name: name.name, Place: s.place(name), Value: value})
	switch {
	case at.byName != nil:
		at.byName[name.name] = i
	case i+1 == indexedFrom:
		at.byName = make(map[string]int, 2*indexedFrom)
		for i := range at.value.Members {
			at.byName[at.value.Members[i].Name] = i
		}
	}
	return &at.value.Members[i]
}

// addTable adds a member that may be added to.
func (s *scope) addTable(at *table, name part, made table) (*table, *doc.Member) {
	m := s.add(at, name, made.value)
	t := s.newTable(made)
	t.order, t.first = s.added, m.Place
	for len(at.below) < len(at.value.Members) {
		at.below = append(at.below, nil)
	}
	at.below[len(at.below)-1] = t
	return t, m
}

func (s *scope) newTable(t table) *table {
	made := &s.pool.tables.take(1)[0]
	*made = t
	return made
}

func (s *scope) newValue(first part, kind doc.Kind) *doc.Value {
	return s.pool.value(doc.Value{Kind: kind, Text: s.root.value.Text, Place: s.place(first)})
}

func (p *pool) reset() {
	p.values.reset()
	p.members.reset()
	p.elems.reset()
	p.tables.reset()
}

func (p *pool) value(v doc.Value) *doc.Value {
	made := &p.values.take(1)[0]
	*made = v
	return made
}
