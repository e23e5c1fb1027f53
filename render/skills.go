package render

import (
	"fmt"
	"slices"
	"strconv"
	"strings"

	"github.com/agentlayers/layers/render/term"
	"github.com/agentlayers/layers/skills"
)

// SkillView chooses what Skills shows.
type SkillView struct {
	All bool // every row
	Why bool // also what looked like a skill and was not taken, and the places that were searched
}

// listedRows is how many plainly listed skills are shown without SkillView.All.
const listedRows = 20

// Skills writes what was found, what is offered to the model, and why the rest is not.
func (s Screen) Skills(v SkillView) *term.Builder {
	b := s.Style.Builder()
	s.header(b)
	set := s.Result.Skills
	if set.Dialect.File == "" {
		b.Blank()
		b.Line("how ", s.Result.Dialect.Name, " finds skills is not described")
		return b
	}
	b.Blank()
	s.skillCounts(b)
	b.Blank()
	rows := s.skillRows()
	s.skillTable(b, rows, v.All)
	if v.Why {
		s.skillRoots(b)
		s.passedTable(b)
		s.skillRules(b)
	}
	b.Blank()
	if s.asCommands() {
		s.commandFooter(b)
		return b
	}
	b.Hang("", 0, "catalog order: "+strings.Join(set.Dialect.Catalog.Order, ", ")+s.Style.Draw(" · ")+"shortened evenly before any is omitted")
	return b
}

// skillCounts is the line of totals, the budget, and the bar.
func (s Screen) skillCounts(b *term.Builder) {
	set, c := s.Result.Skills, s.Result.Catalog
	listed := 0
	for _, e := range c.Entries {
		if e.Line != "" {
			listed++
		}
	}
	found := len(set.Skills) + len(set.Failed)
	sep := s.Style.Draw(" · ")
	b.Line(fmt.Sprintf("%d found%s%d listed%s%d not listed", found, sep, listed, sep, found-listed))
	if c.Off && s.asCommands() {
		b.Hang("", 0, "the model gets no listing: "+set.Include.Key)
		return
	}
	if c.Off {
		b.Hang("", 0, "the catalog is off: "+set.Include.Key+" = false, "+s.at(set.Include.At)+"; mentions still work")
		return
	}
	budget := fmt.Sprintf("budget %s %s", term.Count(c.Budget.Limit), c.Budget.Unit)
	switch {
	case s.asCommands():
		budget += s.commandBudget()
	case c.Budget.Window > 0 && c.Budget.Assumed:
		budget += fmt.Sprintf(": %d%% of %s, the window of the model", set.Dialect.Catalog.Percent, term.Count(int(c.Budget.Window)))
	case c.Budget.Window > 0:
		budget += fmt.Sprintf(": %d%% of a window of %s", set.Dialect.Catalog.Percent, term.Count(int(c.Budget.Window)))
	}
	if c.Budget.At.HasPosition() {
		budget += ", " + s.at(c.Budget.At)
	}
	b.Hang("", 0, budget)
	width := 50
	if s.Style.Width > 0 {
		width = min(width, max(s.Style.Width-20, 10))
	}
	bar := s.Style.Bar(term.Bar{Kept: c.Used, Free: max(0, c.Budget.Limit-c.Used)}, width)
	b.Line(bar, "  ", term.Count(c.Used), " used")
	if c.Unknown {
		b.Hang("", 0, s.Result.Dialect.Name+" adds skills of its own at its first start; they are not there yet and not counted")
	}
}

// skillRow is one line of the table.
type skillRow struct {
	name, scope, chars, state, why, at string
	paint                              term.Paint
	plain                              bool // listed whole, nothing to say
}

// skillRows gives catalog entries in their order, then what the catalog never holds, then failures.
func (s Screen) skillRows() []skillRow {
	set := s.Result.Skills
	names := map[string]int{}
	for _, sk := range set.Skills {
		if sk.Enabled {
			names[sk.Name]++
		}
	}
	var out []skillRow
	inCatalog := map[int]bool{}
	for _, e := range s.Result.Catalog.Entries {
		inCatalog[e.Skill] = true
		out = append(out, s.entryRow(e, names[set.Skills[e.Skill].Name]))
	}
	for i := range set.Skills {
		if !inCatalog[i] {
			out = append(out, s.unofferedRow(set.Skills[i]))
		}
	}
	for _, f := range set.Failed {
		out = append(out, skillRow{
			name: s.Style.Escape(folderOf(f.Path)), scope: set.Roots[f.Root].Scope, chars: s.Style.Draw("–"), state: "INVALID", paint: term.Failure,
			why: s.Style.Escape(strings.Replace(f.Text, "not valid YAML", "YAML", 1)), at: s.at(f.At),
		})
	}
	return out
}

