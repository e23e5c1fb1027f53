package skills

import (
	"slices"

	"golang.org/x/text/collate"
	"golang.org/x/text/language"
)

// names puts names into the order of a dictionary, as the agent does: signs, digits, letters without regard to
// case first.
//
// Case: claude/skills-folder-names.
type names struct{ c *collate.Collator }

func newNames() *names { return &names{collate.New(language.Und)} }

func (n *names) compare(a, b string) int { return n.c.CompareString(a, b) }

func (n *names) sort(list []*Skill) {
	slices.SortStableFunc(list, func(a, b *Skill) int { return n.compare(a.Name, b.Name) })
}
