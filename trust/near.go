package trust

import (
	"path"
	"strings"

	"github.com/agentlayers/layers/tree"
)

// maxLinkChecks bounds the rules whose links are followed to find near misses; the other near misses are
// found by text, whatever the number of rules.
const maxLinkChecks = 256

// nearMisses lists rules that a reader would expect to match one of the keys.
func (r Rules) nearMisses(fsys tree.FS, considered []Lookup) []NearMiss {
	var out []NearMiss
	for i, rule := range r.list {
		s := spell(rule.Path)
		for _, l := range considered {
			why := s.near(l.Key)
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

// spelling is a rule's path in the forms that a key is compared with.
type spelling struct {
	typed   string
	clean   string
	slashed string // with forward slashes
	windows string // without prefix, where it begins with a drive's letter; else ""
}

func spell(rule string) spelling {
	s := spelling{typed: rule, clean: path.Clean(rule), slashed: strings.ReplaceAll(rule, `\`, "/")}
	if p := withoutPrefix(rule); len(p) > 1 && p[1] == ':' {
		s.windows = p
	}
	return s
}

// near says how the rule's path differs from key, or "" when they are far apart or equal.
func (s spelling) near(key string) string {
	abs := tree.IsAbs(s.typed)
	switch {
	case s.typed == key:
		return ""
	case abs && s.clean == key && strings.HasSuffix(s.typed, "/"):
		return "trailing slash"
	case abs && s.clean == key:
		return "not in its shortest form"
	case strings.EqualFold(s.clean, key):
		return "letter case"
	case strings.HasPrefix(s.typed, "~"):
		if strings.HasSuffix(key, strings.TrimPrefix(s.typed, "~")) && len(s.typed) > 2 {
			return "~ is not expanded in trust keys"
		}
	case s.slashed == key, s.windows != "" && strings.EqualFold(s.windows, withoutPrefix(key)):
		return "another way to write the same Windows path"
	case abs && s.typed != "/" && tree.Within(s.clean, key):
		return "parent folder; trust does not reach below it"
	}
	return ""
}

// withoutPrefix is a path of Windows without its \\?\ and with forward slashes.
func withoutPrefix(p string) string {
	return strings.TrimPrefix(strings.ReplaceAll(strings.TrimPrefix(p, `\\?\`), `\`, "/"), "/")
}
