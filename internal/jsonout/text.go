package jsonout

import (
	"fmt"
	"unicode"
	"unicode/utf16"
	"unicode/utf8"
)

// string writes s in quotes. Characters that a terminal may act on, or that nobody sees, become \uXXXX: every reader of
// JSON gets the same text back.
func (e *encoder) string(s string) {
	b := append(e.buf, '"')
	done := 0
	for i := 0; i < len(s); {
		if c := s[i]; c >= ' ' && c < 0x7f && c != '"' && c != '\\' {
			i++
			continue
		}
		r, n := utf8.DecodeRuneInString(s[i:])
		if escape := escaped(r, n); escape != "" {
			b = append(append(b, s[done:i]...), escape...)
			done = i + n
		}
		i += n
	}
	e.buf = append(append(b, s[done:]...), '"')
}

// escaped is what stands for a character of n bytes that is not written as it is, else "".
func escaped(r rune, n int) string {
	switch r {
	case '"':
		return `\"`
	case '\\':
		return `\\`
	case '\b':
		return `\b`
	case '\f':
		return `\f`
	case '\n':
		return `\n`
	case '\r':
		return `\r`
	case '\t':
		return `\t`
	}
	switch {
	case r == utf8.RuneError && n == 1:
		return `\ufffd` // bytes that are no UTF-8
	case r < ' ':
		return fmt.Sprintf(`\u%04x`, r)
	case !isInvisible(r):
		return ""
	case r > 0xffff:
		high, low := utf16.EncodeRune(r)
		return fmt.Sprintf(`\u%04X\u%04X`, high, low)
	}
	return fmt.Sprintf(`\u%04X`, r)
}

func isInvisible(r rune) bool {
	return r == '\u2800' || unicode.In(r, unicode.Cc, unicode.Cf, unicode.Co, unicode.Zl, unicode.Zp,
		unicode.Variation_Selector, unicode.Other_Default_Ignorable_Code_Point)
}
