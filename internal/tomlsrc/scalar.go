package tomlsrc

import (
	"bytes"
	"math"
	"strconv"
	"strings"

	"github.com/pelletier/go-toml/v2/unstable"

	"github.com/agentlayers/layers/internal/doc"
)

// scalar gives the Go value of a string, number, boolean or time whose syntax the parser checked.
func (b *builder) scalar(n *unstable.Node) (any, bool) {
	switch n.Kind {
	case unstable.String:
		return b.word(n), true
	case unstable.Bool:
		return n.Data[0] == 't', true
	case unstable.Integer:
		return integer(string(withoutUnderscores(n.Data)))
	case unstable.Float:
		return float(string(withoutUnderscores(n.Data)))
	case unstable.DateTime, unstable.LocalDateTime, unstable.LocalDate, unstable.LocalTime:
		t, ok := parseTime(string(n.Data), b.r.opts.LeapSecond)
		return t, ok
	default:
		return nil, false
	}
}

func withoutUnderscores(b []byte) []byte { return bytes.ReplaceAll(b, []byte("_"), nil) }

// radixes are the prefixes of whole numbers that are not decimal.
var radixes = map[string]int{"0x": 16, "0o": 8, "0b": 2}

func integer(s string) (int64, bool) {
	radix := 10
	if len(s) > 2 && radixes[s[:2]] != 0 {
		radix, s = radixes[s[:2]], s[2:]
	}
	n, err := strconv.ParseInt(s, radix, 64)
	return n, err == nil
}

// float refuses what a float64 cannot hold, as the reference agent does; only the word inf is infinite.
func float(s string) (float64, bool) {
	if strings.HasSuffix(s, "nan") {
		return math.NaN(), true
	}
	f, err := strconv.ParseFloat(s, 64)
	return f, err == nil
}

// parseTime checks a date or time and gives it as the reference agent reports it: T between date and time,
// seconds always, at most nine digits of fraction without trailing zeros, Z in upper case, no negative zero
// offset. The second 60 is allowed in every minute when leap is set.
func parseTime(s string, leap bool) (doc.Time, bool) {
	c := timeReader{rest: s, leap: leap}
	if len(s) > 2 && s[2] == ':' {
		c.clock()
		return doc.Time{Text: c.text.String(), Kind: doc.LocalTime}, !c.bad && c.rest == ""
	}
	c.date()
	kind := doc.LocalDate
	if c.rest != "" {
		kind = doc.LocalDateTime
		if !c.take("Tt ") {
			return doc.Time{}, false
		}
		c.text.WriteByte('T')
		c.clock()
		if c.rest != "" {
			kind = doc.OffsetDateTime
			c.offset()
		}
	}
	return doc.Time{Text: c.text.String(), Kind: kind}, !c.bad && c.rest == ""
}

// timeReader eats a date or time from the left and writes its normal form.
type timeReader struct {
	rest string
	text strings.Builder
	bad  bool
	leap bool
}

// take eats one byte if it is among set.
func (c *timeReader) take(set string) bool {
	if c.rest == "" || !strings.Contains(set, c.rest[:1]) {
		return false
	}
	c.rest = c.rest[1:]
	return true
}

// number eats exactly width digits that make a number from low to high.
func (c *timeReader) number(width, low, high int) int {
	n := 0
	for range width {
		if c.rest == "" || c.rest[0] < '0' || c.rest[0] > '9' {
			c.bad = true
			return 0
		}
		n = n*10 + int(c.rest[0]-'0')
		c.text.WriteByte(c.rest[0])
		c.rest = c.rest[1:]
	}
	c.bad = c.bad || n < low || n > high
	return n
}

func (c *timeReader) sign(b byte) {
	c.bad = !c.take(string(b)) || c.bad
	c.text.WriteByte(b)
}

func (c *timeReader) date() {
	year := c.number(4, 0, 9999)
	c.sign('-')
	month := c.number(2, 1, 12)
	c.sign('-')
	days := 31
	switch month {
	case 4, 6, 9, 11:
		days = 30
	case 2:
		days = 28
		if year%4 == 0 && (year%100 != 0 || year%400 == 0) {
			days = 29
		}
	}
	c.number(2, 1, days)
}

func (c *timeReader) clock() {
	last := 59
	if c.leap {
		last = 60
	}
	c.number(2, 0, 23)
	c.sign(':')
	c.number(2, 0, 59)
	if !strings.HasPrefix(c.rest, ":") {
		c.text.WriteString(":00")
		return
	}
	c.sign(':')
	c.number(2, 0, last)
	if !c.take(".") {
		return
	}
	digits := len(c.rest) - len(strings.TrimLeft(c.rest, "0123456789"))
	c.bad = c.bad || digits == 0
	if kept := strings.TrimRight(c.rest[:min(digits, 9)], "0"); kept != "" {
		c.text.WriteString("." + kept)
	}
	c.rest = c.rest[digits:]
}

func (c *timeReader) offset() {
	if c.take("Zz") {
		c.text.WriteByte('Z')
		return
	}
	mark, before := "+", c.rest
	if strings.HasPrefix(c.rest, "-") && !strings.HasPrefix(c.rest, "-00:00") {
		mark = "-"
	}
	c.bad = !c.take("+-") || c.bad
	c.text.WriteString(mark)
	c.number(2, 0, 23)
	c.sign(':')
	c.number(2, 0, 59)
	c.bad = c.bad || len(before) != len("+00:00")
}
