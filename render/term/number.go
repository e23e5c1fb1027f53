package term

import (
	"math"
	"strconv"
	"strings"
)

// Count writes a number with a comma between groups of three digits.
func Count(n int) string {
	digits := strconv.Itoa(n)
	sign := ""
	if n < 0 {
		sign, digits = "-", digits[1:]
	}
	for at := len(digits) - 3; at > 0; at -= 3 {
		digits = digits[:at] + "," + digits[at:]
	}
	return sign + digits
}

// Plural writes a number and a noun that takes an s in the plural: "1 key", "2 keys".
func Plural(n int, noun string) string {
	if n == 1 {
		return "1 " + noun
	}
	return Count(n) + " " + noun + "s"
}

// Bar draws shares of a budget.
type Bar struct{ Kept, Lost, Free int }

// Bar draws b over width columns, or "" when there is nothing to draw. A share that is not zero gets at
// least one column if there are enough.
func (st Style) Bar(b Bar, width int) string {
	shares := []int{b.Kept, b.Lost, b.Free}
	cells := apportion(shares, width)
	var out strings.Builder
	for i, glyph := range []string{"█", "▓", "░"} {
		out.WriteString(strings.Repeat(st.Draw(glyph), cells[i]))
	}
	return out.String()
}

// apportion divides width among shares in proportion, with one column at least for each share above
// zero while columns last. The result adds up to width, or to 0 when every share is 0.
func apportion(shares []int, width int) []int {
	cells := make([]int, len(shares))
	total, seen, given := 0.0, 0, 0
	for _, s := range shares {
		total += float64(max(s, 0))
		if s > 0 {
			seen++
		}
	}
	if total == 0 || width <= 0 {
		return cells
	}
	spare := max(width-seen, 0) // what is left after one column each
	largest := 0
	for i, s := range shares {
		if s <= 0 {
			continue
		}
		if s > shares[largest] {
			largest = i
		}
		cells[i] = min(1, width-given) + int(math.Floor(float64(spare)*float64(s)/total))
		given += cells[i]
	}
	cells[largest] += width - given
	return cells
}
