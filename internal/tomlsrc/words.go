package tomlsrc

import (
	"strconv"
	"strings"
)

// word is an unquoted value: a number, boolean or time, or a mistake. The agent guesses from the first
// characters what was meant and reports the rest accordingly; the guesses decide the column.
type word struct {
	raw  string
	opts Options

	kind   wordKind
	digits string // of a number, without its radix prefix
	radix  int
}

type wordKind int

const (
	otherWord wordKind = iota
	wholeNumber
	fraction
)

// symbols are the values that are words, by their first letter.
var symbols = map[byte]string{'t': "true", 'f': "false", 'i': "inf", 'n': "nan"}

// check finds the word's first problem, counted from its start.
func (w *word) check() *problem {
	c := w.raw[0]
	switch {
	case c == '+' || c == '-':
		return w.signed()
	case c == '.':
		return w.float(0)
	case c == '0':
		return w.zero(0)
	case c == '_' || isDigit(c):
		return w.number(0)
	}
	symbol := symbols[c|0x20]
	if w.raw == symbol {
		return nil
	}
	if strings.EqualFold(w.raw, symbol) || strings.HasPrefix(symbol, w.raw) {
		return syntax(0, len(w.raw), "expected "+symbol).suggest("write %s, or put text in quotes", symbol)
	}
	return w.unquoted()
}

func isDigit(c byte) bool { return c >= '0' && c <= '9' }

// unquoted is a word that looks like text.
func (w *word) unquoted() *problem {
	if last := w.raw[len(w.raw)-1]; last == '"' || last == '\'' {
		return syntax(0, len(w.raw), "the opening quote is missing").suggest("write %c before it", last)
	}
	return syntax(0, len(w.raw), "text must stand in quotes").suggest("write %s", strconv.Quote(w.raw))
}

// signed checks a word that starts with a sign.
func (w *word) signed() *problem {
	if len(w.raw) == 1 || w.spaced() {
		return w.unquoted()
	}
	c := w.raw[1]
	switch {
	case c == '+' || c == '-':
		return syntax(1, 2, "there is one sign too many").suggest("delete it")
	case c == '_' || c >= '1' && c <= '9':
		return w.number(1)
	case c == '0':
		return w.zero(1)
	case c == '.':
		return w.float(0)
	}
	symbol := symbols[c|0x20]
	if symbol != "inf" && symbol != "nan" {
		return w.unquoted()
	}
	if w.raw[1:] != symbol {
		return syntax(1, len(w.raw), "expected "+symbol).suggest("write %s%s", w.raw[:1], symbol)
	}
	return nil
}

// spaced tells whether blanks make the newer reader take the word for text at once.
func (w *word) spaced() bool {
	return w.opts.Reader != Reader2025 && strings.Contains(w.raw, " ")
}

// zero checks a number whose digits start with 0 at offset at.
func (w *word) zero(at int) *problem {
	body := w.raw[at:]
	if len(body) == 1 {
		return nil
	}
	prefix := strings.ToLower(body[:2])
	radix := radixes[prefix]
	if prefix == "0d" {
		radix = 10
	}
	switch {
	case radix == 0:
		return w.number(at)
	case at > 0:
		return syntax(0, 1, "a number with a "+prefix+" prefix has no sign").suggest("delete the sign")
	case radix == 10:
		return syntax(0, 2, "decimal numbers have no prefix").suggest("write %s", body[2:])
	case body[:2] != prefix:
		return syntax(0, 2, "the prefix must be lower case").suggest("write %s", prefix+body[2:])
	case w.spaced():
		return w.unquoted()
	}
	return w.radixed(body[2:], radix)
}

func (w *word) radixed(digits string, radix int) *problem {
	if digits != "" && (digits[0] == '+' || digits[0] == '-') {
		return syntax(2, 3, "a number with a prefix has no sign").suggest("delete the sign")
	}
	for i := range len(digits) {
		if _, err := strconv.ParseUint(digits[i:i+1], radix, 8); err != nil && digits[i] != '_' {
			return syntax(2+i, 2+i+1, "this is no digit of such a number")
		}
	}
	w.kind, w.digits, w.radix = wholeNumber, digits, radix
	return w.underscores(2)
}

