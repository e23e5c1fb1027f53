package term

import (
	"fmt"
	"strings"
	"unicode"
	"unicode/utf8"
)

// Escape makes text from a scanned file safe to show on one line.
//
// Whatever could move the cursor, reorder or hide text becomes visible as its code point, ⟦U+202E⟧, or
// as its byte, ⟦0xFF⟧, when it is not UTF-8 (a surrogate written as bytes included). This covers control
// characters, line breaks and tabs too, direction marks, zero-width and tag characters, variation
// selectors (but one after a symbol, as emoji have it), invisible fillers, private and unknown
// characters, and a combining mark with nothing to combine with. The opening bracket ⟦ is itself
// escaped, so that a file cannot forge an escape.
//
// In ASCII mode every character outside ASCII is escaped, [U+00E9]: the terminal may read the bytes in
// another encoding, in which some of them are control characters.
func (st Style) Escape(text string) string { return st.escape(text, "") }

// EscapeText is Escape for text of several lines: line feeds and tabs stay, and a carriage return
// before a line feed is left out, as it has nothing to say about the text.
func (st Style) EscapeText(text string) string {
	return st.escape(strings.ReplaceAll(text, "\r\n", "\n"), "\n\t")
}

// escape keeps the control characters listed in keep. Whether a character is escaped depends on what
// stands before it only, so the escaped start of a text is the start of the escaped text.
func (st Style) escape(text, keep string) string {
	if isPlainASCII(text) {
		return text
	}
	var b strings.Builder
	var run clusterState
	for i := 0; i < len(text); {
		r, n := utf8.DecodeRuneInString(text[i:])
		switch {
		case r == utf8.RuneError && n == 1:
			b.WriteString(st.mark(fmt.Sprintf("0x%02X", text[i])))
			run = clusterState{}
		case r < utf8.RuneSelf && strings.ContainsRune(keep, r):
			b.WriteByte(byte(r))
			run = clusterState{}
		case st.ASCII && r >= utf8.RuneSelf, !run.shows(r):
			b.WriteString(st.mark(fmt.Sprintf("U+%04X", r)))
			run = clusterState{}
		default:
			b.WriteString(text[i : i+n])
			run.add(r)
		}
		i += n
	}
	return b.String()
}

// mark puts the brackets of an escape around its name.
func (st Style) mark(name string) string {
	before, after := st.brackets()
	return before + name + after
}

func (st Style) brackets() (before, after string) {
	if st.ASCII {
		return "[", "]"
	}
	return "⟦", "⟧"
}

func isPlainASCII(text string) bool {
	for i := range len(text) {
		if text[i] < 0x20 || text[i] > 0x7e {
			return false
		}
	}
	return true
}

// maxMarks is how many combining marks may stand on one character. Real scripts stay below it; a pile
// of them is drawn over the lines above and below.
const maxMarks = 8

// clusterState is what an escaper must know of the characters before the one it looks at.
type clusterState struct {
	base   rune // last character that was shown and is not a mark; 0 after an escape or at the start
	marks  int  // marks shown since base
	picked bool // a variation selector was shown since base
}

func (c *clusterState) add(r rune) {
	switch {
	case isSelector(r):
		c.picked = true
	case unicode.Is(unicode.M, r):
		c.marks++
	default:
		*c = clusterState{base: r}
	}
}

// shows reports whether r can be printed as it is after what came before.
func (c *clusterState) shows(r rune) bool {
	switch {
	case r == '⟦', isBlankLetter(r):
		return false
	case isSelector(r):
		return isEmojiSelector(r) && !c.picked && c.marks == 0 && takesEmojiSelector(c.base)
	case unicode.Is(unicode.M, r):
		return c.base != 0 && c.base != ' ' && c.marks < maxMarks
	default:
		return unicode.IsGraphic(r)
	}
}

func isSelector(r rune) bool { return unicode.Is(unicode.Variation_Selector, r) }

// isEmojiSelector reports whether r chooses between the text and the emoji form of a symbol.
func isEmojiSelector(r rune) bool { return r == 0xFE0E || r == 0xFE0F }

// takesEmojiSelector reports whether base is a character that has both forms: a symbol, or a keycap.
func takesEmojiSelector(base rune) bool {
	return base >= '0' && base <= '9' || base == '#' || base == '*' || base == 'ℹ' ||
		base >= utf8.RuneSelf && unicode.In(base, unicode.S, unicode.Po)
}

// isBlankLetter reports whether r is graphic by its category but shows nothing: Hangul fillers, the
// combining grapheme joiner, the empty braille cell and the like.
func isBlankLetter(r rune) bool {
	return r == 0x2800 || r == 0x1D159 || r == 0x16FE4 || unicode.Is(unicode.Other_Default_Ignorable_Code_Point, r)
}
