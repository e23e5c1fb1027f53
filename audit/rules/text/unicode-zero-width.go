package text

import (
	"unicode"

	"github.com/agentlayers/layers/audit"
	"github.com/agentlayers/layers/audit/chars"
	"github.com/agentlayers/layers/audit/source"
)

func unicodeZeroWidth() audit.Rule {
	return audit.Rule{
		ID:         "unicode-zero-width",
		Title:      "a character without width splits a word or hides between words",
		Severity:   audit.Medium,
		Confidence: audit.Firm,
		Alone:      true,
		Intent:     true,
		Doc: audit.Doc{
			Why:   "Characters without width change what a model and a search see and leave what a person sees as it is. A series of them carries a message.",
			Fires: "zero-width spaces, word joiners, invisible operators, a byte order mark after the start, and joiners or non-joiners at letters and digits that do not join.",
			Quiet: "joiners in emoji; joiners and non-joiners at Arabic, Syriac, Mongolian and Indic letters; zero-width spaces in Thai, Lao, Khmer and Burmese text; a byte order mark at the start.",
			File:  "AGENTS.md",
			Bad:   "Run the test\\u{200B}suite.",
			Good:  "Run the test suite.",
			Fix:   "delete it",
		},
		Check: func(p *audit.Pass) {
			reportMarks(p, func(*source.File) matcher { return zeroWidths }, func(b body, found []stretch) string {
				r, _ := b.at(found[0].start)
				return audit.What("a "+zeroWidthNames[r]+" in \"", around(b, found[0]), "\"")
			})
		},
	}
}

var zeroWidthNames = map[rune]string{
	0x200B: "zero-width space", 0x200C: "zero-width non-joiner", 0x200D: "zero-width joiner", 0x2060: "word joiner",
	0x2061: "function application", 0x2062: "invisible times", 0x2063: "invisible separator", 0x2064: "invisible plus",
	0xFEFF: "byte order mark",
}

func isZeroWidth(r rune) bool { return zeroWidthNames[r] != "" }

const (
	space     = 0x200B
	nonJoiner = 0x200C
	joiner    = 0x200D
	bom       = 0xFEFF
)

// zeroWidths judges runs of characters without width by what they are and what stands around them.
func zeroWidths(b body, i int, r rune) (end int, found bool) {
	_, next := b.at(i)
	if r < 0x2000 || !isZeroWidth(r) || r == bom && i == 0 {
		return next, false
	}
	end, n := b.run(i, isZeroWidth)
	spaces, joiners := 0, 0
	for at := i; at < end; {
		r, at = b.at(at)
		switch r {
		case space:
			spaces++
		case nonJoiner, joiner:
			joiners++
		}
	}
	switch {
	case spaces+joiners < n: // the others have no place in text
		return end, true
	case joiners == 0:
		return end, n > maxSpaces || !isSpacelessAround(b, i, end)
	case spaces > 0:
		return end, n > 2 || !isSpacelessAround(b, i, end)
	}
	return end, n > 2 || !mayJoin(b, i, end, r, n)
}

// maxSpaces is how many zero-width spaces in a row happen by accident.
const maxSpaces = 3

// isSpacelessAround reports whether the letter before or the letter after a run, whichever is nearer and not
// further than a few characters, is of a script that uses zero-width spaces.
func isSpacelessAround(b body, start, end int) bool {
	const far = 4
	for range far {
		var r rune
		if r, start = b.before(start); r == '\n' || r == 0 {
			break
		}
		if unicode.IsLetter(r) || unicode.IsMark(r) || unicode.IsDigit(r) {
			if chars.IsSpaceless(r) {
				return true
			}
			break
		}
	}
	for range far {
		var r rune
		if r, end = b.at(end); r == '\n' || r == 0 {
			break
		}
		if unicode.IsLetter(r) || unicode.IsMark(r) || unicode.IsDigit(r) {
			return chars.IsSpaceless(r)
		}
	}
	return false
}

// mayJoin reports whether n joiners, the last of them last, have a use between what stands before and after them.
func mayJoin(b body, start, end int, last rune, n int) bool {
	before, _ := b.before(start)
	after, _ := b.at(end)
	base := b.base(start)
	if chars.IsJoining(before) || chars.IsJoining(base) || chars.IsJoining(after) {
		return true
	}
	if n > 1 {
		return false
	}
	isEmoji := chars.IsPictographic(base) || isModifier(before)
	if isEmoji && (chars.IsPictographic(after) || last == nonJoiner) {
		return true
	}
	return !isWord(base) && !isWord(after)
}

func isWord(r rune) bool { return unicode.IsLetter(r) || unicode.IsDigit(r) }
