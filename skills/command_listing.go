package skills

import (
	"path"
	"slices"
	"strings"
	"unicode/utf8"

	"github.com/agentlayers/layers/dialect"
	"github.com/agentlayers/layers/internal/frontmatter"
)

// ellipsis ends a text that is over the limit of one entry.
const ellipsis = "…"

// catalogOfCommands is the listing that the model gets: one line a skill or command. The agent's own skills keep
// their texts whatever the budget; of the others each keeps its text, in order, while the whole fits, and has its
// name alone otherwise.
//
// Cases: claude/044-skills-long-description, 051-skills-budget-partial, skills-budget-whole, skills-budget-models.
func (s *Set) catalogOfCommands() Catalog {
	b, max := s.listingBudget()
	out := Catalog{Budget: b, Off: s.Include.Off}
	lines := s.listed(max)
	if out.Off || len(lines) == 0 {
		return out
	}
	own := s.ownLines(max)
	all, bare := -1, -1
	for _, l := range slices.Concat(lines, own) {
		all += 1 + l.head + l.text
		bare += 1 + l.head
		if l.fixed {
			bare += l.text
		}
	}
	for _, l := range own {
		if l.fixed {
			out.Table += 1 + l.head + l.text
		}
	}
	whole := all <= b.Limit
	used := bare
	var lost losses
	for _, l := range lines {
		e := Entry{Skill: l.skill, Written: utf8.RuneCountInString(l.written), Cost: l.head + l.text}
		switch sk := s.Skills[l.skill]; {
		case sk.Command.NameOnly || !whole && used+l.text > b.Limit:
			e.Line, e.Lost = "- "+l.name, l.written
			e.Cost = l.head
			if !sk.Command.NameOnly {
				out.Cut += e.Written
			}
		default:
			used += l.text
			e.Line = "- " + l.name + ": " + l.shown
			e.Kept = e.Written
			if kept, cut := strings.CutSuffix(l.shown, ellipsis); cut && l.shown != l.written {
				e.Kept = utf8.RuneCountInString(kept)
				e.Lost = lost.of(l.written, kept)
				out.Cut += e.Written - e.Kept
			}
		}
		out.Lines = append(out.Lines, e.Line)
		out.Entries = append(out.Entries, e)
	}
	out.Used = used
	return out
}

// listingLine is one line of the listing. Sizes are in UTF-16 units.
type listingLine struct {
	skill   int
	name    string
	written string // the whole text
	shown   string // within the limit of one entry
	head    int    // of the line without a text
	text    int    // of the text with what parts it from the name
	fixed   bool
}

func newListingLine(name, written string, max int) listingLine {
	l := listingLine{name: name, written: written, shown: written}
	if utf16Len(written) > max {
		start, split := cutUnits(written, max-1)
		if split {
			start += string(utf8.RuneError)
		}
		l.shown = start + ellipsis
	}
	l.head = utf16Len("- " + name)
	l.text = utf16Len(": " + l.shown)
	return l
}

// listed gives the lines of what may be offered, each name once.
func (s *Set) listed(max int) []listingLine {
	var out []listingLine
	for i := range s.Skills {
		sk := s.Skills[i]
		if !sk.Command.Listed {
			continue
		}
		name := sk.Name
		if sk.Command.titled && !sk.Command.NameOnly {
			name += " (" + sk.Shown() + ")"
		}
		text := described(sk.Description)
		if sk.Command.When != "" {
			text += " - " + described(sk.Command.When)
		}
		l := newListingLine(name, text, max)
		if sk.Command.NameOnly {
			l.text = 0
		}
		l.skill = i
		out = append(out, l)
	}
	return out
}

// entitle tells which skills have a second name that the model may use: it has the signs of a name, and nothing else
// answers to it.
//
// Case: claude/skills-head-names.
func (s *Set) entitle() {
	taken := map[string]bool{}
	for _, name := range s.Dialect.Commands.Taken {
		taken[name] = true
	}
	for _, o := range s.Dialect.Commands.Own {
		taken[o.Name] = true
	}
	for i := range s.Skills {
		if len(s.Skills[i].Command.Paths) == 0 {
			taken[s.Skills[i].Name] = true
		}
	}
	for i := range s.Skills {
		sk := s.Skills[i]
		name := sk.Shown()
		if name == sk.Name || taken[name] || len(sk.Command.Paths) > 0 {
			continue
		}
		taken[name] = true
		sk.Command.titled = callable(name)
	}
}

