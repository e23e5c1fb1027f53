package trust

import (
	"path"
	"strings"

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

// maxLinkChecks bounds the rules whose links are followed to find near misses; the other near misses are
// found by text, whatever the number of rules.
const maxLinkChecks = 256

// nearMisses lists rules that a reader would expect to match one of the keys.
func (r Rules) nearMisses(fsys tree.FS, considered []Lookup) []NearMiss {
	var out []NearMiss
	for i, rule := range r.list {
		for _, l := range considered {
			why := nearMiss(rule.Path, l.Key)
			if why == "" && i < maxLinkChecks && tree.IsAbs(rule.Path) && rule.Path != l.Key && tree.Canonical(fsys, rule.Path) == l.Key {
				why = "a link to this folder"
			}
			if why != "" {
				out = append(out, NearMiss{Rule: rule, Key: l.Key, Why: why})
				break
			}
		}
	}
	return out
}

// nearMiss says how rule path differs from key, or "" when they are far apart or equal.
func nearMiss(rule, key string) string {
	switch {
	case rule == key:
		return ""
	case tree.IsAbs(rule) && path.Clean(rule) == key && strings.HasSuffix(rule, "/"):
		return "trailing slash"
	case tree.IsAbs(rule) && path.Clean(rule) == key:
		return "not in its shortest form"
	case strings.EqualFold(path.Clean(rule), key):
		return "letter case"
	case strings.HasPrefix(rule, "~"):
		if strings.HasSuffix(key, strings.TrimPrefix(rule, "~")) && len(rule) > 2 {
			return "~ is not expanded in trust keys"
		}
	case strings.ReplaceAll(rule, `\`, "/") == key, windowsForm(rule, key):
		return "another way to write the same Windows path"
	case tree.IsAbs(rule) && rule != "/" && tree.Within(path.Clean(rule), key):
		return "parent folder; trust does not reach below it"
	}
	return ""
}

// windowsForm reports whether both name one path apart from the \\?\ prefix or the drive's letter case.
func windowsForm(rule, key string) bool {
	norm := func(s string) string {
		s = strings.ReplaceAll(strings.TrimPrefix(s, `\\?\`), `\`, "/")
		return strings.TrimPrefix(s, "/")
	}
	a, b := norm(rule), norm(key)
	return len(a) > 1 && a[1] == ':' && strings.EqualFold(a, b)
}
