package render

import (
	"slices"
	"strconv"
	"strings"

	"github.com/agentlayers/layers/reach"
	"github.com/agentlayers/layers/render/term"
)

// Path writes the answer for one path: whether it loads, the conditions up to the first that fails, from where
// it would load, and what other agents do with it.
func (s Screen) Path(a reach.Answer) *term.Builder {
	b := s.Style.Builder()
	b.Hang("", 0, s.name(a.Facts.Path)+"   "+s.pathState(a))
	s.pathNotes(b, a)
	if !a.State.Loads() {
		b.Blank()
		s.conditions(b, a)
	}
	if a.Rule != "" {
		b.Blank()
		b.Hang("  ", 2, s.Style.Escape(a.Rule))
	}
	s.insideTable(b, a)
	s.wayOut(b, a)
	return b
}

// here is the working directory for people.
func (s Screen) here() string {
	return s.Style.Escape(term.Names{Home: s.Result.Home}.Name(s.Result.Cwd))
}

// pathState says in one line what becomes of the path.
func (s Screen) pathState(a reach.Answer) string {
	switch {
	case a.Kind == reach.Folder && a.State.Loads():
		return "a folder; what of it loads is below"
	case a.Kind == reach.Folder:
		return "a folder; nothing of it loads from " + s.here()
	case !a.Facts.Exists && a.Document == nil && a.Layer == nil || !a.State.Loads() && !a.Facts.Exists:
		return "not there, so not loaded from " + s.here()
	case a.State.Loads() && a.Document != nil:
		return s.loadedDocument(a)
	case a.State.Loads() && a.Layer != nil:
		return s.loadedLayer(a)
	case a.State.Loads():
		return "loaded"
	case a.State == reach.Later:
		return "not loaded at the start from " + s.here()
	case a.State == reach.Disabled:
		return "read from " + s.here() + ", and disabled"
	case a.State == reach.Shadowed:
		return "not loaded from " + s.here() + ": " + s.Style.Escape(a.Why)
	}
	return "not loaded from " + s.here()
}

func (s Screen) loadedDocument(a reach.Answer) string {
	d := a.Document
	text := "loaded, " + ordinal(a.Number) + " of " + strconv.Itoa(a.Total)
	if a.State == reach.Cut {
		text += ", cut at " + term.Count(int(d.Sent)) + " of " + term.Count(int(d.Bytes)) + " B"
	}
	return text
}

func (s Screen) loadedLayer(a reach.Answer) string {
	if a.LayerNumber == 0 {
		return "loaded as requirements, " + term.Plural(len(a.Layer.Root.Table.Members), "constraint")
	}
	return "loaded, layer " + strconv.Itoa(a.LayerNumber) + " of " + strconv.Itoa(a.Layers) + " (" + s.Style.Escape(a.Layer.Source.Name) + "), " +
		term.Plural(a.Layer.Root.Count(), "key")
}

// ordinal is a number as a place in a row: 1st, 2nd, 11th.
func ordinal(n int) string {
	end := "th"
	if n%100 < 11 || n%100 > 13 {
		switch n % 10 {
		case 1:
			end = "st"
		case 2:
			end = "nd"
		case 3:
			end = "rd"
		}
	}
	return strconv.Itoa(n) + end
}

// pathNotes adds what the first line has no room for.
func (s Screen) pathNotes(b *term.Builder, a reach.Answer) {
	note := func(text string) { b.Hang("  ", 2, text) }
	if a.As != "" && a.As != a.Facts.Path {
		note("the same file loads under the name " + s.name(a.As))
	}
	d := a.Document
	if a.State == reach.Later {
		text := "later: " + a.Why
		if d != nil && d.Later != nil && len(d.Later.Patterns) > 0 {
			text += ": " + strings.Join(d.Later.Patterns, ", ")
		}
		note(s.Style.Escape(text))
		if a.By.HasPosition() {
			note("named by " + s.at(a.By))
		}
	}
	if d == nil || !a.State.Loads() {
		return
	}
	if !d.From.IsZero() {
		note("named by " + s.at(d.From))
	}
	if d.Real != "" && a.As == "" {
		note("link to " + s.name(d.Real))
	}
	if a.State != reach.Cut {
		return
	}
	text, _ := s.documentState(*d)
	note(text)
	note("layers instructions --lost shows what is missing, --plan the ways to make it fit")
}

// conditions lists what has to hold, and draws the places when they are what fails.
func (s Screen) conditions(b *term.Builder, a reach.Answer) {
	met, unmet := s.Style.Draw("✓ "), s.Style.Draw("✗ ")
	mark := max(term.Width(met), term.Width(unmet))
	column := 0
	for _, c := range a.Conditions {
		column = max(column, 2+mark+term.Width(c.Text)+2)
	}
	for _, c := range a.Conditions {
		if !c.Met {
			b.Line("  ", s.Style.Paint(term.Failure, term.PadRight(unmet, mark)+c.Text))
			continue
		}
		b.Hang("  "+term.PadRight(met, mark)+c.Text, column, s.conditionDetail(a, c))
	}
	if c := a.Failed(); c != nil {
		if detail := s.conditionDetail(a, *c); detail != "" {
			b.Hang("      ", 6, detail)
		}
		if at := s.Style.Place(term.Names{}, c.At); at != "" && !strings.Contains(c.Detail, at) {
			b.Line("      ", s.Style.Paint(term.Place, s.at(c.At)))
		}
	}
	s.drawPlace(b, a.Place, a.Kind)
}

