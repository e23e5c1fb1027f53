package edit

import (
	"bytes"
	"slices"
	"strconv"
	"strings"

	"github.com/agentlayers/layers/diag"
	"github.com/agentlayers/layers/internal/doc"
	"github.com/agentlayers/layers/layers"
)

// layout is a TOML text as it is written: sections that begin with a header, and the key lines in them.
type layout struct {
	text     []byte
	root     *doc.Value
	sections []section // the first is what stands above all headers
}

// section is a header and what follows it, up to the next header.
type section struct {
	path       layers.Key // of its table; elements of arrays by their index
	start, end int        // start of the header's line; start of the next one's
	body       int        // end of the header's line; where keys may begin
	pairs      []pair
}

// pair is one key with a literal value: a scalar, an array, an inline table.
type pair struct {
	path     layers.Key
	key, end int // start of the last part of the key; end of the value
	value    int // start of the value
	keyEnd   int
}

// isLiteral reports whether v stands in one place, rather than being made of headers and dotted keys.
func (w *draft) isLiteral(v *doc.Value) bool { return literal(w.text, v) }

func literal(text []byte, v *doc.Value) bool {
	switch v.Kind {
	case doc.Table:
		return text[v.Span().Start.Offset] == '{'
	case doc.Array:
		return text[v.Span().Start.Offset] == '['
	}
	return true
}

func (w *draft) layout() *layout {
	l := &layout{text: w.text, root: w.root}
	l.sections = []section{{start: w.mark(), body: w.mark()}}
	var pairs []pair
	l.collect(w.root, nil, &pairs)
	slices.SortFunc(l.sections, func(a, b section) int { return a.start - b.start })
	slices.SortFunc(pairs, func(a, b pair) int { return a.key - b.key })
	for i := range l.sections {
		s := &l.sections[i]
		s.end = len(l.text)
		if i+1 < len(l.sections) {
			s.end = l.sections[i+1].start
		}
		n := 0
		for n < len(pairs) && pairs[n].key < s.end {
			n++
		}
		s.pairs, pairs = pairs[:n:n], pairs[n:]
	}
	return l
}

// collect finds headers and key lines below v.
func (l *layout) collect(v *doc.Value, path layers.Key, pairs *[]pair) {
	for _, m := range v.Members {
		at := path.Child(m.Name)
		switch {
		case literal(l.text, m.Value):
			*pairs = append(*pairs, pairOf(at, m))
		case m.Value.Kind == doc.Array:
			for i, e := range m.Value.Elems {
				l.header(at.Child(strconv.Itoa(i)), e.Opened())
				l.collect(e, at.Child(strconv.Itoa(i)), pairs)
			}
		default:
			if m.Opened().HasPosition() {
				l.header(at, m.Opened())
			}
			l.collect(m.Value, at, pairs)
		}
	}
}

func pairOf(path layers.Key, m doc.Member) pair {
	return pair{
		path: path, key: m.Key().Start.Offset, keyEnd: m.Key().End.Offset,
		value: m.Value.Span().Start.Offset, end: m.Value.Span().End.Offset,
	}
}

func (l *layout) header(path layers.Key, bracket diag.Span) {
	at := bracket.Start.Offset
	start := lineStart(l.text, at)
	if start == 0 && bytes.HasPrefix(l.text, byteOrderMark) {
		start = len(byteOrderMark)
	}
	l.sections = append(l.sections, section{path: path, start: start, body: lineEnd(l.text, at)})
}

// sectionOf is the section whose header defines the table at path, or nil.
func (l *layout) sectionOf(path layers.Key) *section {
	for i := range l.sections {
		if l.sections[i].path.Equal(path) {
			return &l.sections[i]
		}
	}
	return nil
}

// below gives the first and the last section with a table at path or below it; nil when there is none.
func (l *layout) below(path layers.Key) (first, last *section) {
	for i := range l.sections {
		if hasPrefix(l.sections[i].path, path) {
			if last = &l.sections[i]; first == nil {
				first = last
			}
		}
	}
	return first, last
}

