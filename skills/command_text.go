package skills

import (
	"regexp"
	"strings"
	"sync"
	"unicode"
	"unicode/utf8"

	"github.com/agentlayers/layers/internal/frontmatter"
)

// terminalSigns are sequences that steer a terminal.
var terminalSigns = sync.OnceValue(func() *regexp.Regexp {
	return regexp.MustCompile("(?:\x1b\\[|\u009b)[0-?]*[ -/]*[@-~]|\x1b\\][^\x07\x1b]*(?:\x07|\x1b\\\\)|\x1b.")
})

// shown is a text as the agent shows it: terminal sequences go, each run of characters that one cannot see becomes
// one space.
//
// Cases: claude/skills-text-signs, skills-text-emoji.
func shown(text string) string {
	if isPlain(text) {
		return text
	}
	runes := []rune(terminalSigns().ReplaceAllString(text, ""))
	var b strings.Builder
	blank := false
	for i, r := range runes {
		if invisible(r) && !joins(runes, i) {
			if !blank {
				b.WriteByte(' ')
			}
			blank = true
			continue
		}
		blank = false
		b.WriteRune(r)
	}
	return b.String()
}

func isPlain(text string) bool {
	for i := range len(text) {
		if text[i] < ' ' || text[i] > '~' {
			return false
		}
	}
	return true
}

// escaped is a text in which no tag can begin or end.
func escaped(text string) string { return strings.NewReplacer("<", "&lt;", ">", "&gt;").Replace(text) }

// described is a description or when_to_use as it stands in lists.
func described(text string) string { return escaped(shown(text)) }

// invisible reports control, format, private and unassigned characters, line separators, and what fonts do not draw.
func invisible(r rune) bool {
	switch {
	case r < utf8.RuneSelf:
		return r < ' ' || r == 0x7f
	case r == utf8.RuneError:
		return false
	case unicode.In(r, unicode.Cc, unicode.Cf, unicode.Co, unicode.Cs, unicode.Zl, unicode.Zp):
		return true
	case unicode.In(r, unicode.Other_Default_Ignorable_Code_Point, unicode.Variation_Selector):
		return true
	}
	return !unicode.In(r, unicode.L, unicode.M, unicode.N, unicode.P, unicode.S, unicode.Z)
}

const (
	zeroWidthNonJoiner = '\u200c'
	zeroWidthJoiner    = '\u200d'
	emojiStyle         = '\ufe0f'
	blackFlag          = '\U0001f3f4'
)

// joins reports an invisible character that belongs to a sign: it makes an emoji, or shapes a letter of a script
// that needs it.
func joins(runes []rune, i int) bool {
	if i == 0 {
		return false
	}
	before := runes[i-1]
	var after rune
	if i+1 < len(runes) {
		after = runes[i+1]
	}
	switch r := runes[i]; {
	case r == emojiStyle:
		return pictograph(before) || strings.ContainsRune("0123456789#*", before)
	case r == zeroWidthJoiner && (pictograph(before) || before == emojiStyle):
		return pictograph(after)
	case r == zeroWidthJoiner, r == zeroWidthNonJoiner:
		return shapes(before) && shapes(after)
	case r >= 0xE0020 && r <= 0xE007F:
		return before == blackFlag || before >= 0xE0020 && before <= 0xE007F
	}
	return false
}

// pictograph reports a character that can be an emoji, or the colour of one.
func pictograph(r rune) bool {
	return unicode.Is(unicode.So, r) || r >= 0x1F3FB && r <= 0x1F3FF || strings.ContainsRune("‼⁉ℹ〰〽", r)
}

// shapes reports letters and marks of scripts whose letters join.
func shapes(r rune) bool {
	return unicode.In(r, unicode.L, unicode.M) && !unicode.In(r, unicode.Latin, unicode.Greek, unicode.Cyrillic, unicode.Han, unicode.Hiragana, unicode.Katakana)
}

// titleOf is the name of a head where it may stand for the file's own: shown as written, single spaces inside.
//
// Case: claude/skills-head-names.
func titleOf(text string, limit int) string {
	if text == "" || limit > 0 && utf16Len(text) > limit || described(text) != text || strings.Contains(text, "  ") ||
		strings.ContainsFunc(text, func(r rune) bool { return r != ' ' && frontmatter.IsSpace(r) }) || frontmatter.TrimSpace(text) != text {
		return ""
	}
	if r, _ := utf8.DecodeRuneInString(text); unicode.Is(unicode.M, r) {
		return ""
	}
	return text
}

// callable reports a name that is shown to the model as a second one.
func callable(title string) bool {
	return title != "" && !strings.ContainsFunc(title, func(r rune) bool {
		return !unicode.In(r, unicode.L, unicode.N, unicode.M) && !strings.ContainsRune("_.:-", r)
	})
}

var heading = sync.OnceValue(func() *regexp.Regexp {
	return regexp.MustCompile(`^#+[\s\x{feff}\x{a0}]+(.*)$`)
})

// firstLine describes a file without a description: its first line that is not blank, a heading's signs taken off.
//
// Case: claude/skills-first-line.
func firstLine(body, generic string, limit int) string {
	for line := range strings.SplitSeq(body, "\n") {
		line = frontmatter.TrimSpace(line)
		if line == "" {
			continue
		}
		if m := heading().FindStringSubmatch(line); m != nil {
			line = m[1]
		}
		if utf16Len(line) <= limit {
			return line
		}
		start, split := cutUnits(line, limit-len(dots))
		if split {
			start += " "
		}
		return start + dots
	}
	return generic
}

// utf16Len is the length of a text in a program in JavaScript.
func utf16Len(text string) int {
	n := 0
	for _, r := range text {
		if n++; r > 0xFFFF {
			n++
		}
	}
	return n
}

// cutUnits is the start of a text of so many units; split reports that the cut goes through a character, which is
// left out.
func cutUnits(text string, units int) (start string, split bool) {
	for i, r := range text {
		size := 1
		if r > 0xFFFF {
			size = 2
		}
		if units < size {
			return text[:i], units == 1
		}
		units -= size
	}
	return text, false
}
