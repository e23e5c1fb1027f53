package edit

import (
	"strings"

	"github.com/agentlayers/layers/internal/doc"
	"github.com/agentlayers/layers/layers"
)

// setTOML puts a value at key, where nothing or a literal stands.
func (w *draft) setTOML(key layers.Key, v Value) {
	if old := at(w.root, key); old != nil {
		w.replace(old.Span().Start.Offset, old.Span().End.Offset, v.text)
		return
	}
	have := 0 // parts of the key that exist
	for at(w.root, key[:have+1]) != nil {
		have++
	}
	if owner := w.inlineOwner(key[:have]); owner >= 0 {
		w.addInline(key[:owner], key[owner:], v.text)
		return
	}
	l := w.layout()
	table, rest := key[:have], key[have:]
	in, last := l.dotted(table)
	own := l.sectionOf(table)
	switch {
	case in != nil: // a table made by dotted keys takes nothing else
		w.addLine(l, in, lineEnd(l.text, last.end), key[len(in.path):], v)
	case v.isTable() && (own == nil || !own.usesDots()):
		w.addTable(l, table, key, v.lines())
	case own != nil && (len(rest) == 1 || own.usesDots()):
		w.addLast(l, own, rest, v)
	case len(rest) == 1:
		w.addTable(l, table, table, []line{{rest[0], v.text}})
	default:
		w.addTable(l, table, key[:len(key)-1], []line{{key[len(key)-1], v.text}})
	}
}

// inlineOwner is how many parts of path lead to the innermost inline table on it, or -1.
func (w *draft) inlineOwner(path layers.Key) int {
	owner := -1
	v := w.root
	for i, part := range path {
		if v = child(v, part); v.Kind == doc.Table && w.isLiteral(v) {
			owner = i + 1
		}
	}
	return owner
}

// line is one key of a new table.
type line struct{ name, text string }

func (v Value) isTable() bool { return v.tree.Kind == doc.Table }

// lines are the members of an inline table as lines of a table with a header.
func (v Value) lines() []line {
	out := make([]line, len(v.tree.Members))
	for i, m := range v.tree.Members {
		out[i] = line{m.Name, v.member(m.Value).text}
	}
	return out
}

// member is a value inside v, spelled as it is there where it stands in one place.
func (v Value) member(tree *doc.Value) Value {
	out := Value{tree: tree, text: formatTOML(tree)}
	if v.source == v.text && v.source != "" && literal([]byte(v.source), tree) {
		out.source = v.source
		out.text = v.source[tree.Span().Start.Offset:tree.Span().End.Offset]
	}
	return out
}

// addLast adds a line at the end of a section.
func (w *draft) addLast(l *layout, s *section, key layers.Key, v Value) {
	if len(s.path) == 0 && len(s.pairs) == 0 && len(l.sections) > 1 {
		// The first key above all headers: what stands at the top of the file may be about the file.
		at := l.above(&l.sections[1], s.start)
		nl := newline(l.text, at)
		w.replace(at, at, key.String()+" = "+v.text+nl+nl)
		return
	}
	w.addLine(l, s, l.tail(s), key, v)
}

// addLine adds a line to a section at an offset where a line begins, or the text ends.
func (w *draft) addLine(l *layout, s *section, at int, key layers.Key, v Value) {
	nl := newline(l.text, at)
	indent, equals := s.style(l.text)
	w.replace(at, at, breakBefore(l.text, at, nl)+indent+key.String()+equals+v.text+nl)
}

// style is how the section's last key line begins and what it has between key and value.
func (s *section) style(text []byte) (indent, equals string) {
	if len(s.pairs) == 0 {
		return "", " = "
	}
	p := s.pairs[len(s.pairs)-1]
	if p.value == p.keyEnd+1 {
		return indentOf(text, p.key), "="
	}
	return indentOf(text, p.key), " = "
}

// breakBefore is the line end that is missing before offset, where the text does not end with one.
func breakBefore(text []byte, offset int, nl string) string {
	if offset == 0 || text[offset-1] == '\n' || offset == 3 && string(text[:3]) == string(byteOrderMark) {
		return ""
	}
	return nl
}

// addTable adds a table with a header at path. It goes after the last table below parent; where parent itself gets
// its first header, before the tables below it.
func (w *draft) addTable(l *layout, parent, path layers.Key, lines []line) {
	first, last := l.below(parent)
	if len(parent) == len(path) && first != nil {
		at := l.above(first, l.sections[0].start)
		nl := newline(l.text, at)
		w.replace(at, at, tableText(l.names(path), lines, indentOf(l.text, lineIndent(l.text, first.start)), "", nl)+nl)
		return
	}
	at := len(l.text)
	headIndent, indent := "", ""
	if len(parent) > 0 && last != nil {
		at = l.tail(last)
		headIndent = indentOf(l.text, lineIndent(l.text, last.start))
		if full, _ := last.style(l.text); len(last.pairs) > 0 {
			indent = strings.TrimPrefix(full, headIndent)
		}
	}
	nl := newline(l.text, at)
	before := breakBefore(l.text, at, nl)
	if at > l.sections[0].start && (before != "" || kindOfLine(l.text, lineStart(l.text, at-1)) != blankLine) {
		before += nl
	}
	after := ""
	if at < len(l.text) && kindOfLine(l.text, at) != blankLine {
		after = nl
	}
	w.replace(at, at, before+tableText(l.names(path), lines, headIndent, indent, nl)+after)
}

func tableText(name layers.Key, lines []line, headIndent, indent, nl string) string {
	var b strings.Builder
	b.WriteString(headIndent + "[" + name.String() + "]" + nl)
	for _, ln := range lines {
		b.WriteString(headIndent + indent + layers.Key{ln.name}.String() + " = " + ln.text + nl)
	}
	return b.String()
}

// lineIndent is the offset of the first byte of a line that is no white space.
func lineIndent(text []byte, start int) int {
	for start < len(text) && (text[start] == ' ' || text[start] == '\t') {
		start++
	}
	return start
}
