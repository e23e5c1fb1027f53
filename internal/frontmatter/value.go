package frontmatter

import (
	"strings"

	"gopkg.in/yaml.v3"

	"github.com/agentlayers/layers/diag"
)

// Kind tells the shapes of a Value apart.
type Kind string

// The kinds.
const (
	Null Kind = "null" // nothing, or a plain null word
	Text Kind = "text" // any other scalar: numbers and words keep their spelling
	List Kind = "list"
	Map  Kind = "map"
)

// Value is one node of the head. An alias is the very Value it names, so a Value may contain itself: never walk
// one without a bound.
type Value struct {
	Kind    Kind
	Text    string // of a scalar, escapes and folding undone; of a Null as written
	Plain   bool   // a scalar without quotes and without a tag
	BadNull bool   // tagged as null with another text, which no field takes
	Span    diag.Span
	Items   []*Value // of a List
	Fields  []Field  // of a Map, in order, duplicates in place
	OddKey  *Problem // a key of a Map that is no plain text, and so in no Field
}

// Field is one key of a Map.
type Field struct {
	Name  string
	Key   diag.Span
	Value *Value
}

// Get returns the first field of that name, or nil. It works on a nil Value.
func (v *Value) Get(name string) *Field {
	if v == nil {
		return nil
	}
	for i := range v.Fields {
		if v.Fields[i].Name == name {
			return &v.Fields[i]
		}
	}
	return nil
}

// builder turns nodes into Values.
type builder struct {
	h    *head
	made map[*yaml.Node]*Value
}

// isNullWord reports a plain scalar that means nothing.
func isNullWord(s string) bool {
	switch s {
	case "", "~", "null", "Null", "NULL":
		return true
	}
	return false
}

// value converts n. before is the line (of the head) that n's text ends before.
func (b *builder) value(n *yaml.Node, before int) *Value {
	if n.Kind == yaml.AliasNode {
		n = n.Alias
	}
	if v := b.made[n]; v != nil {
		return v
	}
	start := b.h.offset(n.Line, n.Column)
	v := &Value{Span: b.h.src.Span(start, max(start, b.endOf(n, before)))}
	b.made[n] = v
	switch n.Kind {
	case yaml.SequenceNode:
		v.Kind = List
		for i, c := range n.Content {
			v.Items = append(v.Items, b.value(c, startLine(n.Content, i+1, before)))
		}
	case yaml.MappingNode:
		v.Kind = Map
		b.fields(v, n, before)
	default:
		v.scalar(n)
	}
	return v
}

func (v *Value) scalar(n *yaml.Node) {
	v.Kind, v.Text, v.Plain = Text, n.Value, n.Style == 0
	tagged := n.Style&yaml.TaggedStyle != 0
	switch {
	case v.Plain && isNullWord(n.Value):
		v.Kind = Null
	case tagged && n.Tag == "!!null" && isNullWord(n.Value) && n.Value != "":
		v.Kind = Null
	case tagged && n.Tag == "!!null":
		v.BadNull = true
	}
}

func (b *builder) fields(v *Value, n *yaml.Node, before int) {
	for i := 0; i+1 < len(n.Content); i += 2 {
		key := n.Content[i]
		if key.Kind == yaml.AliasNode {
			key = key.Alias
		}
		start := b.h.offset(n.Content[i].Line, n.Content[i].Column)
		at := b.h.src.Span(start, start+len(b.keyText(n.Content[i])))
		if key.Kind != yaml.ScalarNode {
			v.OddKey = &Problem{BadYAML, at, "not valid YAML here: a key must be plain text"}
			continue
		}
		value := b.value(n.Content[i+1], startLine(n.Content, i+2, before))
		v.Fields = append(v.Fields, Field{Name: key.Value, Key: at, Value: value})
	}
}

// startLine is the line on which the i-th node starts, or before when there is none.
func startLine(nodes []*yaml.Node, i, before int) int {
	if i < len(nodes) {
		return nodes[i].Line
	}
	return before
}

// keyText is a key as written, quotes included.
func (b *builder) keyText(n *yaml.Node) string {
	rest := b.rest(n)
	switch {
	case n.Style&yaml.DoubleQuotedStyle != 0, n.Style&yaml.SingleQuotedStyle != 0:
		if end := closingQuote(rest); end > 0 {
			return rest[:end]
		}
	case strings.HasPrefix(rest, n.Value):
		return n.Value
	}
	return rest
}

// rest is the node's line from the node on.
func (b *builder) rest(n *yaml.Node) string {
	if n.Line > len(b.h.lines) {
		return ""
	}
	line := b.h.lines[n.Line-1]
	from := b.h.offset(n.Line, n.Column) - b.h.starts[n.Line-1]
	return line[from:]
}

// closingQuote is the length of the quoted text at the start of s, or 0 when it does not end there.
func closingQuote(s string) int {
	quote := s[0]
	for i := 1; i < len(s); i++ {
		switch {
		case s[i] == '\\' && quote == '"':
			i++
		case s[i] == quote && quote == '\'' && i+1 < len(s) && s[i+1] == '\'':
			i++
		case s[i] == quote:
			return i + 1
		}
	}
	return 0
}

// endOf is the offset after the node's text: on its own line where it ends there, else at the end of the last
// line that is not blank before the next node.
func (b *builder) endOf(n *yaml.Node, before int) int {
	rest := b.rest(n)
	if n.Kind == yaml.ScalarNode && rest != "" {
		start := b.h.offset(n.Line, n.Column)
		quoted := n.Style&(yaml.DoubleQuotedStyle|yaml.SingleQuotedStyle) != 0
		switch {
		case quoted && (rest[0] == '"' || rest[0] == '\''):
			if end := closingQuote(rest); end > 0 {
				return start + end
			}
		case strings.HasPrefix(rest, n.Value) && n.Style == 0:
			return start + len(n.Value)
		case strings.HasPrefix(rest, n.Value) && quoted: // a repaired line: the quotes are not in the file
			return start + len(n.Value)
		}
	}
	last := min(before, len(b.h.lines)+1) - 1
	for last > n.Line && strings.TrimSpace(b.h.lines[last-1]) == "" {
		last--
	}
	return b.h.lineEnd(max(last, n.Line))
}
