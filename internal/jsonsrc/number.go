package jsonsrc

import (
	"strconv"

	"github.com/agentlayers/layers/internal/doc"
)

// maxSafe is the largest whole number below which a double holds every other one.
const maxSafe = 1 << 53

// number reads a number as a double. A whole one that a double holds exactly is an int64, however it is spelled:
// 2.0 and 2 are one value. One too large for a double is infinite.
func (p *parser) number() (*doc.Value, *problem) {
	start := p.at
	if p.text[p.at] == '-' {
		p.at++
	}
	if p.digits() == 0 {
		return nil, syntax(p.at, "%s where a digit should stand", p.found())
	}
	if bad := p.leadingZero(start); bad != nil {
		return nil, bad
	}
	if p.at < len(p.text) && p.text[p.at] == '.' {
		if p.at++; p.digits() == 0 {
			return nil, syntax(p.at, "%s where a digit should stand", p.found())
		}
	}
	if p.at < len(p.text) && (p.text[p.at] == 'e' || p.text[p.at] == 'E') {
		if p.at++; p.at < len(p.text) && (p.text[p.at] == '+' || p.text[p.at] == '-') {
			p.at++
		}
		if p.digits() == 0 {
			return nil, syntax(p.at, "%s where a digit should stand", p.found())
		}
	}
	// The spelling is checked, so the only error left is a number beyond the doubles: then f is infinite.
	f, _ := strconv.ParseFloat(string(p.text[start:p.at]), 64)
	if f >= -maxSafe && f <= maxSafe && f == float64(int64(f)) {
		return p.scalar(start, int64(f)), nil
	}
	return p.scalar(start, f), nil
}

// leadingZero refuses 01, which JSON does not have.
func (p *parser) leadingZero(start int) *problem {
	if p.text[start] == '-' {
		start++
	}
	if p.text[start] == '0' && p.at > start+1 {
		bad := syntax(start, "a number with a leading zero")
		bad.end = p.at
		return bad
	}
	return nil
}

// digits skips decimal digits and returns how many there were.
func (p *parser) digits() int {
	start := p.at
	for p.at < len(p.text) && isDigit(p.text[p.at]) {
		p.at++
	}
	return p.at - start
}

func isDigit(c byte) bool { return c >= '0' && c <= '9' }
