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
	selectors := make([]string, len(rules))
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
		for k := range l.set.Skills {
			s := &l.set.Skills[k]
			if selectors[i] == "path "+s.Path || selectors[i] == "name "+s.Name {
				s.Enabled, s.Rule = r.Enabled, r
				r.Hits++
			}
		}
	}
}

// selector names what a rule selects, or sets why it selects nothing.
func (l *loader) selector(r *Rule) string {
	switch name := strings.TrimSpace(r.Name); {
	case r.Ignored != "":
	case r.Path != "" && r.Name != "":
		r.Ignored = "a rule has path or name, not both"
	case r.Path != "":
		return "path " + tree.Canonical(l.fsys, r.Path)
	case name != "":
		return "name " + name
	default:
		r.Ignored = "a rule needs path or name"
	}
	return ""
}
