package edit

import (
	"math"
	"slices"
	"strconv"

	"github.com/agentlayers/layers/internal/doc"
	"github.com/agentlayers/layers/layers"
)

// child is the member or element that a part of a key names, or nil.
func child(v *doc.Value, part string) *doc.Value {
	switch v.Kind {
	case doc.Table:
		return v.Get(part)
	case doc.Array:
		if i, err := strconv.Atoi(part); err == nil && i >= 0 && i < len(v.Elems) && strconv.Itoa(i) == part {
			return v.Elems[i]
		}
	}
	return nil
}

// at is the value at key, or nil.
func at(v *doc.Value, key layers.Key) *doc.Value {
	for _, part := range key {
		if v = child(v, part); v == nil {
			return nil
		}
	}
	return v
}

// with is the tree that Set wants: root with value at key.
func with(root *doc.Value, key layers.Key, value *doc.Value) *doc.Value {
	if len(key) == 0 {
		return value
	}
	if root == nil {
		root = &doc.Value{Kind: doc.Table}
	}
	below := with(child(root, key[0]), key[1:], value)
	out := *root
	if root.Kind == doc.Array {
		i, _ := strconv.Atoi(key[0]) // an element that exists: obstacle made sure
		out.Elems = slices.Clone(root.Elems)
		out.Elems[i] = below
		return &out
	}
	out.Members = slices.Clone(root.Members)
	i := slices.IndexFunc(out.Members, func(m doc.Member) bool { return m.Name == key[0] })
	if i < 0 {
		out.Members = append(out.Members, doc.Member{Name: key[0], Value: below})
	} else {
		out.Members[i].Value = below
	}
	return &out
}

// same compares values, not places. The order of members does not count.
func same(a, b *doc.Value) bool {
	if a.Kind != b.Kind || len(a.Members) != len(b.Members) || len(a.Elems) != len(b.Elems) {
		return false
	}
	if a.Kind == doc.Scalar {
		return sameScalar(a.Scalar, b.Scalar)
	}
	for i := range a.Elems {
		if !same(a.Elems[i], b.Elems[i]) {
			return false
		}
	}
	others := index(b)
	for _, m := range a.Members {
		if o := others[m.Name]; o == nil || !same(m.Value, o) {
			return false
		}
	}
	return true
}

func index(v *doc.Value) map[string]*doc.Value {
	out := make(map[string]*doc.Value, len(v.Members))
	for _, m := range v.Members {
		out[m.Name] = m.Value
	}
	return out
}

func sameScalar(a, b any) bool {
	x, isFloat := a.(float64)
	y, both := b.(float64)
	return a == b || isFloat && both && math.IsNaN(x) && math.IsNaN(y)
}

// sameWithout reports whether after is before without key. Tables on the way to the key may be gone when nothing
// else was in them.
func sameWithout(before, after *doc.Value, key layers.Key) bool {
	if before.Kind != after.Kind || len(before.Elems) != len(after.Elems) {
		return false
	}
	for i, e := range before.Elems {
		if strconv.Itoa(i) == key[0] {
			if !sameWithout(e, after.Elems[i], key[1:]) {
				return false
			}
		} else if !same(e, after.Elems[i]) {
			return false
		}
	}
	rest, found := index(after), len(after.Members)
	for _, m := range before.Members {
		o := rest[m.Name]
		switch {
		case m.Name != key[0]:
			if o == nil || !same(m.Value, o) {
				return false
			}
			found--
		case o == nil && (len(key) == 1 || holdsOnly(m.Value, key[1:])):
		case o != nil && len(key) > 1 && sameWithout(m.Value, o, key[1:]):
			found--
		default:
			return false
		}
	}
	return found == 0
}

// holdsOnly reports whether v is a table with nothing but key in it.
func holdsOnly(v *doc.Value, key layers.Key) bool {
	return v.Kind == doc.Table && len(v.Members) == 1 && v.Members[0].Name == key[0] &&
		(len(key) == 1 || holdsOnly(v.Members[0].Value, key[1:]))
}
