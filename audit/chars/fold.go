package chars

import (
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"
)

// markClass is a set of combining marks that keep their order among themselves.
type markClass struct {
	class int
	marks *unicode.RangeTable
}

// Fold is name as a file system compares it that ignores letter case and ways of writing accents: two names with
// the same Fold are one file there.
func Fold(name string) string {
	if isFolded(name) {
		return name
	}
	if isASCII(name) {
		return strings.ToLower(name)
	}
	return fold(name)
}

func isFolded(s string) bool {
	for i := range len(s) {
		if c := s[i]; c >= utf8.RuneSelf || c >= 'A' && c <= 'Z' {
			return false
		}
	}
	return true
}

func isASCII(s string) bool {
	for i := range len(s) {
		if s[i] >= utf8.RuneSelf {
			return false
		}
	}
	return true
}

func fold(s string) string {
	out := make([]rune, 0, len(s))
	for _, r := range s {
		for _, d := range decompose(r) {
			out = append(out, decompose(lower(d))...)
		}
	}
	reorder(out)
	return string(out)
}

// lower is the one that stands for all letters that differ from r in case only.
func lower(r rune) rune {
	least := r
	for x := unicode.SimpleFold(r); x != r; x = unicode.SimpleFold(x) {
		least = min(least, x)
	}
	return unicode.ToLower(least)
}

// The parts of Hangul syllables, which decompose by arithmetic.
const (
	syllables, syllablesEnd      = 0xAC00, 0xD7A3
	leads, vowels, tails         = 0x1100, 0x1161, 0x11A7
	tailCount, vowelAndTailCount = 28, 588
)

func decompose(r rune) []rune {
	if r >= syllables && r <= syllablesEnd {
		i := r - syllables
		out := []rune{leads + i/vowelAndTailCount, vowels + i%vowelAndTailCount/tailCount}
		if t := i % tailCount; t > 0 {
			out = append(out, tails+t)
		}
		return out
	}
	if d, ok := decomposed()[r]; ok {
		return []rune(d)
	}
	return []rune{r}
}

// reorder puts the marks that follow one character in the order of their classes.
func reorder(text []rune) {
	for i := 0; i < len(text); {
		j := i
		for j < len(text) && classOf(text[j]) > 0 {
			j++
		}
		if j-i > 1 {
			slices.SortStableFunc(text[i:j], func(a, b rune) int { return classOf(a) - classOf(b) })
		}
		i = max(j, i+1)
	}
}

func classOf(r rune) int {
	if r < 0x300 {
		return 0
	}
	for _, m := range marks {
		if unicode.Is(m.marks, r) {
			return m.class
		}
	}
	return 0
}

// Bare is name without the characters that show nothing.
func Bare(name string) string {
	if isASCII(name) {
		return name
	}
	return strings.Map(func(r rune) rune {
		if IsIgnorable(r) {
			return -1
		}
		return r
	}, name)
}
