package edit

import (
	"bytes"
	"strings"

	"github.com/agentlayers/layers/internal/doc"
	"github.com/agentlayers/layers/layers"
)

// defaultIndent is the step of indentation where the file shows none.
const defaultIndent = "  "

// setJSON puts a value at key.
func (w *draft) setJSON(key layers.Key, v Value) {
	if old := at(w.root, key); old != nil {
		w.replace(old.Span().Start.Offset, old.Span().End.Offset, v.text)
		return
	}
	if isBlank(w.text[w.mark():]) {
		nl := newline(w.text, len(w.text))
		s := jsonStyle{nl: nl, unit: defaultIndent, colon: ": ", lines: true}
		w.replace(w.mark(), len(w.text), s.object("", s.member(defaultIndent, key, v.text))+nl)
		return
	}
	have := 0
	for at(w.root, key[:have+1]) != nil {
		have++
	}
	w.addJSON(at(w.root, key[:have]), key[have:], v.text)
}

// addJSON adds a member at the end of an object.
func (w *draft) addJSON(object *doc.Value, key layers.Key, value string) {
	s := w.jsonStyle(object)
	start, end := object.Span().Start.Offset, object.Span().End.Offset
	last := lastMember(object)
	if last == nil {
		indent := lineIndentText(w.text, start)
		w.replace(start, end, s.object(indent, s.member(indent+s.unit, key, value)))
		return
	}
	first := last.Key().Start.Offset
	after := last.Value.Span().End.Offset
	if indent := indentOf(w.text, first); isBlank(w.text[lineStart(w.text, first):first]) && s.lines {
		w.replace(after, after, ","+s.nl+indent+s.member(indent, key, value))
		return
	}
	s.lines = false
	gap := " "
	if s.colon == ":" {
		gap = ""
	}
	w.replace(after, after, ","+gap+s.member("", key, value))
}

func lastMember(object *doc.Value) *doc.Member {
	var last *doc.Member
	for i := range object.Members {
		if m := &object.Members[i]; last == nil || m.Value.Span().End.Offset > last.Value.Span().End.Offset {
			last = m
		}
	}
	return last
}

// jsonStyle is how the file lays out its objects.
type jsonStyle struct {
	nl, unit, colon string
	lines           bool // one member a line
}

// jsonStyle looks at the object, and at the whole file for what the object does not show.
func (w *draft) jsonStyle(object *doc.Value) jsonStyle {
	s := jsonStyle{nl: newline(w.text, len(w.text)), unit: defaultIndent, colon: ": "}
	from := object
	if len(object.Members) == 0 {
		from = w.root
	}
	stretch := w.text[from.Span().Start.Offset:from.Span().End.Offset]
	s.lines = bytes.IndexByte(stretch, '\n') >= 0 || len(w.root.Members) == 0
	if m := lastMember(from); m != nil && m.Value.Span().Start.Offset == m.Key().End.Offset+1 {
		s.colon = ":"
	}
	if m := lastMember(w.root); m != nil {
		first := m.Key().Start.Offset
		if unit := indentOf(w.text, first); unit != "" && isBlank(w.text[lineStart(w.text, first):first]) {
			s.unit = unit
		}
	}
	return s
}

// member writes a key and its value; further parts of the key become objects. indent is that of its line.
func (s jsonStyle) member(indent string, key layers.Key, value string) string {
	if len(key) > 1 {
		value = s.object(indent, s.member(indent+s.unit, key[1:], value))
	}
	return quoteJSON(key[0]) + s.colon + value
}

// object writes an object with one member. indent is that of the line it starts on.
func (s jsonStyle) object(indent, member string) string {
	if !s.lines {
		return "{" + member + "}"
	}
	return "{" + s.nl + indent + s.unit + member + s.nl + indent + "}"
}

// lineIndentText is the white space at the start of the line that holds offset.
func lineIndentText(text []byte, offset int) string {
	line := string(text[lineStart(text, offset):offset])
	return line[:len(line)-len(strings.TrimLeft(line, " \t"))]
}

// unsetJSON takes a member out.
func (w *draft) unsetJSON(key layers.Key) {
	object := at(w.root, key[:len(key)-1])
	n := len(object.Members)
	i := 0
	for object.Members[i].Name != key[len(key)-1] {
		i++
	}
	m := object.Members[i]
	switch {
	case n == 1:
		w.replace(object.Span().Start.Offset+1, object.Span().End.Offset-1, "")
	case i < n-1:
		w.replace(m.Key().Start.Offset, object.Members[i+1].Key().Start.Offset, "")
	default:
		w.replace(object.Members[i-1].Value.Span().End.Offset, m.Value.Span().End.Offset, "")
	}
}
