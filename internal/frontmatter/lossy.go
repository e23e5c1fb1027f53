package frontmatter

import (
	"strings"
	"unicode/utf8"
)

// Replacement stands for bytes that are not UTF-8.
const Replacement = "\uFFFD"

// Lossy turns bytes into text: each longest start of a character that does not go on as one becomes U+FFFD,
// and so does every byte that starts none. A character cut off at the end is one U+FFFD.
//
// Cases: doc-invalid-utf8, doc-max-bytes-multibyte, doc-utf16.
func Lossy(data []byte) string {
	if utf8.Valid(data) {
		return string(data)
	}
	var b strings.Builder
	b.Grow(len(data))
	for len(data) > 0 {
		if r, n := utf8.DecodeRune(data); r != utf8.RuneError || n > 1 {
			b.Write(data[:n])
			data = data[n:]
			continue
		}
		b.WriteString(Replacement)
		data = data[BrokenLen(data):]
	}
	return b.String()
}

// BrokenLen is the length of the longest start of b that a valid character could begin with, at least 1.
func BrokenLen(b []byte) int {
	for n := min(len(b), utf8.UTFMax-1); n > 1; n-- {
		if !utf8.FullRune(b[:n]) {
			return n
		}
	}
	return 1
}
