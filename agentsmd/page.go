package agentsmd

import (
	"bytes"
	"sort"
	"unicode/utf8"

	"github.com/agentlayers/layers/diag"
	"github.com/agentlayers/layers/internal/frontmatter"
)

// page is the text of one file as an agent with blocks takes it.
type page struct {
	text     string           // what the model gets, "" when there is nothing
	patterns []string         // "paths" of the head; nil when there are none or they hold for every file
	longHead bool             // the head is longer than is read here
	badHead  *diag.Diagnostic // the head is no YAML; nil when it is, or names no paths
	unparsed diag.Span        // the end of the file that is not looked through for imports and comments; zero for none
	imports  []mention        // in the order in which the agent follows them

	// textAt gives the place in the file that a byte of text comes from; nil when comments went.
	textAt func(int) int
}

// mention is one import as written.
type mention struct {
	path string    // fragment and escapes removed
	at   diag.Span // from the "@" to its end
}

// newPage reads src: byte order mark and YAML head go, block comments go with their lines, white space around
// the whole goes.
//
// Cases: encodings, frontmatter, html-comments, empty.
func newPage(src *diag.Source) page {
	data, at := decodeMarked(src.Bytes)
	head, rest := frontmatter.CutLoose(data)
	body := data[rest:]
	p := page{patterns: frontmatter.Patterns(head), longHead: len(head) > frontmatter.MaxLooseBytes, text: frontmatter.TrimSpace(string(body))}
	if fault := headFault(head); fault != nil {
		p.badHead = fault.diagnostic(src, p.patterns, func(off int) int { return at.origin(frontmatter.HeadStart(data) + off) })
	}
	lead := frontmatter.SpaceLen(body)
	p.textAt = func(off int) int { return at.origin(rest + lead + off) }
	if !bytes.Contains(body, []byte("@")) && !bytes.Contains(body, []byte("<!--")) {
		return p
	}
	lines, toBody := unixLines(body)
	place := func(off int) int { return at.origin(rest + toBody.origin(off)) }
	parsed := parsedPart(lines)
	if parsed < len(lines) {
		p.unparsed = src.Span(place(parsed), len(src.Bytes))
	}
	md := parseMarkdown(lines[:parsed])
	if text, found := md.withoutComments(); found {
		p.text, p.textAt = frontmatter.TrimSpace(text+string(lines[parsed:])), nil
	}
	for _, m := range md.mentions() {
		p.imports = append(p.imports, mention{path: m.path, at: src.Span(place(m.start), place(m.end-1)+1)})
	}
	return p
}

// maxParsedBytes bounds the Markdown of one file that is looked through for imports and comments.
const maxParsedBytes = 256 << 10

// parsedPart is how much of a text is parsed: all, or whole paragraphs up to the bound.
func parsedPart(text []byte) int {
	if len(text) <= maxParsedBytes {
		return len(text)
	}
	if i := bytes.LastIndex(text[:maxParsedBytes], []byte("\n\n")); i > 0 {
		return i + 2
	}
	return maxParsedBytes
}

// marks lead from offsets in a derived text back to its origin: between two marks both run alike.
type marks []mark

type mark struct{ here, there int }

// add notes that the text goes on at here with what stands at there.
func (m *marks) add(here, there int) {
	if n := len(*m); n > 0 && (*m)[n-1].here == here {
		(*m)[n-1].there = there
		return
	}
	*m = append(*m, mark{here, there})
}

// origin gives the place that the byte at off comes from. No marks at all means that nothing was moved.
func (m marks) origin(off int) int {
	i := sort.Search(len(m), func(i int) bool { return m[i].here > off }) - 1
	if i < 0 {
		return off
	}
	return m[i].there + off - m[i].here
}

// decodeMarked turns bytes into UTF-8: one byte order mark at the start goes, what is not UTF-8 becomes U+FFFD
// as in frontmatter.Lossy.
func decodeMarked(data []byte) ([]byte, marks) {
	body := bytes.TrimPrefix(data, []byte("\xef\xbb\xbf"))
	var at marks
	at.add(0, len(data)-len(body))
	if utf8.Valid(body) {
		return body, at
	}
	out := make([]byte, 0, len(body))
	for i := 0; i < len(body); {
		r, n := utf8.DecodeRune(body[i:])
		if r != utf8.RuneError || n > 1 {
			out = append(out, body[i:i+n]...)
			i += n
			continue
		}
		at.add(len(out), len(data)-len(body)+i)
		out = append(out, frontmatter.Replacement...)
		i += frontmatter.BrokenLen(body[i:])
		at.add(len(out), len(data)-len(body)+i)
	}
	return out, at
}

// unixLines gives text with LF line ends, as the agent parses it.
func unixLines(text []byte) ([]byte, marks) {
	if bytes.IndexByte(text, '\r') < 0 {
		return text, nil
	}
	out := make([]byte, 0, len(text))
	at := marks{{0, 0}}
	for i := 0; i < len(text); i++ {
		if text[i] != '\r' {
			out = append(out, text[i])
			continue
		}
		out = append(out, '\n')
		if i+1 < len(text) && text[i+1] == '\n' {
			i++
			at.add(len(out), i+1)
		}
	}
	return out, at
}
