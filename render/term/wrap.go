package term

import "strings"

// Wrap breaks text into lines of at most width columns, at blanks where it can. Blanks at a break are
// left out, others stay; a word wider than a line is cut. A width of 0 or less means no limit. text must
// be one line, escaped and not painted; the result has one line at least.
func Wrap(text string, width int) []string {
	if width <= 0 {
		return []string{text}
	}
	var lines []string
	for fit := head(text, width); fit != text; fit = head(text, width) {
		if fit == "" { // not even one character fits: give it its line
			fit = firstCharacter(text)
		}
		cut, rest := fit, text[len(fit):]
		if !strings.HasPrefix(rest, " ") {
			if blank := strings.LastIndexByte(fit, ' '); blank > 0 && strings.Trim(fit[:blank], " ") != "" {
				cut, rest = fit[:blank], text[blank:]
			}
		}
		lines = append(lines, strings.TrimRight(cut, " "))
		text = strings.TrimLeft(rest, " ")
	}
	if text != "" || len(lines) == 0 {
		lines = append(lines, text)
	}
	return lines
}
