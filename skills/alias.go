package skills

import (
	"fmt"
	"path"
	"strings"

	"github.com/agentlayers/layers/dialect"
	"github.com/agentlayers/layers/tree"
)

// aliases numbers the roots that the catalog's skills come from, in scan order. A root that the agent fills
// before it scans counts as used. names are the abbreviations as they begin a path, by the root's real path.
//
// Cases: catalog-many-roots, catalog-alias-many-roots, catalog-alias-eleven-roots, catalog-alias-linked.
func (s *Set) aliases(order []int) (list []Alias, names map[string]string) {
	taken := make([]bool, len(s.Roots))
	for _, k := range order {
		taken[s.Skills[k].Root] = true
	}
	used := map[string]bool{}
	for i, r := range s.Roots {
		used[r.Real] = used[r.Real] || taken[i]
	}
	names = map[string]string{}
	for _, r := range s.Roots {
		if r.Same != "" || names[r.Real] != "" || !used[r.Real] && !r.Assumed {
			continue
		}
		name, real := fmt.Sprintf("r%d", len(list)), s.realOf(r)
		names[r.Real] = name + "/"
		list = append(list, Alias{Name: name, Path: real, Line: fmt.Sprintf("- `%s` = `%s`", name, real)})
	}
	return list, names
}

// realOf is the path that the table shows. A root that is not there yet lies below one whose links are resolved.
func (s *Set) realOf(r Root) string {
	if !r.Assumed {
		return r.Real
	}
	return path.Join(tree.Canonical(s.fsys, path.Dir(r.Real)), path.Base(r.Real))
}

// short is a skill's path below the abbreviation of its root, and the abbreviation.
func (s *Set) short(sk *Skill, names map[string]string) (root, rest string) {
	real := s.Roots[sk.Root].Real
	from := sk.Path
	if s.Dialect.Catalog.AliasSeen {
		from = sk.Seen
	}
	if len(from) > len(real) && from[len(real)] == '/' && strings.HasPrefix(from, real) {
		return names[real], from[len(real)+1:]
	}
	return "", sk.Path
}

// tableCost is what the table of abbreviations takes from the budget. The text around it is shorter than the one
// that it replaces, which pays for the first bytes of the table.
func tableCost(d dialect.SkillCatalog, b Budget, aliases []Alias) int {
	chars, bytes := 0, 0
	for _, a := range aliases {
		chars += len([]rune(a.Line)) + 1
		bytes += len(a.Line) + 1
	}
	return b.cost(max(0, chars-d.AliasFree), max(0, bytes-d.AliasFree))
}
