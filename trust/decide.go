package trust

import (
	"github.com/agentlayers/layers/tree"
)

// Rules is the user's trust table, ready for looking up.
type Rules struct {
	list   []Rule
	byPath map[string]int
}

// NewRules indexes the table; of two rules with one path the later wins. A rule without a level decides too: that
// nothing is decided.
func NewRules(rules []Rule) Rules {
	r := Rules{list: rules, byPath: make(map[string]int, len(rules))}
	for i, rule := range rules {
		r.byPath[rule.Path] = i
	}
	return r
}

// All returns the rules in the order given.
func (r Rules) All() []Rule { return r.list }

// Place is one folder that a decision may rest on.
type Place struct {
	What string // "folder", "project root", "repository root"
	Path string
}

// Decide asks for each place in order whether a rule names it: first with every symbolic link resolved, then
// as typed. The first hit decides. There is no rule for parents: trusting a folder says nothing of the folders
// below it. Without a hit, Decision.Key is the last place that exists: the key that would enable.
//
// Cases: trust-subfolder-only, trust-symlinked-cwd, trust-trailing-slash, trust-root-trusted-sub-untrusted.
func (r Rules) Decide(fsys tree.FS, places []Place) Decision {
	var d Decision
	for _, p := range places {
		if p.Path == "" {
			continue
		}
		resolved := tree.Canonical(fsys, p.Path)
		d.Key = resolved
		forms := []Lookup{{Key: resolved, What: p.What, Form: "resolved"}}
		if resolved != p.Path {
			forms = append(forms, Lookup{Key: p.Path, What: p.What, Form: "typed"})
		} else {
			forms[0].Form = "typed"
		}
		for _, l := range forms {
			i, hit := r.byPath[l.Key]
			l.Hit = hit
			d.Considered = append(d.Considered, l)
			if l.Hit {
				rule := r.list[i]
				d.Level, d.Key, d.Rule = rule.Level, l.Key, &rule
				return d
			}
		}
	}
	d.NearMisses = r.nearMisses(fsys, d.Considered)
	return d
}
