package dialect

import (
	"slices"
	"strconv"
	"strings"
)

// Schema finds keys by path. What stands below a top-level name, or below a member of a large table, is compiled when it
// is first asked for; that changes no answer, and a schema is safe to share.
type Schema struct{ root *Field }

// Field is one place of a schema: a key, and what may stand below it.
type Field struct {
	Key     Key
	Forms   []Form
	Names   []string          // known members, in the order of the table
	Any     *Field            // members of other names; nil when there are none
	Elem    *Field            // elements of an array
	fields  []*Field          // of Names
	members map[string]*Field // the same by name, when they are many
	late    *groups           // of a table whose members are compiled when they are asked for, instead of members

	required []string // members without which a table is refused
	tagged   bool     // some members exist only with certain values of "type"
	renames  bool     // some members are old names of others
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

// Compiled are the key tables of a dialect, ready for use. Whoever resolves many folders compiles once; they are
// safe to share.
type Compiled struct {
	Config, Requirements *Schema
}

// Compile makes the key tables of d. Requirements without a table of keys have their fields, of any type.
func (d Dialect) Compile() *Compiled {
	keys := d.Requirements.Keys
	if keys.IsZero() {
		var list []Key
		for _, f := range d.Requirements.Fields {
			for _, name := range append([]string{f.Name}, f.Aliases...) {
				list = append(list, Key{Path: name, Type: "any"})
			}
		}
		keys = NewKeys(list...)
	}
	return &Compiled{NewSchema(d.Config.Keys), NewSchema(keys)}
}

var tableForms = []Form{{Kind: "table"}}

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
				name = pattern[at:end]
				for strings.HasSuffix(name, "[") || strings.HasSuffix(name, "]") {
					name = name[:len(name)-1]
				}
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

// Required are the known members without which the agent refuses the table, in the order of the key table.
func (f *Field) Required() []string { return f.required }

// Tagged reports whether some members exist only with certain values of the member "type".
func (f *Field) Tagged() bool { return f.tagged }

// Renames reports whether some members may be old names of others.
func (f *Field) Renames() bool { return f.renames || f.late != nil }

// Root is the place of the whole file.
func (s *Schema) Root() *Field { return s.root }

// Member is the field of a member called name: its own, or that for free names; nil when the name is unknown.
func (f *Field) Member(name string) *Field {
	if m := f.Named(name); m != nil {
		return m
	}
	return f.Any
}

// Named is the field of a member that the table knows by name; nil otherwise.
func (f *Field) Named(name string) *Field {
	if f.late != nil {
		return f.late.named(name)
	}
	return f.known(name)
}

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
