package tomlsrc

import (
	"strconv"
	"strings"
	"unicode/utf8"
)

// isControl tells whether c may not stand in comments and strings.
func isControl(c byte) bool { return c < ' ' && c != '\t' || c == 0x7f }

// keyName checks one part of a key and gives the name that it spells.
func keyName(text []byte, t token) (string, *problem) {
	raw := string(text[t.start:t.end])
	switch t.kind {
	case basicString, literalString:
		name, bad := stringText(t.kind, raw)
		return name, bad.shift(t.start)
	case basicLines, literalLines:
		return "", syntax(t.start, t.end, "a key cannot be a multi-line string").suggest("use single quotes of the same kind")
	}
	for i := range len(raw) {
		if !isBareKey(raw[i]) {
			return "", syntax(t.start+i, t.end, "this character needs quotes in a key").suggest("write %s", strconv.Quote(raw))
		}
	}
	return raw, nil
}

func isBareKey(c byte) bool {
	return c >= 'a' && c <= 'z' || c >= 'A' && c <= 'Z' || c >= '0' && c <= '9' || c == '-' || c == '_'
}

// stringText checks a string token and gives its text. A problem counts from the token's start.
func stringText(kind tokenKind, raw string) (string, *problem) {
	quote := raw[:1]
	if kind == basicLines || kind == literalLines {
		quote = raw[:3]
	}
	body := raw[len(quote):]
	if !strings.HasSuffix(body, quote) {
		return "", syntax(len(raw), len(raw), "the string is not closed").suggest("write %s at its end", quote)
	}
	s := stringReader{raw: raw, at: len(quote), end: len(raw) - len(quote)}
	switch kind {
	case basicString:
		return s.read(false, true)
	case literalString:
		return s.read(false, false)
	case basicLines:
		s.skipFirstNewline()
		return s.read(true, true)
	default:
		s.skipFirstNewline()
		return s.read(true, false)
	}
}

// stringReader reads the text between the quotes, raw[at:end].
type stringReader struct {
	raw     string
	at, end int
	text    strings.Builder
}

func (s *stringReader) rest() string { return s.raw[s.at:s.end] }

func (s *stringReader) skipFirstNewline() {
	if strings.HasPrefix(s.rest(), "\n") {
		s.at++
	} else if strings.HasPrefix(s.rest(), "\r\n") {
		s.at += 2
	}
}

// read goes through the text. lines allows line ends, escapes gives backslashes a meaning.
func (s *stringReader) read(lines, escapes bool) (string, *problem) {
	for s.at < s.end {
		c := s.raw[s.at]
		var bad *problem
		switch {
		case c == '\\' && escapes:
			s.at++
			bad = s.escape(lines)
		case c == '\r' && lines:
			bad = s.carriageReturn()
		case isControl(c) && (c != '\n' || !lines):
			bad = syntax(s.at, s.at+1, "a string must not hold control characters")
			if escapes {
				bad.suggest(`write \u%04X`, c)
			}
		default:
			s.text.WriteByte(c)
			s.at++
		}
		if bad != nil {
			return "", bad
		}
	}
	return s.text.String(), nil
}

func (s *stringReader) carriageReturn() *problem {
	if !strings.HasPrefix(s.rest(), "\r\n") {
		return syntax(s.at+1, s.at+1, "a carriage return must be followed by a line feed").suggest(`write \r`)
	}
	s.text.WriteString("\r\n")
	s.at += 2
	return nil
}

var escapes = map[byte]string{'b': "\b", 'e': "\x1b", 'f': "\f", 'n': "\n", 'r': "\r", 't': "\t", '\\': `\`, '"': `"`}

// escapeDigits are the hexadecimal digits after \x, \u and \U.
var escapeDigits = map[byte]int{'x': 2, 'u': 4, 'U': 8}

// escape reads what follows a backslash.
func (s *stringReader) escape(lines bool) *problem {
	if s.at == s.end {
		return s.unknownEscape()
	}
	c := s.raw[s.at]
	if lines && strings.IndexByte(" \t\r\n", c) >= 0 {
		return s.lineContinuation()
	}
	if text, ok := escapes[c]; ok {
		s.text.WriteString(text)
		s.at++
		return nil
	}
	if n := escapeDigits[c]; n > 0 {
		s.at++
		return s.codePoint(n)
	}
	return s.unknownEscape()
}

func (s *stringReader) unknownEscape() *problem {
	return syntax(s.at, min(s.at+1, s.end), "this is no escape that TOML knows").
		suggest(`write \\ for a backslash, or use '...' quotes`)
}

func (s *stringReader) codePoint(digits int) *problem {
	start := s.at
	for s.at < s.end && s.at < start+digits && isHex(s.raw[s.at]) {
		s.at++
	}
	if s.at < start+digits {
		return syntax(s.at, s.at, "this escape needs "+strconv.Itoa(digits)+" hexadecimal digits")
	}
	n, err := strconv.ParseUint(s.raw[start:s.at], 16, 32)
	if err != nil || !utf8.ValidRune(rune(n)) || n > utf8.MaxRune {
		return syntax(start, s.at, "this escape names no character")
	}
	s.text.WriteRune(rune(n))
	return nil
}

func isHex(c byte) bool {
	return c >= '0' && c <= '9' || c >= 'a' && c <= 'f' || c >= 'A' && c <= 'F'
}

// lineContinuation reads a backslash at a line's end with all the white space after it.
func (s *stringReader) lineContinuation() *problem {
	for s.at < s.end && (s.raw[s.at] == ' ' || s.raw[s.at] == '\t') {
		s.at++
	}
	if s.at == s.end || s.raw[s.at] != '\n' && s.raw[s.at] != '\r' {
		return syntax(s.at, s.at, "only blanks may stand between a backslash and the end of its line")
	}
	for s.at < s.end && strings.IndexByte(" \t\r\n", s.raw[s.at]) >= 0 {
		if s.raw[s.at] == '\r' && !strings.HasPrefix(s.rest(), "\r\n") {
			return syntax(s.at+1, s.at+1, "a carriage return must be followed by a line feed")
		}
		s.at++
	}
	return nil
}
