// Package jsonsrc reads JSON into a tree that knows where every key and value stands.
//
// A file is read in one pass. What is accepted is JSON as a JavaScript program reads it: bytes that are not UTF-8
// become U+FFFD, numbers are doubles, and of two members with one name the later value counts, at the place of the
// first. With Options.Comments also comments and trailing commas.
package jsonsrc

import (
	"bytes"
	"fmt"

	"github.com/agentlayers/layers/diag"
	"github.com/agentlayers/layers/internal/doc"
)

// The codes of the problems that this package reports.
const (
	CodeSyntax    diag.Code = "json-syntax"        // not JSON; Error
	CodeDuplicate diag.Code = "json-duplicate-key" // a name twice in one object; Warning
	CodeTooDeep   diag.Code = "json-too-deep"      // nested beyond Options.Depth; Error
	CodeNotUTF8   diag.Code = "json-invalid-utf8"  // bytes that are read as U+FFFD; Warning
)

// maxDepth is the nesting that is read where Options.Depth asks for no less.
const maxDepth = 10_000

// Options are the reader's limits and habits.
type Options struct {
	Depth    int  // nested arrays and objects that still parse; 0 means 10,000
	Comments bool // accept // and /* */ comments, and a comma before a closing bracket
}

var byteOrderMark = []byte("\xEF\xBB\xBF")

// Parse reads a whole file. The value is nil after an error, which is then the last of the list and the only Error
// in it. Warnings name duplicate members and the first byte that is not UTF-8.
//
// A leading byte order mark is skipped but counts for columns.
func Parse(src *diag.Source, opts Options) (*doc.Value, diag.List) {
	if opts.Depth == 0 {
		opts.Depth = maxDepth
	}
	p := &parser{src: src, text: src.Bytes, opts: opts}
	if bytes.HasPrefix(p.text, byteOrderMark) {
		p.at = len(byteOrderMark)
	}
	v, bad := p.document()
	if bad != nil {
		d := diag.Diagnostic{
			Code: bad.code, Severity: diag.Error, Summary: bad.summary, Fix: bad.fix,
			Subject: src.Span(bad.start, max(bad.start, min(bad.end, len(p.text)))),
		}
		return nil, append(p.warnings, d)
	}
	return v, p.warnings
}

// problem is what ends a reading.
type problem struct {
	code         diag.Code
	start, end   int // offsets in the source
	summary, fix string
}

func syntax(at int, format string, args ...any) *problem {
	return &problem{code: CodeSyntax, start: at, end: at + 1, summary: fmt.Sprintf(format, args...)}
}

// parser is one reading of one text.
type parser struct {
	src      *diag.Source
	text     []byte
	at       int // offset of the next byte
	depth    int
	opts     Options
	warnings diag.List
	badUTF8  bool
}

// document reads one value and makes sure that nothing follows.
func (p *parser) document() (*doc.Value, *problem) {
	if bad := p.space(); bad != nil {
		return nil, bad
	}
	if p.at == len(p.text) {
		return nil, syntax(p.at, "the file holds no value")
	}
	v, bad := p.value()
	if bad != nil {
		return nil, bad
	}
	if bad := p.space(); bad != nil {
		return nil, bad
	}
	if p.at < len(p.text) {
		return nil, syntax(p.at, "%s after the end of the value", p.found())
	}
	return v, nil
}

// space skips white space, and comments where they are accepted.
func (p *parser) space() *problem {
	for p.at < len(p.text) {
		switch c := p.text[p.at]; {
		case c == ' ' || c == '\t' || c == '\n' || c == '\r':
			p.at++
		case c == '/' && p.commentLen() > 0:
			if !p.opts.Comments {
				bad := syntax(p.at, "a comment: this file is plain JSON, which has none")
				bad.end, bad.fix = p.at+p.commentLen(), "remove the comment"
				return bad
			}
			p.at += p.commentLen()
		default:
			return nil
		}
	}
	return nil
}

// commentLen is the length of the comment at the next byte, 0 when there is none.
func (p *parser) commentLen() int {
	rest := p.text[p.at:]
	switch {
	case bytes.HasPrefix(rest, []byte("//")):
		if end := bytes.IndexByte(rest, '\n'); end >= 0 {
			return end
		}
		return len(rest)
	case bytes.HasPrefix(rest, []byte("/*")):
		if end := bytes.Index(rest[2:], []byte("*/")); end >= 0 {
			return end + 4
		}
	}
	return 0
}

// found names the next byte for people.
func (p *parser) found() string {
	if p.at >= len(p.text) {
		return "the end of the file"
	}
	if c := p.text[p.at]; c > ' ' && c < 0x7f {
		return fmt.Sprintf("%q", string(c))
	}
	return fmt.Sprintf("byte 0x%02X", p.text[p.at])
}

// span gives the stretch from start to the next byte.
func (p *parser) extent(start int) diag.Extent { return diag.NewExtent(start, p.at) }
