package skills

import (
	"cmp"
	"math"
	"slices"
	"strings"
	"unicode/utf8"
)

// maxViews bounds the parts that a query is taken apart into, the whole query included.
const maxViews = 8

// connectors join two wishes in one sentence; of two that begin at one place the first counts.
func connectors() []string { return []string{" and then ", " and ", " then ", " also "} }

// multiQueryLexical asks the weighted lexical ranker for the whole query and for each of its clauses, and orders
// by the best place anywhere.
func multiQueryLexical(query string, docs []Document) Ranking {
	whole := weightedLexical(query, docs)
	views := views(query)
	if len(views) <= 1 {
		return whole
	}
	found := map[int]*viewed{}
	note(found, whole, 0)
	out := Ranking{Terms: whole.Terms, QueryCut: whole.QueryCut, SetCut: whole.SetCut}
	for i, v := range views[1:] {
		r := weightedLexical(v, docs)
		out.QueryCut, out.SetCut = out.QueryCut || r.QueryCut, out.SetCut || r.SetCut
		note(found, r, i+1)
	}
	var list []*viewed
	for _, v := range found {
		list = append(list, v)
	}
	slices.SortFunc(list, func(a, b *viewed) int {
		return cmp.Or(
			cmp.Compare(a.best, b.best), cmp.Compare(a.whole, b.whole), cmp.Compare(b.views, a.views),
			cmp.Compare(a.first, b.first), cmp.Compare(a.hit.ID, b.hit.ID),
		)
	})
	for _, v := range list[:min(maxHits, len(list))] {
		v.hit.Score = 1 / float64(v.best)
		out.Hits = append(out.Hits, v.hit)
	}
	return out
}

// viewed is where one document stands in the views' rankings.
type viewed struct {
	hit   Hit
	best  int // place, from 1
	whole int // place for the whole query; a large number when it is not found there
	views int
	first int // the first view that finds it
}

func note(found map[int]*viewed, r Ranking, view int) {
	for i, h := range r.Hits {
		v := found[h.ID]
		if v == nil {
			v = &viewed{hit: h, best: i + 1, whole: math.MaxInt, first: view}
			found[h.ID] = v
		}
		v.best = min(v.best, i+1)
		v.views++
		if view == 0 {
			v.whole = i + 1
		}
	}
}

// views are the whole query and its clauses, each once.
func views(query string) []string {
	query, _ = bounded(query, maxQueryBytes)
	query = strings.TrimSpace(query)
	if query == "" {
		return nil
	}
	out := []string{query}
	for _, sentence := range strings.FieldsFunc(query, func(r rune) bool { return strings.ContainsRune("\n\r.!?;", r) }) {
		for _, clause := range clauses(sentence) {
			clause = strings.TrimSpace(clause)
			if utf8.RuneCountInString(clause) < 2 || slices.Contains(out, clause) {
				continue
			}
			if out = append(out, clause); len(out) == maxViews {
				return out
			}
		}
	}
	return out
}

// clauses splits a sentence at its connectors, whatever their case.
func clauses(sentence string) []string {
	var out []string
	for {
		low := asciiLower(sentence)
		at, length := -1, 0
		for _, c := range connectors() {
			if i := strings.Index(low, c); i >= 0 && (at < 0 || i < at) {
				at, length = i, len(c)
			}
		}
		if at < 0 {
			return append(out, sentence)
		}
		out = append(out, sentence[:at])
		sentence = sentence[at+length:]
	}
}

// asciiLower lowers ASCII letters and nothing else, so that offsets stay.
func asciiLower(s string) string {
	b := []byte(s)
	for i, c := range b {
		if 'A' <= c && c <= 'Z' {
			b[i] = c + 'a' - 'A'
		}
	}
	return string(b)
}
