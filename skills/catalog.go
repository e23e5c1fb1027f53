package skills

import (
	"slices"
	"unicode/utf8"

	"github.com/agentlayers/layers/diag"
	"github.com/agentlayers/layers/dialect"
)

// Budget is how much the lines of a catalog may cost.
type Budget struct {
	Limit  int    `json:"limit"`
	Unit   string `json:"unit"`   // "tokens" or "characters"
	Window int64  `json:"window"` // tokens; 0 when not known
	// Assumed: no configuration sets the window, so the one of the agent's default model is taken.
	Assumed bool      `json:"assumed,omitempty"`
	At      diag.Span `json:"at,omitzero"`  // what sets the window
	By      string    `json:"by,omitempty"` // what sets the limit itself, where no window does
	size    int       // bytes of one token
}

// The units of Budget.
const (
	Tokens     = "tokens"
	Characters = "characters"
)

// BudgetFor gives the budget of a window of tokens; an unknown window (0) has one in characters.
//
// Cases: catalog-tiny-window, catalog-window-default.
func BudgetFor(d dialect.SkillCatalog, window int64) Budget {
	if window <= 0 || d.Percent == 0 {
		return Budget{Limit: d.Chars, Unit: Characters}
	}
	return Budget{Limit: max(1, int(window*int64(d.Percent)/100)), Unit: Tokens, Window: window, size: d.TokenSize}
}

// cost is what a text of so many characters and bytes costs.
func (b Budget) cost(chars, bytes int) int {
	if b.Unit == Characters {
		return chars
	}
	return (bytes + b.size - 1) / b.size
}

// prices reports a budget in which everything costs the same.
func (b Budget) prices(other Budget) bool { return b.Unit == other.Unit && b.size == other.size }

// Catalog is what the model is told about skills it may use: one line a skill, and a table of abbreviations for
// roots where paths use them.
type Catalog struct {
	Lines   []string `json:"lines"`
	Entries []Entry  `json:"entries"` // one for each skill that may be offered, in catalog order, omitted ones too
	Aliases []Alias  `json:"aliases,omitempty"`
	Budget  Budget   `json:"budget"`
	Used    int      `json:"used"`    // what lines and table cost
	Table   int      `json:"table"`   // what the table costs, part of Used
	Cut     int      `json:"cut"`     // characters of descriptions that are not shown
	Omitted int      `json:"omitted"` // skills that are not shown
	Warned  bool     `json:"warned"`  // the agent itself says that something was left out
	Off     bool     `json:"off"`     // the catalog is switched off
	// Unknown: skills of the agent itself take part, and they are not there to be read yet.
	Unknown bool `json:"unknown,omitempty"`
}

// Entry is one skill in a catalog.
type Entry struct {
	Skill   int    `json:"skill"`   // index into Set.Skills
	Line    string `json:"line"`    // "" when omitted
	Written int    `json:"written"` // characters of the description
	Kept    int    `json:"kept"`
	Lost    string `json:"lost,omitempty"` // the words that are not shown, in order, each once
	Cost    int    `json:"cost"`           // of the line; of the bare line when omitted
}

// Shortened reports whether the skill is shown with less than its description.
func (e Entry) Shortened() bool { return e.Line != "" && e.Kept < e.Written }

// Alias abbreviates one root.
type Alias struct {
	Name string `json:"alias"` // "r0"
	Path string `json:"path"`
	Line string `json:"line"`
}

// Catalog renders the skills that may be offered under the budget. Nothing is rendered when the switch is off or
// when no skill is left.
//
// Cases: catalog-*, skills-order-catalog, skills-include-instructions.
func (s *Set) Catalog() Catalog {
	c, _ := s.CatalogLike(Layout{})
	return c
}

