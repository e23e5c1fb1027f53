package agentsmd

import (
	"strings"
	"unicode/utf8"

	"github.com/agentlayers/layers/internal/frontmatter"
)

// firstInvalid is the offset of the first byte that is not UTF-8, and how many such places there are; -1 and 0
// for valid text.
func firstInvalid(data []byte) (offset, count int) {
	offset = -1
	if utf8.Valid(data) {
		return offset, 0
	}
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
			n = frontmatter.BrokenLen(data[i:])
		}
		i += n
	}
	return offset, count
}

func isBlank(text string) bool { return strings.TrimSpace(text) == "" }
