// Package frontmatter splits a Markdown file and reads its YAML head, with the place of every field.
//
// It reads YAML as the reference agents do: scalars keep the text they were written with, aliases are followed
// and never expanded, duplicate keys stay visible, and some prose that is not YAML is repaired (Repair).
package frontmatter

import (
	"bytes"
	"strings"

	"github.com/agentlayers/layers/diag"
)

// fence marks the lines around the head.
const fence = "---"

// Doc is the head of one file.
type Doc struct {
	Root     *Value    // the head as a mapping without fields when it holds nothing but comments
	Head     diag.Span // the text between the fences
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

// Parse reads the head of src. limit bounds the head in bytes; 0 means no limit. check may be nil.
//
// The first line, blanks around it ignored, must be "---", and so must the line that ends the head. A byte order
// mark is not ignored. A head that is not YAML, or that check refuses, is repaired and tried once more; when that
// fails too, the first problem is returned. The Doc is filled in as far as it goes.
//
// Cases: skills-frontmatter-errors, skills-frontmatter-forms, skills-text-forms.
func Parse(src *diag.Source, limit int64, check Check) (Doc, *Problem) {
	start, end, body, problem := split(src)
	doc := Doc{Head: src.Span(start, end), Body: body}
	if problem != nil {
		return doc, problem
	}
	if limit > 0 && int64(end-start) > limit {
		return doc, &Problem{TooLarge, doc.Head, "front matter is larger than the limit"}
	}
	if root := plain(src, start, end, headLine); root != nil && (check == nil || check(root) == nil) {
		doc.Root = root
		return doc, nil
	}
	h := newHead(src, start, end)
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

// ParseYAML reads a whole file as one YAML document. Nothing is repaired.
func ParseYAML(src *diag.Source, check Check) (*Value, *Problem) {
	if root := plain(src, 0, len(src.Bytes), 1); root != nil && (check == nil || check(root) == nil) {
		return root, nil
	}
	h := newHead(src, 0, len(src.Bytes))
	return h.read(h.lines, check)
}

// headLine is the line after the fence.
const headLine = 2

// split finds the fences: the head's first byte, the byte after its last line, and where the body begins.
func split(src *diag.Source) (start, end, body int, problem *Problem) {
	data := src.Bytes
	first, next := lineAt(data, 0)
	if strings.TrimSpace(string(first)) != fence {
		return 0, 0, 0, &Problem{NoFence, src.Span(0, len(first)), "the first line is not ---"}
	}
	start = next
	for at := next; at < len(data); {
		line, after := lineAt(data, at)
		if len(line) <= maxFence && strings.TrimSpace(string(line)) == fence {
			if at == start {
				return start, start, after, &Problem{Empty, src.Span(0, after), "there is nothing between the --- lines"}
			}
			return start, at, after, nil
		}
		at = after
	}
	return start, len(data), len(data), &Problem{Unclosed, src.Span(0, len(first)), "no second --- line ends the front matter"}
}

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
