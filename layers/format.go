package layers

import (
	"math"
	"strconv"
	"strings"

	"github.com/agentlayers/layers/internal/doc"
)

// Format writes a node as a TOML value on one line. It shows bytes as they are: writers that face a terminal
// escape the result.
func Format(n *Node) string {
	var b strings.Builder
	format(&b, n)
	return b.String()
}

func format(b *strings.Builder, n *Node) {
	switch {
	case n.Table != nil:
		b.WriteByte('{')
		for i, m := range n.Table.Members {
			if i > 0 {
				b.WriteByte(',')
			}
			b.WriteString(" " + Key{m.Name}.String() + " = ")
			format(b, m.Node)
		}
		if len(n.Table.Members) > 0 {
			b.WriteByte(' ')
		}
		b.WriteByte('}')
	case n.Elems != nil:
		b.WriteByte('[')
		for i, e := range n.Elems {
			if i > 0 {
				b.WriteString(", ")
			}
			format(b, e)
		}
		b.WriteByte(']')
	default:
		b.WriteString(FormatValue(n.Value))
	}
}

// FormatValue writes a scalar as TOML.
func FormatValue(v any) string {
	switch v := v.(type) {
	case string:
		return quote(v)
	case int64:
		return strconv.FormatInt(v, 10)
	case bool:
		return strconv.FormatBool(v)
	case float64:
		return formatFloat(v)
	case doc.Time:
		return v.Text
	case nil:
		return "null"
	}
	return "?"
}

func formatFloat(f float64) string {
	switch {
	case math.IsInf(f, 1):
		return "inf"
	case math.IsInf(f, -1):
		return "-inf"
	case math.IsNaN(f):
		return "nan"
	}
	s := strconv.FormatFloat(f, 'g', -1, 64)
	if !strings.ContainsAny(s, ".e") {
		s += ".0"
	}
	return s
}
