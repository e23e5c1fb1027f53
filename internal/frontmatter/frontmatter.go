// Package frontmatter splits a Markdown file and reads its YAML head, with the place of every field.
//
// It reads YAML as the reference agents do: scalars keep the text they were written with, aliases are followed
// and never expanded, duplicate keys stay visible, and some prose that is not YAML is repaired (Repair).
package frontmatter

import (
	"bytes"

	"github.com/agentlayers/layers/diag"
)

// fence marks the lines around the head.
const fence = "---"

// Doc is the head of one file.
type Doc struct {
	Root     *Value    // the head as a mapping without fields when it holds nothing but comments
	Head     diag.Span // the text between the fences
	Text     string    // the file up to Body; "" when it has no head
	Body     int       // offset of the first byte after the closing fence's line
	Repaired []Repair  // lines that are no YAML and were read as plain text
}

// Repair is a value that was read as plain text because the head is not YAML otherwise.
type Repair struct {
	Value diag.Span
	Text  string // the line's key and the value in quotes: how to write it so that every reader agrees
}

// The kinds of Problem.
const (
	NoFence  = "no-fence"  // the first line is not "---"
	Unclosed = "unclosed"  // no second fence
	Empty    = "empty"     // nothing between the fences
	TooLarge = "too-large" // longer than the limit
	BadYAML  = "yaml"      // not YAML, or not of the shape that the check asks for
)

// Problem says why a head cannot be used.
type Problem struct {
	Kind string
	At   diag.Span
	Text string // lower case, no full stop
}

func (p *Problem) Error() string { return p.Text }

// Check looks at a head that is YAML and refuses it when its shape is wrong. It may be called twice.
type Check func(*Value) *Problem

// Reader reads heads one after the other in the same memory: the Values that it gives hold until it reads the next
// one. Their texts, and all else, stay. The zero Reader is ready.
type Reader struct {
	values []Value
	fields []Field
	rows   []row
}

// Parse is Reader.Parse for one head.
func Parse(src *diag.Source, limit int64, check Check) (Doc, *Problem) {
	return new(Reader).Parse(src.Name, src.Bytes, limit, check)
}

// Parse reads the head of a file. limit bounds the head in bytes; 0 means no limit. check may be nil.
//
// The first line, blanks around it ignored, must be "---", and so must the line that ends the head. A byte order
// mark is not ignored. A head that is not YAML, or that check refuses, is repaired and tried once more; when that
// fails too, the first problem is returned. The Doc is filled in as far as it goes.
//
// Cases: skills-frontmatter-errors, skills-frontmatter-forms, skills-text-forms.
func (r *Reader) Parse(name string, data []byte, limit int64, check Check) (Doc, *Problem) {
	s, kind := split(data)
	if kind != "" {
		src := diag.NewSource(name, data)
		return Doc{Head: src.Span(s.start, s.end), Body: s.body}, s.problem(kind, src)
	}
	doc := Doc{Head: s.span(name), Body: s.body}
	if limit > 0 && int64(s.end-s.start) > limit {
		return doc, &Problem{TooLarge, doc.Head, "front matter is larger than the limit"}
	}
	doc.Text = string(data[:s.body])
	if root := r.plain(name, doc.Text[:s.end], s.start, headLine, s.lines); root != nil && (check == nil || check(root) == nil) {
		doc.Root = root
		return doc, nil
	}
	h := newHead(diag.NewSource(name, data), s.start, s.end)
	var first *Problem
	doc.Root, first = h.read(h.lines, check)
	if first == nil {
		return doc, nil
	}
	lines, repairs := h.repair()
	if repairs == nil {
		return doc, first
	}
	root, second := h.read(lines, check)
	if second != nil {
		return doc, first
	}
	doc.Root, doc.Repaired = root, repairs
	return doc, nil
}

// ParseYAML is Reader.ParseYAML for one document.
func ParseYAML(src *diag.Source, check Check) (*Value, *Problem) {
	return new(Reader).ParseYAML(src.Name, src.Bytes, check)
}

// ParseYAML reads a whole file as one YAML document. Nothing is repaired.
func (r *Reader) ParseYAML(name string, data []byte, check Check) (*Value, *Problem) {
	lines := bytes.Count(data, lineEnd)
	if !bytes.HasSuffix(data, lineEnd) {
		lines++
	}
	if root := r.plain(name, string(data), 0, 1, lines); root != nil && (check == nil || check(root) == nil) {
		return root, nil
	}
	h := newHead(diag.NewSource(name, data), 0, len(data))
	return h.read(h.lines, check)
}

// headLine is the line after the fence.
const headLine = 2

// sections are the parts of a file with a head: its first byte, the byte after its last line, its lines, and where the
// body begins.
type sections struct{ start, end, lines, body int }

// span is the place of the head, whose fences are lines of their own.
func (s sections) span(name string) diag.Span {
	return diag.Span{
		Path:  name,
		Start: diag.Pos{Line: headLine, Column: 1, Offset: s.start},
		End:   diag.Pos{Line: headLine + s.lines, Column: 1, Offset: s.end},
	}
}

// split finds the fences, or says by a kind of Problem what is wrong with them.
func split(data []byte) (s sections, kind string) {
	first, start := lineAt(data, 0)
	if !isFence(first) {
		return s, NoFence
	}
	s.start = start
	for at := start; at < len(data); s.lines++ {
		line, after := lineAt(data, at)
		if len(line) <= maxFence && isFence(line) {
			s.end, s.body = at, after
			if at == start {
				kind = Empty
			}
			return s, kind
		}
		at = after
	}
	s.end, s.body = len(data), len(data)
	return s, Unclosed
}

// problem words what is wrong with the fences.
func (s sections) problem(kind string, src *diag.Source) *Problem {
	first, _ := lineAt(src.Bytes, 0)
	switch kind {
	case NoFence:
		return &Problem{kind, src.Span(0, len(first)), "the first line is not ---"}
	case Empty:
		return &Problem{kind, src.Span(0, s.body), "there is nothing between the --- lines"}
	}
	return &Problem{kind, src.Span(0, len(first)), "no second --- line ends the front matter"}
}

func isFence(line []byte) bool { return string(bytes.TrimSpace(line)) == fence }

var lineEnd = []byte("\n")

// maxFence is more than any sensible fence: a longer line of blanks is not looked at.
const maxFence = 1 << 10

// lineAt gives the line that starts at offset, without its end, and where the next one starts.
func lineAt(data []byte, offset int) (line []byte, next int) {
	i := bytes.IndexByte(data[offset:], '\n')
	if i < 0 {
		return data[offset:], len(data)
	}
	return data[offset : offset+i], offset + i + 1
}
