package agentsmd

import (
	"bytes"
	"strings"
	"unicode/utf8"

	"github.com/yuin/goldmark/ast"

	"github.com/agentlayers/layers/internal/frontmatter"
)

// found is an import in a Markdown text, by offsets.
type found struct {
	path       string
	start, end int
}

// token is a stretch of text in which imports are looked for. An import starts at its start or after white space.
type token struct {
	text []byte
	at   marks // into the source
}

func (t *token) add(source []byte, start, stop int) {
	t.at.add(len(t.text), start)
	t.text = append(t.text, source[start:stop]...)
}

// mentions lists the imports of the text in the order in which the agent meets them.
//
// Cases: imports-where-parsed, imports-spelling, imports-list-items, imports-inline.
func (m markdown) mentions() []found {
	var out []found
	from := 0 // what stands before is no text
	take := func(t token) {
		for _, f := range t.imports() {
			if start := t.at.origin(f.start); start >= from && len(out) <= maxImports {
				out = append(out, found{path: f.path, start: start, end: t.at.origin(f.end-1) + 1})
			}
		}
	}
	// The walk cannot fail: its function never returns an error.
	_ = ast.Walk(m.root, func(n ast.Node, entering bool) (ast.WalkStatus, error) {
		if !entering {
			return ast.WalkContinue, nil
		}
		switch n := n.(type) {
		case *ast.HTMLBlock:
			if m.isComment(n) {
				take(m.aroundComments(n))
			}
		case *ast.Paragraph, *ast.TextBlock, *ast.Heading:
			if isItemText(n) {
				take(m.lines(n))
			}
			from = m.codeAfterDefinitions(n)
			inline := inliner{source: m.source, take: take}
			inline.children(n)
			from = 0
			return ast.WalkSkipChildren, nil
		case *ast.CodeBlock, *ast.FencedCodeBlock:
			return ast.WalkSkipChildren, nil
		}
		return ast.WalkContinue, nil
	})
	return out
}

// isItemText reports whether n is text that stands directly in a list item, before any list nested there. The
// agent looks through the source of such text, code spans included, before it looks through its parts.
func isItemText(n ast.Node) bool {
	if n.Kind() == ast.KindHeading || n.Parent() == nil || n.Parent().Kind() != ast.KindListItem {
		return false
	}
	for s := n.PreviousSibling(); s != nil; s = s.PreviousSibling() {
		if s.Kind() == ast.KindList {
			return false
		}
	}
	return true
}

// codeAfterDefinitions is the end of indented lines that follow definitions of links directly; the agent takes
// them as code.
func (m markdown) codeAfterDefinitions(n ast.Node) int {
	if n.Kind() != ast.KindParagraph || n.Parent() != m.root {
		return 0
	}
	end := 0
	for i := range n.Lines().Len() {
		seg := n.Lines().At(i)
		line := bytes.LastIndexByte(m.source[:seg.Start], '\n') + 1
		if seg.Start-line < 4 && !bytes.HasPrefix(m.source[line:], []byte("\t")) {
			break
		}
		end = seg.Stop
	}
	return end
}

func (m markdown) lines(n ast.Node) token {
	var t token
	for i := range n.Lines().Len() {
		seg := n.Lines().At(i)
		t.add(m.source, seg.Start, seg.Stop)
	}
	return t
}

// aroundComments is what an HTML block holds beside its comments.
func (m markdown) aroundComments(n *ast.HTMLBlock) token {
	start, end := m.wholeLines(n)
	text, at := cutComments(m.source[start:end])
	for i := range at {
		at[i].there += start
	}
	return token{text: text, at: at}
}

// inliner walks the parts of one block. Text is one token up to the next part that is not text.
type inliner struct {
	source []byte
	take   func(token)
	now    token
}

func (l *inliner) flush() {
	if len(l.now.text) > 0 {
		l.take(l.now)
	}
	l.now = token{}
}

func (l *inliner) children(n ast.Node) {
	for c := n.FirstChild(); c != nil; c = c.NextSibling() {
		switch c := c.(type) {
		case *ast.Text:
			l.text(c.Segment.Start, c.Segment.Stop)
			if c.SoftLineBreak() {
				l.now.add([]byte("\n"), 0, 1)
			}
			if c.HardLineBreak() {
				l.flush()
			}
		case *ast.Emphasis, *ast.Link:
			l.flush()
			l.children(c)
		default: // code spans, images, tags, autolinks
			l.flush()
		}
	}
	l.flush()
}

// text adds source text. An escaped punctuation character ends a token.
func (l *inliner) text(start, stop int) {
	from := start
	for i := start; i+1 < stop; i++ {
		if l.source[i] == '\\' && isPunctuation(l.source[i+1]) {
			l.now.add(l.source, from, i)
			l.flush()
			i++
			from = i + 1
		}
	}
	l.now.add(l.source, from, stop)
}

func isPunctuation(c byte) bool {
	return c >= '!' && c <= '/' || c >= ':' && c <= '@' || c >= '[' && c <= '`' || c >= '{' && c <= '~'
}

// imports lists the imports of a token, offsets within its text.
func (t token) imports() []found {
	var out []found
	free := true // at the start or after white space
	for i := 0; i < len(t.text); {
		r, n := utf8.DecodeRune(t.text[i:])
		if r != '@' || !free {
			free = frontmatter.IsSpace(r)
			i += n
			continue
		}
		end := i + 1 + pathLen(t.text[i+1:])
		if p := spelled(string(t.text[i+1 : end])); p != "" {
			out = append(out, found{path: p, start: i, end: end})
		}
		free = false
		i = max(end, i+1)
	}
	return out
}

// pathLen is the length of what follows an "@": up to white space or a backslash that escapes no space.
func pathLen(b []byte) int {
	for i := 0; i < len(b); {
		if bytes.HasPrefix(b[i:], []byte(`\ `)) {
			i += 2
			continue
		}
		r, n := utf8.DecodeRune(b[i:])
		if r == '\\' || frontmatter.IsSpace(r) {
			return i
		}
		i += n
	}
	return len(b)
}

// spelled gives the path that the text after an "@" names, or "" when it is none.
func spelled(s string) string {
	s, _, _ = strings.Cut(s, "#")
	s = strings.ReplaceAll(s, `\ `, " ")
	switch {
	case s == "", s == "/":
		return ""
	case strings.HasPrefix(s, "/"), strings.HasPrefix(s, "~/"):
		return s
	}
	c := s[0]
	if c >= 'a' && c <= 'z' || c >= 'A' && c <= 'Z' || c >= '0' && c <= '9' || c == '.' || c == '_' || c == '-' {
		return s
	}
	return ""
}
