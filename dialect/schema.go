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
	s := &Schema{root: &Field{Key: Key{Type: "table"}, Forms: []Form{{Kind: "table"}}}}
	for _, k := range keys {
		f := s.grow(k.Path)
		f.Key, f.Forms = k, parseForms(k.Type)
	}
	for _, k := range keys {
		if k.Like != "" {
			f, like := s.grow(k.Path), s.grow(k.Like)
			f.members, f.Names, f.Any, f.Elem = like.members, like.Names, like.Any, like.Elem
		}
	}
	return s
}

func parseForms(s string) []Form {
	var out []Form
	for _, part := range split(s, "|") {
		kind, of, _ := strings.Cut(strings.TrimSuffix(part, ">"), "<")
		out = append(out, Form{kind, of})
	}
	return out
}

// parts splits a pattern: "a.b[]" is a, b, []. A name that holds dots is quoted.
func parts(pattern string) []string {
	var out []string
	for pattern != "" {
		if rest, quoted := strings.CutPrefix(pattern, `"`); quoted {
			name, after, _ := strings.Cut(rest, `"`)
			out, pattern = append(out, name), strings.TrimPrefix(after, ".")
			continue
		}
		var p string
		p, pattern, _ = strings.Cut(pattern, ".")
		name := strings.TrimRight(p, "[]")
		out = append(out, name)
		for range (len(p) - len(name)) / 2 {
			out = append(out, "[]")
		}
	}
	return out
}

func (s *Schema) grow(pattern string) *Field {
	f, path := s.root, ""
	for _, p := range parts(pattern) {
		if p == "[]" {
			path += p
		} else {
			path = strings.TrimPrefix(path+"."+p, ".")
		}
		f = f.grow(p, path)
	}
	return f
}

func (f *Field) grow(part, path string) *Field {
	next := f.step(part)
	if next != nil {
		return next
	}
	next = &Field{Key: Key{Path: path, Type: "table"}, Forms: []Form{{Kind: "table"}}}
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
	return next
}

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

// Element is the field of array elements and of map values that have no line of their own.
func (f *Field) Element(form Form) *Field {
	if form.Of == "" {
		return nil
	}
	k := f.Key
	return &Field{
		Key:   Key{Path: k.Path, Type: form.Of, Values: k.Values, IsPath: k.IsPath, Secret: k.Secret, Reads: k.Reads},
		Forms: []Form{{Kind: form.Of}},
	}
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
