package render

import (
	"github.com/agentlayers/layers/layers"
	"github.com/agentlayers/layers/render/term"
	"github.com/agentlayers/layers/resolve"
)

// ifTrusted adds what would change with the disabled project layers trusted.
func (s Screen) ifTrusted(b *term.Builder) {
	if s.AsTrusted == nil {
		return
	}
	b.Blank()
	b.Line("if you trusted it (layers explain --as-trusted):")
	changeScreen := s.Trusted()
	changeScreen.changeTable(b)
}

// trustedBanner says that this is not the present answer, and what differs from it.
func (s Screen) trustedBanner(b *term.Builder) {
	if s.Before == nil {
		return
	}
	b.Blank()
	b.Hang(" ", 1, "AS IF TRUSTED: everything was resolved again with this in place:")
	for _, text := range assumed(s.Before) {
		b.Line("   ", s.Style.Escape(text))
	}
	b.Line("what differs:")
	s.changeTable(b)
}

// changeColumns are the columns of changeRow.
func changeColumns() term.Table {
	return term.Table{Indent: 1, Columns: []term.Column{{}, {Shrink: term.ShrinkText}, {Shrink: term.ShrinkText, Min: 16}, {Shrink: term.ShrinkPath}}}
}

// changeTable lists the settings that trust would add or change, and the session's defaults.
func (s Screen) changeTable(b *term.Builder) {
	changes := s.trustChanges()
	t := changeColumns()
	for _, c := range changes {
		t.Rows = append(t.Rows, s.changeRow(c))
	}
	b.Table(t)
	for _, line := range sessionChanges(s.Before, s.Result) {
		b.Line(" ~ ", s.Style.Draw(line))
	}
	if len(changes) == 0 && len(sessionChanges(s.Before, s.Result)) == 0 {
		b.Line("   nothing: the disabled layers set no key")
	}
}

// trustChanges leaves out the trust entry itself.
func (s Screen) trustChanges() []layers.Change {
	var out []layers.Change
	table := s.Result.Dialect.Trust.Key
	for _, c := range layers.Changes(s.Before.Effective, s.Result.Effective) {
		if c.To != nil && c.Key[0] == table && c.To.Origin.Source != nil && !c.To.Origin.Key().HasPosition() {
			continue
		}
		out = append(out, c)
	}
	return out
}

func (s Screen) changeRow(c layers.Change) []term.Cell {
	arrow := s.Style.Draw(" → ")
	key := s.Style.Escape(c.Key.String())
	switch {
	case c.From == nil:
		return []term.Cell{{Text: "+", Paint: term.Caution}, {Text: key}, {Text: s.value(c.Key, c.To)}, {Text: s.place(c.To.Origin), Paint: term.Place}}
	case c.To == nil:
		return []term.Cell{{Text: "-", Paint: term.Caution}, {Text: key}, {Text: s.value(c.Key, c.From)}, {Text: s.place(c.From.Origin), Paint: term.Place}}
	}
	return []term.Cell{
		{Text: "~", Paint: term.Caution},
		{Text: key},
		{Text: s.value(c.Key, c.From) + arrow + s.value(c.Key, c.To)},
		{Text: s.place(c.To.Origin), Paint: term.Place},
	}
}

// sessionChanges words what a new session would start with instead.
func sessionChanges(now, then *resolve.Result) []string {
	var out []string
	a, _ := now.Session.Approval.(string)
	b, _ := then.Session.Approval.(string)
	if a != b {
		out = append(out, "session approval policy  "+a+" → "+b)
	}
	if now.Session.Sandbox.Mode != then.Session.Sandbox.Mode {
		out = append(out, "session sandbox  "+now.Session.Sandbox.Mode+" → "+then.Session.Sandbox.Mode)
	}
	if now.Session.Sandbox.NetworkAccess != then.Session.Sandbox.NetworkAccess {
		out = append(out, "session network access changes")
	}
	return out
}
