package compare

import (
	"cmp"
	"maps"
	"slices"

	"github.com/agentlayers/layers/resolve"
)

// listed is one skill of one result.
type listed struct {
	name, path string
	Listing
}

// listings says of every skill how the model is told about it, by path.
func listings(r *resolve.Result) map[string]listed {
	out := map[string]listed{}
	if r.Skills == nil {
		return out
	}
	for i := range r.Skills.Skills {
		s := &r.Skills.Skills[i]
		l := listed{s.Name, s.Path, Listing{State: "listed", Scope: s.Scope, Chars: len([]rune(s.Description))}}
		if !s.Offered() {
			l.State, l.Chars = "disabled", 0
		}
		out[s.Path] = l
	}
	for _, e := range r.Catalog.Entries {
		s := &r.Skills.Skills[e.Skill]
		l := out[s.Path]
		l.Chars = e.Kept
		switch {
		case e.Line == "":
			l.State = "omitted"
		case e.Shortened():
			l.State = "shortened"
		}
		out[s.Path] = l
	}
	return out
}

func countShortened(m map[string]listed) int {
	n := 0
	for _, l := range m {
		if l.State == "shortened" {
			n++
		}
	}
	return n
}

// skillChanges lists skills that appear, go or change their state; a description that is cut a little more or
// less is only counted (Difference.Shortened).
func skillChanges(from, to map[string]listed) []Skill {
	paths := slices.Sorted(maps.Keys(to))
	for p := range from {
		if _, ok := to[p]; !ok {
			paths = append(paths, p)
		}
	}
	var out []Skill
	for _, p := range paths {
		a, b := from[p], to[p]
		if kind(a.State) == kind(b.State) {
			continue
		}
		out = append(out, Skill{Name: cmp.Or(b.name, a.name), Path: p, From: a.Listing, To: b.Listing})
	}
	slices.SortStableFunc(out, func(x, y Skill) int { return cmp.Or(cmp.Compare(x.Name, y.Name), cmp.Compare(x.Path, y.Path)) })
	return out
}

// kind folds the two states in which the model sees a skill.
func kind(state string) string {
	if state == "shortened" {
		return "listed"
	}
	return state
}