// dotted is the section, and the last key line there, that adds to the table at path by dotted keys.
func (l *layout) dotted(path layers.Key) (*section, *pair) {
	var in *section
	var last *pair
	for i := range l.sections {
		s := &l.sections[i]
		if len(s.path) >= len(path) || !hasPrefix(path, s.path) {
			continue
		}
		for j := range s.pairs {
			if p := &s.pairs[j]; len(p.path) > len(path) && hasPrefix(p.path, path) {
				in, last = s, p
			}
		}
	}
	return in, last
}

// usesDots reports whether keys in the section are written as dotted ones.
func (s *section) usesDots() bool {
	return slices.ContainsFunc(s.pairs, func(p pair) bool { return len(p.path) > len(s.path)+1 })
}

// names is path without the indices of array elements: what a header says.
func (l *layout) names(path layers.Key) layers.Key {
	var out layers.Key
	v := l.root
	for _, part := range path {
		if v == nil || v.Kind != doc.Array {
			out = append(out, part)
		}
		if v != nil {
			v = child(v, part)
		}
	}
	return out
}

// tail is where a new line at the end of a section goes: below its last key and the comments that follow without a
// blank line, unless those stand directly above the next header and so belong to it.
func (l *layout) tail(s *section) int {
	at := l.last(s)
	for end := at; ; {
		if end >= s.end {
			if s.end == len(l.text) {
				return end
			}
			return at
		}
		if kindOfLine(l.text, end) != commentLine {
			return end
		}
		end = lineEnd(l.text, end)
	}
}

// last is the end of a section's last line with a key, or of its header: what follows, comments above all, stays when
// the section goes.
func (l *layout) last(s *section) int {
	if n := len(s.pairs); n > 0 {
		return lineEnd(l.text, s.pairs[n-1].end)
	}
	return s.body
}

// above is where something that goes before a section starts: over the comments that stand directly above it.
func (l *layout) above(s *section, top int) int {
	at := s.start
	for at > top {
		start := max(lineStart(l.text, at-1), top)
		if kindOfLine(l.text, start) != commentLine {
			break
		}
		at = start
	}
	return at
}

// indentOf is the white space before offset on its line.
func indentOf(text []byte, offset int) string {
	start := lineStart(text, offset)
	end := start
	for end < offset && (text[end] == ' ' || text[end] == '\t') {
		end++
	}
	return string(text[start:end])
}

type lineKind int

const (
	otherLine lineKind = iota
	blankLine
	commentLine
)

func kindOfLine(text []byte, start int) lineKind {
	switch line := bytes.TrimSpace(text[start:lineEnd(text, start)]); {
	case len(line) == 0:
		return blankLine
	case line[0] == '#':
		return commentLine
	}
	return otherLine
}

// lineStart is the offset of the first byte of the line that holds offset.
func lineStart(text []byte, offset int) int { return bytes.LastIndexByte(text[:offset], '\n') + 1 }

// lineEnd is the offset after the line end that follows offset.
func lineEnd(text []byte, offset int) int {
	if i := bytes.IndexByte(text[offset:], '\n'); i >= 0 {
		return offset + i + 1
	}
	return len(text)
}

// newline is the line end in use: that of the nearest line above offset, else the first of the text.
func newline(text []byte, offset int) string {
	i := bytes.LastIndexByte(text[:offset], '\n')
	if i < 0 {
		i = bytes.IndexByte(text, '\n')
	}
	if i > 0 && text[i-1] == '\r' {
		return "\r\n"
	}
	return "\n"
}

func hasPrefix(key, prefix layers.Key) bool {
	return len(key) >= len(prefix) && key[:len(prefix)].Equal(prefix)
}

// isBlank reports whether a stretch holds nothing but white space.
func isBlank(b []byte) bool { return strings.TrimSpace(string(b)) == "" }
