package gittree

import (
	"cmp"
	"slices"
	"strings"
)

// maxNear bounds the names that an error offers.
const maxNear = 3

// near lists the names that may be meant, best first: the same in another letter case, one that ends in it
// after a slash, or one that is few letters away.
func near(name string, names []string) []string {
	type scored struct {
		name  string
		score int
	}
	low := strings.ToLower(name)
	var hits []scored
	for _, n := range names {
		l := strings.ToLower(n)
		switch d := distance(low, l); {
		case l == low:
			hits = append(hits, scored{n, 0})
		case strings.HasSuffix(l, "/"+low) || strings.HasSuffix(low, "/"+l):
			hits = append(hits, scored{n, 1})
		case d <= 1+len(low)/4:
			hits = append(hits, scored{n, 1 + d})
		}
	}
	slices.SortFunc(hits, func(a, b scored) int { return cmp.Or(a.score-b.score, cmp.Compare(a.name, b.name)) })
	out := make([]string, 0, maxNear)
	for _, h := range hits[:min(maxNear, len(hits))] {
		out = append(out, h.name)
	}
	return out
}

// distance counts the bytes to insert, delete or replace to make b out of a; texts of very different length
// are as far apart as the longer one.
func distance(a, b string) int {
	if gap := len(a) - len(b); len(a) > 100 || gap*gap > len(a)*len(a)/4 {
		return max(len(a), len(b))
	}
	row := make([]int, len(b)+1)
	for j := range row {
		row[j] = j
	}
	for i := range len(a) {
		diagonal := row[0]
		row[0] = i + 1
		for j := range len(b) {
			change := diagonal
			if a[i] != b[j] {
				change++
			}
			diagonal = row[j+1]
			row[j+1] = min(row[j]+1, row[j+1]+1, change)
		}
	}
	return row[len(b)]
}
