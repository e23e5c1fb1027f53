package term

import (
	"strings"
	"unicode/utf8"
)

// ShortenValue fits an escaped value into width columns: its end gives way to "…" and the length of the
// whole value in characters, "gpt-5… (24 chars)", or "gpt-5… (24)" where there is little room.
func (st Style) ShortenValue(value string, width int) string {
	if !st.shortens(value, width) {
		return value
	}
	gap, length := st.Draw("…"), st.chars(value)
	for _, note := range []string{gap + " (" + Plural(length, "char") + ")", gap + " (" + Count(length) + ")"} {
		if room := width - Width(note); room >= minValue {
			return head(value, room) + note
		}
	}
	return head(value, width-Width(gap)) + gap
}

// minValue is the least number of columns of a value that are worth a note of its length.
const minValue = 6

// chars counts the characters of the text that value was escaped from: an escape stands for one.
func (st Style) chars(value string) int {
	before, after := st.brackets()
	n := 0
	for rest := value; rest != ""; n++ {
		if inner, ok := strings.CutPrefix(rest, before); ok {
			if name, later, closed := strings.Cut(inner, after); closed && isMarkName(name) {
				rest = later
				continue
			}
		}
		_, size := utf8.DecodeRuneInString(rest)
		rest = rest[size:]
	}
	return n
}

// isMarkName reports whether name is what Escape writes between brackets.
func isMarkName(name string) bool {
	digits, isChar := strings.CutPrefix(name, "U+")
	if !isChar {
		digits = strings.TrimPrefix(name, "0x")
	}
	return len(digits) >= 2 && digits != name && strings.Trim(digits, "0123456789ABCDEF") == ""
}
