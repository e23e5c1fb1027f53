package layers

import (
	"cmp"
	"fmt"
	"slices"
	"strings"
	"unicode"

	"github.com/agentlayers/layers/diag"
	"github.com/agentlayers/layers/dialect"
)

// Unknown is a key that the schema does not know.
type Unknown struct {
	Key  Key
	Node *Node
	// Lost: below values that the agent buffers before it reads them, where it does not notice unknown keys.
	Lost bool
}

// UnknownKeys lists the topmost unknown keys of a tree, at every depth, in written order.
func UnknownKeys(root *Node, schema *dialect.Schema) []Unknown {
	return unknownBeside(root, schema, nil)
}

// unknownBeside is UnknownKeys where an earlier tree is known that has none.
func unknownBeside(root *Node, schema *dialect.Schema, was *Node) []Unknown {
	var out []Unknown
	unknowns(root, was, schema.Root(), deepKey(), false, &out)
	return out
}

// unknowns descends with one key for all: what is kept of it is copied. was is the earlier node at the same key.
func unknowns(n, was *Node, f *dialect.Field, key Key, lost bool, out *[]Unknown) {
	if n == was || f.Accepts("any") {
		return
	}
	lost = lost || f.Key.Has(dialect.FlagFlat) || len(f.Forms) > 1 || f.Accepts("enum") || f.Tagged()
	if n.Table != nil {
		for i, m := range n.Table.Members {
			old, next := was.beside(i, m.Name), below(f, m.Name)
			switch {
			case next == nil && f.Accepts("map"): // free names whose values nothing is known about
			case next == nil, next.Key.Has(dialect.FlagUnknown):
				*out = append(*out, Unknown{key.Child(m.Name), m.Node, lost || f.Key.Has(dialect.FlagBlind)})
			default:
				unknowns(m.Node, old, next, append(key, m.Name), lost, out)
			}
		}
	}
	if elem := elementOf(f); elem != nil {
		for i, e := range n.Elems {
			unknowns(e, was.element(i), elem, append(key, itoa(i)), lost, out)
		}
	}
}

// unknownNotice is our own diagnostic about an unknown key.
func unknownNotice(u Unknown, schema *dialect.Schema, effect string, suggest bool) diag.Diagnostic {
	d := diag.Diagnostic{
		Code: "unknown-key", Severity: diag.Warning, Subject: u.Node.Origin.Key(),
		Summary: fmt.Sprintf("%s is not a known key", u.Key), Effect: effect,
	}
	if !suggest {
		return d
	}
	if other, ok := schema.Suggest(u.Key); ok {
		d.Fix = "did you mean " + other + "?"
	}
	return d
}

// layerLabels are the words by which the agent names a layer when it lists unknown keys.
var layerLabels = map[dialect.Kind]string{
	dialect.System: "system", dialect.User: "user", dialect.Profile: "user", dialect.Project: "project",
	dialect.Runtime: "session-flags", dialect.Managed: "legacy managed_config.toml", dialect.Required: "requirements",
}

// Unrecognized is the agent's warning about unknown keys of the layers that take part: the first few in the
// order of layer word, file and key, and how many more there are. It has the class "" when there are none.
//
// Cases: layers-unknown-keys, codex-random/layers-60ca61d5 (files in plain text order).
func Unrecognized(entries []Entry, schema, requirements *dialect.Schema, name int) diag.Event {
	return unrecognized(entries, name, func(e Entry) []Unknown {
		if e.Source.Kind == dialect.Required {
			return UnknownKeys(e.Root, requirements)
		}
		return UnknownKeys(e.Root, schema)
	})
}

// unrecognized is Unrecognized where unknown says what a layer holds.
func unrecognized(entries []Entry, name int, unknown func(Entry) []Unknown) diag.Event {
	var all []diag.NamedKey
	for _, e := range entries {
		if e.Disabled != nil || e.Root == nil {
			continue
		}
		for _, u := range unknown(e) {
			if !u.Lost {
				all = append(all, diag.NamedKey{Layer: layerLabels[e.Source.Kind], File: e.Source.Path, Key: escaped(strings.Join(u.Key, "."))})
			}
		}
	}
	if len(all) == 0 {
		return diag.Event{}
	}
	slices.SortFunc(all, func(a, b diag.NamedKey) int {
		return cmp.Or(cmp.Compare(a.Layer, b.Layer), cmp.Compare(a.File, b.File), cmp.Compare(a.Key, b.Key))
	})
	named := min(len(all), name)
	return diag.Event{Class: "unrecognized-settings", Entries: all[:named], More: len(all) - named}
}

// escaped writes control characters as the agent does; everything else stays, quotes too.
func escaped(s string) string {
	if !strings.ContainsFunc(s, unicode.IsControl) {
		return s
	}
	var b strings.Builder
	for _, r := range s {
		switch {
		case r == '\t':
			b.WriteString(`\t`)
		case r == '\n':
			b.WriteString(`\n`)
		case r == '\r':
			b.WriteString(`\r`)
		case unicode.IsControl(r):
			fmt.Fprintf(&b, `\u{%x}`, r)
		default:
			b.WriteRune(r)
		}
	}
	return b.String()
}
