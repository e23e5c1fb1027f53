package skills

import (
	"cmp"
	"fmt"
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"
)

// The rankers, by the names under which the agent knows them. They never change what is offered: the agent runs
// them beside the catalog to learn whether a search would have found the skill that was used.
const (
	WeightedLexical   = "weighted_lexical_v1"
	FieldedBM25       = "fielded_bm25_v1"
	CharacterNgram    = "character_ngram_v1"
	MultiQueryLexical = "multi_query_lexical_v1"
)

// Rankers lists the names that Rank takes.
func Rankers() []string {
	return []string{WeightedLexical, FieldedBM25, CharacterNgram, MultiQueryLexical}
}

// The bounds of a ranking.
const (
	maxQueryBytes = 4096
	maxQueryTerms = 64
	maxFieldBytes = 4096 // of one field of a document
	maxFieldTerms = 256
	maxDocuments  = 1000
	maxHits       = 50
)

// The fields of a document, in this order everywhere.
const (
	inName = iota
	inShort
	inDescription
	fieldCount
)

// fieldWeights is how much a field counts, by the order above.
func fieldWeights() [fieldCount]float64 { return [fieldCount]float64{8, 4, 1} }

// Document is one skill as the rankers see it.
type Document struct {
	ID          int // index into Set.Skills, or whatever the caller numbers
	Name        string
	Short       string
	Description string
}

func (d Document) fields() [fieldCount]string {
	return [fieldCount]string{d.Name, d.Short, d.Description}
}

// Ranking is the answer to one query.
type Ranking struct {
	Method   string `json:"method"`
	Hits     []Hit  `json:"hits"`     // best first, at most 50
	Terms    int    `json:"terms"`    // words of the query that count
	QueryCut bool   `json:"queryCut"` // the query was longer than what is looked at
	SetCut   bool   `json:"setCut"`   // there were more documents than are scored
}

// Hit is one document of a Ranking.
type Hit struct {
	ID     int      `json:"id"`
	Name   string   `json:"name"`
	Score  float64  `json:"score"`  // comparable within one ranking only
	Fields []string `json:"fields"` // where words of the query stand: "name", "short", "description"
}

// Rank orders documents by how well they answer a query. Documents that do not answer it at all are left out.
// Equal scores are ordered by name, then ID, so that the answer is always the same.
func Rank(method, query string, docs []Document) (Ranking, error) {
	r, ok := rankerFor(method)
	if !ok {
		return Ranking{}, fmt.Errorf("no ranker is named %q; there are %s", method, strings.Join(Rankers(), ", "))
	}
	out := r(query, docs)
	out.Method = method
	terms, _, _ := queryTerms(query)
	for i := range out.Hits {
		out.Hits[i].Fields = matchedFields(terms, docs, out.Hits[i].ID)
	}
	return out, nil
}

func rankerFor(method string) (func(string, []Document) Ranking, bool) {
	switch method {
	case WeightedLexical:
		return weightedLexical, true
	case FieldedBM25:
		return fieldedBM25, true
	case CharacterNgram:
		return characterNgram, true
	case MultiQueryLexical:
		return multiQueryLexical, true
	}
	return nil, false
}

// Documents are the skills that may be offered, for ranking.
func (s *Set) Documents() []Document {
	var out []Document
	for i := range s.Skills {
		if sk := s.Skills[i]; sk.Offered() {
			out = append(out, Document{ID: i, Name: sk.Name, Short: sk.Short, Description: sk.Description})
		}
	}
	return out
}

// Rank ranks the skills that may be offered.
func (s *Set) Rank(method, query string) (Ranking, error) { return Rank(method, query, s.Documents()) }

// matchedFields says where words of the query stand, whole or as the start of a longer one.
func matchedFields(terms []string, docs []Document, id int) []string {
	i := slices.IndexFunc(docs, func(d Document) bool { return d.ID == id })
	names := [fieldCount]string{"name", "short", "description"}
	var out []string
	for f, text := range docs[i].fields() {
		have := fieldTerms(text)
		if slices.ContainsFunc(terms, func(t string) bool { return slices.Contains(have, t) || related(have, t) }) {
			out = append(out, names[f])
		}
	}
	return out
}

// order sorts hits and keeps the best.
func order(hits []Hit) []Hit {
	slices.SortFunc(hits, func(a, b Hit) int {
		return cmp.Or(cmp.Compare(b.Score, a.Score), cmp.Compare(a.Name, b.Name), cmp.Compare(a.ID, b.ID))
	})
	return hits[:min(maxHits, len(hits))]
}

// scored bounds the documents that are looked at.
func scored(docs []Document) (some []Document, cut bool) {
	if len(docs) > maxDocuments {
		return docs[:maxDocuments], true
	}
	return docs, false
}

// stopWords are too common to say anything.
const stopWords = " a an and are as at be by do for from how i in is it me my of on or please that the this to use we what when where which with you your "

// queryTerms are the words of a query that count: lower case, at least two characters, each once. phrase is the
// whole query in the same form.
func queryTerms(query string) (terms []string, phrase string, cut bool) {
	query, cut = bounded(query, maxQueryBytes)
	all := runs(query)
	for _, t := range all {
		if utf8.RuneCountInString(t) < 2 || strings.Contains(stopWords, " "+t+" ") || slices.Contains(terms, t) {
			continue
		}
		if len(terms) == maxQueryTerms {
			return terms, strings.Join(all, " "), true
		}
		terms = append(terms, t)
	}
	return terms, strings.Join(all, " "), cut
}

// fieldTerms are the words of one field of a document, repeats included.
func fieldTerms(text string) []string {
	text, _ = bounded(text, maxFieldBytes)
	all := runs(text)
	return all[:min(maxFieldTerms, len(all))]
}

// runs splits a text into lower-case runs of letters and digits.
func runs(text string) []string {
	return strings.FieldsFunc(strings.Map(unicode.ToLower, text), func(r rune) bool {
		return !unicode.In(r, unicode.L, unicode.N, unicode.Other_Alphabetic)
	})
}

// related reports whether one of the words begins with the term or the term with it, both of four characters or
// more.
func related(words []string, term string) bool {
	const shortest = 4
	if utf8.RuneCountInString(term) < shortest {
		return false
	}
	return slices.ContainsFunc(words, func(w string) bool {
		return utf8.RuneCountInString(w) >= shortest && (strings.HasPrefix(w, term) || strings.HasPrefix(term, w))
	})
}

// bounded cuts a text to so many bytes at a character boundary.
func bounded(text string, limit int) (string, bool) {
	if len(text) <= limit {
		return text, false
	}
	for limit > 0 && !utf8.RuneStart(text[limit]) {
		limit--
	}
	return text[:limit], true
}
