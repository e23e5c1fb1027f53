package render

import (
	"strconv"
	"strings"

	"github.com/agentlayers/layers/diag"
	"github.com/agentlayers/layers/dialect"
	"github.com/agentlayers/layers/layers"
	"github.com/agentlayers/layers/render/term"
)

// Key writes everything about one key: the value, every layer's part in it, the line that decides, the rule,
// and how to change it. It reports whether the key is set or mentioned anywhere.
func (s Screen) Key(key layers.Key) (*term.Builder, bool) {
	b := s.Style.Builder()
	n := s.Result.Effective.Root.At(key)
	if n != nil && n.Table != nil {
		s.table(b, key, n)
		s.keyProblems(b, key)
		return b, true
	}
	ladder := s.Result.Stack.Ladder(key, s.Result.Effective)
	clamp, clamped := s.clamp(key)
	known := n != nil || clamped
	for _, r := range ladder {
		known = known || r.Node != nil
	}
	if !known {
		s.unknownKey(b, key)
		return b, false
	}
	s.keyTitle(b, key, n, clamp, clamped)
	s.ladderTable(b, key, ladder, clamp, clamped)
	if s.isJSON() && n != nil && n.Elems != nil {
		s.elements(b, key, n) // every layer may hold a part of it: no line decides
	} else {
		s.decidingLine(b, n, clamp, clamped)
	}
	s.lostElements(b, key, n)
	s.why(b, key, n, ladder, clamp, clamped)
	s.keyProblems(b, key)
	return b, n != nil || clamped
}

func (s Screen) clamp(key layers.Key) (layers.Clamp, bool) {
	return s.Result.Effective.Clamp(key)
}

func (s Screen) keyTitle(b *term.Builder, key layers.Key, n *layers.Node, c layers.Clamp, clamped bool) {
	name := s.Style.Escape(key.String())
	right := ""
	if k := s.Result.Schema.Lookup(key); k != nil {
		right = "type " + k.Type
	} else if n != nil && s.isJSON() {
		right = "not in our list of settings"
	} else if n != nil {
		right = "not a known key"
	}
	switch {
	case clamped:
		b.Spread(s.Style.Paint(term.Heading, name)+" = "+s.Style.Escape(layers.FormatValue(c.Got)), "constrained, 1 blocked", 76)
	case n == nil:
		b.Spread(s.Style.Paint(term.Heading, name)+" is not set", right, 76)
	default:
		b.Spread(s.Style.Paint(term.Heading, name)+" = "+s.Style.ShortenValue(s.value(key, n), s.Style.Width-len(name)-3), right, 76)
	}
	b.Blank()
}

func (s Screen) ladderTable(b *term.Builder, key layers.Key, ladder []layers.Rung, c layers.Clamp, clamped bool) {
	t := term.Table{Columns: []term.Column{{}, {}, {Shrink: term.ShrinkText}, {Shrink: term.ShrinkPath, Min: 22}, {}}}
	if clamped {
		t.Rows = append(t.Rows, []term.Cell{
			{Text: s.Style.Draw("▶"), Paint: term.Winner},
			{Text: "required", Paint: term.Winner},
			{Text: s.Style.Escape(layers.FormatValue(c.Got))},
			{Text: s.place(c.Constraint.Origin), Paint: term.Place},
			{Text: "enforced", Paint: term.Winner},
		})
	}
	for _, r := range ladder {
		t.Rows = append(t.Rows, s.rung(key, r, clamped))
	}
	b.Table(t)
	s.defaultRung(b, key)
}

