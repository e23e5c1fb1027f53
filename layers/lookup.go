package layers

import (
	"iter"
	"strconv"
	"strings"

	"github.com/agentlayers/layers/internal/doc"
)

// At returns the node at key below n, or nil. Array elements are named by their index.
func (n *Node) At(key Key) *Node {
	for _, part := range key {
		switch {
		case n == nil:
			return nil
		case n.Table != nil:
			n = n.Table.Get(part)
		case n.Elems != nil:
			i, err := strconv.Atoi(part)
			if err != nil || i < 0 || i >= len(n.Elems) {
				return nil
			}
			n = n.Elems[i]
		default:
			return nil
		}
	}
	return n
}

// Setting returns the node at a key of names between periods, such as "tools.web", as a dialect has them; nil where
// nothing is set. Parts may be quoted as in ParseKey; without quotes it costs no memory.
func (n *Node) Setting(dotted string) *Node {
	if dotted == "" || strings.ContainsAny(dotted, `"'`) {
		key, err := ParseKey(dotted)
		if err != nil || len(key) == 0 {
			return nil
		}
		return n.At(key)
	}
	for more := true; more && n != nil; {
		var part string
		part, dotted, more = strings.Cut(dotted, ".")
		n = n.Table.Get(part)
	}
	return n
}

// Leaves yields every leaf below n with its key, in written order. Tables and arrays that are empty are
// leaves; the elements of other arrays are visited one by one.
func (n *Node) Leaves() iter.Seq2[Key, *Node] {
	return func(yield func(Key, *Node) bool) { n.walkLeaves(nil, yield) }
}

func (n *Node) walkLeaves(key Key, yield func(Key, *Node) bool) bool {
	if n.IsLeaf() {
		return yield(key, n)
	}
	if n.Table != nil {
		for _, m := range n.Table.Members {
			if !m.Node.walkLeaves(key.Child(m.Name), yield) {
				return false
			}
		}
		return true
	}
	for i, e := range n.Elems {
		if !e.walkLeaves(key.Child(strconv.Itoa(i)), yield) {
			return false
		}
	}
	return true
}

// Values yields what people call settings: scalars and whole arrays, with their key, in written order. An
// array is one setting because a higher layer replaces it whole; a table without members is skipped.
func (n *Node) Values() iter.Seq2[Key, *Node] {
	return func(yield func(Key, *Node) bool) { n.walkValues(nil, yield) }
}

func (n *Node) walkValues(key Key, yield func(Key, *Node) bool) bool {
	if n.Table == nil {
		return yield(key, n)
	}
	for _, m := range n.Table.Members {
		if !m.Node.walkValues(key.Child(m.Name), yield) {
			return false
		}
	}
	return true
}

// Plain gives n as maps, slices and scalars, for decoders. Dates become their text.
func (n *Node) Plain() any {
	switch {
	case n.Table != nil:
		out := make(map[string]any, len(n.Table.Members))
		for _, m := range n.Table.Members {
			out[m.Name] = m.Node.Plain()
		}
		return out
	case n.Elems != nil:
		out := make([]any, len(n.Elems))
		for i, e := range n.Elems {
			out[i] = e.Plain()
		}
		return out
	}
	if t, ok := n.Value.(doc.Time); ok {
		return t.Text
	}
	return n.Value
}

// Get returns the effective value at a dotted key such as "model" or `mcp_servers."a.b".command`, who set it,
// and whether it is set.
func (e Effective) Get(dotted string) (any, Origin, bool) {
	key, err := ParseKey(dotted)
	if err != nil {
		return nil, Origin{}, false
	}
	n := e.Root.At(key)
	if n == nil {
		return nil, Origin{}, false
	}
	return n.Plain(), n.Origin, true
}

// Map is the whole effective configuration as maps, slices and scalars.
func (e Effective) Map() map[string]any {
	m, _ := e.Root.Plain().(map[string]any)
	return m
}
