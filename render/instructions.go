package render

import (
	"fmt"
	"path"
	"strconv"

	"github.com/agentlayers/layers/agentsmd"
	"github.com/agentlayers/layers/dialect"
	"github.com/agentlayers/layers/render/term"
)

// Instructions writes the documents in load order, what the budget does to them, and files near by that do not
// load.
func (s Screen) Instructions() *term.Builder {
	b := s.Style.Builder()
	s.header(b)
	if s.Result.Outcome.Exit != 0 {
		b.Blank()
		b.Hang("", 0, s.Result.Dialect.Name+" refuses to start here (layers explain says why); this is what it would read")
	}
	b.Blank()
	if s.Result.Dialect.Instructions.Form == "" {
		b.Line("how ", s.Result.Dialect.Name, " reads instruction documents is not described")
		return b
	}
	s.budget(b)
	b.Blank()
	s.documentTable(b)
	s.lostHeadings(b)
	s.cutNote(b)
	s.restarted(b)
	if s.anyLost() {
		s.planInto(b)
	}
	return b
}

// budget shows the limit, who set it, and how far it goes.
func (s Screen) budget(b *term.Builder) {
	g := s.Result.DocumentBudget
	if g.Key == "" {
		return
	}
	by := "default of " + s.Result.Dialect.Name + " " + s.Result.Dialect.Version
	switch {
	case g.At.HasPosition():
		by = s.at(g.At)
	case g.Set:
		by = "flags"
	}
	const indent = 8
	b.Hang("budget  ", indent, fmt.Sprintf("%s = %d  (%s)", s.Style.Escape(g.Key), g.Limit, by))
	width := 50
	if s.Style.Width > 0 {
		width = min(width, max(s.Style.Width-30, 10))
	}
	free := max(g.Limit-g.Used, 0)
	bar := s.Style.Bar(term.Bar{Kept: int(g.Used), Lost: int(g.Lost), Free: int(free)}, width)
	b.Line("        ", bar)
	words := term.Count(int(g.Used)) + " used" + s.Style.Draw(" · ")
	if g.Lost > 0 {
		b.Line("        ", words, s.Style.Paint(term.Caution, term.Count(int(g.Lost))+" lost"), s.Style.Draw(" · "), term.Count(int(g.Need)), " needed")
		return
	}
	b.Line("        ", words, term.Count(int(free)), " free")
}

// documentTable has a row for every candidate; the loaded ones are numbered.
func (s Screen) documentTable(b *term.Builder) {
	t := s.emptyDocumentTable()
	number, absent := 0, 0
	for _, d := range s.Result.Documents {
		mark := s.Style.Draw("–")
		switch {
		case d.Loaded():
			number++
			mark = strconv.Itoa(number)
		case s.isMerelyAbsent(d):
			absent++
			continue
		}
		t.Rows = append(t.Rows, s.documentRow(mark, d))
	}
	if number == 0 {
		b.Line(" no document loads")
	}
	b.Table(t)
	if absent > 0 {
		b.Hang(" ", 1, term.Plural(absent, "further place")+" looked at, without a file (--json lists them)")
	}
}

// isMerelyAbsent reports whether d is one of many places that an agent looks at in every folder. Where there is one
// such place a folder, it has a row of its own.
func (s Screen) isMerelyAbsent(d agentsmd.Document) bool {
	return s.Result.Dialect.Instructions.Form == dialect.Blocks && d.Role != agentsmd.Import &&
		d.Omitted != nil && d.Omitted.Code == agentsmd.Absent && !d.Exists
}

// narrow reports whether the five columns of the table have no room side by side.
func (s Screen) narrow() bool { return s.Style.Width > 0 && s.Style.Width < 72 }

// emptyDocumentTable has the columns of documentRow, and titles where there is room for them.
func (s Screen) emptyDocumentTable() term.Table {
	t := term.Table{Indent: 1, Columns: []term.Column{{Right: true}, {Shrink: term.ShrinkPath, Min: 24}, {Right: true}, {Right: true}, {Shrink: term.ShrinkText, Min: 20}}}
	if !s.narrow() {
		t.Rows = append(t.Rows, titles("#", "file", "bytes", "sent", "state"))
	}
	return t
}

func (s Screen) documentRow(mark string, d agentsmd.Document) []term.Cell {
	dash := s.Style.Draw("–")
	size, sent := dash, dash
	if d.Exists {
		size = term.Count(int(d.Bytes))
	}
	if d.Loaded() {
		sent = term.Count(int(d.Sent))
	}
	state, paint := s.documentState(d)
	if d.Real != "" {
		state += s.Style.Draw(" · ") + "link to " + s.name(d.Real)
	}
	name := s.name(d.Path)
	if s.narrow() {
		if d.Loaded() {
			size += " B, " + sent + " sent: "
		} else {
			size += " B: "
		}
		if d.Exists {
			state = size + state
		}
		return []term.Cell{{Text: mark}, {Text: name, Paint: term.Place}, {Text: state, Paint: paint}}
	}
	return []term.Cell{
		{Text: mark}, {Text: name, Paint: term.Place}, {Text: size}, {Text: sent}, {Text: state, Paint: paint},
	}
}

