// Package term is the kit that all text screens are made of: escaping, widths, colour, columns, source
// snippets and problems.
//
//	text of a file ─> Style.Escape ─> Table, Words, Snippet, Reporter ─> Builder ─> io.Writer
//
// It knows text and nothing else: whether colour is wanted and how wide the terminal is are told by a
// Style, the output is an io.Writer, and a terminal is never asked anything. Bytes that come from a
// scanned file must pass Style.Escape (or a function here that says it does so) before they are shown.
package term

import "strings"

// Style says how text is laid out. The zero value is plain: no colour, drawing characters, no limit.
type Style struct {
	Color bool // paint with the 16 ANSI colours
	ASCII bool // nothing but ASCII: drawing characters are replaced, other characters escaped
	Width int  // columns of the screen; 0 means that there is no limit
	Full  bool // never shorten a path or a value, whatever the width: for piped output
}

// Layout is a class of widths. Screens choose what to show by class, not by number of columns.
type Layout int

// The classes, narrowest first.
const (
	Stacked Layout = iota + 1 // below 60 columns: one thing a line
	Compact                   // 60 to 99
	Wide                      // 100 and more, or no limit
)

// Layout gives the class of the style's width.
func (st Style) Layout() Layout {
	switch {
	case st.Width <= 0 || st.Width >= 100:
		return Wide
	case st.Width < 60:
		return Stacked
	default:
		return Compact
	}
}

// shortens reports whether text wider than width may lose a part.
func (st Style) shortens(text string, width int) bool {
	return !st.Full && width > 0 && Width(text) > width
}

// asciiDrawing maps each drawing character that screens may use to what stands for it in ASCII.
var asciiDrawing = strings.NewReplacer(
	"▶", ">", "▲", "^", "│", "|", "╵", "'", "╭", "+", "╰", "+", "└", "+", "─", "-", "━", "=",
	"█", "#", "▓", "x", "░", ".", "✓", "ok", "✗", "x", "⚠", "!", "–", "-", "…", "...",
	"·", "-", "→", "->", "←", "<-", "•", "*", "⟦", "[", "⟧", "]",
)

// Draw prepares a screen's own words, which may hold drawing characters, for the style.
//
// It must be applied before anything is aligned, because a replacement can be wider. It is no defence:
// text from a scanned file goes through Escape.
func (st Style) Draw(text string) string {
	if !st.ASCII {
		return text
	}
	return asciiDrawing.Replace(text)
}

// Paint is how a piece of text looks: the parameters of an ANSI "select graphic rendition" sequence.
type Paint string

// The paints, by meaning. None carries meaning alone: the words stay readable without colour.
const (
	Plain   Paint = ""
	Heading Paint = "1"
	Faint   Paint = "2"
	Place   Paint = "36"   // file:line:column, gutter of a snippet
	Winner  Paint = "1;32" // the value or file that counts
	Failure Paint = "1;31" // errors, the condition that failed
	Caution Paint = "1;33" // warnings, layers that are off
	Info    Paint = "1;36" // notes
)

// Paint colours text when the style wants colour. text must be ready to print.
func (st Style) Paint(p Paint, text string) string {
	if !st.Color || p == Plain || text == "" {
		return text
	}
	return "\x1b[" + string(p) + "m" + text + "\x1b[0m"
}
