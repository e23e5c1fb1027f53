package frontmatter

import (
	"slices"
	"strings"

	"github.com/agentlayers/layers/diag"
)

// plain reads the head that nearly every file has: lines "key: value" of printable ASCII, with values on their line,
// without quotes or in quotes that hold no escape, and keys with a block of such lines below them. It gives nil for
// anything else, and never reads a head in another way than the YAML parser does: FuzzPlain.
//
// The head is text[start:], and text the file up to its end; its first line is number line of the file, and n is how
// many it has.
func (r *Reader) plain(name, text string, start, line, n int) *Value {
	if start == len(text) || n > maxPlainLines || isOdd(text[start:]) {
		return nil
	}
	p := plainReader{
		name: name, text: text, line: line,
		values: slices.Grow(r.values[:0], n+1), fields: slices.Grow(r.fields[:0], n), rows: slices.Grow(r.rows[:0], n),
	}
	r.values, r.fields, r.rows = p.values, p.fields, p.rows
	if !p.read(start) {
		return nil
	}
	root, ok := p.block(p.rows, 0)
	if !ok {
		return nil
	}
	return root
}

// maxPlainLines bounds what is looked at twice when it turns out to be something else.
const maxPlainLines = 256

// isOdd reports text with anything but printable ASCII and ends of lines.
func isOdd(text string) bool {
	for i := range len(text) {
		if c := text[i]; c > '~' || c < ' ' && c != '\n' {
			return true
		}
	}
	return false
}

// plainReader builds the values of one head.
type plainReader struct {
	name   string
	text   string // the file up to the end of the head
	line   int    // of the head's first line
	values []Value
	fields []Field
	rows   []row
}

// row is one line: its key and where its value begins and ends, as offsets in the text.
type row struct {
	line               int // from 0
	start, indent      int
	key, value, finish int // the key's end, the value's start and end
	kind               scalarKind
}

type scalarKind int

const (
	nothing scalarKind = iota // no value on the line
	bare
	quoted
)

// read splits the text from start on into rows.
func (p *plainReader) read(start int) bool {
	for at := start; at < len(p.text); {
		end := len(p.text)
		if i := strings.IndexByte(p.text[at:], '\n'); i >= 0 {
			end = at + i
		}
		r, ok := p.row(at, end)
		if !ok {
			return false
		}
		r.line = len(p.rows)
		p.rows = append(p.rows, r)
		at = end + 1
	}
	return true
}

// maxPlainKey is far below the length from which YAML takes no key without a mark.
const maxPlainKey = 128

func (p *plainReader) row(at, end int) (row, bool) {
	r := row{start: at}
	for at < end && p.text[at] == ' ' {
		at++
	}
	r.indent = at - r.start
	if at == end || !isLetter(p.text[at]) {
		return r, false
	}
	r.key = at
	for r.key < end && isKeyByte(p.text[r.key]) {
		r.key++
	}
	if r.key == end || p.text[r.key] != ':' || r.key-at > maxPlainKey {
		return r, false
	}
	for end > r.key+1 && p.text[end-1] == ' ' {
		end--
	}
	r.value = r.key + 1
	for r.value < end && p.text[r.value] == ' ' {
		r.value++
	}
	r.finish = end
	switch {
	case r.value == end:
		return r, true
	case r.value == r.key+1: // no blank after the colon
		return r, false
	}
	value := p.text[r.value:end]
	switch first := value[0]; {
	case first == '"' || first == '\'':
		r.kind = quoted
		inner := value[1:]
		return r, inner != "" && strings.IndexByte(inner, first) == len(inner)-1 && !strings.Contains(value, `\`)
	case isLetter(first) || isDigit(first) || first == '_' || first == '/' || first == '(':
		r.kind = bare
		return r, value[len(value)-1] != ':' && !strings.Contains(value, ": ") && !strings.Contains(value, " #")
	}
	return r, false
}

func isLetter(c byte) bool  { return c >= 'a' && c <= 'z' || c >= 'A' && c <= 'Z' }
func isDigit(c byte) bool   { return c >= '0' && c <= '9' }
func isKeyByte(c byte) bool { return isLetter(c) || isDigit(c) || c == '-' || c == '_' }

// block makes a mapping of rows that all have the indent of the first one, or stand below one that has it.
func (p *plainReader) block(rows []row, indent int) (*Value, bool) {
	first := len(p.fields)
	count := 0
	for _, r := range rows {
		if r.indent == indent {
			count++
		}
	}
	p.fields = p.fields[:first+count] // room was made for every line
	fields := p.fields[first : first+count : first+count]
	last := rows[len(rows)-1]
	out := p.add(Value{Kind: Map, Fields: fields, Span: p.span(rows[0], rows[0].start+indent, last, last.finish)})
	for i, k := 0, 0; i < len(rows); k++ {
		r := rows[i]
		if r.indent != indent {
			return nil, false
		}
		below := i + 1
		for below < len(rows) && rows[below].indent > indent {
			below++
		}
		fields[k].Name = p.text[r.start+r.indent : r.key]
		fields[k].Key = p.span(r, r.start+r.indent, r, r.key)
		inner := rows[i+1 : below]
		switch {
		case r.kind != nothing && len(inner) > 0, r.kind == nothing && len(inner) == 0:
			return nil, false // a value over several lines; nothing at all
		case r.kind == nothing:
			v, ok := p.block(inner, inner[0].indent)
			if !ok {
				return nil, false
			}
			fields[k].Value = v
		default:
			fields[k].Value = p.scalar(r)
		}
		i = below
	}
	return out, true
}

func (p *plainReader) scalar(r row) *Value {
	v := Value{Kind: Text, Text: p.text[r.value:r.finish], Plain: r.kind == bare, Span: p.span(r, r.value, r, r.finish)}
	if r.kind == quoted {
		v.Text = v.Text[1 : len(v.Text)-1]
	}
	if v.Plain && isNullWord(v.Text) {
		v.Kind = Null
	}
	return p.add(v)
}

func (p *plainReader) add(v Value) *Value {
	p.values = append(p.values, v) // never more than one a line, and the root
	return &p.values[len(p.values)-1]
}

func (p *plainReader) span(from row, start int, to row, end int) diag.Span {
	return diag.Span{Path: p.name, Start: p.pos(from, start), End: p.pos(to, end)}
}

func (p *plainReader) pos(r row, at int) diag.Pos {
	return diag.Pos{Line: p.line + r.line, Column: at - r.start + 1, Offset: at}
}
