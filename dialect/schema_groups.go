package dialect

import (
	"cmp"
	"slices"
	"strings"
	"sync"
)

// NewSchema compiles a key table. A pattern whose parent has no line of its own makes that parent a table.
func NewSchema(keys Keys) *Schema {
	if keys.built != nil {
		return keys.built.compiled()
	}
	return newSchema(keys)
}

// newSchema notes which rows belong to which top-level name, and compiles only what the root itself needs.
func newSchema(keys Keys) *Schema {
	if slices.ContainsFunc(keys.list, func(k Key) bool { return k.Path == "" }) {
		return &Schema{root: keys.compile([]run{{0, len(keys.list)}})} // one row is about the root
	}
	g := &groups{keys: keys, of: make(map[string]*group, 128)}
	root := &Field{Key: Key{Type: "table"}, Forms: tableForms, late: g}
	for top := range keys.tops() {
		root.Names = append(root.Names, g.add(top)...)
	}
	for path, like := range keys.likes() {
		name, end := topOf(like)
		root.Names = append(root.Names, g.add(top{name: name})...)
		own, _ := topOf(path)
		a, b := g.of[own], g.of[name]
		a.like = append(a.like, b)
		if end < len(like) || b.runs == nil { // the row that is like it may make the other one
			b.like = append(b.like, a)
		}
	}
	g.show(root)
	return &Schema{root: root}
}

// show gives a table what it has to show at once.
func (g *groups) show(table *Field) {
	for _, name := range g.early {
		alone := g.of[name].compiled(g)
		table.Any, table.Elem = cmp.Or(alone.Any, table.Any), cmp.Or(alone.Elem, table.Elem)
		if f := alone.known(name); f != nil {
			table.note(f, name)
		}
	}
}

// groups are the rows of a table by the names of its members.
type groups struct {
	keys  Keys
	above string // the name of the table with a dot, "" for the root
	of    map[string]*group
	fresh []group  // made in one piece, not handed out yet
	early []string // names that the table has to know about at once, in the order of the rows
}

// group are the rows below one name.
type group struct {
	runs  []run
	first [1]run   // the place of runs that mostly are one
	like  []*group // whose rows are compiled with these, as they have the same members

	once  sync.Once
	table *Field // with the members of the group alone
}

// run is a stretch of rows: indices of a list, or bytes of a text.
type run struct{ from, to int }

// top is a stretch of rows below one top-level name.
type top struct {
	name string
	rows run
	// early: the root shows something of it. It holds free names, or says something about the table that it is in.
	early bool
}

// add notes rows, and gives the name if it is a new member of the root.
func (g *groups) add(t top) (fresh []string) {
	in := g.of[t.name]
	if in == nil {
		in = g.group()
		g.of[t.name] = in
		if t.name == "*" || t.name == "[]" {
			t.early = true
		} else {
			fresh = []string{t.name}
		}
	}
	if t.rows.to > t.rows.from {
		if in.runs == nil {
			in.runs = in.first[:0]
		}
		in.runs = append(in.runs, t.rows)
	}
	if t.early && !slices.Contains(g.early, t.name) {
		g.early = append(g.early, t.name)
	}
	return fresh
}

func (g *groups) group() *group {
	if len(g.fresh) == 0 {
		g.fresh = make([]group, 32)
	}
	in := &g.fresh[0]
	g.fresh = g.fresh[1:]
	return in
}

func (g *groups) named(name string) *Field {
	in := g.of[name]
	if in == nil {
		return nil
	}
	return in.compiled(g).known(name)
}

// compiled is the table with the rows of the group.
func (g *group) compiled(in *groups) *Field {
	g.once.Do(func() {
		if g.table = in.large(g); g.table != nil {
			return
		}
		runs := g.all()
		slices.SortFunc(runs, func(a, b run) int { return a.from - b.from })
		g.table = in.keys.compile(runs)
		if in.above != "" {
			g.table = g.table.known(strings.TrimSuffix(in.above, "."))
		}
	})
	return g.table
}

