package skills

import "unicode/utf8"

// The bounds of the character ranker: grams of so many characters, and how many of the query must be found.
const (
	shortestGram = 2
	longestGram  = 5
	maxGrams     = 512
	gramsNeeded  = 3
)

// characterNgram compares runs of two to five characters inside words, which finds parts of words and languages
// without blanks.
func characterNgram(query string, docs []Document) Ranking {
	terms, _, cut := queryTerms(query)
	wanted, gramsCut := grams(terms)
	out := Ranking{Terms: len(terms), QueryCut: cut || gramsCut}
	docs, out.SetCut = scored(docs)
	if len(wanted) == 0 {
		return out
	}
	held := make([][fieldCount]map[string]bool, len(docs))
	frequency := map[string]int{}
	for i, d := range docs {
		any := map[string]bool{}
		for f, text := range d.fields() {
			list, _ := grams(fieldTerms(text))
			held[i][f] = make(map[string]bool, len(list))
			for _, g := range list {
				held[i][f][g], any[g] = true, true
			}
		}
		for g := range any {
			frequency[g]++
		}
	}
	var hits []Hit
	for i, d := range docs {
		score, found := 0.0, 0
		for _, g := range wanted {
			if w := weightOf(held[i], g); w > 0 {
				score += inverseFrequency(len(docs), frequency[g]) * w
				found++
			}
		}
		if found >= min(gramsNeeded, len(wanted)) {
			hits = append(hits, Hit{ID: d.ID, Name: d.Name, Score: score})
		}
	}
	out.Hits = order(hits)
	return out
}

// weightOf adds up the weights of the fields that hold a gram.
func weightOf(fields [fieldCount]map[string]bool, gram string) float64 {
	sum := 0.0
	for f, weight := range fieldWeights() {
		if fields[f][gram] {
			sum += weight
		}
	}
	return sum
}

// grams lists the runs of characters inside words, each once, shorter ones of a word first. ASCII words of more
// than two characters have none of two.
func grams(terms []string) (out []string, cut bool) {
	seen := map[string]bool{}
	for _, t := range terms {
		chars := []rune(t)
		shortest := shortestGram
		if len(chars) > shortestGram && utf8.RuneCountInString(t) == len(t) {
			shortest++
		}
		for size := shortest; size <= min(longestGram, len(chars)); size++ {
			for start := 0; start+size <= len(chars); start++ {
				g := string(chars[start : start+size])
				if seen[g] {
					continue
				}
				if len(out) == maxGrams {
					return out, true
				}
				seen[g] = true
				out = append(out, g)
			}
		}
	}
	return out, false
}
