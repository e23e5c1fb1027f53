package dialect

import (
	"slices"
	"strconv"
	"strings"
)

// Schema finds keys by path. It is immutable and safe to share.
type Schema struct{ root *Field }

// Field is one place of a schema: a key, and what may stand below it.
type Field struct {
	Key     Key
	Forms   []Form
	Names   []string // known members, in the order of the table
	Any     *Field   // members of other names; nil when there are none
	Elem    *Field   // elements of an array
	members map[string]*Field

	required []string // members without which a table is refused
	tagged   bool     // some members exist only with certain values of "type"
	plain    []*Field // for each of Forms, the elements or map values that have no line of their own; nil for none
}

// Form is one way in which a value may be written; see Key.Type.
type Form struct {
	Kind string // "string", "boolean", "number", "enum", "table", "map", "array", "any", or an integer width
	Of   string // element kind of a map or an array; "" when the fields below say it
}

// IsInteger reports whether the form is one of the integer widths.
func (f Form) IsInteger() bool {
	switch f.Kind {
	case "i32", "i64", "u8", "u16", "u32", "u64", "usize":
		return true
	}
	return false
}

// Compiled are the key tables of a dialect, ready for use. Compiling them takes longer than resolving a small
// folder, so whoever resolves many compiles once; they are never changed and safe to share.
type Compiled struct {
	Config, Requirements *Schema
}

// Compile makes the key tables of d. Requirements without a table of keys have their fields, of any type.
func (d Dialect) Compile() *Compiled {
	keys := d.Requirements.Keys
	if len(keys) == 0 {
		for _, f := range d.Requirements.Fields {
			for _, name := range append([]string{f.Name}, f.Aliases...) {
				keys = append(keys, Key{Path: name, Type: "any"})
			}
		}
	}
	return &Compiled{NewSchema(d.Config.Keys), NewSchema(keys)}
}

// NewSchema compiles a key table. A pattern whose parent has no line of its own makes that parent a table.
func NewSchema(keys Keys) *Schema {
	g := grower{s: &Schema{root: &Field{Key: Key{Type: "table"}, Forms: tableForms}}, fresh: make([]Field, len(keys)), grown: make([]*Field, 0, len(keys))}
	for _, k := range keys {
		f := g.grow(k.Path)
		f.Key = k
		f.Forms, f.plain = g.forms(k)
	}
	for _, k := range keys {
		if k.Like != "" {
			f, like := g.grow(k.Path), g.grow(k.Like)
			f.members, f.Names, f.Any, f.Elem = like.members, like.Names, like.Any, like.Elem
		}
	}
	g.s.root.sum()
	for _, f := range g.grown {
		f.sum()
	}
	return g.s
}

var tableForms = []Form{{Kind: "table"}}

// grower adds the fields of a schema one after the other.
type grower struct {
	s     *Schema
	fresh []Field           // made in one piece, not handed out yet
	grown []*Field          // without the root
	seen  map[string][]Form // by the text of a type
}

func (g *grower) field() *Field {
	if len(g.fresh) == 0 {
		g.fresh = make([]Field, 16)
	}
	f := &g.fresh[0]
	g.fresh = g.fresh[1:]
	return f
}

// forms are the forms of a key's type, and the fields of what they hold where no line says it.
func (g *grower) forms(k Key) (forms []Form, plain []*Field) {
	forms, ok := g.seen[k.Type]
	if !ok {
		forms = parseForms(k.Type)
		if g.seen == nil {
			g.seen = map[string][]Form{}
		}
		g.seen[k.Type] = forms
	}
	for i, form := range forms {
		if form.Of == "" {
			continue
		}
		if plain == nil {
			plain = make([]*Field, len(forms))
		}
		f := g.field()
		f.Key = Key{Path: k.Path, Type: form.Of, Values: k.Values, IsPath: k.IsPath, Secret: k.Secret, Reads: k.Reads}
		f.Forms = []Form{{Kind: form.Of}}
		plain[i] = f
	}
	return forms, plain
}

func parseForms(s string) []Form {
	var out []Form
	for _, part := range split(s, "|") {
		kind, of, _ := strings.Cut(strings.TrimSuffix(part, ">"), "<")
		out = append(out, Form{kind, of})
	}
	return out
}