func (s Screen) conditionDetail(a reach.Answer, c reach.Condition) string {
	home := term.Names{Home: s.Result.Home}
	switch {
	case c.Code == "exists" && c.Met && a.Facts.Regular:
		text := term.Count(int(a.Facts.Bytes)) + " B"
		if a.Facts.Text != "" {
			text += ", " + a.Facts.Text
		}
		return text
	case c.Code == "root" && c.Detail == s.Result.Root.Path:
		return s.Style.Escape(home.Name(c.Detail)) + " (" + s.marker() + ")"
	case c.Code == "root" || c.Code == "home":
		return s.Style.Escape(home.Name(c.Detail))
	case c.Code == "import" && c.Met:
		return s.at(c.At)
	}
	return s.Style.Escape(c.Detail)
}

// insideTable lists the files of a folder, as seen from here and from a start in the folder.
func (s Screen) insideTable(b *term.Builder, a reach.Answer) {
	if len(a.Inside) == 0 {
		return
	}
	t := term.Table{Indent: 2, Columns: []term.Column{{Shrink: term.ShrinkPath, Min: 20}, {Shrink: term.ShrinkText, Min: 16}, {Shrink: term.ShrinkText, Min: 16}}}
	t.Rows = append(t.Rows, titles("file", "from here", "started there"))
	for _, i := range a.Inside {
		t.Rows = append(t.Rows, []term.Cell{
			{Text: s.name(i.Path), Paint: term.Place}, {Text: s.verdictWords(i.Verdict)}, {Text: s.verdictWords(i.There)},
		})
	}
	b.Blank()
	b.Table(t)
}

// verdictWords is a verdict as one cell.
func (s Screen) verdictWords(v reach.Verdict) string {
	text := stateWords(v.State)
	if v.State.Loads() && v.Number > 0 {
		text += ", " + ordinal(v.Number) + " of " + strconv.Itoa(v.Total)
	}
	if v.State.Loads() && v.LayerNumber > 0 {
		text += ", layer " + strconv.Itoa(v.LayerNumber)
	}
	return text
}

func stateWords(state reach.State) string {
	switch state {
	case reach.Omitted:
		return "not loaded"
	case reach.NotSeen:
		return "not seen"
	}
	return string(state)
}

// wayOut says where the path would load, what would make it load here, and what other agents do.
func (s Screen) wayOut(b *term.Builder, a reach.Answer) {
	const indent = 35
	home := term.Names{Home: s.Result.Home}
	name := s.Result.Dialect.Name
	label := func(text string) string { return term.PadRight(text, indent) }
	b.Blank()
	switch e := a.Elsewhere; {
	case e == nil:
	case e.State.Loads():
		dir := s.Style.Escape(home.Name(e.Dir))
		if e.Deeper {
			dir += "  (or deeper)"
		}
		b.Hang(label("it loads when you start "+name+" in"), indent, dir)
	default:
		b.Hang(label("started in "+s.Style.Escape(home.Name(e.Dir))), indent, "still "+s.verdictWords(e.Verdict)+": "+s.Style.Escape(e.Why))
	}
	if a.Fix != "" && !a.State.Loads() {
		b.Line("to make it load here:")
		for line := range strings.Lines(a.Fix) { // whole, to be copied
			b.Line("  ", s.Style.Escape(strings.TrimRight(line, "\n")))
		}
	}
	if others := s.otherAgents(a); others != "" {
		b.Hang(label("other agents from here"), indent, others)
	}
}

// otherAgents names each other agent's answer. A version of the same agent is named where it answers otherwise.
func (s Screen) otherAgents(a reach.Answer) string {
	var out []string
	mine := s.Result.Dialect.Name
	for _, o := range a.Others {
		name := o.Dialect.Name
		switch {
		case name == mine && o.State == a.State:
			continue
		case name == mine, slices.ContainsFunc(a.Others, func(x reach.Agent) bool { return x.Dialect.Name == name && x.State != o.State }):
			name += " " + o.Dialect.Version
		}
		if text := name + ": " + otherWords(o); !slices.Contains(out, text) {
			out = append(out, text)
		}
	}
	return strings.Join(out, s.Style.Draw(" · "))
}

func otherWords(o reach.Agent) string {
	switch {
	case o.State == reach.Disabled, o.State == reach.Later, o.State == reach.Unknown, o.State.Loads():
		return string(o.State)
	}
	return "not loaded"
}
