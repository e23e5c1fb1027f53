package skills

import (
	"cmp"
	"slices"
	"strings"
)

// maxNear bounds how many near names an error shows.
const maxNear = 3

// near lists the names that are likely meant, best first: another letter case, one inside the other, or few
// letters apart.
func near(name string, names []string) []string {
	type scored struct {
		name  string
		score int
	}
	low := strings.ToLower(name)
	var hits []scored
	for _, n := range names {
		l := strings.ToLower(n)
		d := distance(low, l)
		switch {
		case low == l:
			hits = append(hits, scored{n, 0})
		case d <= 1+len(low)/4:
			hits = append(hits, scored{n, d})
		case partDistance(low, l) <= 1+len(low)/4:
			hits = append(hits, scored{n, 2 + partDistance(low, l)})
		case low != "" && (strings.Contains(l, low) || strings.Contains(low, l)):
			hits = append(hits, scored{n, 3 + d})
		}
	}
	slices.SortFunc(hits, func(a, b scored) int { return cmp.Or(cmp.Compare(a.score, b.score), cmp.Compare(a.name, b.name)) })
	var out []string
	for _, h := range hits[:min(maxNear, len(hits))] {
		out = append(out, h.name)
	}
	return out
}

// partDistance is the distance to the nearest part of a name between hyphens and colons.
func partDistance(a, name string) int {
	best := maxDistance
	for _, part := range strings.FieldsFunc(name, func(r rune) bool { return r == '-' || r == ':' || r == '_' }) {
		best = min(best, distance(a, part))
	}
	return best
}

// maxDistance bounds the texts that are compared letter by letter, in bytes.
const maxDistance = 200

// distance counts the letters to insert, delete or replace to make b out of a, neighbours swapped counting once.
func distance(a, b string) int {
	if len(a) > maxDistance || len(b) > maxDistance {
		return maxDistance
	}
	x, y := []rune(a), []rune(b)
	before, row := make([]int, len(y)+1), make([]int, len(y)+1)
	for j := range row {
		row[j] = j
	}
	var previous []int
	for i := range x {
		previous, before, row = before, row, make([]int, len(y)+1)
		row[0] = i + 1
		for j := range y {
			change := 1
			if x[i] == y[j] {
				change = 0
			}
			row[j+1] = min(before[j+1]+1, row[j]+1, before[j]+change)
			if i > 0 && j > 0 && x[i] == y[j-1] && x[i-1] == y[j] {
				row[j+1] = min(row[j+1], previous[j-1]+1)
			}
		}
	}
	return row[len(y)]
}
