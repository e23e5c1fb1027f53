package dialect

import (
	"slices"
	"strings"
)

// Suggest proposes a known key for an unknown one: the most similar name of the same table, or the same name
// in another table, written with its path. The second result is false when nothing is similar enough.
func (s *Schema) Suggest(path []string) (string, bool) {
	if len(path) == 0 {
		return "", false
	}
	name := path[len(path)-1]
	if f := s.Field(path[:len(path)-1]); f != nil {
		if best := nearest(name, f.Names); best != "" {
			return best, true
		}
	}
	return s.elsewhere(name)
}

// elsewhere finds the one table below the top that knows the name; the shortest path wins.
func (s *Schema) elsewhere(name string) (string, bool) {
	var found []string
	for _, top := range s.root.Names {
		if f := s.root.Named(top); f.Key.Stage == "" && f.Named(name) != nil {
			found = append(found, top+"."+name)
		}
	}
	if f := s.root.Named(name); f != nil {
		found = append(found, name)
	}
	if len(found) == 0 {
		return "", false
	}
	return slices.MinFunc(found, func(a, b string) int { return strings.Count(a, ".") - strings.Count(b, ".") }), true
}

// nearest is the name at the smallest edit distance, at most a third of the name's length, or "".
func nearest(name string, names []string) string {
	best, limit := "", max(1, len(name)/3)+1
	for _, n := range names {
		if d := distance(name, n, limit); d < limit {
			best, limit = n, d
		}
	}
	return best
}

// distance counts the single-letter edits and swaps of neighbours from a to b, up to limit. Case and the choice
// between "-" and "_" count for nothing when all else is equal.
func distance(a, b string, limit int) int {
	a, b = fold(a), fold(b)
	if d := len(a) - len(b); d >= limit || -d >= limit {
		return limit
	}
	var older []int
	prev := make([]int, len(b)+1)
	for j := range prev {
		prev[j] = j
	}
	for i := 1; i <= len(a); i++ {
		cur := make([]int, len(b)+1)
		cur[0] = i
		for j := 1; j <= len(b); j++ {
			cost := 1
			if a[i-1] == b[j-1] {
				cost = 0
			}
			cur[j] = min(prev[j]+1, cur[j-1]+1, prev[j-1]+cost)
			if i > 1 && j > 1 && a[i-1] == b[j-2] && a[i-2] == b[j-1] {
				cur[j] = min(cur[j], older[j-2]+1)
			}
		}
		older, prev = prev, cur
	}
	return prev[len(b)]
}

func fold(s string) string { return strings.ReplaceAll(strings.ToLower(s), "-", "_") }
