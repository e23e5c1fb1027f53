package skills

import (
	"slices"
	"strings"
)

// losses finds what is lost of many descriptions; only its memory is shared between them.
type losses struct {
	like uint64          // a bit for the length and the last letter of each word
	few  []string        // the first words
	more map[string]bool // the others
	out  []byte
}

// fewWords is how many words are looked through one by one.
const fewWords = 48

// of lists the words of a description that what is shown no longer holds, each once.
func (l *losses) of(description, shown string) string {
	if description == shown {
		return ""
	}
	l.like, l.few, l.more, l.out = 0, l.few[:0], nil, l.out[:0]
	for w := range strings.FieldsSeq(strings.TrimSuffix(shown, dots)) {
		l.first(word(w))
	}
	rest := strings.TrimPrefix(description, commonPrefix(description, shown))
	for w := range strings.FieldsSeq(rest) {
		if l.first(word(w)) {
			if len(l.out) > 0 {
				l.out = append(l.out, ' ')
			}
			l.out = append(l.out, w...)
		}
	}
	if string(l.out) == rest { // no copy of what mostly is all
		return rest
	}
	return string(l.out)
}

// first reports a word that was not seen before. Most are told apart by the bit alone.
func (l *losses) first(word string) bool {
	if word == "" {
		return false
	}
	like := uint64(1) << ((len(word)*5 + int(word[len(word)-1])) % 64)
	if l.like&like != 0 && (slices.Contains(l.few, word) || l.more[word]) {
		return false
	}
	l.like |= like
	switch {
	case len(l.few) < fewWords:
		l.few = append(l.few, word)
		return true
	case l.more == nil:
		l.more = map[string]bool{}
	}
	l.more[word] = true
	return true
}

// word is a word as it is compared: without what stands around it, and in lower case.
func word(w string) string {
	for w != "" && isAround(w[0]) {
		w = w[1:]
	}
	for w != "" && isAround(w[len(w)-1]) {
		w = w[:len(w)-1]
	}
	return strings.ToLower(w)
}

func isAround(c byte) bool {
	switch c {
	case '.', ',', ';', ':', '!', '?', '(', ')', '"', '\'', '`':
		return true
	}
	return false
}

// commonPrefix is the longest start of a, up to a blank, that b has too.
func commonPrefix(a, b string) string {
	n := 0
	for n < len(a) && n < len(b) && a[n] == b[n] {
		n++
	}
	for n > 0 && n < len(a) && a[n] != ' ' && a[n-1] != ' ' {
		n--
	}
	return a[:n]
}
