package skills_test

import (
	"math"
	"math/rand/v2"
	"reflect"
	"strings"
	"testing"
	"time"

	"github.com/agentlayers/layers/skills"
	"github.com/agentlayers/layers/tree"
)

func docs() []skills.Document {
	return []skills.Document{
		{ID: 0, Name: "pdf", Description: "Read and fill forms"},
		{ID: 1, Name: "release-notes", Short: "notes for a release", Description: "Write notes from merged requests and publish them"},
		{ID: 2, Name: "publish", Description: "Put a package on a registry"},
	}
}

func rank(t *testing.T, method, query string) skills.Ranking {
	t.Helper()
	r, err := skills.Rank(method, query, docs())
	if err != nil {
		t.Fatal(err)
	}
	return r
}

// TestWeightedLexical adds the weights by hand.
func TestWeightedLexical(t *testing.T) {
	t.Parallel()
	r := rank(t, skills.WeightedLexical, "Please publish the notes of this release-notes")
	want := []skills.Hit{
		// phrase 256, publish: description 4; notes: name 64, short 16, description 4; release: name 64, short 16; three words 9
		{ID: 1, Name: "release-notes", Score: 256 + 4 + 84 + 80 + 9, Fields: []string{"name", "short", "description"}},
		// phrase 256, publish: whole name 128; one word 1
		{ID: 2, Name: "publish", Score: 256 + 128 + 1, Fields: []string{"name"}},
	}
	if !reflect.DeepEqual(r.Hits, want) || r.Terms != 3 {
		t.Errorf("%d terms, %+v", r.Terms, r.Hits)
	}
	if related := rank(t, skills.WeightedLexical, "publishing"); related.Hits[0].Score != 24+1 || related.Hits[1].Score != 1+1 {
		t.Errorf("related words: %+v", related.Hits)
	}
}

func TestFieldedBM25(t *testing.T) {
	t.Parallel()
	r := rank(t, skills.FieldedBM25, "registry")
	// one of three documents holds it, in the description: 6 terms, the average is (4+8+6)/3 = 6
	idf := math.Log(1 + (3-1+0.5)/(1+0.5))
	tf := 1 * 1 / (1 - 0.75 + 0.75*6/6.0)
	want := idf * tf * 2.2 / (tf + 1.2)
	if len(r.Hits) != 1 || math.Abs(r.Hits[0].Score-want) > 1e-12 {
		t.Errorf("%+v, want a score of %v", r.Hits, want)
	}
}

func TestCharacterNgram(t *testing.T) {
	t.Parallel()
	if r := rank(t, skills.CharacterNgram, "publsh"); len(r.Hits) == 0 || r.Hits[0].Name != "publish" {
		t.Errorf("a misspelt word finds %+v", r.Hits)
	}
	if r := rank(t, skills.CharacterNgram, "zzzzz"); len(r.Hits) != 0 {
		t.Errorf("nonsense finds %+v", r.Hits)
	}
}

func TestMultiQueryLexical(t *testing.T) {
	t.Parallel()
	r := rank(t, skills.MultiQueryLexical, "fill the pdf and then publish it")
	var got []string
	for _, h := range r.Hits {
		got = append(got, h.Name)
	}
	// pdf and publish are first in one view each; pdf stands higher for the whole query
	if want := "pdf publish release-notes"; strings.Join(got, " ") != want {
		t.Errorf("order %v, want %s", got, want)
	}
}

func TestRankingIsDeterministic(t *testing.T) {
	t.Parallel()
	words := strings.Fields("alpha beta gamma delta publish release notes 日本語 pdf form")
	r := rand.New(rand.NewPCG(3, 4))
	text := func(n int) string {
		var out []string
		for range n {
			out = append(out, words[r.IntN(len(words))])
		}
		return strings.Join(out, " ")
	}
	for range 50 {
		var list []skills.Document
		for i := range 40 {
			list = append(list, skills.Document{ID: i, Name: text(1), Short: text(r.IntN(3)), Description: text(8)})
		}
		query := text(4)
		for _, method := range skills.Rankers() {
			a, _ := skills.Rank(method, query, list)
			b, _ := skills.Rank(method, query, list)
			if !reflect.DeepEqual(a, b) {
				t.Fatalf("%s: two answers to %q", method, query)
			}
			if len(a.Hits) > 50 {
				t.Fatalf("%s: %d hits", method, len(a.Hits))
			}
		}
	}
}

func TestUnknownRankerNamesTheOthers(t *testing.T) {
	t.Parallel()
	if _, err := skills.Rank("bm25", "x", nil); err == nil || !strings.Contains(err.Error(), skills.FieldedBM25) {
		t.Errorf("error %v", err)
	}
}

func TestCompareRecordsThePlaceOfTheUsedSkill(t *testing.T) {
	t.Parallel()
	m := tree.NewMemory()
	put(m, "a", "pdf", "Read and fill forms")
	put(m, "b", "publish", "Put a package on a registry")
	clock := time.Unix(0, 0)
	records := find(t, m, options(t)).Compare("fill a form", "pdf", func() time.Time { clock = clock.Add(time.Millisecond); return clock })
	if len(records) != len(skills.Rankers()) || records[0].Place != 1 || records[0].Took != time.Millisecond {
		t.Errorf("%+v", records)
	}
}
