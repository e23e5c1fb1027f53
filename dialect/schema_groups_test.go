package dialect

import (
	"slices"
	"strings"
	"sync"
	"testing"

	"github.com/google/go-cmp/cmp"
)

// whole is the schema of the same keys, compiled at once.
func whole(keys Keys) *Schema {
	list := slices.Collect(keys.All())
	return &Schema{root: NewKeys(list...).compile([]run{{0, len(list)}})}
}

// sameFields compares two fields and all below; seen holds those that are shared by several tables.
func sameFields(t *testing.T, where string, a, b *Field, seen map[*Field]bool) {
	t.Helper()
	if a == nil || b == nil || seen[a] {
		if (a == nil) != (b == nil) {
			t.Errorf("%s: there %v, compiled at once %v", where, a != nil, b != nil)
		}
		return
	}
	seen[a] = true
	if diff := cmp.Diff(
		[]any{b.Key, b.Forms, b.Names, b.Required(), b.Tagged()},
		[]any{a.Key, a.Forms, a.Names, a.Required(), a.Tagged()}); diff != "" {
		t.Errorf("%s: -at once +late:\n%s", where, diff)
		return
	}
	for _, name := range a.Names {
		sameFields(t, where+"."+name, a.Named(name), b.Named(name), seen)
	}
	sameFields(t, where+".*", a.Any, b.Any, seen)
	sameFields(t, where+"[]", a.Elem, b.Elem, seen)
	for _, form := range a.Forms {
		sameFields(t, where+"<"+form.Of+">", a.Element(form), b.Element(form), seen)
	}
}

// TestLateIsTheSame: compiling a top-level name when it is asked for changes nothing.
func TestLateIsTheSame(t *testing.T) {
	t.Parallel()
	for name, table := range tables {
		keys := Keys{built: table}
		sameFields(t, name, newSchema(keys).Root(), whole(keys).Root(), map[*Field]bool{})
		list := NewKeys(slices.Collect(keys.All())...)
		sameFields(t, name+" as a list", NewSchema(list).Root(), whole(keys).Root(), map[*Field]bool{})
	}
	for name, rows := range map[string][]Key{
		"none":             {},
		"free names":       {{Path: "a", Type: "string"}, {Path: "*", Type: "table"}, {Path: "*.x", Type: "u64"}},
		"scattered":        {{Path: "b.c", Type: "string"}, {Path: "a.x[].y", Type: "string"}, {Path: "b.d", Type: "any"}, {Path: "a", Type: "table"}},
		"required":         {{Path: "a", Type: "string"}, {Path: "b", Type: "string", Flags: []string{FlagRequired}}, {Path: "c.d", Type: "string", Flags: []string{FlagRequired}}},
		"tagged":           {{Path: "type", Type: "string"}, {Path: "b", Type: "string", For: []string{"x"}}},
		"like another":     {{Path: "a.b", Type: "table", Like: "c"}, {Path: "c.x", Type: "string"}, {Path: "d", Type: "table", Like: "a.b"}},
		"like each other":  {{Path: "a", Type: "table", Like: "b"}, {Path: "b", Type: "table", Like: "a"}, {Path: "b.c", Type: "any"}},
		"like nothing":     {{Path: "a", Type: "table", Like: "x.y"}, {Path: "b", Type: "string"}},
		"the root":         {{Path: "", Type: "map<string>"}, {Path: "a", Type: "any"}},
		"quoted":           {{Path: `"a.b".c`, Type: "any"}, {Path: `a."b.c"`, Type: "array<string>"}, {Path: `a."b.c"[].d`, Type: "any"}},
		"one name of many": {{Path: "a", Type: "table"}, {Path: "ab.c", Type: "string"}, {Path: "a.b", Type: "enum", Values: []string{"v"}}},
	} {
		sameFields(t, name, NewSchema(NewKeys(rows...)).Root(), whole(NewKeys(rows...)).Root(), map[*Field]bool{})
	}
}

// TestManyAskAtOnce: a schema is shared by goroutines that ask for the same and for different names.
func TestManyAskAtOnce(t *testing.T) {
	t.Parallel()
	s := newSchema(CodexKeys("0.171.0"))
	var wait sync.WaitGroup
	for i := range 8 {
		wait.Go(func() {
			for j := range s.Root().Names {
				name := s.Root().Names[(i+j)%len(s.Root().Names)]
				f := s.Root().Named(name)
				if f == nil || !strings.HasPrefix(f.Key.Path, name) {
					t.Errorf("%s: %v", name, f)
					return
				}
				for _, below := range f.Names {
					if m := f.Named(below); m == nil || !strings.HasPrefix(m.Key.Path, name+".") {
						t.Errorf("%s.%s: %v", name, below, m)
					}
				}
			}
		})
	}
	wait.Wait()
}
