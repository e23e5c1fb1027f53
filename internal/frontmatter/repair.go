package frontmatter

import (
	"strings"
	"unicode"
)

// repair puts single quotes around one-line values that are not YAML but read as prose: those that hold a colon
// before a blank, and those that open a bracket, "@" or "`" and are no YAML by themselves. It works line by
// line, nested lines included, and leaves quoted values and block scalars alone. The second result is nil when
// no line changed.
//
// A colon at the very end of a line is not repaired. Case: skills-frontmatter-forms.
func (h *head) repair() ([]string, []Repair) {
	var repairs []Repair
	out := make([]string, len(h.lines))
	block := -1 // indent of the line that opened a block scalar
	for i, line := range h.lines {
		out[i] = line
		indent := len(line) - len(strings.TrimLeft(line, " "))
		if block >= 0 && (indent > block || strings.TrimSpace(line) == "") {
			continue
		}
		block = -1
		l, ok := valueOf(line)
		if !ok {
			continue
		}
		if l.text[0] == '|' || l.text[0] == '>' {
			block = indent
			continue
		}
		if !l.isProse() {
			continue
		}
		quoted := "'" + strings.ReplaceAll(l.text, "'", "''") + "'"
		out[i] = line[:l.start] + quoted + line[l.start+len(l.text):]
		at := h.starts[i] + l.start
		repairs = append(repairs, Repair{
			Value: h.src.Span(at, at+len(l.text)),
			Text:  strings.TrimSpace(line[:l.start]) + " " + quoted,
		})
	}
	return out, repairs
}

// lineValue is the value on one line of the form "key: value # comment".
type lineValue struct {
	start int // in the line
	text  string
}

// valueOf splits a line at its first colon. ok is false when it has no key, no blank after the colon, or no value.
func valueOf(line string) (lineValue, bool) {
	key, value, found := strings.Cut(line, ":")
	if !found || strings.TrimSpace(key) == "" {
		return lineValue{}, false
	}
	text := strings.TrimLeftFunc(value, unicode.IsSpace)
	if text == value {
		return lineValue{}, false
	}
	start := len(line) - len(text)
	previous := ' '
	for i, r := range text {
		if r == '#' && unicode.IsSpace(previous) {
			text = text[:i]
			break
		}
		previous = r
	}
	text = strings.TrimRightFunc(text, unicode.IsSpace)
	return lineValue{start, text}, text != ""
}

// isProse reports that a value is text which YAML cannot read as it stands.
func (l lineValue) isProse() bool {
	switch l.text[0] {
	case '\'', '"':
		return false
	case '[', '{', '@', '`':
		if _, err := parseOne(l.text); err != nil {
			return true
		}
	}
	colon := false
	for _, r := range l.text {
		if colon && unicode.IsSpace(r) {
			return true
		}
		colon = r == ':'
	}
	return false
}
