package term

import (
	"strings"

	"github.com/clipperhouse/uax29/v2/graphemes"
	"github.com/mattn/go-runewidth"
)

// narrow measures as terminals outside East Asian locales do: ambiguous characters take one column.
// It has its own settings, so that the environment the library looks at decides nothing here.
func narrow() *runewidth.Condition { return &runewidth.Condition{StrictEmojiNeutral: true} }

// Width is the number of columns that text takes on a screen. Colour sequences of Style.Paint take
// none. text must be one line, escaped.
func Width(text string) int { return narrow().StringWidth(unpainted(text)) }

// unpainted removes the colour sequences. Escaped text holds no ESC of its own.
func unpainted(text string) string {
	start := strings.Index(text, "\x1b[")
	if start < 0 {
		return text
	}
	var b strings.Builder
	for start >= 0 {
		b.WriteString(text[:start])
		end := strings.IndexByte(text[start:], 'm')
		if end < 0 {
			return b.String()
		}
		text = text[start+end+1:]
		start = strings.Index(text, "\x1b[")
	}
	return b.String() + text
}

// head is the longest start of unpainted text that fits into width columns; a character that would
// only fit in part is left out. It looks no further than it has to.
func head(text string, width int) string {
	g := graphemes.FromString(text)
	for g.Next() {
		if width -= Width(g.Value()); width < 0 {
			return text[:g.Start()]
		}
	}
	return text
}

// firstCharacter is the first character of text with its marks, whatever its width.
func firstCharacter(text string) string {
	g := graphemes.FromString(text)
	g.Next()
	return text[:g.End()]
}

// tail is the longest end of unpainted text that fits into width columns.
func tail(text string, width int) string {
	if width <= 0 {
		return ""
	}
	return narrow().TruncatePrefix(text, width, "")
}

// PadRight fills text with blanks up to width columns. Wider text is returned as it is.
func PadRight(text string, width int) string {
	return text + strings.Repeat(" ", max(0, width-Width(text)))
}

// PadLeft puts blanks before text up to width columns. Wider text is returned as it is.
func PadLeft(text string, width int) string {
	return strings.Repeat(" ", max(0, width-Width(text))) + text
}
