package frontmatter_test

import (
	"strings"
	"testing"

	"github.com/agentlayers/layers/diag"
	"github.com/agentlayers/layers/internal/frontmatter"
)

func parse(text string) (frontmatter.Doc, *frontmatter.Problem, *diag.Source) {
	src := diag.NewSource("/f", []byte(text))
	doc, problem := frontmatter.Parse(src, 1<<20, nil)
	return doc, problem, src
}

func TestPlacesCoverWhatIsWritten(t *testing.T) {
	t.Parallel()
	text := "---\r\n# c\nnäme : 'it''s'   # c\ndesc: Use when: now # why\n\"q\": plain\nblock: |\n  a\n  b\n\nlist: [1, 2]\nnested:\n  in: x\nlast: end\n---\nbody"
	doc, problem, src := parse(text)
	if problem != nil {
		t.Fatal(problem)
	}
	at := func(s diag.Span) string { return string(src.Bytes[s.Start.Offset:s.End.Offset]) }
	want := [][2]string{
		{"näme", "'it''s'"}, {"desc", "Use when: now"}, {`"q"`, "plain"}, {"block", "|\n  a\n  b"}, {"list", "[1, 2]"}, {"nested", "in: x"}, {"last", "end"},
	}
	for i, f := range doc.Root.Fields {
		if got := [2]string{at(f.Key), at(f.Value.Span)}; got != want[i] {
			t.Errorf("field %d covers %q, want %q", i, got, want[i])
		}
	}
	if len(doc.Repaired) != 1 || doc.Repaired[0].Text != "desc: 'Use when: now'" {
		t.Errorf("repaired %+v", doc.Repaired)
	}
	if got := string(src.Bytes[doc.Body:]); got != "body" {
		t.Errorf("body %q", got)
	}
	if n := doc.Root.Get("in"); n != nil {
		t.Error("a nested key is found at the top")
	}
}

func TestProblems(t *testing.T) {
	t.Parallel()
	for text, kind := range map[string]string{
		"":                         frontmatter.NoFence,
		"x":                        frontmatter.NoFence,
		"\ufeff---\na: b\n---\n":   frontmatter.NoFence,
		"---\na: b\n":              frontmatter.Unclosed,
		"---\n---\n":               frontmatter.Empty,
		"---\na: 'b\n---\n":        frontmatter.BadYAML,
		"---\na: b\n--- \n":        "",
		" ---\n# nothing\n  ---\n": "",
		"---\na: " + strings.Repeat("b", 1<<20) + "\n---\n": frontmatter.TooLarge,
	} {
		_, problem, _ := parse(text)
		got := ""
		if problem != nil {
			got = problem.Kind
		}
		if got != kind {
			t.Errorf("%.30q: problem %q, want %q", text, got, kind)
		}
	}
}

func FuzzParse(f *testing.F) {
	for _, seed := range []string{
		"---\nname: a\ndescription: b: c\n---\nx", "---\na: &a [*a]\nb: *a\n---\n", "---\n\"a\\/b\": \"\\/\"\n---\n", "---\na: |2\n   x\n---",
		"---\n? [a]\n: b\n---\n", "---\n- a\n- - b\n---\n", "---\na: {b: [c, 'd'], e: \"f\"}\n---\n", "---\r\na: b\r\n---\r\n",
	} {
		f.Add([]byte(seed))
	}
	f.Fuzz(func(t *testing.T, data []byte) {
		src := diag.NewSource("/f", data)
		doc, problem := frontmatter.Parse(src, 1<<16, nil)
		inside := insideOf(t, data)
		inside(doc.Head)
		if problem != nil {
			inside(problem.At)
			return
		}
		for _, r := range doc.Repaired {
			inside(r.Value)
		}
		check(doc.Root, inside, 0)
	})
}

// insideOf fails for spans that do not lie in data.
func insideOf(t *testing.T, data []byte) func(diag.Span) {
	t.Helper()
	return func(s diag.Span) {
		t.Helper()
		if s.Start.Offset < 0 || s.End.Offset < s.Start.Offset || s.End.Offset > len(data) {
			t.Fatalf("span %+v lies outside of %q", s, data)
		}
	}
}

// check looks at every span down to a depth: a value may contain itself.
func check(v *frontmatter.Value, inside func(diag.Span), depth int) {
	inside(v.Span)
	if depth > 4 {
		return
	}
	for _, item := range v.Items {
		check(item, inside, depth+1)
	}
	for _, f := range v.Fields {
		inside(f.Key)
		check(f.Value, inside, depth+1)
	}
}
