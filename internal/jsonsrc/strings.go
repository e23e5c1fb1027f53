package jsonsrc

import (
	"strconv"
	"strings"
	"unicode/utf16"
	"unicode/utf8"

	"github.com/agentlayers/layers/diag"
)

// quoted reads the string at the next byte, which is its opening quote.
func (p *parser) quoted() (string, *problem) {
	start := p.at
	p.at++
	var b strings.Builder
	for p.at < len(p.text) {
		switch c := p.text[p.at]; {
		case c == '"':
			p.at++
			return b.String(), nil
		case c == '\\':
			r, bad := p.escape()
			if bad != nil {
				return "", bad
			}
			b.WriteRune(r)
		case c < ' ':
			bad := syntax(p.at, "byte 0x%02X inside a string", c)
			bad.fix = "write it as an escape such as \\n"
			return "", bad
		case c < utf8.RuneSelf:
			b.WriteByte(c)
			p.at++
		default:
			r, n := p.rune()
			b.WriteRune(r)
			p.at += n
		}
	}
	bad := syntax(start, "the file ends inside this string")
	bad.end = len(p.text)
	return "", bad
}

// rune decodes the next character. A stretch that is not UTF-8 and could have begun a character is one U+FFFD.
func (p *parser) rune() (rune, int) {
	r, n := utf8.DecodeRune(p.text[p.at:])
	if r != utf8.RuneError || n != 1 {
		return r, n
	}
	if !p.badUTF8 {
		p.badUTF8 = true
		p.warnings = append(p.warnings, diag.Diagnostic{
			Code: CodeNotUTF8, Severity: diag.Warning, Subject: p.src.Span(p.at, p.at+1),
			Summary: "this byte is not valid UTF-8", Effect: "it is read as U+FFFD", Fix: "save the file as UTF-8",
		})
	}
	return utf8.RuneError, brokenLen(p.text[p.at:])
}

// brokenLen is how many bytes at the start of b begin a character that they do not complete; at least 1.
func brokenLen(b []byte) int {
	n := 1
	for n < len(b) && n < utf8.UTFMax && !utf8.FullRune(b[:n]) && b[n]&0xC0 == 0x80 {
		n++
	}
	if n > 1 && utf8.FullRune(b[:n]) {
		n-- // the last byte can not follow the ones before
	}
	return n
}

// escapes are the escapes of one letter.
var escapes = [...]struct {
	letter byte
	means  rune
}{{'"', '"'}, {'\\', '\\'}, {'/', '/'}, {'b', '\b'}, {'f', '\f'}, {'n', '\n'}, {'r', '\r'}, {'t', '\t'}}

// escape reads the escape at the next byte. Half of a surrogate pair alone is U+FFFD.
func (p *parser) escape() (rune, *problem) {
	start := p.at
	if p.at++; p.at >= len(p.text) {
		return 0, syntax(start, "the file ends inside an escape")
	}
	c := p.text[p.at]
	p.at++
	if c == 'u' {
		r, ok := p.hex4()
		if !ok {
			return 0, syntax(start, "\\u without four hexadecimal digits")
		}
		return p.pair(r), nil
	}
	for _, e := range escapes {
		if e.letter == c {
			return e.means, nil
		}
	}
	bad := syntax(start, "an escape that JSON does not know")
	bad.end = p.at
	bad.fix = `write a backslash as \\`
	return 0, bad
}

// pair joins high with the low surrogate that follows, if one does.
func (p *parser) pair(high rune) rune {
	if !utf16.IsSurrogate(high) {
		return high
	}
	after := p.at
	if strings.HasPrefix(string(p.text[p.at:min(p.at+2, len(p.text))]), `\u`) {
		p.at += 2
		if low, ok := p.hex4(); ok {
			if r := utf16.DecodeRune(high, low); r != utf8.RuneError {
				return r
			}
		}
	}
	p.at = after
	return utf8.RuneError
}

func (p *parser) hex4() (rune, bool) {
	if p.at+4 > len(p.text) {
		return 0, false
	}
	n, err := strconv.ParseUint(string(p.text[p.at:p.at+4]), 16, 16)
	if err != nil {
		return 0, false
	}
	p.at += 4
	return rune(n), true
}
