package skills

import (
	"slices"
	"strings"
)

// lexicalWeight is what one word of the query earns in one field.
type lexicalWeight struct{ whole, related int }

// The weights of the weighted lexical ranker.
const (
	phraseScore   = 256 // the whole name stands in the query
	nameOnlyScore = 128 // the word is the whole name
)

func lexicalWeights() [fieldCount]lexicalWeight {
	return [fieldCount]lexicalWeight{{64, 24}, {16, 6}, {4, 1}}
}

// weightedLexical adds fixed weights for every word found, and the square of the number of words found.
func weightedLexical(query string, docs []Document) Ranking {
	terms, phrase, cut := queryTerms(query)
	out := Ranking{Terms: len(terms), QueryCut: cut}
	docs, out.SetCut = scored(docs)
	if len(terms) == 0 {
		return out
	}
	var hits []Hit
	for _, d := range docs {
		if score := lexicalScore(phrase, terms, d); score > 0 {
			hits = append(hits, Hit{ID: d.ID, Name: d.Name, Score: float64(score)})
		}
	}
	out.Hits = order(hits)
	return out
}

func lexicalScore(phrase string, terms []string, d Document) int {
	var words [fieldCount][]string
	for f, text := range d.fields() {
		words[f] = fieldTerms(text)
	}
	bound, _ := bounded(d.Name, maxFieldBytes)
	name := strings.Join(runs(bound), " ")
	score, found := 0, 0
	if name != "" && strings.Contains(" "+phrase+" ", " "+name+" ") {
		score += phraseScore
	}
	for _, t := range terms {
		got := 0
		for f, w := range lexicalWeights() {
			switch {
			case f == inName && name == t:
				got += nameOnlyScore
			case slices.Contains(words[f], t):
				got += w.whole
			case related(words[f], t):
				got += w.related
			}
		}
		if got > 0 {
			found++
		}
		score += got
	}
	return score + found*found
}
