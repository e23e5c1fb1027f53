package render

import (
	"fmt"
	"path"
	"strings"

	"github.com/agentlayers/layers/dialect"
	"github.com/agentlayers/layers/render/term"
	"github.com/agentlayers/layers/skills"
)

// asCommands reports an agent whose skills are commands that a user types.
func (s Screen) asCommands() bool { return s.Result.Skills.Dialect.Form == dialect.SkillsAsCommands }

// commandState is the state of a skill of such an agent, before its place in the listing counts; "" when that
// decides.
func commandState(sk *skills.Skill) skillState {
	c := sk.Command
	switch {
	case c.Kind == "" || !sk.Enabled:
		return ""
	case len(c.Paths) > 0:
		return stateWaiting
	case !c.Listed:
		return stateTyped
	case c.NameOnly:
		return stateNameOnly
	}
	return ""
}

// commandRow is the row of a skill of such an agent that the model is not told of. ok is false when a switch that
// all agents have decides.
func (s Screen) commandRow(sk *skills.Skill, r skillRow) (row skillRow, ok bool) {
	c := sk.Command
	switch {
	case c.Kind == "" || !sk.Enabled && sk.Rule == nil:
		return r, false
	case !sk.Enabled:
		r.state, r.why, r.at = "OFF", s.overrideWords(sk), s.ruleAt(*sk.Rule)
	case len(c.Paths) > 0:
		r.state, r.why, r.at = "waits", "for a file that paths match", s.at(sk.Span("paths"))
	case sk.Meta.Explicit:
		r.state, r.why, r.at = "typed only", "disable-model-invocation", s.at(sk.Meta.At)
	case c.UserOnly && sk.Rule != nil:
		r.state, r.why, r.at = "typed only", s.overrideWords(sk), s.ruleAt(*sk.Rule)
	case s.Result.Catalog.Off:
		r.state, r.why = "typed only", "no listing: "+s.Result.Skills.Include.Key
	case sk.Namespace != "" && !c.Own && c.When == "":
		r.state, r.why = "typed only", "of a plugin and without a description"
	default:
		r.state, r.why = "typed only", "the model gets another of this name"
	}
	return r, true
}

func (s Screen) overrideWords(sk *skills.Skill) string {
	return s.Result.Skills.Dialect.Commands.Overrides + " = " + sk.Rule.Value
}

// listedCommand adds to the row of a listed skill what is special about it.
func (s Screen) listedCommand(sk *skills.Skill, r *skillRow) {
	switch c := sk.Command; {
	case c.Kind == "":
	case c.NameOnly && sk.Rule != nil:
		r.state, r.why, r.at, r.paint, r.plain = "name only", s.overrideWords(sk), s.ruleAt(*sk.Rule), term.Caution, false
	case c.Untyped:
		r.why, r.at, r.plain = "the model alone: user-invocable", s.at(sk.Span("user-invocable")), false
	case !c.Typed:
		r.why, r.plain = "a user gets another of this name", false
	}
}

// commandFooter says how the listing is made.
func (s Screen) commandFooter(b *term.Builder) {
	n, size := 0, s.Result.Catalog.Table
	for _, o := range s.Result.Skills.Dialect.Commands.Own {
		if o.Fixed {
			n++
		}
	}
	text := "skills before commands; a text that does not fit is left out whole, and later ones are still tried"
	if size > 0 {
		text += s.Style.Draw(" · ") + "up to " + term.Plural(n, "skill") + " of the agent's own take " + term.Count(size)
	}
	b.Hang("", 0, text)
}

// commandBudget is where the budget of the listing comes from.
func (s Screen) commandBudget() string {
	c := s.Result.Catalog
	switch {
	case c.Budget.By != "":
		return ": " + c.Budget.By
	case c.Budget.Assumed:
		return ": for a window of " + term.Count(int(c.Budget.Window)) + " tokens, that of the default model"
	}
	return ": for a window of " + term.Count(int(c.Budget.Window)) + " tokens"
}

// commandWords say what typing a name does, and what the model is told.
func (s Screen) commandWords(i int) string {
	sk := s.Result.Skills.Skills[i]
	switch c := sk.Command; {
	case !sk.Enabled:
		return "turned off: neither the user nor the model has it"
	case len(c.Paths) > 0:
		return "not there until a file is read that matches " + s.Style.Escape(strings.Join(c.Paths, ", "))
	case c.Typed && c.Listed:
		return "a user can type it, and the model is told of it"
	case c.Typed:
		return "a user can type it; the model is not told of it"
	}
	return "the model is told of it; a user cannot type it"
}

// losers lists files that would have had a name.
func (s Screen) losers(b *term.Builder, name string) {
	t := term.Table{Indent: 2, Columns: []term.Column{{Shrink: term.ShrinkPath, Min: 24}, {Shrink: term.ShrinkText, Min: 20}}}
	for _, p := range s.Result.Skills.Passed {
		base := strings.TrimSuffix(path.Base(p.Path), s.Result.Skills.Dialect.Commands.Suffix)
		if base+s.Result.Skills.Dialect.Commands.Suffix == s.Result.Skills.Dialect.File {
			base = folderOf(p.Path)
		}
		if base == name[strings.LastIndexByte(name, ':')+1:] {
			t.Rows = append(t.Rows, []term.Cell{{Text: s.name(p.Path), Paint: term.Place}, {Text: s.Style.Escape(p.Text)}})
		}
	}
	if len(t.Rows) > 0 {
		b.Blank()
		b.Line("  not taken:")
		b.Table(t)
	}
}

// commandChecks are the checks that only such an agent has.
func (s Screen) commandChecks(b *term.Builder, sk *skills.Skill) {
	c := sk.Command
	switch {
	case c.Own:
		s.verdict(b, true, "description", fmt.Sprintf("%s, from the head", term.Plural(len([]rune(sk.Description)), "character")))
	default:
		s.verdict(b, false, "description", "none in the head: the first line of the text is taken")
	}
	switch {
	case sk.Namespace != "":
		s.verdict(b, true, "override", "skills of plugins have none")
	case sk.Rule == nil:
		s.verdict(b, true, "override", "none in "+s.Result.Skills.Dialect.Commands.Overrides)
	default:
		s.verdict(b, sk.Rule.Value == s.Result.Skills.Dialect.Commands.Words[0], "override", sk.Rule.Value+" by "+s.ruleAt(*sk.Rule))
	}
	switch {
	case sk.Meta.Explicit:
		s.verdict(b, false, "model", "disable-model-invocation: "+s.at(sk.Meta.At))
	case len(c.Paths) > 0:
		s.verdict(b, false, "model", "waits for a file that paths match: "+s.at(sk.Span("paths")))
	case c.Listed:
		s.verdict(b, true, "model", "told of it")
	default:
		s.verdict(b, false, "model", "not told of it")
	}
	switch {
	case c.Untyped:
		s.verdict(b, false, "user", "user-invocable: "+s.at(sk.Span("user-invocable")))
	case c.Typed:
		names := append([]string{sk.Shown()}, c.Aliases...)
		for i, name := range names {
			names[i] = s.Result.Skills.Dialect.Commands.Sigil + name
		}
		s.verdict(b, true, "user", s.Style.Escape(strings.Join(names, ", ")))
	}
	s.catalogVerdict(b, sk)
	if sk.Command.Kind == skills.KindSkill {
		s.standardVerdict(b, sk)
	}
}
