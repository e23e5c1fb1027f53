package source

import (
	"strings"

	"github.com/agentlayers/layers/diag"
)

// GitEntry is one variable of a file in the format of git's configuration, or a section's header.
type GitEntry struct {
	Section string // in lower case
	Sub     string // the subsection, as written
	Name    string // of the variable, in lower case; "" for the header itself
	Value   string // quotes and escapes undone
	Valued  bool   // there is a "="; git takes a name alone for true
	At      diag.Span
}

// Key is the entry's name as people write it: "core.pager", "filter.lfs.clean".
func (e GitEntry) Key() string {
	key := e.Section
	if e.Sub != "" {
		key += "." + e.Sub
	}
	return key + "." + e.Name
}

// GitConfig reads f in the format of git's configuration, includes not followed. Git refuses a file with a line
// that it cannot read; here that line alone is left out, so that a mistake hides nothing.
func (f *File) GitConfig() []GitEntry {
	if f.Text == nil {
		return nil
	}
	r := gitReader{file: f, text: strings.TrimPrefix(string(f.Text.Bytes), "\ufeff")}
	r.start = len(f.Text.Bytes) - len(r.text)
	for r.at < len(r.text) {
		r.line()
	}
	return r.out
}

// gitReader reads one text, byte by byte.
type gitReader struct {
	file    *File
	text    string
	start   int // offset of text in the file
	at      int
	section string
	sub     string
	out     []GitEntry
}

// line reads one header, one variable or one comment; a variable may stand on the line of its header.
func (r *gitReader) line() {
	switch c := r.text[r.at]; {
	case c == ' ' || c == '\t' || c == '\n' || c == '\r':
		r.at++
	case c == '#' || c == ';':
		r.skipLine()
	case c == '[':
		r.header()
	case isLetter(c):
		r.variable()
	default:
		r.skipLine()
	}
}

func (r *gitReader) skipLine() {
	if i := strings.IndexByte(r.text[r.at:], '\n'); i >= 0 {
		r.at += i + 1
		return
	}
	r.at = len(r.text)
}

// header reads [section], [section.sub] or [section "sub"].
func (r *gitReader) header() {
	from := r.at
	r.at++
	name := r.take(func(c byte) bool { return isLetter(c) || isDigit(c) || c == '-' || c == '.' })
	section, sub, _ := strings.Cut(strings.ToLower(name), ".")
	r.take(func(c byte) bool { return c == ' ' || c == '\t' })
	if r.peek() == '"' {
		r.at++
		var b strings.Builder
		for r.at < len(r.text) && r.text[r.at] != '"' && r.text[r.at] != '\n' {
			if r.text[r.at] == '\\' && r.at+1 < len(r.text) {
				r.at++
			}
			b.WriteByte(r.text[r.at])
			r.at++
		}
		sub = b.String()
		if r.peek() == '"' {
			r.at++
		}
	}
	if r.peek() != ']' {
		r.skipLine()
		return
	}
	r.at++
	r.section, r.sub = section, sub
	r.add(GitEntry{}, from)
}

// variable reads NAME, or NAME = VALUE.
func (r *gitReader) variable() {
	from := r.at
	name := r.take(func(c byte) bool { return isLetter(c) || isDigit(c) || c == '-' })
	e := GitEntry{Name: strings.ToLower(name)}
	r.take(func(c byte) bool { return c == ' ' || c == '\t' })
	if r.peek() == '=' {
		r.at++
		e.Valued, e.Value = true, r.value()
	} else {
		r.skipLine()
	}
	r.add(e, from)
}

// value reads up to the end of the line: quotes, escapes, comments, and lines that go on after a backslash. It
// stops before the line's end.
func (r *gitReader) value() string {
	var b strings.Builder
	quoted := false
	kept := 0 // bytes that are no blanks at the end
	for r.at < len(r.text) {
		c := r.text[r.at]
		switch {
		case c == '\n', c == '\r' && strings.HasPrefix(r.text[r.at:], "\r\n"):
			return b.String()[:kept]
		case !quoted && (c == '#' || c == ';'):
			r.skipLine()
			return b.String()[:kept]
		case c == '"':
			quoted = !quoted
		case c == '\\':
			r.at++
			r.escape(&b)
			kept = b.Len()
		case !quoted && (c == ' ' || c == '\t'):
			if b.Len() > 0 {
				b.WriteByte(c)
			}
		default:
			b.WriteByte(c)
			kept = b.Len()
		}
		r.at++
	}
	return b.String()[:min(kept, b.Len())]
}

// escape reads what follows a backslash; nothing is written for one that continues the line.
func (r *gitReader) escape(b *strings.Builder) {
	switch c := r.peek(); c {
	case 0, '\n':
	case '\r':
		r.at++
	case 'n':
		b.WriteByte('\n')
	case 't':
		b.WriteByte('\t')
	case 'b':
		b.WriteByte('\b')
	default:
		b.WriteByte(c)
	}
}

func (r *gitReader) peek() byte {
	if r.at < len(r.text) {
		return r.text[r.at]
	}
	return 0
}

func (r *gitReader) take(ok func(byte) bool) string {
	from := r.at
	for r.at < len(r.text) && ok(r.text[r.at]) {
		r.at++
	}
	return r.text[from:r.at]
}

// add appends an entry whose text begins at from; its place ends with the first line.
func (r *gitReader) add(e GitEntry, from int) {
	e.Section, e.Sub = r.section, r.sub
	end := min(r.at, len(r.text))
	if i := strings.IndexByte(r.text[from:end], '\n'); i >= 0 {
		end = from + i
	}
	e.At = r.file.Span(r.start+from, r.start+end)
	r.out = append(r.out, e)
}

func isLetter(c byte) bool { return c >= 'a' && c <= 'z' || c >= 'A' && c <= 'Z' }
func isDigit(c byte) bool  { return c >= '0' && c <= '9' }