func (s Screen) entryRow(e skills.Entry, same int) skillRow {
	sk := s.Result.Skills.Skills[e.Skill]
	r := skillRow{name: s.Style.Escape(sk.Name), scope: sk.Scope, chars: term.Count(e.Kept), state: "listed"}
	switch {
	case e.Line == "":
		r.chars, r.state, r.paint = s.Style.Draw("–"), "OMITTED", term.Failure
		r.why = "no room: its shortest line costs " + term.Count(e.Cost)
	case e.Shortened():
		r.state, r.paint = "shortened", term.Caution
		r.why = fmt.Sprintf("%s of %s kept", term.Count(e.Kept), term.Count(e.Written))
	case same > 1:
		r.why = "same name twice"
	case len(sk.Repaired) > 0:
		r.why, r.at = "accepted here, refused elsewhere", s.at(sk.Repaired[0].Value)
	case !sk.Comment().IsZero():
		r.why, r.at = "a # comment ends the text", s.at(sk.Comment())
	case sk.Meta.Ignored != "":
		r.why = s.Result.Skills.Dialect.Metadata.File + " is ignored"
	default:
		r.plain = true
	}
	s.listedCommand(sk, &r)
	return r
}

// unofferedRow is a skill that is listed by the agent and not offered to the model.
func (s Screen) unofferedRow(sk *skills.Skill) skillRow {
	r := skillRow{name: s.Style.Escape(sk.Name), scope: sk.Scope, chars: s.Style.Draw("–"), paint: term.Faint}
	if row, ok := s.commandRow(sk, r); ok {
		return row
	}
	switch {
	case !sk.Enabled:
		r.state, r.why = "OFF", "enabled = false"
		if sk.Rule != nil {
			r.at = s.ruleAt(*sk.Rule)
		}
	case sk.Meta.Explicit:
		r.state, r.why, r.at = "on mention", "never offered", s.at(sk.Meta.At)
	default:
		r.state, r.why = "listed", "the catalog is off"
	}
	return r
}

func (s Screen) ruleAt(r skills.Rule) string {
	if r.At.HasPosition() {
		return s.at(r.At)
	}
	return s.Style.Escape(r.Layer)
}

func (s Screen) skillTable(b *term.Builder, rows []skillRow, all bool) {
	t := term.Table{Indent: 1, Columns: []term.Column{{Shrink: term.ShrinkText, Min: 12}, {}, {Right: true}, {}, {Shrink: term.ShrinkText, Min: 16}, {Shrink: term.ShrinkPath, Min: 18}}}
	t.Rows = append(t.Rows, titles("name", "scope", "chars", "state", "why", "at"))
	shown, hidden := 0, 0
	for _, r := range rows {
		if r.plain && !all {
			if shown++; shown > listedRows {
				hidden++
				continue
			}
		}
		t.Rows = append(t.Rows, []term.Cell{{Text: r.name}, {Text: r.scope}, {Text: r.chars}, {Text: r.state, Paint: r.paint}, {Text: r.why}, {Text: r.at, Paint: term.Place}})
	}
	if len(rows) == 0 {
		b.Line(" no skill is found here")
		for _, why := range s.unsearched() {
			b.Words(" not searched: " + why)
		}
		return
	}
	b.Table(t)
	if hidden > 0 {
		b.Words(" … " + strconv.Itoa(hidden) + " more listed (--all)")
	}
}

// unsearched are the reasons for which places were not searched, each once.
func (s Screen) unsearched() []string {
	var out []string
	for _, r := range s.Result.Skills.Roots {
		if r.Off != "" && !slices.Contains(out, r.Off) {
			out = append(out, r.Off)
		}
	}
	return out
}

// skillRoots lists the places in scan order.
func (s Screen) skillRoots(b *term.Builder) {
	b.Blank()
	b.Line(s.Style.Paint(term.Heading, "SEARCHED"), "  in this order")
	t := term.Table{Indent: 1, Columns: []term.Column{{Shrink: term.ShrinkPath, Min: 24}, {}, {Right: true}, {Shrink: term.ShrinkText, Min: 20}}}
	for _, r := range s.Result.Skills.Roots {
		state, paint := "named by "+r.From, term.Plain
		switch {
		case r.Off != "":
			state, paint = "not searched: "+r.Off, term.Faint
		case r.Same != "":
			state, paint = "the same place again", term.Faint
		case r.Assumed:
			state, paint = "not there yet; the agent fills it", term.Faint
		case !r.Exists:
			state, paint = "not there, "+state, term.Faint
		case r.Layer != "":
			state = "read although the layer is off: " + r.Layer
		}
		t.Rows = append(t.Rows, []term.Cell{
			{Text: s.name(r.Path), Paint: term.Place},
			{Text: r.Scope},
			{Text: term.Count(r.Found)},
			{Text: s.Style.Escape(state), Paint: paint},
		})
	}
	b.Table(t)
}

