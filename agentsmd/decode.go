package agentsmd

import (
	"strings"
	"unicode/utf8"
)

const replacement = "\uFFFD"

// lossy turns bytes into text: each longest start of a character that does not go on as one becomes U+FFFD,
// and so does every byte that starts none. A character cut off at the end is one U+FFFD.
//
// Cases: doc-invalid-utf8, doc-max-bytes-multibyte, doc-utf16.
func lossy(data []byte) string {
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
		b.WriteString(replacement)
		data = data[brokenLen(data):]
	}
	return b.String()
}

// brokenLen is the length of the longest start of b that a valid character could begin with, at least 1.
func brokenLen(b []byte) int {
	for n := min(len(b), utf8.UTFMax-1); n > 1; n-- {
		if !utf8.FullRune(b[:n]) {
			return n
		}
	}
	return 1
}

// firstInvalid is the offset of the first byte that is not UTF-8, and how many such places there are; -1 and 0
// for valid text.
func firstInvalid(data []byte) (offset, count int) {
	offset = -1
	for i := 0; i < len(data); {
		if data[i] < utf8.RuneSelf {
			i++
			continue
		}
		r, n := utf8.DecodeRune(data[i:])
		if r == utf8.RuneError && n == 1 {
			if offset < 0 {
				offset = i
			}
			count++
			n = brokenLen(data[i:])
		}
		i += n
	}
	return offset, count
}

func isBlank(text string) bool { return strings.TrimSpace(text) == "" }
