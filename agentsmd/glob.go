package agentsmd

import (
	"regexp"
	"strings"
)

// globWriter turns a pattern into a regular expression.
type globWriter struct {
	in    string
	pos   int
	depth int      // groups that are open
	not   []string // the insides of "!(...)", in order

	// bare are the places of brackets that have turned out to open no group. Each is tried once: a try reads on to the
	// end and tries all that it passes, which would double with every bracket.
	bare map[int]bool
}

// maxGlobDepth bounds groups in groups; deeper brackets stand for themselves.
const maxGlobDepth = 50

// until translates up to one of the stop characters, which is not consumed, or to the end.
func (w *globWriter) until(stop string) string {
	var b strings.Builder
	for w.pos < len(w.in) && !strings.ContainsRune(stop, rune(w.in[w.pos])) {
		b.WriteString(w.next())
	}
	return b.String()
}

// next translates what stands at the position.
func (w *globWriter) next() string {
	c := w.in[w.pos]
	if group := w.group(c); group != "" {
		return group
	}
	switch c {
	case '/':
		return w.slash()
	case '*':
		return w.stars()
	case '?':
		w.pos++
		return `[^/]`
	case '[':
		return w.class()
	case '|':
		w.pos++
		return `|`
	}
	start := w.pos
	for w.pos++; w.pos < len(w.in) && !strings.ContainsRune("/*?[|({!@+,})", rune(w.in[w.pos])); w.pos++ {
	}
	return regexp.QuoteMeta(w.in[start:w.pos])
}

// slash also takes the "**" that may follow it: "a/**/b" matches "a/b", and "a/**" matches "a".
func (w *globWriter) slash() string {
	rest := w.in[w.pos:]
	switch {
	case strings.HasPrefix(rest, "/**/"):
		w.pos += len("/**")
		return `(?:/.*)?`
	case rest == "/**":
		w.pos += len(rest)
		return `(?:/.*)?`
	}
	w.pos++
	return `/`
}

// stars translates "*", "**" inside a name, and "**" at the start of the pattern.
func (w *globWriter) stars() string {
	start := w.pos
	for w.pos < len(w.in) && w.in[w.pos] == '*' {
		w.pos++
	}
	if start == 0 && w.pos == 2 {
		switch {
		case w.pos == len(w.in):
			return `.*`
		case w.in[w.pos] == '/':
			w.pos++
			return `(?:.*/)?`
		}
	}
	return `[^/]*`
}

// class translates "[...]". "^" at its start negates, "!" does not; without an end it is a bracket.
func (w *globWriter) class() string {
	end := strings.IndexByte(w.in[w.pos+1:], ']')
	if strings.HasPrefix(w.in[w.pos:], "[[:") {
		if i := strings.Index(w.in[w.pos:], ":]]"); i > 0 {
			end = i + 1
		}
	}
	if end <= 0 {
		w.pos++
		return `\[`
	}
	inside := w.in[w.pos+1 : w.pos+1+end]
	w.pos += end + 2
	return `[` + strings.ReplaceAll(inside, `\`, `\\`) + `]`
}

// repeats are the characters before "(" and what they say of the group.
var repeats = [...]struct{ sign, suffix string }{{"@", ""}, {"?", "?"}, {"+", "+"}, {"*", "*"}}

// group translates a group of a shell, "(...)" and braces; "" when none stands here.
func (w *globWriter) group(c byte) string {
	if w.depth >= maxGlobDepth {
		w.stay(w.pos) // also when what is around it turns out to be no group
		return ""
	}
	rest := w.in[w.pos:]
	switch {
	case c == '{':
		return w.braces()
	case c == '(':
		return w.enclosed(1, `)`)
	case strings.HasPrefix(rest, "!("):
		inside := w.enclosed(2, `)`)
		if inside == "" {
			return ""
		}
		w.not = append(w.not, inside)
		return `([^/]*)`
	}
	for _, r := range repeats {
		if strings.HasPrefix(rest, r.sign+"(") {
			if inside := w.enclosed(2, `)`); inside != "" {
				return inside + r.suffix
			}
			return ""
		}
	}
	return ""
}

// enclosed translates a group whose opening has size bytes; "" and no move when it has no end.
func (w *globWriter) enclosed(size int, end string) string {
	start, before := w.pos, len(w.not)
	if w.bare[start] {
		return ""
	}
	w.pos += size
	w.depth++
	inside := w.until(end)
	w.depth--
	if w.pos >= len(w.in) {
		w.pos, w.not = start, w.not[:before]
		w.stay(start)
		return ""
	}
	w.pos++
	return `(?:` + inside + `)`
}

// stay notes a bracket that opens no group.
func (w *globWriter) stay(at int) {
	if w.bare == nil {
		w.bare = map[int]bool{}
	}
	w.bare[at] = true
}

// braces translates "{a,b}" and "{a..z}". Braces with one part stand for themselves.
func (w *globWriter) braces() string {
	start, before := w.pos, len(w.not)
	if end := strings.IndexByte(w.in[start:], '}'); end == len("{a..z") && w.in[start+2:start+4] == ".." {
		w.pos += end + 1
		if class := `[` + regexp.QuoteMeta(w.in[start+1:start+2]) + `-` + regexp.QuoteMeta(w.in[start+4:start+5]) + `]`; isClass(class) {
			return class
		}
		w.pos = start
	}
	w.pos++
	if w.bare[start] {
		return `\{`
	}
	w.depth++
	parts := []string{w.until(",}")}
	for w.pos < len(w.in) && w.in[w.pos] == ',' {
		w.pos++
		parts = append(parts, w.until(",}"))
	}
	w.depth--
	if w.pos >= len(w.in) || len(parts) < 2 {
		w.pos, w.not = start+1, w.not[:before]
		w.stay(start)
		return `\{`
	}
	w.pos++
	return `(?:` + strings.Join(parts, `|`) + `)`
}

func isClass(s string) bool {
	_, err := regexp.Compile(s)
	return err == nil
}