// passedTable lists what looked like a skill and was not taken.
func (s Screen) passedTable(b *term.Builder) {
	if len(s.Result.Skills.Passed) == 0 {
		return
	}
	b.Blank()
	b.Line(s.Style.Paint(term.Heading, "NOT TAKEN"))
	t := term.Table{Indent: 1, Columns: []term.Column{{Shrink: term.ShrinkPath, Min: 24}, {}, {Shrink: term.ShrinkText, Min: 20}}}
	for _, p := range s.Result.Skills.Passed {
		text := p.Text
		if p.More > 0 {
			text += fmt.Sprintf("; %s more", term.Count(p.More))
		}
		t.Rows = append(t.Rows, []term.Cell{
			{Text: s.name(p.Path), Paint: term.Place}, {Text: p.Reason}, {Text: s.Style.Escape(text)},
		})
	}
	b.Table(t)
}

// skillRules lists the rules in the order in which they apply.
func (s Screen) skillRules(b *term.Builder) {
	if len(s.Result.Skills.Rules) == 0 {
		return
	}
	b.Blank()
	order := "  later ones win"
	if s.asCommands() {
		order = "  of each name that of the highest layer"
	}
	b.Line(s.Style.Paint(term.Heading, "RULES"), order)
	t := term.Table{Indent: 1, Columns: []term.Column{{Shrink: term.ShrinkText, Min: 20}, {}, {Shrink: term.ShrinkPath, Min: 20}, {Shrink: term.ShrinkText, Min: 20}}}
	for _, r := range s.Result.Skills.Rules {
		what := "name " + r.Name
		if r.Path != "" {
			what = s.names().Name(r.Path)
		}
		effect, paint := term.Plural(r.Hits, "skill"), term.Plain
		if r.Ignored != "" {
			effect, paint = "no effect: "+r.Ignored, term.Caution
		}
		t.Rows = append(t.Rows, []term.Cell{
			{Text: s.Style.Escape(what)}, {Text: ruleWord(r)}, {Text: s.ruleAt(r), Paint: term.Place}, {Text: s.Style.Escape(effect), Paint: paint},
		})
	}
	b.Table(t)
}

// ruleWord is what a rule makes of a skill.
func ruleWord(r skills.Rule) string {
	if r.Value != "" {
		return r.Value
	}
	return onOff(r.Enabled)
}

func onOff(on bool) string {
	if on {
		return "on"
	}
	return "off"
}

// SkillCheck says whether everything is offered whole; ok is false when a skill is shortened, omitted or invalid.
func (s Screen) SkillCheck() (screen *term.Builder, ok bool) {
	b := s.Style.Builder()
	var bad []skillRow
	for _, r := range s.skillRows() {
		if slices.Contains([]string{"shortened", "OMITTED", "INVALID"}, r.state) {
			bad = append(bad, r)
		}
	}
	if len(bad) == 0 {
		b.Line(s.Style.Paint(term.Winner, s.Style.Draw("✓")), " every skill is offered with its whole description")
		return b, true
	}
	s.skillTable(b, bad, true)
	return b, false
}

// skillSection is the overview's part about skills.
func (s Screen) skillSection(b *term.Builder) {
	set := s.Result.Skills
	if set.Dialect.File == "" {
		return
	}
	counts := map[string]int{}
	rows := s.skillRows()
	for _, r := range rows {
		counts[r.state]++
	}
	b.Blank()
	title := "  " + strconv.Itoa(len(rows)) + " found"
	for _, state := range []string{"listed", "shortened", "name only", "on mention", "typed only", "waits", "OFF", "OMITTED", "INVALID"} {
		if counts[state] > 0 {
			title += s.Style.Draw(" · ") + strconv.Itoa(counts[state]) + " " + state
		}
	}
	b.Line(s.Style.Paint(term.Heading, "SKILLS"), title)
	t := term.Table{Indent: 3, Columns: []term.Column{{Shrink: term.ShrinkText, Min: 16}, {}, {}, {Shrink: term.ShrinkText, Min: 20}, {Shrink: term.ShrinkPath, Min: 20}}}
	for _, r := range rows {
		if !r.plain && len(t.Rows) < sectionRows {
			t.Rows = append(t.Rows, []term.Cell{{Text: r.name}, {Text: r.scope}, {Text: r.state, Paint: r.paint}, {Text: r.why}, {Text: r.at, Paint: term.Place}})
		}
	}
	b.Table(t)
}

// sectionRows bounds the rows of the overview's part.
const sectionRows = 5
