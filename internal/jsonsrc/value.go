package jsonsrc

import (
	"bytes"
	"fmt"

	"github.com/agentlayers/layers/diag"
	"github.com/agentlayers/layers/internal/doc"
)

// value reads the value at the next byte, which is no white space.
func (p *parser) value() (*doc.Value, *problem) {
	if p.at >= len(p.text) {
		return nil, syntax(p.at, "the file ends where a value should stand")
	}
	switch c := p.text[p.at]; {
	case c == '{':
		return p.nested((*parser).object)
	case c == '[':
		return p.nested((*parser).array)
	case c == '"':
		start := p.at
		s, bad := p.quoted()
		if bad != nil {
			return nil, bad
		}
		return p.scalar(start, s), nil
	case c == '-' || isDigit(c):
		return p.number()
	}
	return p.word()
}

func (p *parser) scalar(start int, v any) *doc.Value {
	return &doc.Value{Kind: doc.Scalar, Scalar: v, Text: p.src, Place: p.extent(start)}
}

// words are the values that are spelled with letters.
var words = [...]struct {
	text  string
	value any
}{{"true", true}, {"false", false}, {"null", nil}}

func (p *parser) word() (*doc.Value, *problem) {
	for _, w := range words {
		if bytes.HasPrefix(p.text[p.at:], []byte(w.text)) {
			start := p.at
			p.at += len(w.text)
			return p.scalar(start, w.value), nil
		}
	}
	bad := syntax(p.at, "%s where a value should stand", p.found())
	if p.text[p.at] == '\'' {
		bad.fix = "write strings in double quotes"
	}
	return nil, bad
}

// nested reads an object or an array within the limit of depth.
func (p *parser) nested(read func(*parser) (*doc.Value, *problem)) (*doc.Value, *problem) {
	if p.depth++; p.depth > p.opts.Depth {
		return nil, &problem{
			code: CodeTooDeep, start: p.at, end: p.at + 1,
			summary: fmt.Sprintf("arrays and objects are nested more than %d deep", p.opts.Depth),
		}
	}
	start := p.at
	p.at++
	v, bad := read(p)
	if bad != nil {
		return nil, bad
	}
	p.depth--
	v.Text, v.Place = p.src, p.extent(start)
	return v, nil
}

func (p *parser) array() (*doc.Value, *problem) {
	v := &doc.Value{Kind: doc.Array}
	more, bad := p.first(']')
	for ; more && bad == nil; more, bad = p.next(']') {
		e, bad := p.value()
		if bad != nil {
			return nil, bad
		}
		v.Elems = append(v.Elems, e)
	}
	return v, bad
}

func (p *parser) object() (*doc.Value, *problem) {
	v := &doc.Value{Kind: doc.Table}
	names := map[string]int{}
	more, bad := p.first('}')
	for ; more && bad == nil; more, bad = p.next('}') {
		m, bad := p.member()
		if bad != nil {
			return nil, bad
		}
		i, twice := names[m.Name]
		if !twice {
			names[m.Name] = len(v.Members)
			v.Members = append(v.Members, m)
			continue
		}
		p.warnings = append(p.warnings, duplicate(v.Members[i], m))
		v.Members[i] = m
	}
	return v, bad
}

func duplicate(first, second doc.Member) diag.Diagnostic {
	return diag.Diagnostic{
		Code: CodeDuplicate, Severity: diag.Warning, Subject: second.Key(),
		Summary: fmt.Sprintf("%q stands twice in this object", second.Name),
		Effect:  "the later value counts, the earlier one is lost",
		Fix:     "keep one of the two",
		Related: []diag.Related{{Span: first.Key(), Text: "first written here"}},
	}
}

// member reads a name, a colon and a value.
func (p *parser) member() (doc.Member, *problem) {
	if p.text[p.at] != '"' {
		bad := syntax(p.at, "%s where a name in double quotes should stand", p.found())
		return doc.Member{}, bad
	}
	start := p.at
	name, bad := p.quoted()
	if bad != nil {
		return doc.Member{}, bad
	}
	key := p.extent(start)
	if bad := p.space(); bad != nil {
		return doc.Member{}, bad
	}
	if p.at >= len(p.text) || p.text[p.at] != ':' {
		return doc.Member{}, syntax(p.at, "%s where the colon after a name should stand", p.found())
	}
	p.at++
	if bad := p.space(); bad != nil {
		return doc.Member{}, bad
	}
	v, bad := p.value()
	return doc.Member{Name: name, Place: key, Value: v}, bad
}

// first reports whether something stands between the opening bracket and the closing one.
func (p *parser) first(closing byte) (bool, *problem) {
	if bad := p.space(); bad != nil {
		return false, bad
	}
	if p.at < len(p.text) && p.text[p.at] == closing {
		p.at++
		return false, nil
	}
	return true, p.open(closing)
}

// next reads what follows an element: a comma and then another one, or the closing bracket.
func (p *parser) next(closing byte) (bool, *problem) {
	if bad := p.space(); bad != nil {
		return false, bad
	}
	switch {
	case p.at < len(p.text) && p.text[p.at] == closing:
		p.at++
		return false, nil
	case p.at >= len(p.text) || p.text[p.at] != ',':
		bad := syntax(p.at, "%s where a comma or %q should stand", p.found(), string(closing))
		return false, bad
	}
	comma := p.at
	p.at++
	if bad := p.space(); bad != nil {
		return false, bad
	}
	if p.at < len(p.text) && p.text[p.at] == closing {
		if !p.opts.Comments {
			bad := syntax(comma, "a comma before %q", string(closing))
			bad.fix = "remove the comma"
			return false, bad
		}
		p.at++
		return false, nil
	}
	return true, p.open(closing)
}

// open makes sure that the file does not end inside brackets.
func (p *parser) open(closing byte) *problem {
	if p.at < len(p.text) {
		return nil
	}
	return syntax(p.at, "the file ends before the closing %q", string(closing))
}