// rung is one row of the ladder.
func (s Screen) rung(key layers.Key, r layers.Rung, clamped bool) []term.Cell {
	mark, paint := strconv.Itoa(r.Layer+1), term.Plain
	value, where := s.Style.Draw("–"), ""
	if r.Node != nil {
		value, where = s.value(key, r.Node), s.place(r.Node.Origin)
	} else if r.State == layers.Absent || r.State == layers.Broken {
		where = s.name(r.Source.Path)
	}
	state := ""
	switch r.State {
	case layers.Wins:
		state, paint = "wins", term.Winner
		mark = s.Style.Draw("▶ ") + mark
		if clamped {
			state, paint = s.Style.Draw("✗ wins, but not allowed"), term.Failure
			mark = strconv.Itoa(r.Layer + 1)
		}
	case layers.Shadowed:
		state, paint = "shadowed", term.Faint
		if r.By >= 0 {
			state += " by " + strconv.Itoa(r.By+1)
		}
	case layers.Off:
		state, paint = "disabled, would set", term.Caution
		if s.Result.Stack.Entries[r.Layer].Disabled.Code == layers.CodeDropped {
			state = "the whole file is left out"
		}
	case layers.Idle:
		state, paint = "shown by "+s.Result.Dialect.Name+", no effect", term.Caution
	case layers.Denied:
		state, paint = "removed, a project may not set it", term.Caution
	case layers.Absent:
		state, paint = "file absent", term.Faint
	case layers.Broken:
		state, paint = "unreadable", term.Failure
	case layers.Adds:
		state = "adds to it"
	case layers.Unset, layers.Blocked, layers.Enforced:
	}
	return []term.Cell{{Text: mark, Paint: paint}, {Text: r.Source.Name, Paint: paint}, {Text: value}, {Text: where, Paint: term.Place}, {Text: state, Paint: paint}}
}

// defaultRung shows the agent's built-in value where one is recorded.
func (s Screen) defaultRung(b *term.Builder, key layers.Key) {
	value, ok := s.Result.Dialect.Config.DefaultOf(strings.Join(key, "."))
	if !ok {
		value = "(chosen by " + s.Result.Dialect.Name + " itself)"
	}
	b.Line(s.Style.Paint(term.Faint, "0    default  "+s.Style.Escape(value)))
}

// decidingLine quotes the line that decides: the requirement's, else the winner's.
func (s Screen) decidingLine(b *term.Builder, n *layers.Node, c layers.Clamp, clamped bool) {
	span, text := diag.Span{}, "this line wins"
	switch {
	case clamped:
		span, text = c.Constraint.Origin.Value(), "this requirement decides"
		for _, e := range c.Constraint.Node.Elems {
			if e.Plain() == c.Got {
				span, text = e.Origin.Value(), "the allowed value that is used"
			}
		}
	case n != nil:
		span = join(n.Origin.Key(), n.Origin.Value())
	}
	src := s.sources()(span.Path)
	if !span.HasPosition() || src == nil {
		return
	}
	b.Blank()
	b.Line("  ", s.Style.Paint(term.Place, s.name(span.Path)))
	b.Snippet(term.Snippet{
		Source: src, Labels: []term.Label{{Span: span, Text: text, Mark: term.Quiet}},
		Before: 2, Secrets: s.secretSpans(span.Path), Indent: 2,
	})
}

// join is the stretch from the start of key to the end of value.
func join(key, value diag.Span) diag.Span {
	if !key.HasPosition() || key.Path != value.Path {
		return value
	}
	out := key
	if value.End.Offset > out.End.Offset {
		out.End = value.End
	}
	return out
}

// lostElements lists array elements that a higher layer replaced.
func (s Screen) lostElements(b *term.Builder, key layers.Key, n *layers.Node) {
	if n == nil || n.Elems == nil {
		return
	}
	first := true
	for _, low := range n.Shadowed {
		for _, e := range low.Elems {
			if containsValue(n.Elems, e) {
				continue
			}
			if first {
				b.Blank()
				b.Line("  lost elements (arrays are replaced whole)")
				first = false
			}
			b.Line("    ", s.value(key, e), "  ", s.Style.Paint(term.Place, s.place(e.Origin)))
		}
	}
}

func containsValue(list []*layers.Node, n *layers.Node) bool {
	for _, e := range list {
		if layers.Format(e) == layers.Format(n) {
			return true
		}
	}
	return false
}

func (s Screen) why(b *term.Builder, key layers.Key, n *layers.Node, ladder []layers.Rung, c layers.Clamp, clamped bool) {
	b.Blank()
	if clamped {
		b.Hang("why   ", 6, s.clampReason(key, c))
		b.Hang("ask   ", 6, "requirements are set by the machine's administrator")
		return
	}
	b.Hang("why   ", 6, s.Style.Escape(s.reason(key, n, ladder)))
	if n != nil && n.Written != nil {
		text := "written as " + s.Style.Escape(layers.FormatValue(n.Written))
		if !s.isJSON() {
			text += "; relative paths belong to the folder of the file that holds them"
		}
		b.Hang("path  ", 6, text)
	}
	if k := s.Result.Schema.Lookup(key); n != nil && k != nil && k.Executes {
		b.Hang("!     ", 6, "this value names a program that "+s.Result.Dialect.Name+" starts")
	}
	s.changeHints(b, key)
}

