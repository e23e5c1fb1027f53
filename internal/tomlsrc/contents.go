package tomlsrc

import (
	"strconv"
	"strings"

	"github.com/agentlayers/layers/diag"
	"github.com/agentlayers/layers/internal/doc"
)

// contents is the second pass: what keys and values hold, and whether keys are defined twice. Its methods do
// nothing on a nil receiver, which is the first pass.
type contents struct {
	text  []byte
	base  int // what an offset of the text is more in the source
	opts  Options
	scope *scope

	key   []part
	inner []inlineTable // the open ones, outermost first

	tooLarge []finding // in the value at hand
	repairs  []repair
}

// inlineTable is an open inline table and what waits for its end.
type inlineTable struct {
	scope    *scope
	key      []part
	tooLarge []finding
}

func newContents(text []byte, base int, opts Options) *contents {
	return &contents{text: text, base: base, opts: opts, scope: newCheck(base)}
}

// newCheck gives a scope whose tree nobody looks at.
func newCheck(base int) *scope { return newScope(&doc.Value{Kind: doc.Table}, base, &pool{}) }

func (c *contents) startKey() {
	if c != nil {
		c.key = nil
	}
}

// part checks and adds one part of the key at hand.
func (c *contents) part(t token) *problem {
	if c == nil {
		return nil
	}
	name, bad := keyName(c.text, t)
	c.key = append(c.key, part{name: name, start: t.start, end: t.end})
	return bad
}

func (c *contents) endKey() *problem {
	if c == nil {
		return nil
	}
	return keyLimit(c.key, c.opts)
}

// finish ends the current table.
func (c *contents) finish() *problem {
	if c == nil {
		return nil
	}
	return c.scope.finish()
}

func (c *contents) header(array bool) *problem {
	if c == nil {
		return nil
	}
	if bad := keyLimit(c.key, c.opts); bad != nil {
		return bad
	}
	return c.scope.header(c.key, array, diag.Extent{}, fewMembers)
}

// set defines the key at hand, whose value was just read.
func (c *contents) set() *problem {
	if c == nil {
		return nil
	}
	s, at := c.scope, c.scope.current
	if n := len(c.inner); n > 0 {
		s = c.inner[n-1].scope
		at = s.root
	}
	bad := s.set(at, c.key, nil, c.tooLarge)
	c.tooLarge = nil
	return bad
}

func (c *contents) openTable() {
	if c != nil {
		c.inner = append(c.inner, inlineTable{newCheck(c.base), c.key, c.tooLarge})
		c.tooLarge = nil
	}
}

func (c *contents) closeTable() {
	n := len(c.inner) - 1
	t := c.inner[n]
	c.inner, c.key, c.tooLarge = c.inner[:n], t.key, append(t.tooLarge, finding{table: t.scope.root})
}

// overlook notes a line end or comment between a key, its equals sign and its value inside an inline table,
// which the agent allows and TOML does not.
func (c *contents) overlook(at stage, start, end int) {
	if c != nil && (at == needEquals || at == needValue) {
		c.repairs = append(c.repairs, repair{start: start, end: end})
	}
}

// scalar checks a string or a joined word.
func (c *contents) scalar(t token) *problem {
	if c == nil {
		return nil
	}
	raw := string(c.text[t.start:t.end])
	if t.kind.isString() {
		_, bad := stringText(t.kind, raw)
		return bad.shift(t.start)
	}
	w := word{raw: raw, opts: c.opts}
	bad := w.check()
	if bad != nil {
		return bad.shift(t.start)
	}
	if w.kind != wholeNumber && w.kind != fraction {
		return nil
	}
	if !fits(w) {
		c.tooLarge = append(c.tooLarge, finding{number: syntax(t.start, t.end, "this number does not fit into 64 bits")})
	}
	if len(raw) > 1 && raw[1] == '_' && !isDigit(raw[0]) {
		c.repairs = append(c.repairs, withoutUnderscore(t.start, raw))
	}
	return nil
}

// withoutUnderscore makes a number that starts with a sign and an underscore readable: both move to the first
// digit that counts, because the older reader does not mind zeros after such an underscore either.
func withoutUnderscore(at int, raw string) repair {
	digits := 2
	for digits+1 < len(raw) && (raw[digits] == '0' || raw[digits] == '_') && (isDigit(raw[digits+1]) || raw[digits+1] == '_') {
		digits++
	}
	return repair{start: at, end: at + digits, with: strings.Repeat(" ", digits-1) + raw[:1]}
}

func fits(w word) bool {
	digits := string(withoutUnderscores([]byte(w.digits)))
	if w.kind == fraction {
		_, ok := float(digits)
		return ok
	}
	_, err := strconv.ParseInt(digits, w.radix, 64)
	return err == nil
}

// shift moves a problem found inside a token to its place in the text.
func (p *problem) shift(by int) *problem {
	if p != nil {
		p.start, p.end = p.start+by, p.end+by
	}
	return p
}
