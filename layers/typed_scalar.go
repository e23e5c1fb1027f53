package layers

import (
	"fmt"
	"math"
	"slices"
	"strings"

	"github.com/agentlayers/layers/dialect"
	"github.com/agentlayers/layers/internal/doc"
)

// The classes of Fault that reading values gives, in the agent's order of weight: when the effective
// configuration and the file that is to blame fail in different ways, the heavier one names the error.
const (
	ClassPathUnresolved = "path-unresolved" // a relative path that was not resolved, because its layer has another mistake
	ClassWrongType      = "wrong-type"
	ClassEmpty          = "empty-value"   // a text that must not be empty, and is
	ClassInvalid        = "invalid-value" // of the right type, and refused
)

// scalar checks the forms without members.
func (c *checker) scalar(n *Node, f *dialect.Field, form dialect.Form, s spot) {
	switch {
	case form.Kind == "string":
		c.text(n, f, s)
	case form.Kind == "boolean":
		if _, ok := n.Value.(bool); !ok {
			c.wrongType(n, s, "true or false")
		}
	case form.Kind == "number":
		if !isNumber(n.Value) {
			c.wrongType(n, s, "a number")
		}
	case form.IsInteger():
		c.integer(n, f, form.Kind, s)
	case form.Kind == "keybinding":
		c.stroke(n, s)
	}
}

// text accepts a date as its text.
func (c *checker) text(n *Node, f *dialect.Field, s spot) {
	v, ok := n.Value.(string)
	if t, isTime := n.Value.(doc.Time); isTime {
		v, ok = t.Text, true
	}
	switch {
	case !ok:
		c.wrongType(n, s, wanted(f))
	case f.Key.IsPath && c.as == ReadMerged && !strings.HasPrefix(v, "/"):
		c.faultAt(n, s, ClassPathUnresolved, s.key.String()+" is a relative path that is not resolved, because its layer has another mistake")
	}
}

var integerRange = map[string][2]int64{
	"i32": {math.MinInt32, math.MaxInt32}, "i64": {math.MinInt64, math.MaxInt64},
	"u8": {0, math.MaxUint8}, "u16": {0, math.MaxUint16}, "u32": {0, math.MaxUint32},
	"u64": {0, math.MaxInt64}, "usize": {0, math.MaxInt64},
}

func (c *checker) integer(n *Node, f *dialect.Field, width string, s spot) {
	v, ok := n.Value.(int64)
	if !ok {
		c.wrongType(n, s, "an integer")
		return
	}
	r := integerRange[width]
	low := r[0]
	if f.Key.Has(dialect.FlagNonZero) {
		low = 1
	}
	if v < low || v > r[1] {
		c.faultAt(n, s, ClassWrongType, fmt.Sprintf("%s = %d is out of range (%d to %d)", s.key, v, low, r[1]))
	}
}

// enum accepts a listed word, and the word as the only key of a table: {never = {}}.
func (c *checker) enum(n *Node, f *dialect.Field, s spot) {
	if v, ok := n.Value.(string); ok {
		switch {
		case slices.Contains(f.Key.Values, v) && f.Named(v) == nil:
		case slices.Contains(f.Key.Off, v):
			c.faultAt(n, s, ClassInvalid, fmt.Sprintf("%s = %s is no longer supported", s.key, quote(v)))
		default:
			c.faultAt(n, s, ClassWrongType, fmt.Sprintf("%s = %s is not one of %s", s.key, quote(v), words(f)))
		}
		return
	}
	if n.Table == nil {
		c.wrongType(n, s, wanted(f))
		return
	}
	if s.blamed != nil && !f.Key.Has(dialect.FlagFlat) && (len(n.Table.Members) != 1 || f.Named(n.Table.Members[0].Name) == nil) {
		c.wrongType(n, s, wanted(f)) // a word as a table is only understood where the agent reads it directly
		return
	}
	if len(n.Table.Members) != 1 {
		c.faultAt(n, s, ClassInvalid, fmt.Sprintf("%s needs one of %s, as a word or as the only key of a table", s.key, words(f)))
		return
	}
	m := n.Table.Members[0]
	inner := s.child(m.Name)
	switch {
	case !slices.Contains(f.Key.Values, m.Name):
		c.faultAt(n, s, ClassWrongType, fmt.Sprintf("%s: %s is not one of %s", s.key, quote(m.Name), words(f)))
	case f.Named(m.Name) != nil:
		c.value(m.Node, f.Named(m.Name), inner)
	case !isEmpty(m.Node):
		c.faultAt(m.Node, inner, ClassInvalid, inner.key.String()+" takes nothing: write {}")
	}
}

func isEmpty(n *Node) bool { return n.IsLeaf() && (n.Table != nil || n.Elems != nil) }

func isNumber(v any) bool {
	switch v.(type) {
	case int64, float64:
		return true
	}
	return false
}

// wanted names the forms of a field for people.
func wanted(f *dialect.Field) string {
	var out []string
	for _, form := range f.Forms {
		switch {
		case form.Kind == "enum":
			out = append(out, "one of "+words(f))
		case form.Kind == "boolean":
			out = append(out, "true or false")
		case form.Kind == "string" && f.Key.IsPath:
			out = append(out, "a path")
		case form.Kind == "table" || form.Kind == "map":
			out = append(out, "a table")
		case form.Kind == "array":
			out = append(out, "an array")
		case form.IsInteger():
			out = append(out, "an integer")
		default:
			out = append(out, "a "+form.Kind)
		}
	}
	return strings.Join(out, " or ")
}

func words(f *dialect.Field) string {
	quoted := make([]string, len(f.Key.Values))
	for i, v := range f.Key.Values {
		quoted[i] = quote(v)
	}
	return strings.Join(quoted, ", ")
}

// describe names what a value is for people.
func describe(n *Node) string {
	switch v := n.Value.(type) {
	case string:
		return "the string " + shorten(quote(v))
	case int64, bool, float64:
		return fmt.Sprint(v)
	case doc.Time:
		return "the date " + v.Text
	}
	switch {
	case n.Table != nil:
		return "a table"
	case n.Elems != nil:
		return "an array"
	}
	return "null"
}

const shownRunes = 40

func shorten(s string) string {
	if r := []rune(s); len(r) > shownRunes {
		return string(r[:shownRunes]) + "…"
	}
	return s
}