func (s Screen) clampReason(key layers.Key, c layers.Clamp) string {
	agent := s.Result.Dialect.Name
	if c.Wanted == nil {
		return "nothing is configured and the default " + s.Style.Escape(layers.FormatValue(c.Default)) + " is not in the allowed list; " + c.Why
	}
	return s.value(key, c.Wanted) + " wins the merge but is not allowed; " + c.Why + " and a lower layer's value is not asked. " +
		agent + "'s own config view keeps showing " + s.value(key, c.Wanted) + "."
}

// reason says in one sentence which rule picked the winner.
func (s Screen) reason(key layers.Key, n *layers.Node, ladder []layers.Rung) string {
	var winner, loser *layers.Rung
	off, adds := 0, 0
	for i := range ladder {
		switch r := &ladder[i]; r.State {
		case layers.Wins:
			winner = r
		case layers.Shadowed:
			if loser == nil {
				loser = r
			}
		case layers.Off, layers.Denied, layers.Idle:
			off++
		case layers.Adds:
			adds++
		}
	}
	switch {
	case adds > 0 && n != nil && n.Elems != nil:
		return "arrays join: every layer adds its elements, the lowest layer first, equal ones once"
	case winner == nil && adds > 0:
		return "tables merge key by key"
	case winner == nil && off > 0:
		return "only layers that may not set it mention " + key.String()
	case winner == nil && loser != nil:
		return "a higher layer replaces a table above this key, so the value is gone"
	case winner == nil:
		return "no layer sets it"
	case loser == nil:
		return "no other active layer sets it"
	case winner.Source.Kind == dialect.Project && loser.Source.Kind == dialect.Project:
		return "a project layer nearer to the working directory beats one above it"
	}
	return "a " + winner.Source.Name + " layer beats a " + loser.Source.Name + " layer"
}

func (s Screen) changeHints(b *term.Builder, key layers.Key) {
	root := s.Result.Stack.Find(dialect.User)
	if root == nil || root.Source.Path == "" {
		return
	}
	b.Line("to change it")
	b.Hang("  for you   ", 12, "edit "+s.name(root.Source.Path))
	for _, part := range key {
		if strings.ContainsAny(part, ".\"'=") {
			return
		}
	}
	once := " -c " + s.Style.Escape(strings.Join(key, ".")) + "=VALUE"
	if s.isJSON() {
		once = " --settings '" + s.Style.Escape(nestedJSON(key)) + "'"
	}
	b.Hang("  once      ", 12, s.Result.Dialect.Name+once)
}

// keyProblems adds the problems whose place lies in a value of this key.
func (s Screen) keyProblems(b *term.Builder, key layers.Key) {
	var list diag.List
	for _, d := range s.Result.Diags.Sorted() {
		for _, e := range s.Result.Stack.Entries {
			if e.Root == nil || d.Subject.Path != e.Source.Path || !d.Subject.HasPosition() {
				continue
			}
			if d.Code == "requirement-conflict" {
				continue // the ladder has said it
			}
			if n := e.Root.At(key); n != nil && within(d.Subject, join(n.Origin.Key(), n.Origin.Value())) {
				list = append(list, d)
				break
			}
		}
	}
	if len(list) > 0 {
		b.Blank()
		s.reporter().Report(b, list)
	}
}

func within(inner, outer diag.Span) bool {
	return inner.Start.Offset >= outer.Start.Offset && inner.End.Offset <= outer.End.Offset && outer.HasPosition()
}

func (s Screen) unknownKey(b *term.Builder, key layers.Key) {
	b.Line(s.Style.Escape(key.String()), " is not set in any layer")
	if d, ok := s.Result.Dialect.Config.DefaultOf(strings.Join(key, ".")); ok {
		b.Line(s.Result.Dialect.Name, " ", s.Result.Dialect.Version, " uses its default, ", s.Style.Escape(d))
	}
	if k := s.Result.Schema.Lookup(key); k != nil {
		b.Hang("", 0, "it is a known key of type "+k.Type)
		s.changeHints(b, key)
		return
	}
	if near, ok := s.Result.Schema.Suggest(key); ok {
		b.Line("did you mean ", s.Style.Escape(near), "?")
	}
}