// all are the rows of the group and of those that it is like; of each once.
func (g *group) all() []run {
	seen := []*group{g}
	for i := 0; i < len(seen); i++ {
		for _, other := range seen[i].like {
			if !slices.Contains(seen, other) {
				seen = append(seen, other)
			}
		}
	}
	var runs []run
	for _, each := range seen {
		runs = append(runs, each.runs...)
	}
	return runs
}

// largeRows is how many rows of one name are worth telling apart by the next name.
const largeRows = 24

// large is the table with one member that has many rows, whose own members are compiled when they are asked for; nil
// where that is not so, or where a row has to see others.
func (g *groups) large(in *group) *Field {
	if g.keys.built == nil || g.above != "" || len(in.runs) != 1 || len(in.like) > 0 {
		return nil
	}
	at := in.runs[0]
	text := g.keys.built.rows()[at.from:at.to]
	name, _, _ := strings.Cut(text, "\t")
	if strings.ContainsAny(name, `.[*"`) || strings.Count(text, "\n") < largeRows {
		return nil
	}
	end := at.from + strings.IndexByte(text, '\n') + 1
	alone := g.keys.compile([]run{{at.from, end}})
	table := alone.known(name)
	below := &groups{keys: g.keys, above: name + ".", of: map[string]*group{}}
	rows := g.keys.built.rows()[:at.to]
	for top := range topsOf(rows, end, len(below.above)) {
		if rows[top.rows.from+len(name)] != '.' {
			return nil // elements of an array
		}
		table.Names = append(table.Names, below.add(top)...)
	}
	below.show(table)
	table.late = below
	return alone
}

// topOf is the first part of a pattern, and how much of the pattern it takes.
func topOf(pattern string) (name string, end int) {
	for part, end := range parts(pattern) {
		return part, end
	}
	return "", 0
}

// tops yields the stretches of rows below one top-level name, in the order of the table.
func (k Keys) tops() func(yield func(top) bool) {
	if k.built != nil {
		return topsOf(k.built.rows(), 0, 0)
	}
	return func(yield func(top) bool) {
		for i, key := range k.list {
			name, end := topOf(key.Path)
			early := end == len(key.Path) && (key.For != nil || key.Has(FlagRequired))
			if !yield(top{name, run{i, i + 1}, early}) {
				return
			}
		}
	}
}

// topsOf does it for the rows from at on, without reading more of a line than the pattern; the names are those behind
// the first skip bytes of each.
func topsOf(text string, at, skip int) func(yield func(top) bool) {
	return func(yield func(top) bool) {
		for at := at; at < len(text); {
			pattern, _, _ := strings.Cut(text[at:], "\t")
			name, end := topOf(pattern[skip:])
			end += skip
			t := top{name: name, rows: run{from: at}}
			for prefix := pattern[:end]; at < len(text) && strings.HasPrefix(text[at:], prefix); {
				rest := text[at+end:]
				if rest[0] != '\t' && rest[0] != '.' && rest[0] != '[' {
					break
				}
				n := strings.IndexByte(rest, '\n') + 1
				if rest[0] == '\t' { // a word too many compiles a group too early, and nothing else
					t.early = t.early || strings.Contains(rest[:n], FlagRequired) || strings.Contains(rest[:n], "for:")
				}
				at += end + n
			}
			t.rows.to = at
			if !yield(t) {
				return
			}
		}
	}
}

// likes yields the keys whose members are those of another one.
func (k Keys) likes() func(yield func(path, like string) bool) {
	return func(yield func(string, string) bool) {
		for _, key := range k.list {
			if key.Like != "" && !yield(key.Path, key.Like) {
				return
			}
		}
		if k.built == nil {
			return
		}
		text := k.built.rows()
		for at := 0; ; {
			colon := strings.IndexByte(text[at:], ':') // rarer than any letter of "like:"
			if colon < 0 {
				return
			}
			at += colon + 1
			if !strings.HasSuffix(text[:at], "like:") {
				continue
			}
			line := strings.LastIndexByte(text[:at], '\n') + 1
			end := at + strings.IndexByte(text[at:], '\n')
			if key := parseKey(text[line:end]); key.Like != "" && !yield(key.Path, key.Like) {
				return
			}
			at = end
		}
	}
}
