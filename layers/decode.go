package layers

import (
	"cmp"
	"slices"
	"strconv"
	"strings"

	"github.com/agentlayers/layers/dialect"
)

// DecodeError is one value that does not fit the field that it is decoded into.
type DecodeError struct {
	Key    Key
	Origin Origin // who set the value, and where
	Err    error  // what does not fit; it does not repeat the value, which may be a secret
}

// Error is the place, the key and what does not fit: `/home/u/.acme/config.toml:3:8: server.port: ...`.
func (e *DecodeError) Error() string {
	text := e.Key.String() + ": " + e.Err.Error()
	switch at := e.Origin.String(); {
	case at == "":
		return text
	case e.Origin.Source != nil && e.Origin.Source.Kind == dialect.Runtime:
		return "-c " + text // the flag's own name holds the value
	default:
		return at + ": " + text
	}
}

// Unwrap gives Err.
func (e *DecodeError) Unwrap() error { return e.Err }

// DecodeErrors are all values that do not fit, in the order of files and places.
type DecodeErrors []*DecodeError

// Error has one line a value.
func (e DecodeErrors) Error() string {
	lines := make([]string, len(e))
	for i, one := range e {
		lines[i] = one.Error()
	}
	return strings.Join(lines, "\n")
}

// Unwrap gives the single errors to errors.As and errors.Is.
func (e DecodeErrors) Unwrap() []error {
	out := make([]error, len(e))
	for i, one := range e {
		out[i] = one
	}
	return out
}

func (e DecodeErrors) sort() {
	slices.SortStableFunc(e, func(a, b *DecodeError) int {
		return cmp.Or(
			cmp.Compare(a.Origin.Value().Path, b.Origin.Value().Path),
			cmp.Compare(a.Origin.Value().Start.Offset, b.Origin.Value().Start.Offset),
			slices.Compare(a.Key, b.Key),
		)
	})
}

// findNamed finds the node that a decoder calls by a name such as "servers[a.b].port": members after a dot or in
// brackets, elements in brackets, names of fields in any letter case. Names are not quoted, so every reading is
// tried. Where the name leads below a scalar, the scalar is meant.
func findNamed(root *Node, name string) (Key, *Node) {
	key, n, _ := deepest(nil, root, name)
	return key, n
}

// deepest gives the node for the longest part of name that leads somewhere, and how many bytes are left.
func deepest(key Key, n *Node, name string) (bestKey Key, best *Node, left int) {
	bestKey, best, left = key, n, len(name)
	try := func(part string, child *Node) {
		rest, ok := cutPart(name, part)
		if !ok {
			return
		}
		if k, found, l := deepest(key.Child(part), child, rest); l < left {
			bestKey, best, left = k, found, l
		}
	}
	if n.Table != nil {
		for _, m := range n.Table.Members {
			try(m.Name, m.Node)
		}
	}
	for i, e := range n.Elems {
		try(strconv.Itoa(i), e)
	}
	return bestKey, best, left
}

// cutPart takes one part off the front of a decoder's name.
func cutPart(name, part string) (rest string, ok bool) {
	if inner, ok := strings.CutPrefix(name, "["+part+"]"); ok {
		return inner, true
	}
	name = strings.TrimPrefix(name, ".")
	if len(name) < len(part) || !strings.EqualFold(name[:len(part)], part) {
		return "", false
	}
	rest = name[len(part):]
	return rest, rest == "" || rest[0] == '.' || rest[0] == '['
}
