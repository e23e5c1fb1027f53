package skills

import (
	"math"
	"slices"
)

// The constants of BM25.
const (
	bm25K1 = 1.2
	bm25B  = 0.75
)

// fieldedBM25 is BM25 over three weighted fields, each with its own average length.
func fieldedBM25(query string, docs []Document) Ranking {
	terms, _, cut := queryTerms(query)
	out := Ranking{Terms: len(terms), QueryCut: cut}
	docs, out.SetCut = scored(docs)
	if len(terms) == 0 || len(docs) == 0 {
		return out
	}
	counted := make([][fieldCount]fieldCounts, len(docs))
	var average [fieldCount]float64
	for i, d := range docs {
		for f, text := range d.fields() {
			counted[i][f] = countTerms(fieldTerms(text))
			average[f] += float64(counted[i][f].length) / float64(len(docs))
		}
	}
	var hits []Hit
	for i, d := range docs {
		score := 0.0
		for _, t := range terms {
			if tf := weightedFrequency(counted[i], average, t); tf > 0 {
				score += inverseFrequency(len(docs), documentsWith(counted, t)) * tf * (bm25K1 + 1) / (tf + bm25K1)
			}
		}
		if score > 0 {
			hits = append(hits, Hit{ID: d.ID, Name: d.Name, Score: score})
		}
	}
	out.Hits = order(hits)
	return out
}

// fieldCounts is how often each word stands in one field.
type fieldCounts struct {
	length int
	counts map[string]int
}

func countTerms(terms []string) fieldCounts {
	c := fieldCounts{length: len(terms), counts: make(map[string]int, len(terms))}
	for _, t := range terms {
		c.counts[t]++
	}
	return c
}

func weightedFrequency(fields [fieldCount]fieldCounts, average [fieldCount]float64, term string) float64 {
	sum := 0.0
	for f, weight := range fieldWeights() {
		if n := fields[f].counts[term]; n > 0 {
			sum += weight * float64(n) / (1 - bm25B + bm25B*float64(fields[f].length)/average[f])
		}
	}
	return sum
}

func documentsWith(counted [][fieldCount]fieldCounts, term string) int {
	n := 0
	for _, fields := range counted {
		if slices.ContainsFunc(fields[:], func(f fieldCounts) bool { return f.counts[term] > 0 }) {
			n++
		}
	}
	return n
}

// inverseFrequency is how much a word says that stands in so many of all documents.
func inverseFrequency(documents, with int) float64 {
	return math.Log(1 + (float64(documents-with)+0.5)/(float64(with)+0.5))
}
