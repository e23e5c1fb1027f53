package agentsmd

import (
	"strings"
	"unicode"
	"unicode/utf8"
)

// isSpace reports whether r is white space to an agent written in JavaScript: U+0085 is not, U+FEFF is.
func isSpace(r rune) bool {
	switch r {
	case '\t', '\n', '\v', '\f', '\r', ' ', '\u00a0', '\ufeff', '\u2028', '\u2029':
		return true
	}
	return r > unicode.MaxLatin1 && unicode.Is(unicode.Zs, r)
}

func trimSpace(s string) string { return strings.TrimFunc(s, isSpace) }

// spaceLen is the length of the white space at the start of b.
func spaceLen(b []byte) int {
	n := 0
	for n < len(b) {
		r, size := utf8.DecodeRune(b[n:])
		if !isSpace(r) {
			break
		}
		n += size
	}
	return n
}

// utf16Len is the number of UTF-16 units of s.
func utf16Len(s string) int {
	n := 0
	for _, r := range s {
		n++
		if r > 0xFFFF {
			n++
		}
	}
	return n
}
