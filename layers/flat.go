package layers

import (
	"strconv"
	"strings"
)

// FlatOrigins is the origin map in the agent's own form: dotted path to the layer that last set it.
//
// It is a record of what the agent reports, not of the truth: parts are joined without quoting, so different
// keys can share one entry, and paths of a lower layer stay after a higher layer replaced their array or
// table. People are shown Node.Origin and Node.Shadowed instead.
//
// Cases: layers-arrays-stale-origins, layers-quoted-dotted-keys.
func (s ConfigLayerStack) FlatOrigins() map[string]*Source {
	out := map[string]*Source{}
	for i := range s.Entries {
		e := &s.Entries[i]
		if !e.Active() {
			continue
		}
		flatten(e.Canonical, nil, func(path []string) { out[strings.Join(path, ".")] = e.Source })
	}
	return out
}

// flatten visits every leaf path; empty tables and empty arrays have none.
func flatten(n *Node, path []string, visit func([]string)) {
	switch {
	case n.Table != nil:
		for _, m := range n.Table.Members {
			flatten(m.Node, append(path, m.Name), visit)
		}
	case n.Elems != nil:
		for i, e := range n.Elems {
			flatten(e, append(path, strconv.Itoa(i)), visit)
		}
	default:
		visit(path)
	}
}
