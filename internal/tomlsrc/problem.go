package tomlsrc

import (
	"bytes"
	"cmp"
	"fmt"
	"unicode/utf8"

	"github.com/agentlayers/layers/diag"
)

// problem is one mistake, as offsets into the text that was read.
type problem struct {
	code       diag.Code
	start, end int
	nowhere    bool // the agent names no place: it reports line 1, column 1
	summary    string
	detail     string
	fix        string
	first      diag.Extent // the earlier definition, in the source
}

func syntax(start, end int, summary string) *problem {
	return &problem{code: CodeSyntax, start: start, end: end, summary: summary}
}

// suggest adds what to type instead.
func (p *problem) suggest(format string, args ...any) *problem {
	p.fix = fmt.Sprintf(format, args...)
	return p
}

// ownLimit stands in for limits that are not set, so that no file can exhaust the stack: trees are walked by
// recursion. It is what our parser bears.
const ownLimit = 10_000

func depthLimit(at, depth int, opts Options) *problem {
	limit := cmp.Or(opts.Depth, ownLimit)
	if depth <= limit {
		return nil
	}
	return &problem{
		code: CodeTooDeep, start: at, end: at + 1,
		summary: fmt.Sprintf("arrays and inline tables are nested more than %d deep", limit),
	}
}

func keyLimit(key []part, opts Options) *problem {
	limit := cmp.Or(opts.KeyParts, ownLimit)
	if len(key) <= limit {
		return nil
	}
	return &problem{
		code: CodeKeyTooLong, start: key[0].start, end: key[len(key)-1].end, nowhere: true,
		summary: fmt.Sprintf("this key has %d parts, more than %d", len(key), limit),
	}
}

// diagnostic gives the problem its places in the source.
func (r *reader) diagnostic(p *problem) diag.Diagnostic {
	d := diag.Diagnostic{
		Code: p.code, Severity: diag.Error, Summary: p.summary, Detail: p.detail, Fix: p.fix,
		Subject: r.span(p.start, max(p.start, p.end)),
	}
	if p.nowhere {
		d.Related = append(d.Related, diag.Related{Span: d.Subject, Text: "the key"})
		d.Subject = r.src.Span(0, 0)
	} else if p.code != CodeNotUTF8 {
		d.Subject.Start = r.agentPos(p.start)
	}
	if !p.first.IsZero() {
		d.Related = append(d.Related, diag.Related{Span: r.src.At(p.first), Text: "first defined here"})
	}
	return d
}

// agentPos is the line and column that the reference agent gives for an offset of a problem. It looks at the
// byte there: past the last byte it counts on from that one, even from a line end, so that the end of the file
// stands on the last line that exists; at the first byte of a longer character it counts bytes, not
// characters. Both are deliberate here.
func (r *reader) agentPos(offset int) diag.Pos {
	at := r.base + offset
	pos, file := r.src.Pos(at), r.src.Bytes
	switch {
	case len(file) == 0:
	case at >= len(file) && file[len(file)-1] == '\n':
		pos = r.src.Pos(len(file) - 1)
		pos.Column++
		pos.Offset = len(file)
	case at < len(file) && file[at] >= utf8.RuneSelf:
		pos.Column = at - (bytes.LastIndexByte(file[:at], '\n') + 1) + 1
	}
	return pos
}