// ownLines are those of the agent's own skills, of which the size is known and not the text.
func (s *Set) ownLines(max int) []listingLine {
	var out []listingLine
	for _, o := range s.Dialect.Commands.Own {
		override := s.ownOverride(o.Name)
		if o.Chars == 0 || s.Bundled.Off && o.Fixed || s.replaces(o.Name) || override == s.word(wordOff) || override == s.word(wordUserOnly) {
			continue
		}
		l := listingLine{name: o.Name, head: utf16Len("- " + o.Name), text: len(": ") + min(o.Chars, max), fixed: o.Fixed}
		if override == s.word(wordNameOnly) {
			l.text = 0
		}
		out = append(out, l)
	}
	return out
}

// replaces reports a skill or command that stands in for one of the agent's own.
func (s *Set) replaces(name string) bool {
	return slices.ContainsFunc(s.Skills, func(sk *Skill) bool { return sk.Name == name && sk.Command.Listed })
}

// listingBudget is how many units the whole listing may have, and one entry's text.
func (s *Set) listingBudget() (b Budget, entryMax int) {
	d, o := s.Dialect.Commands.Listing, s.listing
	entryMax = d.EntryMax
	if o.EntryMax > 0 {
		entryMax = o.EntryMax
	}
	w := listingWindow(d, s.Window.Model)
	b = Budget{Unit: Characters, Window: w.Window, Assumed: s.Window.Model == "", At: o.At}
	if s.Window.Set && s.Window.Tokens > 0 {
		b.Window = s.Window.Tokens
	}
	fraction := d.Fraction
	if o.Fraction > 0 {
		fraction = o.Fraction
	}
	b.Limit = int(float64(b.Window) * fraction * float64(w.Chars))
	if o.Budget > 0 {
		b.Limit, b.By = o.Budget, o.BudgetBy
	}
	return b, entryMax
}

// listingWindow looks a model up by the longest known name that it begins with.
func listingWindow(d dialect.SkillListing, model string) dialect.ListingWindow {
	if model == "" && len(d.Windows) > 0 {
		return d.Windows[0]
	}
	best := d.Other
	for _, w := range d.Windows {
		if w.Model != "" && strings.HasPrefix(model, w.Model) && len(w.Model) > len(best.Model) {
			best = w
		}
	}
	return best
}

// OwnNamed are names of the agent's own skills that a session names although a user's skill or command, which it
// does not name, has taken their place.
//
// Case: claude/skills-own-names.
func (s *Set) OwnNamed() []string { return s.ownNamed }

func (s *Set) nameOwn() {
	for _, o := range s.Dialect.Commands.Own {
		there, named := false, false
		for i := range s.Skills {
			if sk := s.Skills[i]; sk.Name == o.Name && sk.there() {
				there = true
				named = named || sk.forSession()
			}
		}
		if o.Skill && !s.Bundled.Off && there && !named {
			s.ownNamed = append(s.ownNamed, o.Name)
		}
	}
}

// ownOverride is what a setting makes of one of the agent's own skills; "" for nothing.
func (s *Set) ownOverride(name string) string {
	for _, r := range s.Rules {
		if r.Name == name {
			return r.Value
		}
	}
	return ""
}

// wrapCommand gives the text after the head. A skill's begins with its folder; places for arguments stay as written.
func (s *Set) wrapCommand(sk *Skill, data []byte) string {
	text := frontmatter.Lossy(data[len(sk.Head):])
	if sk.Command.Kind != KindSkill {
		return text
	}
	return strings.ReplaceAll(s.Dialect.Mentions.Before, "{dir}", path.Dir(sk.Seen)) + text
}

// Answering is the skill that a user's name means, for an agent whose skills are commands: the first of that very
// name, or else the first that has it as another name. -1 when there is none.
func (s *Set) Answering(name string) int {
	if s.Dialect.Form != dialect.SkillsAsCommands {
		return -1
	}
	if i := slices.IndexFunc(s.Skills, func(sk *Skill) bool { return sk.Name == name }); i >= 0 {
		return i
	}
	return slices.IndexFunc(s.Skills, func(sk *Skill) bool { return sk.Shown() == name || slices.Contains(sk.Command.Aliases, name) })
}

// UserText is the description that a user sees.
func (s *Skill) UserText(d dialect.SkillCommands) string {
	text := described(s.Description)
	if s.Namespace != "" {
		return "(" + s.Namespace + ") " + text
	}
	return text + " (" + d.Labels[s.Scope] + ")"
}