// number checks what starts like a decimal number or a time at offset at.
func (w *word) number(at int) *problem {
	body := w.raw[at:]
	after := strings.TrimLeft(body, "0123456789")
	switch {
	case after == "" || strings.HasPrefix(after, "_") && !strings.ContainsAny(after, " .eE"):
		if body[0] == '0' {
			return syntax(at, at+1, "a number must not start with 0").suggest("write %s%s", w.raw[:at], strings.TrimLeft(body, "0_"))
		}
		w.kind, w.digits, w.radix = wholeNumber, w.raw, 10
		return w.underscores(0)
	case after[0] == '-' || after[0] == ':':
		if _, ok := parseTime(w.raw, w.opts.LeapSecond); !ok {
			return syntax(0, len(w.raw), "this is no date or time").suggest("write it like 1979-05-27T07:32:00Z, or put text in quotes")
		}
		return nil
	case !strings.Contains(after, " ") && strings.ContainsAny(after, ".eE"):
		return w.float(at)
	}
	return w.unquoted()
}

// float checks a number with a fraction or exponent whose digits start at offset at.
func (w *word) float(at int) *problem {
	i, bad := w.run(at, "before the point", false)
	if bad == nil && i < len(w.raw) && w.raw[i] == '.' {
		i, bad = w.run(i+1, "after the point", true)
	}
	if bad == nil && i < len(w.raw) && w.raw[i]|0x20 == 'e' {
		i++
		if i < len(w.raw) && (w.raw[i] == '+' || w.raw[i] == '-') {
			i++
		}
		i, bad = w.run(i, "of the exponent", true)
	}
	if bad != nil {
		return bad
	}
	if i < len(w.raw) {
		return syntax(i, len(w.raw), "the number should end here").suggest("put text in quotes")
	}
	w.kind, w.digits = fraction, w.raw
	return w.underscores(0)
}

// run eats digits and underscores from offset at.
func (w *word) run(at int, which string, zeroFirst bool) (int, *problem) {
	rest := w.raw[at:]
	digits := rest[:len(rest)-len(strings.TrimLeft(rest, "0123456789_"))]
	count := len(digits) - strings.Count(digits, "_")
	if count == 0 {
		return at, syntax(at, at, "the digits "+which+" are missing").suggest("write at least a 0")
	}
	if count > 1 && digits[0] == '0' && !zeroFirst {
		return at, syntax(at, at+1, "a number must not start with 0").suggest("delete the 0")
	}
	return at + len(digits), nil
}

func misplacedUnderscore(at int) *problem {
	return syntax(at, at+1, "an underscore may stand only between two digits").suggest("delete it")
}

// beside tells whether c may stand beside an underscore.
func (w *word) beside(c byte) bool { return isDigit(c) || w.kind == wholeNumber && isHex(c) }

// underscores checks those of w.digits, which start at offset at of the word.
func (w *word) underscores(at int) *problem {
	if w.opts.Reader == Reader2025 {
		return w.underscores2025(at)
	}
	s := w.digits
	for i := range len(s) {
		if s[i] != '_' {
			continue
		}
		if i == 0 || s[i-1] != '_' && !w.beside(s[i-1]) || i+1 == len(s) || !w.beside(s[i+1]) {
			return misplacedUnderscore(at + i)
		}
	}
	return nil
}

// underscores2025 looks at both ends first and lets the sign count as a digit.
func (w *word) underscores2025(at int) *problem {
	s := w.digits
	if !strings.Contains(s, "_") {
		return nil
	}
	if s[0] == '_' {
		return misplacedUnderscore(0)
	}
	if s[len(s)-1] == '_' {
		return misplacedUnderscore(at + len(s) - 1)
	}
	for start, piece := range pieces(s) {
		end := start + len(piece)
		switch {
		case start > 0 && piece != "" && !w.beside(piece[0]):
			return misplacedUnderscore(at + start - 1)
		case len(piece) > 1 && end < len(s) && !w.beside(piece[len(piece)-1]):
			return misplacedUnderscore(at + end)
		case piece == "":
			return misplacedUnderscore(at + start)
		}
	}
	return nil
}

// pieces splits s at underscores and gives each piece with its offset.
func pieces(s string) func(yield func(int, string) bool) {
	return func(yield func(int, string) bool) {
		start := 0
		for piece := range strings.SplitSeq(s, "_") {
			if !yield(start, piece) {
				return
			}
			start += len(piece) + 1
		}
	}
}