// parts yields the parts of a pattern, and how much of the pattern ends with each: "a.b[]" is a, b, []. A name that
// holds dots is quoted.
func parts(pattern string) func(yield func(part string, end int) bool) {
	return func(yield func(string, int) bool) {
		for at := 0; at < len(pattern); {
			name, end := "", len(pattern)
			if pattern[at] == '"' {
				name = pattern[at+1:]
				if i := strings.IndexByte(name, '"'); i >= 0 {
					name, end = name[:i], at+i+2
				}
			} else {
				if i := strings.IndexByte(pattern[at:], '.'); i >= 0 {
					end = at + i
				}
				name = strings.TrimRight(pattern[at:end], "[]")
			}
			own := at + len(name)
			if pattern[at] == '"' {
				own = end
			}
			if !yield(name, own) {
				return
			}
			for ; pattern[at] != '"' && own+2 <= end; own += 2 {
				if !yield("[]", own+2) {
					return
				}
			}
			at = end
			if at < len(pattern) && pattern[at] == '.' {
				at++
			}
		}
	}
}

func (g *grower) grow(pattern string) *Field {
	f := g.s.root
	for part, end := range parts(pattern) {
		next := f.step(part)
		if next == nil {
			next = g.field()
			next.Key, next.Forms = Key{Path: strings.ReplaceAll(pattern[:end], `"`, ""), Type: "table"}, tableForms
			f.adopt(part, next)
			g.grown = append(g.grown, next)
		}
		f = next
	}
	return f
}

func (f *Field) adopt(part string, next *Field) {
	switch part {
	case "*":
		f.Any = next
	case "[]":
		f.Elem = next
	default:
		if f.members == nil {
			f.members = map[string]*Field{}
		}
		f.members[part] = next
		f.Names = append(f.Names, part)
	}
}

// sum notes what the members say about their table.
func (f *Field) sum() {
	for _, name := range f.Names {
		k := &f.members[name].Key
		f.tagged = f.tagged || k.For != nil
		if k.Has(FlagRequired) {
			f.required = append(f.required, name)
		}
	}
}

// Required are the known members without which the agent refuses the table, in the order of the key table.
func (f *Field) Required() []string { return f.required }

// Tagged reports whether some members exist only with certain values of the member "type".
func (f *Field) Tagged() bool { return f.tagged }

func (f *Field) step(part string) *Field {
	switch part {
	case "*":
		return f.Any
	case "[]":
		return f.Elem
	}
	return f.members[part]
}

// Root is the place of the whole file.
func (s *Schema) Root() *Field { return s.root }

// Member is the field of a member called name: its own, or that for free names; nil when the name is unknown.
func (f *Field) Member(name string) *Field {
	if m := f.members[name]; m != nil {
		return m
	}
	return f.Any
}

// Named is the field of a member that the table knows by name; nil otherwise.
func (f *Field) Named(name string) *Field { return f.members[name] }

// Accepts reports whether one of the forms is of this kind.
func (f *Field) Accepts(kind string) bool {
	return slices.ContainsFunc(f.Forms, func(o Form) bool { return o.Kind == kind })
}

// Element is the field of array elements and of map values that have no line of their own. form is one of f.Forms.
func (f *Field) Element(form Form) *Field {
	if form.Of == "" || f.plain == nil {
		return nil
	}
	return f.plain[slices.Index(f.Forms, form)]
}

// Lookup finds the key of a path; array elements are decimal indices. It is nil for unknown keys and below
// values of free form.
func (s *Schema) Lookup(path []string) *Key {
	f := s.Field(path)
	if f == nil || f.Key.Path == "" {
		return nil
	}
	return &f.Key
}

// Field is Lookup with what stands below.
func (s *Schema) Field(path []string) *Field {
	f := s.root
	for _, part := range path {
		f = f.child(part)
		if f == nil {
			return nil
		}
	}
	return f
}

func (f *Field) child(part string) *Field {
	_, notIndex := strconv.Atoi(part)
	for _, form := range f.Forms {
		switch {
		case form.Kind == "array" && notIndex == nil && f.Elem != nil:
			return f.Elem
		case form.Kind == "array" && notIndex == nil:
			return f.Element(form)
		case form.Kind == "map" && f.Member(part) == nil:
			return f.Element(form)
		}
	}
	return f.Member(part)
}
