package layers

import (
	"fmt"
	"slices"

	"github.com/agentlayers/layers/dialect"
)

// Untyped lists the keys of the effective configuration that the agent's typed view does not show: unknown
// names, and known ones that it keeps to itself. Only the topmost key of a dropped subtree is listed, sorted by
// part; array elements are not looked into.
//
// Case: the untyped_keys facts of every recorded case.
func Untyped(root *Node, schema *dialect.Schema) []Key {
	return untypedLike(root, schema, nil, nil)
}

// untypedLike is Untyped where the answer for an earlier root is known.
func untypedLike(root *Node, schema *dialect.Schema, was *Node, before []Key) []Key {
	var out []Key
	untyped(root, schema.Root(), deepKey(), was, before, &out)
	slices.SortFunc(out, func(a, b Key) int { return slices.Compare(a, b) })
	return out
}

// itself is the key of a key.
func itself(k Key) Key { return k }

// from cuts, out of a list in the order of keys, those that begin with key.
func from[T any](list []T, key Key, of func(T) Key) []T {
	compare := func(x T, key Key) int {
		k := of(x)
		return slices.Compare(k[:min(len(k), len(key))], key)
	}
	i, _ := slices.BinarySearchFunc(list, key, compare)
	j := i
	for j < len(list) && compare(list[j], key) == 0 {
		j++
	}
	return list[i:j]
}

// untyped descends with one key for all: what is kept of it is copied. was is the earlier node at the same key.
func untyped(n *Node, f *dialect.Field, key Key, was *Node, before []Key, out *[]Key) {
	if n == was {
		*out = append(*out, before...)
		return
	}
	if n.Table == nil || f.Accepts("any") {
		return
	}
	for i, m := range n.Table.Members {
		old := was.beside(i, m.Name)
		if old == m.Node {
			*out = append(*out, from(before, append(key, m.Name), itself)...)
			continue
		}
		next := below(f, m.Name)
		switch {
		case next == nil && f.Accepts("map"): // free names whose values nothing is known about
		case next == nil, omitted(m.Node, &next.Key):
			*out = append(*out, key.Child(m.Name))
		default:
			at := append(key, m.Name)
			untyped(m.Node, next, at, old, from(before, at, itself), out)
		}
	}
}

// omitted reports whether the typed view leaves out a known key with this value.
func omitted(n *Node, k *dialect.Key) bool {
	return k.Has(dialect.FlagHidden) || k.Has(dialect.FlagOmitEmpty) && isEmpty(n) ||
		n.Value != nil && len(k.Omits) > 0 && slices.Contains(k.Omits, fmt.Sprint(n.Value))
}

// TypedDiffers lists arrays that the typed view shows with other contents: unknown members of their tables are
// gone, and some unset members appear with a default.
//
// Cases: trust-worktree-hooks, codex-random/layers-88a5fdc7.
func TypedDiffers(root *Node, schema *dialect.Schema) []Differs {
	return differsLike(root, schema, nil, nil)
}

// differsLike is TypedDiffers where the answer for an earlier root is known.
func differsLike(root *Node, schema *dialect.Schema, was *Node, before []Differs) []Differs {
	var out []Differs
	differs(root, schema.Root(), deepKey(), was, before, &out)
	slices.SortFunc(out, func(a, b Differs) int { return slices.Compare(a.Key, b.Key) })
	return out
}

// differs descends with one key for all: what is kept of it is copied. was is the earlier node at the same key.
func differs(n *Node, f *dialect.Field, key Key, was *Node, before []Differs, out *[]Differs) {
	switch {
	case n == was:
		*out = append(*out, before...)
	case f == nil || omitted(n, &f.Key):
	case f.Key.Has(dialect.FlagNullBoolean) && n.Table == nil:
		*out = append(*out, Differs{Key: slices.Clone(key)})
	case n.Table != nil:
		for i, m := range n.Table.Members {
			old, at := was.beside(i, m.Name), append(key, m.Name)
			mine := from(before, at, func(d Differs) Key { return d.Key })
			if old == m.Node {
				*out = append(*out, mine...)
			} else {
				differs(m.Node, below(f, m.Name), at, old, mine, out)
			}
		}
	case holdsTable(n):
		if v, changed := shown(n, f); changed {
			*out = append(*out, Differs{Key: slices.Clone(key), Value: v})
		}
	}
}

// holdsTable reports whether an array has a table somewhere: nothing else is shown in another way.
func holdsTable(n *Node) bool {
	return slices.ContainsFunc(n.Elems, func(e *Node) bool { return e.Table != nil || holdsTable(e) })
}

// shown is a value inside an array as the typed view shows it, and whether that differs from the value itself.
func shown(n *Node, f *dialect.Field) (any, bool) {
	switch {
	case f == nil:
		return n.Plain(), false
	case n.Elems != nil:
		out, changed := []any{}, false
		for _, e := range n.Elems {
			v, c := shown(e, elementOf(f))
			out, changed = append(out, v), changed || c
		}
		return out, changed
	case n.Table != nil && !f.Accepts("any"):
		return shownTable(n, f)
	}
	return n.Plain(), false
}

func shownTable(n *Node, f *dialect.Field) (any, bool) {
	out, changed := map[string]any{}, false
	kind := textOf(n.Table.Get("type"))
	for _, m := range n.Table.Members {
		next := below(f, m.Name)
		if next == nil || next.Key.Has(dialect.FlagHidden) || !existsFor(&next.Key, kind) {
			changed = true
			continue
		}
		name := m.Name
		if next.Key.Alias != "" {
			name, changed = next.Key.Alias, true
		}
		v, c := shown(m.Node, next)
		out[name], changed = v, changed || c
	}
	for _, name := range f.Names {
		k := &f.Named(name).Key
		if _, set := out[name]; set || k.Shows == "" || !existsFor(k, kind) {
			continue
		}
		changed = true
		out[name] = unset(k.Shows)
	}
	return out, changed
}

// unset is what the typed view shows for a member that is not there.
func unset(word string) any {
	switch word {
	case "false":
		return false
	case "array":
		return []any{}
	case "table":
		return map[string]any{}
	}
	return nil
}
