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
		name, _ := topOf(like)
		root.Names = append(root.Names, g.add(top{name: name})...)
		own, _ := topOf(path)
		g.join(g.of[own], g.of[name])
	}
	for _, name := range g.early {
		alone := g.of[name].compiled(keys)
		root.Any, root.Elem = cmp.Or(alone.Any, root.Any), cmp.Or(alone.Elem, root.Elem)
		if f := alone.known(name); f != nil {
			root.note(f, name)
		}
	}
	return &Schema{root: root}
}

// groups are the rows of a table by top-level name.
type groups struct {
	keys  Keys
	of    map[string]*group
	fresh []group  // made in one piece, not handed out yet
	early []string // names that the root has to know about at once, in the order of the table
}

// group are rows that are compiled together: all below one name, and those whose members are like those of others.
type group struct {
	runs  []run
	first [1]run // the place of runs that mostly are one
	into  *group // of which this one is a part

	once sync.Once
	root *Field // with the names of the group alone
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

func (g *groups) join(a, b *group) {
	if a, b = a.whole(), b.whole(); a != b {
		a.runs = append(a.runs, b.runs...)
		b.into, b.runs = a, nil
	}
}

func (g *group) whole() *group {
	for g.into != nil {
		g = g.into
	}
	return g
}

func (g *groups) named(name string) *Field {
	in := g.of[name]
	if in == nil {
		return nil
	}
	return in.compiled(g.keys).known(name)
}

// compiled is a root with the rows of the group.
func (g *group) compiled(keys Keys) *Field {
	g = g.whole()
	g.once.Do(func() {
		slices.SortFunc(g.runs, func(a, b run) int { return a.from - b.from })
		g.root = keys.compile(g.runs)
	})
	return g.root
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
		return topsOf(k.built.rows())
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

// topsOf does it without reading more of a line than the pattern.
func topsOf(text string) func(yield func(top) bool) {
	return func(yield func(top) bool) {
		for at := 0; at < len(text); {
			pattern, _, _ := strings.Cut(text[at:], "\t")
			name, end := topOf(pattern)
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
		const word = "like:"
		text := k.built.rows()
		for at := strings.Index(text, word); at >= 0; {
			line := strings.LastIndexByte(text[:at], '\n') + 1
			end := at + strings.IndexByte(text[at:], '\n')
			if key := parseKey(text[line:end]); key.Like != "" && !yield(key.Path, key.Like) {
				return
			}
			next := strings.Index(text[end:], word)
			if next < 0 {
				return
			}
			at = end + next
		}
	}
}
