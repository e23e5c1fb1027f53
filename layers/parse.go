package layers

import (
	"bytes"
	"encoding/binary"
	"unicode/utf16"

	"github.com/agentlayers/layers/diag"
	"github.com/agentlayers/layers/dialect"
	"github.com/agentlayers/layers/internal/doc"
	"github.com/agentlayers/layers/internal/jsonsrc"
	"github.com/agentlayers/layers/internal/tomlsrc"
)

// reader gives the strategy of dialect.Config.Format.
func reader(format string) func(*diag.Source, *Source, dialect.Limits) (*Node, diag.List) {
	if format == dialect.FormatJSON {
		return parseJSON
	}
	return parse
}

// decoded gives a file's bytes as text in UTF-8. An agent that reads JSON also knows UTF-16 by its little-endian
// mark; places then count in the decoded text.
//
// Case: settings-utf16.
func decoded(data []byte, format string) []byte {
	rest, ok := bytes.CutPrefix(data, []byte{0xFF, 0xFE})
	if format != dialect.FormatJSON || !ok {
		return data
	}
	units := make([]uint16, len(rest)/2)
	for i := range units {
		units[i] = binary.LittleEndian.Uint16(rest[2*i:])
	}
	return []byte(string(utf16.Decode(units)))
}

// parseJSON is parse for JSON. A file of white space is an empty object; any other value than an object is an
// error.
func parseJSON(text *diag.Source, src *Source, lim dialect.Limits) (*Node, diag.List) {
	if len(bytes.TrimSpace(text.Bytes)) == 0 {
		return emptyTable(src), nil
	}
	v, diags := jsonsrc.Parse(text, jsonsrc.Options{Depth: lim.Depth})
	switch {
	case v == nil:
		return emptyTable(src), diags
	case v.Kind != doc.Table:
		return emptyTable(src), append(diags, diag.Diagnostic{
			Code: jsonsrc.CodeSyntax, Severity: diag.Error, Subject: v.Span, Summary: "the file holds no object",
			Fix: "begin with { and end with }",
		})
	}
	return fromDoc(v, src), diags
}

// parse turns a file's text into a layer's tree. With an error in the list the tree is incomplete.
func parse(text *diag.Source, src *Source, lim dialect.Limits) (*Node, diag.List) {
	v, diags := tomlsrc.Parse(text, tomlOptions(lim))
	if v == nil {
		return emptyTable(src), diags
	}
	return fromDoc(v, src), diags
}

// tomlOptions are the reader's options for the limits of a dialect.
func tomlOptions(lim dialect.Limits) tomlsrc.Options {
	o := tomlsrc.Options{Depth: lim.Depth, KeyParts: lim.KeyParts, LeapSecond: lim.LeapSecond, Reader: tomlsrc.Reader2026}
	if lim.Reader == "2025" {
		o.Reader = tomlsrc.Reader2025
	}
	return o
}

// fromDoc gives every value of a parsed file its origin.
func fromDoc(v *doc.Value, src *Source) *Node {
	var c converter
	c.count(v)
	c.nodes, c.tables = make([]Node, c.values), make([]Table, c.maps)
	c.members, c.elems = make([]Member, c.named), make([]*Node, c.listed)
	return c.convert(v, Origin{Source: src, Value: v.Span})
}

// converter makes the nodes of one file in few pieces.
type converter struct {
	values, maps, named, listed int // how many there are of each

	nodes   []Node
	tables  []Table
	members []Member
	elems   []*Node
}

func (c *converter) count(v *doc.Value) {
	c.values++
	if v.Kind == doc.Table {
		c.maps++
		c.named += len(v.Members)
	}
	c.listed += len(v.Elems)
	for i := range v.Members {
		c.count(v.Members[i].Value)
	}
	for _, e := range v.Elems {
		c.count(e)
	}
}

// take cuts the first n off what is left.
func take[T any](rest *[]T, n int) []T {
	out := (*rest)[:n:n]
	*rest = (*rest)[n:]
	return out
}

func (c *converter) convert(v *doc.Value, o Origin) *Node {
	n := &take(&c.nodes, 1)[0]
	n.Origin = o
	switch v.Kind {
	case doc.Table:
		members := take(&c.members, len(v.Members))
		for i := range v.Members {
			m := &v.Members[i]
			members[i] = Member{m.Name, c.convert(m.Value, Origin{
				Source: o.Source, Key: m.Key, Value: m.Value.Span, Opened: m.Opened,
			})}
		}
		n.Table = &take(&c.tables, 1)[0]
		*n.Table = tableOf(members)
	case doc.Array:
		n.Elems = take(&c.elems, len(v.Elems))
		for i, e := range v.Elems {
			n.Elems[i] = c.convert(e, Origin{Source: o.Source, Value: e.Span, Opened: e.Opened})
		}
	default:
		n.Value = v.Scalar
	}
	return n
}

func emptyTable(src *Source) *Node {
	return &Node{Table: NewTable(nil), Origin: Origin{Source: src}}
}
