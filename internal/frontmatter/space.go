package frontmatter

import (
	"strings"
	"unicode"
	"unicode/utf8"
)

// IsSpace reports whether r is white space to an agent written in JavaScript: U+0085 is not, U+FEFF is.
func IsSpace(r rune) bool {
	switch r {
	case '\t', '\n', '\v', '\f', '\r', ' ', '\u00a0', '\ufeff', '\u2028', '\u2029':
		return true
	}
	return r > unicode.MaxLatin1 && unicode.Is(unicode.Zs, r)
}

// TrimSpace removes such white space from both ends.
func TrimSpace(s string) string { return strings.TrimFunc(s, IsSpace) }

// SpaceLen is the length of the white space at the start of b.
func SpaceLen(b []byte) int {
	n := 0
	for n < len(b) {
		r, size := utf8.DecodeRune(b[n:])
		if !IsSpace(r) {
			break
		}
		n += size
	}
	return n
}
