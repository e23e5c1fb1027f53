package source

import (
	"strconv"

	"github.com/agentlayers/layers/diag"
	"github.com/agentlayers/layers/internal/doc"
)

// At is the member at a path of keys below v, with its key's place; nil when there is none. v may be nil.
// Array elements are named by their index; their Member has a Name and Value only.
func At(v *doc.Value, keys ...string) *doc.Member {
	var m *doc.Member
	for _, key := range keys {
		if m = child(v, key); m == nil {
			return nil
		}
		v = m.Value
	}
	return m
}

func child(v *doc.Value, key string) *doc.Member {
	if v == nil {
		return nil
	}
	if v.Kind == doc.Array {
		i, err := strconv.Atoi(key)
		if err != nil || i < 0 || i >= len(v.Elems) {
			return nil
		}
		return &doc.Member{Name: key, Place: v.Elems[i].Place, Value: v.Elems[i]}
	}
	for i := range v.Members {
		if v.Members[i].Name == key {
			return &v.Members[i]
		}
	}
	return nil
}

// Members lists the members of the table at keys; nil when there is none.
func Members(v *doc.Value, keys ...string) []doc.Member {
	v = Value(v, keys...)
	if v == nil || v.Kind != doc.Table {
		return nil
	}
	return v.Members
}

// Elems lists the elements of the array at keys; nil when there is none.
func Elems(v *doc.Value, keys ...string) []*doc.Value {
	v = Value(v, keys...)
	if v == nil || v.Kind != doc.Array {
		return nil
	}
	return v.Elems
}

// Value is the value at keys, v itself without keys; nil when there is none.
func Value(v *doc.Value, keys ...string) *doc.Value {
	if len(keys) == 0 {
		return v
	}
	m := At(v, keys...)
	if m == nil {
		return nil
	}
	return m.Value
}

// String is the text of a string value; ok is false for anything else.
func String(v *doc.Value) (text string, ok bool) {
	if v == nil || v.Kind != doc.Scalar {
		return "", false
	}
	text, ok = v.Scalar.(string)
	return text, ok
}

// IsTrue reports whether v is the value true.
func IsTrue(v *doc.Value) bool { return v != nil && v.Kind == doc.Scalar && v.Scalar == true }

// IsFalse reports whether v is the value false.
func IsFalse(v *doc.Value) bool { return v != nil && v.Kind == doc.Scalar && v.Scalar == false }

// Strings lists the string elements of an array with their places, or the one string that v is.
func Strings(v *doc.Value) []Text {
	if s, ok := String(v); ok {
		return []Text{{s, v.Span()}}
	}
	if v == nil || v.Kind != doc.Array {
		return nil
	}
	var out []Text
	for _, e := range v.Elems {
		if s, ok := String(e); ok {
			out = append(out, Text{s, e.Span()})
		}
	}
	return out
}

// Text is a string of a file and its place.
type Text struct {
	Text string
	Span diag.Span
}
