package compare

import (
	"cmp"
	"maps"
	"slices"

	"github.com/agentlayers/layers/resolve"
	"github.com/agentlayers/layers/skills"
)

// listed is one skill of one result.
type listed struct {
	name, path string
	skill      *skills.Skill
	Listing
}

// listings says of every skill how the model is told about it, by path.
func listings(r *resolve.Result) map[string]listed {
	out := map[string]listed{}
	if r.Skills == nil {
		return out
	}
	for i := range r.Skills.Skills {
		s := r.Skills.Skills[i]
		l := listed{s.Name, s.Path, s, Listing{State: "listed", Scope: s.Scope, Chars: len([]rune(s.Description))}}
		if !s.Offered() {
			l.State, l.Chars = "disabled", 0
		}
		out[s.Path] = l
	}
	for _, e := range r.Catalog.Entries {
		s := r.Skills.Skills[e.Skill]
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

// skillChanges lists skills that appear, go, change their state or read otherwise; a description that is cut a
// little more or less is only counted (Difference.Shortened).
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
		s := Skill{Name: cmp.Or(b.name, a.name), Path: p, From: a.Listing, To: b.Listing}
		if a.skill != nil && b.skill != nil {
			s.Described = a.skill.Description != b.skill.Description
			s.Body = !a.skill.SameText(b.skill)
		}
		if kind(a.State) != kind(b.State) || s.Described || s.Body {
			out = append(out, s)
		}
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