// CatalogLike is Catalog, quicker where much is as it was in an earlier one.
func (s *Set) CatalogLike(before Layout) (Catalog, Layout) {
	if s.Dialect.Form == dialect.SkillsAsCommands {
		return s.catalogOfCommands(), Layout{}
	}
	d := s.Dialect.Catalog
	b := BudgetFor(d, s.Window.tokens(d))
	b.Assumed, b.At = !s.Window.Set, s.Window.At
	out := Catalog{Budget: b, Off: s.Include.Off, Unknown: s.assumed()}
	now := Layout{skills: s.Skills, roots: s.Roots, order: s.offered(&before)}
	if out.Off || len(now.order) == 0 {
		return out, Layout{}
	}
	now.plain = s.layOut(&now, b, nil, 0, &before, before.plain)
	if d.Aliases == dialect.AliasBetter || now.plain.cut > 0 || now.plain.omitted > 0 {
		var names map[string]string
		now.aliases, names = s.aliases(now.order)
		if cost := tableCost(d, b, now.aliases); len(now.aliases) > 0 && cost < b.Limit {
			was := before.aliased
			if !now.abbreviates(&before) {
				was = form{}
			}
			now.aliased = s.layOut(&now, b, names, cost, &before, was)
			if now.short = s.better(now.aliased, now.plain); now.short {
				out.Aliases = now.aliases
			}
		}
	}
	now.entries = s.describe(&now, &before)
	best := now.chosen()
	out.Table, out.Used, out.Cut, out.Omitted, out.Entries = best.table, best.used, best.cut, best.omitted, now.entries
	for _, e := range out.Entries {
		if e.Line != "" {
			out.Lines = append(out.Lines, e.Line)
		}
	}
	out.Warned = out.Omitted > 0 || (out.Cut+len(now.order)-1)/len(now.order) > d.WarnAbove
	return out, now
}

// assumed reports that the agent will add skills of its own which are not there to be read.
func (s *Set) assumed() bool {
	return slices.ContainsFunc(s.Roots, func(r Root) bool { return r.Assumed })
}

// offered lists the skills for the catalog in its order.
func (s *Set) offered(before *Layout) []int {
	if s.inOrder(before) {
		return before.order
	}
	out := make([]int, 0, len(s.Skills))
	for i, sk := range s.Skills {
		if sk.Offered() {
			out = append(out, i)
		}
	}
	slices.SortStableFunc(out, func(a, b int) int { return compare(s.Dialect.Catalog.Order, s.Skills[a], s.Skills[b]) })
	return out
}

// inOrder reports that the order of an earlier catalog holds, where a few skills were exchanged for others.
func (s *Set) inOrder(before *Layout) bool {
	if len(s.Skills) != len(before.skills) {
		return false
	}
	others := 0
	for i, sk := range s.Skills {
		old := before.skills[i]
		if sk == old {
			continue
		}
		if others++; others > maxExchange || sk.Offered() != old.Offered() {
			return false
		}
		at := slices.Index(before.order, i)
		for _, k := range []int{at - 1, at} {
			if at >= 0 && k >= 0 && k+1 < len(before.order) && compare(s.Dialect.Catalog.Order, s.Skills[before.order[k]], s.Skills[before.order[k+1]]) > 0 {
				return false
			}
		}
	}
	return true
}

// better compares the form with abbreviations to the plain one: more skills, then fewer characters cut, then the
// lower cost. Where skills take part that cannot be read yet, their shorter paths decide a tie.
func (s *Set) better(aliased, plain form) bool {
	switch {
	case aliased.omitted != plain.omitted:
		return aliased.omitted < plain.omitted
	case aliased.cut != plain.cut:
		return aliased.cut < plain.cut
	}
	return aliased.used < plain.used || s.assumed()
}

// dots end a description that is over the limit of one description.
const dots = "..."

// shownDescription cuts a description to the limit of one, before any budget.
//
// Case: skills-length-limits.
func (s *Set) shownDescription(text string) string {
	limit := s.Dialect.Limits.Description
	if limit == 0 || len(text) <= limit || utf8.RuneCountInString(text) <= limit {
		return text
	}
	return string([]rune(text)[:limit-len(dots)]) + dots
}