// documentState says in one line what becomes of a document.
func (s Screen) documentState(d agentsmd.Document) (string, term.Paint) {
	switch {
	case d.Omitted != nil:
		paint := term.Faint
		switch d.Omitted.Code {
		case agentsmd.OverBudget, agentsmd.Untrusted, agentsmd.WrongCase, agentsmd.Empty, agentsmd.NotAFile:
			paint = term.Caution
		case agentsmd.Unreadable, agentsmd.LostWithOther:
			paint = term.Failure
		}
		return s.Style.Escape(d.Omitted.Text), paint
	case d.Later != nil:
		return "later: " + s.Style.Escape(d.Later.When), term.Faint
	case d.Lost != nil:
		text := fmt.Sprintf("CUT at %d:%d", d.Lost.At.Start.Line, d.Lost.At.Start.Column)
		if h := d.Lost.Inside; h != nil {
			text += ", in " + s.heading(*h)
		}
		return text, term.Caution
	case !d.Counted && s.Result.DocumentBudget.Key != "":
		return "whole" + s.Style.Draw(" · ") + "not counted", term.Plain
	}
	return "whole", term.Plain
}

// heading is a heading as written, escaped: "## Errors".
func (s Screen) heading(h agentsmd.Heading) string {
	return s.Style.Escape("######"[:min(max(h.Level, 1), 6)] + " " + h.Text)
}

func (s Screen) anyLost() bool {
	for _, d := range s.Result.Documents {
		if d.Lost != nil {
			return true
		}
	}
	return false
}

// cutNote says what the agent itself tells about a cut.
func (s Screen) cutNote(b *term.Builder) {
	if !s.anyLost() {
		return
	}
	text := " puts no mark in the text and says nothing about the cut."
	if s.Result.Dialect.Instructions.Budget.Warns {
		text = " puts no mark in the text; it warns when a session starts."
	}
	b.Blank()
	b.Hang("", 0, s.Result.Dialect.Name+text)
}

// restarted names what a session reads where starting it changes the answer.
func (s Screen) restarted(b *term.Builder) {
	r := s.Result.Restarted
	if r == nil || r.Text == s.Result.Instructions {
		return
	}
	b.Blank()
	b.Hang("", 0, "Starting a session here records the folder as trusted, and the project's own settings then count. The session reads:")
	for _, p := range r.Sources {
		b.Line("   ", s.name(p))
	}
}

// instructionSection is the overview's part about instruction documents: those that load, and those that were
// meant to and do not.
func (s Screen) instructionSection(b *term.Builder) {
	if s.Result.Dialect.Instructions.Form == "" {
		return
	}
	g := s.Result.DocumentBudget
	rows, loaded := [][]term.Cell{}, 0
	for _, d := range s.Result.Documents {
		mark := s.Style.Draw("–")
		if d.Loaded() {
			loaded++
			mark = strconv.Itoa(loaded)
		} else if d.Omitted == nil || len(d.Diags) == 0 {
			continue
		}
		rows = append(rows, s.sectionRow(mark, d))
	}
	title := "  " + term.Plural(loaded, "file")
	if g.Key != "" {
		title += s.Style.Draw(" · ") + term.Count(int(g.Used)) + " of " + term.Count(int(g.Limit)) + " B"
	}
	b.Blank()
	b.Line(s.Style.Paint(term.Heading, "INSTRUCTIONS"), title)
	b.Table(term.Table{Indent: 3, Columns: []term.Column{{}, {}, {Shrink: term.ShrinkPath, Min: 24}, {Right: true}, {Shrink: term.ShrinkText, Min: 20}}, Rows: rows})
}

func (s Screen) sectionRow(mark string, d agentsmd.Document) []term.Cell {
	state, paint := s.documentState(d)
	size := ""
	if d.Loaded() {
		size = term.Count(int(d.Sent)) + " B"
	}
	if d.Loaded() && d.Lost != nil {
		state = fmt.Sprintf("cut: %s of %s B lost", term.Count(int(d.Lost.Bytes)), term.Count(int(d.Bytes)))
	}
	return []term.Cell{
		{Text: mark}, {Text: string(d.Scope)}, {Text: s.name(d.Path), Paint: term.Place}, {Text: size}, {Text: state, Paint: paint},
	}
}

// settingsFile is where a user would raise the limit: the file that sets it, else the user's own.
func (s Screen) settingsFile() string {
	if p := s.Result.DocumentBudget.At.Path; p != "" {
		return p
	}
	for _, e := range s.Result.Stack.Entries {
		if e.Source.Kind == dialect.User {
			return e.Source.Path
		}
	}
	return path.Join(s.Result.AgentHome, "config.toml")
}
