package text

import (
	"unicode"

	"github.com/agentlayers/layers/audit"
	"github.com/agentlayers/layers/audit/chars"
	"github.com/agentlayers/layers/audit/source"
)

func unicodeVariationSelectorRun() audit.Rule {
	return audit.Rule{
		ID:         "unicode-variation-selector-run",
		Title:      "variation selectors without use carry hidden bytes",
		Severity:   audit.High,
		Confidence: audit.Firm,
		Alone:      true,
		Intent:     true,
		Doc: audit.Doc{
			Why:   "There are 256 variation selectors, one for every byte. After one character any number of them can stand, nothing of it shows, and the whole reaches the model.",
			Fires: "two or more in a row, an ideographic selector after anything but an ideograph, a selector whose combination with its base is not registered, and a series of presentation selectors after letters.",
			Quiet: "one presentation selector after an emoji, symbol or keycap base; one ideographic selector after an ideograph; registered sequences of Mongolian, Myanmar, mathematics and others.",
			File:  "AGENTS.md",
			Bad:   "Welcome \U0001F600\\u{FE01}\\u{FE08}\\u{FE06}.",
			Good:  "Welcome \U0001F600.",
			Fix:   "delete them",
		},
		Check: func(p *audit.Pass) {
			reportMarks(p, func(*source.File) matcher { return selectors }, func(b body, found []stretch) string {
				return saysSelectors(b, found[0])
			})
		},
	}
}

// selectors finds variation selectors that do not choose a shape.
func selectors(b body, i int, r rune) (end int, found bool) {
	_, next := b.at(i)
	if r < 0x180B || !chars.IsSelector(r) {
		return next, false
	}
	end, n := b.run(i, chars.IsSelector)
	base, _ := b.before(i)
	switch {
	case n > 1:
		return end, true
	case chars.IsIdeographicSelector(r):
		return end, !unicode.Is(unicode.Han, base)
	case chars.IsMongolianSelector(r):
		return end, !unicode.Is(unicode.Mongolian, base)
	case r < 0xFE0E:
		return end, !chars.IsStandardized(base, r)
	}
	return end, !chars.IsSymbol(base) && isSeries(b, i, end)
}

// isSeries reports whether the presentation selector from start to end is one of several close to each other that
// stand after letters: one alone is left over from an emoji that was deleted, a series carries bits.
func isSeries(b body, start, end int) bool {
	const window, fewest = 32, 4
	idle := 1
	for range window {
		r, to := b.before(start)
		if r == 0 || r == '\n' {
			break
		}
		idle += isIdle(b, r, to)
		start = to
	}
	for range window {
		r, to := b.at(end)
		if r == 0 || r == '\n' {
			break
		}
		idle += isIdle(b, r, end)
		end = to
	}
	return idle >= fewest
}

// isIdle is 1 when the presentation selector r at i stands after no symbol.
func isIdle(b body, r rune, i int) int {
	if r != 0xFE0E && r != 0xFE0F {
		return 0
	}
	if base, _ := b.before(i); chars.IsSymbol(base) {
		return 0
	}
	return 1
}

// saysSelectors words a finding: with the bytes that the selectors stand for, when they are text.
func saysSelectors(b body, s stretch) string {
	var data []byte
	n := 0
	for i := s.start; i < s.end; n++ {
		r, next := b.at(i)
		switch {
		case chars.IsIdeographicSelector(r):
			data = append(data, byte(r-0xE0100+16))
		case r >= 0xFE00 && r <= 0xFE0F:
			data = append(data, byte(r-0xFE00))
		}
		i = next
	}
	text := printable(data)
	if n == 1 || text == "" {
		return audit.What("variation selectors without use after \"", around(b, stretch{s.start, s.start}), "\"")
	}
	return audit.What("variation selectors spell \"", text, "\"")
}
