package layers

import (
	"github.com/agentlayers/layers/diag"
	"github.com/agentlayers/layers/dialect"
	"github.com/agentlayers/layers/internal/doc"
	"github.com/agentlayers/layers/internal/tomlsrc"
)

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
	return convert(v, Origin{Source: src, Value: v.Span})
}

func convert(v *doc.Value, o Origin) *Node {
	n := &Node{Origin: o}
	switch v.Kind {
	case doc.Table:
		members := make([]Member, len(v.Members))
		for i, m := range v.Members {
			members[i] = Member{m.Name, convert(m.Value, Origin{
				Source: o.Source, Key: m.Key, Value: m.Value.Span, Opened: m.Opened,
			})}
		}
		n.Table = NewTable(members)
	case doc.Array:
		n.Elems = make([]*Node, len(v.Elems))
		for i, e := range v.Elems {
			n.Elems[i] = convert(e, Origin{Source: o.Source, Value: e.Span, Opened: e.Opened})
		}
	default:
		n.Value = v.Scalar
	}
	return n
}

func emptyTable(src *Source) *Node {
	return &Node{Table: NewTable(nil), Origin: Origin{Source: src}}
}
