package skills

import (
	"slices"
	"strings"

	"github.com/agentlayers/layers/tree"
)

// applyRules turns skills on and off. Of rules with the same selector the last one counts, in its own place, so
// that a later rule for one file can undo an earlier rule for a name.
//
// Cases: skills-config-disable, skills-plugin-names.
func (l *loader) applyRules() {
	rules := l.set.Rules
	selectors := make([]selector, len(rules))
	for i := range rules {
		selectors[i] = l.selector(&rules[i])
	}
	for i := range rules {
		r := &rules[i]
		if r.Ignored != "" {
			continue
		}
		if slices.Contains(selectors[i+1:], selectors[i]) {
			r.Ignored = "a later rule selects the same"
			continue
		}
		for k, s := range l.set.Skills {
			if selectors[i].selects(s) {
				s = l.ruled(k)
				s.Enabled, s.Rule = r.Enabled, r
				r.Hits++
			}
		}
	}
}

// ruled is a skill that a rule may change: a copy, as what was found is never changed.
func (l *loader) ruled(k int) *Skill {
	s := l.set
	if &s.Skills[0] == &l.found[0] {
		s.Skills = slices.Clone(l.found)
	}
	if s.Skills[k] == l.found[k] {
		own := *l.found[k]
		s.Skills[k] = &own
	}
	return s.Skills[k]
}

// selector is what a rule selects: a file or a name; the zero value selects nothing.
type selector struct{ path, name string }

func (x selector) selects(s *Skill) bool {
	return x.path != "" && x.path == s.Path || x.name != "" && x.name == s.Name
}

// selector says what a rule selects, or sets why it selects nothing.
func (l *loader) selector(r *Rule) selector {
	switch name := strings.TrimSpace(r.Name); {
	case r.Ignored != "":
	case r.Path != "" && r.Name != "":
		r.Ignored = "a rule has path or name, not both"
	case r.Path != "":
		return selector{path: tree.Canonical(l.fsys, r.Path)}
	case name != "":
		return selector{name: name}
	default:
		r.Ignored = "a rule needs path or name"
	}
	return selector{}
}
