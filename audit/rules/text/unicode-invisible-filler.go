package text

import (
	"unicode"

	"github.com/agentlayers/layers/audit"
	"github.com/agentlayers/layers/audit/chars"
	"github.com/agentlayers/layers/audit/source"
	"github.com/agentlayers/layers/diag"
	"github.com/agentlayers/layers/internal/doc"
)

func unicodeInvisibleFiller() audit.Rule {
	return audit.Rule{
		ID:         "unicode-invisible-filler",
		Title:      "a letter or mark without a shape makes names differ that look alike",
		Severity:   audit.Medium,
		Confidence: audit.Firm,
		Alone:      true,
		Intent:     true,
		Doc: audit.Doc{
			Why:   "Fillers count as letters and show nothing: \"docs\" and \"docs\" with a filler are two servers, two skills, two keys. Private-use characters mean whatever a font makes of them.",
			Fires: "Hangul fillers outside Hangul, the Mongolian vowel separator outside Mongolian, runs of blank Braille cells, annotation and musical format characters, deprecated and unassigned format characters; private-use characters in configuration values.",
			Quiet: "Hangul text, Braille text (several distinct cells), symbols of icon fonts outside configuration.",
			File:  ".codex/config.toml",
			Bad:   "[mcp_servers.\"docs\\u{3164}\"]",
			Good:  "[mcp_servers.docs]",
			Fix:   "delete it",
		},
		Check: func(p *audit.Pass) {
			reportMarks(p, fillers, func(b body, found []stretch) string {
				return audit.What("an invisible filler in \"", around(b, found[0]), "\"")
			})
			for f := range p.Kinds(source.Config) {
				privateUse(p, f)
			}
		},
	}
}

// fillers makes the matcher for one file.
func fillers(f *source.File) matcher {
	blankFrom := 2
	if f.Kind == source.Config {
		blankFrom = 1
	}
	isBraille := -1 // not known
	return func(b body, i int, r rune) (end int, found bool) {
		_, next := b.at(i)
		if r != blankCell {
			return next, isFiller(b, i, next, r)
		}
		end, n := b.run(i, func(r rune) bool { return r == blankCell })
		if isBraille < 0 {
			isBraille = distinctCells(b)
		}
		return end, n >= blankFrom && isBraille < fewestCells
	}
}

const blankCell = 0x2800

// fewestCells is the number of distinct cells from which on a text is Braille.
const fewestCells = 3

// distinctCells counts the kinds of Braille cells with dots in b.
func distinctCells(b body) int {
	seen := map[rune]bool{}
	for _, r := range string(b) {
		if r > blankCell && r <= 0x28FF {
			seen[r] = true
		}
	}
	return len(seen)
}

// isFiller reports whether r, from start to end, is a filler that has no use where it stands.
func isFiller(b body, start, end int, r rune) bool {
	if r == 0xAD {
		return isRepeated(b, start, end, r)
	}
	if r < 0x34F {
		return false
	}
	before, _ := b.before(start)
	after, _ := b.at(end)
	switch {
	case r == 0x115F: // stands for a missing first letter
		return !isVowelJamo(after) && after != 0x1160
	case r == 0x1160: // stands for a missing vowel
		return !isLeadJamo(before) && before != 0x115F || before == 0x115F && !isTailJamo(after)
	case r == 0x3164:
		return !isLetterJamo(before) && !isLetterJamo(after)
	case r == 0xFFA0:
		return !isHalfJamo(before) && !isHalfJamo(after)
	case r == 0x180E:
		return !unicode.Is(unicode.Mongolian, before)
	case r == 0x034F: // keeps marks apart
		return !unicode.IsMark(after) && !unicode.IsMark(before)
	case r == 0x17B4, r == 0x17B5:
		return !unicode.Is(unicode.Khmer, before)
	case r >= 0x206A && r <= 0x206F, r == 0x2065, r >= 0xFFF0 && r <= 0xFFFB, r >= 0x1D173 && r <= 0x1D17A:
		return true
	}
	return r >= 0xE0080 && r <= 0xE00FF || r >= 0xE01F0 && r <= 0xE0FFF
}

func isRepeated(b body, start, end int, r rune) bool {
	before, _ := b.before(start)
	after, _ := b.at(end)
	return before == r || after == r
}

func isLeadJamo(r rune) bool { return r >= 0x1100 && r <= 0x115E || r >= 0xA960 && r <= 0xA97C }

func isVowelJamo(r rune) bool { return r >= 0x1161 && r <= 0x11A7 || r >= 0xD7B0 && r <= 0xD7C6 }

func isTailJamo(r rune) bool { return r >= 0x11A8 && r <= 0x11FF || r >= 0xD7CB && r <= 0xD7FB }

func isLetterJamo(r rune) bool { return r >= 0x3131 && r <= 0x318E && r != 0x3164 }

func isHalfJamo(r rune) bool { return r >= 0xFFA1 && r <= 0xFFDC }

// privateUse reports keys and values of a configuration file that hold characters of private use.
func privateUse(p *audit.Pass, f *source.File) {
	report := func(at diag.Span) {
		for _, r := range f.Raw(at) {
			if chars.IsPrivate(r) {
				p.Report(audit.Finding{File: f, Span: at, Message: audit.What("a private-use character in ", f.Raw(at))})
				return
			}
		}
	}
	eachKey(f.Tree(), report)
	eachString(f.Tree(), func(v *doc.Value, _ string) { report(v.Span()) })
}

// eachKey calls do for the place of every key below v.
func eachKey(v *doc.Value, do func(diag.Span)) {
	if v == nil {
		return
	}
	for _, m := range v.Members {
		do(m.Key())
		eachKey(m.Value, do)
	}
	for _, e := range v.Elems {
		eachKey(e, do)
	}
}
