package dialect

import (
	"slices"
	"strings"
)

// compile makes the fields of some stretches of rows below a root of their own.
func (k Keys) compile(runs []run) *Field {
	root := &Field{Key: Key{Type: "table"}, Forms: tableForms}
	g := grower{root: root}
	for _, r := range runs {
		k.growRows(&g, r)
	}
	for _, f := range g.alike {
		like := g.grow(f.Key.Like)
		f.members, f.fields, f.Names, f.Any, f.Elem = like.members, like.fields, like.Names, like.Any, like.Elem
	}
	root.sum()
	for _, f := range g.grown {
		f.sum()
	}
	return root
}

func (k Keys) growRows(g *grower, r run) {
	if k.built == nil {
		for _, key := range k.list[r.from:r.to] {
			f := g.grow(key.Path)
			f.Key = key
			g.shape(f)
		}
		return
	}
	text := k.built.rows()[r.from:r.to]
	g.room(strings.Count(text, "\n"))
	for text != "" {
		var line string
		line, text, _ = strings.Cut(text, "\n")
		pattern, more, _ := strings.Cut(line, "\t")
		f := g.grow(pattern)
		f.Key = Key{Path: pattern}
		f.Key.read(more)
		g.shape(f)
	}
}

// grower adds the fields of a schema one after the other.
type grower struct {
	root  *Field
	fresh []Field           // made in one piece, not handed out yet
	grown []*Field          // without the root
	alike []*Field          // with the members of another one, in the order of their rows
	seen  map[string][]Form // by the text of a type

	above string // the pattern that the last row stood below, and its field
	under *Field
}

// room makes place for the fields of n rows.
func (g *grower) room(n int) {
	g.fresh = make([]Field, n)
	g.grown = slices.Grow(g.grown, n)
}

func (g *grower) field() *Field {
	if len(g.fresh) == 0 {
		g.fresh = make([]Field, 16)
	}
	f := &g.fresh[0]
	g.fresh = g.fresh[1:]
	return f
}

// shape gives f the forms of its key's type, and the fields of what they hold where no line says it.
func (g *grower) shape(f *Field) {
	k := &f.Key
	forms, ok := g.seen[k.Type]
	if !ok {
		forms = parseForms(k.Type)
		if g.seen == nil {
			g.seen = map[string][]Form{}
		}
		g.seen[k.Type] = forms
	}
	f.Forms, f.plain = forms, nil
	for i := range forms {
		if forms[i].Of == "" {
			continue
		}
		if f.plain == nil {
			f.plain = make([]*Field, len(forms))
		}
		of := g.field()
		of.Key = Key{Path: k.Path, Type: forms[i].Of, Values: k.Values, IsPath: k.IsPath, Secret: k.Secret, Reads: k.Reads}
		of.Forms = []Form{{Kind: forms[i].Of}}
		f.plain[i] = of
	}
	if k.Like != "" && !slices.Contains(g.alike, f) {
		g.alike = append(g.alike, f)
	}
}

// grow finds or makes the field of a pattern. Rows mostly follow their siblings, whose table is remembered.
func (g *grower) grow(pattern string) *Field {
	cut := strings.LastIndexByte(pattern, '.')
	if cut < 0 || strings.HasSuffix(pattern, "]") || strings.IndexByte(pattern, '"') >= 0 {
		return g.walk(g.root, pattern, 0)
	}
	if above := pattern[:cut]; above != g.above {
		g.above, g.under = above, g.walk(g.root, above, 0)
	}
	return g.walk(g.under, pattern, cut+1)
}

// walk goes from the field of pattern[:from] to that of the whole pattern.
func (g *grower) walk(f *Field, pattern string, from int) *Field {
	for part, end := range parts(pattern[from:]) {
		next := f.step(part)
		if next == nil {
			next = g.field()
			next.Key, next.Forms = Key{Path: strings.ReplaceAll(pattern[:from+end], `"`, ""), Type: "table"}, tableForms
			f.adopt(part, next)
			g.grown = append(g.grown, next)
		}
		f = next
	}
	return f
}

func (f *Field) step(part string) *Field {
	switch part {
	case "*":
		return f.Any
	case "[]":
		return f.Elem
	}
	return f.known(part)
}

// indexed is how many members are found by comparing their names.
const indexed = 12

// known is the member of a name; not for a table whose members are compiled late.
func (f *Field) known(name string) *Field {
	if f.members != nil {
		return f.members[name]
	}
	for i, known := range f.Names {
		if known == name {
			return f.fields[i]
		}
	}
	return nil
}

func (f *Field) adopt(part string, next *Field) {
	switch part {
	case "*":
		f.Any = next
	case "[]":
		f.Elem = next
	default:
		if f.Names == nil {
			f.Names, f.fields = make([]string, 0, 8), make([]*Field, 0, 8)
		}
		f.Names, f.fields = append(f.Names, part), append(f.fields, next)
		switch {
		case f.members != nil:
			f.members[part] = next
		case len(f.Names) > indexed:
			f.members = make(map[string]*Field, 2*len(f.Names))
			for i, name := range f.Names {
				f.members[name] = f.fields[i]
			}
		}
	}
}

// sum notes what the members say about their table.
func (f *Field) sum() {
	for i, name := range f.Names {
		f.note(f.fields[i], name)
	}
}

func (f *Field) note(member *Field, name string) {
	f.tagged = f.tagged || member.Key.For != nil
	f.renames = f.renames || member.Key.Alias != ""
	if member.Key.Has(FlagRequired) {
		f.required = append(f.required, name)
	}
}
