package frontmatter_test

import (
	"strings"
	"testing"

	"github.com/agentlayers/layers/diag"
	"github.com/agentlayers/layers/internal/frontmatter"
)

// FuzzLoose: the lenient reader ends on any text, its head lies inside, and the patterns of a head are bounded, hold
// no empty one, and are the same for the same text.
func FuzzLoose(f *testing.F) {
	for _, s := range []string{
		"---\npaths: a/{b,c}/**, d\n---\nx", "---\npaths:\n  - [a, [b]]\n  - {c: d}\n---\n", "---\n<<: {paths: x}\npaths: &a [*a]\n---\n",
		"---\na: b: c\n\tpaths: x\n--- tail", "---\npaths: {{{,},},}\n---\n", "---\r\npaths: '**'\r\n---\r\n", "--- \n\n\npaths: 2024-01-02\n---", "---\npaths: \"\\ud83d\\ude00\"\n---\n",
	} {
		f.Add([]byte(s))
	}
	f.Fuzz(func(t *testing.T, text []byte) {
		head, rest := frontmatter.CutLoose(text)
		if rest < len(head) || rest > len(text) || frontmatter.HeadStart(text) > len(text) {
			t.Fatalf("head of %d bytes, rest at %d of %d", len(head), rest, len(text))
		}
		if len(head) > 0 && !strings.Contains(string(text[:rest]), string(head)) {
			t.Fatalf("the head %q does not stand in front of the rest", head)
		}
		_ = frontmatter.LooseFault(string(head)) // either answer will do
		patterns := frontmatter.Patterns(head)
		total := 0
		for i, p := range patterns {
			total += len(p)
			if p == "" {
				t.Errorf("pattern %d is empty", i)
			}
		}
		if len(patterns) > 1000 || total > 8<<20 {
			t.Errorf("%d patterns of %d bytes", len(patterns), total)
		}
		if again := frontmatter.Patterns(head); strings.Join(again, "\x00") != strings.Join(patterns, "\x00") {
			t.Errorf("%q and then %q", patterns, again)
		}
	})
}

// FuzzParseYAML: a file that is YAML as a whole is read or refused with a place inside, whatever refers to what.
func FuzzParseYAML(f *testing.F) {
	for _, s := range []string{"a: 1\n", "a: &a [*a, *a]\n", "a: &x {<<: *x}\n", "a: 1\na: 2\n", "- [\n", "\ufeffa: b\n", "a: !!binary x\n", "? {a: b}\n: c\n"} {
		f.Add([]byte(s))
	}
	f.Fuzz(func(t *testing.T, text []byte) {
		inside := insideOf(t, text)
		root, problem := frontmatter.ParseYAML(diag.NewSource("/f", text), nil)
		if problem != nil {
			inside(problem.At)
			return
		}
		check(root, inside, 0)
	})
}
