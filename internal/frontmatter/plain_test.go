package frontmatter

import (
	"math/rand/v2"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/agentlayers/layers/diag"
)

// plainSeeds are heads that the short way takes, and heads at its edges.
var plainSeeds = []string{
	"name: a\ndescription: b c\n", "name: \"a: b # c\"\nshort: 'x'\n", "a: b\nmetadata:\n  x: y\n  z: 'q'\nb: c\n",
	"a: null\nb: Null\nc: ~\n", "a:\n  b:\n    c: d\n", "a: b:c\nd: e#f\n", "a: b #c\n", "a: b: c\n", "a: b:\n", "a:b\n",
	"a: 'it''s'\n", "a: \"q\\n\"\n", "a: 'x' y\n", "a: ''\n", "a: \"\"\n", "a: b\n  c\n", "a:\n b: c\n  d: e\n", "a:\n  b: c\n d: e\n",
	"  a: b\n  c: d\n", "  a: b\nc: d\n", "a: b  \nc:   d\n", "a: b\r\nc: d\r\n", "a: b\n\nc: d\n", "a: é\n", "a: Bash(git:*) Read\n",
	"a:\nb: c\n", "a: (x)\nb: /y\nc: _z\nd: 1.5\n", "a: b\na: c\n", "a: [x]\n", "a: {x: y}\n", "- a\n", "a: - b\n", "a: ? b\n",
	"true: x\nnull: y\n", "a: b\n# c\n", "a: |\n  b\n", "a: \"x\"y\n", "a: 'x\"y'\n", "a: b\n---\nc: d\n", "a: b\n...\n", "a : b\n",
	"a: 0x1F\nb: 2024-01-01\nc: yes\n", "a:\n  - b\n", strings.Repeat("k", 128) + ": v\n", strings.Repeat("k", 129) + ": v\n", "a:  \n  b: c\n",
}

// FuzzPlain: what the short way reads, the YAML parser reads too, value for value and place for place.
func FuzzPlain(f *testing.F) {
	for _, s := range plainSeeds {
		f.Add(s)
	}
	f.Fuzz(func(t *testing.T, text string) { checkPlain(t, text) })
}

// checkPlain compares both ways, and reports whether the short one took the text.
func checkPlain(t *testing.T, text string) bool {
	t.Helper()
	src := diag.NewSource("/f", []byte("---\n"+text))
	got := new(Reader).plain("/f", "---\n"+text, 4, 2, linesOf(text))
	if got == nil {
		return false
	}
	h := newHead(src, 4, len(src.Bytes))
	want, problem := h.read(h.lines, nil)
	if problem != nil {
		t.Fatalf("%q is read, and the parser says: %s", text, problem.Text)
	}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Fatalf("%q: %s", text, diff)
	}
	return true
}

func linesOf(text string) int {
	n := strings.Count(text, "\n")
	if !strings.HasSuffix(text, "\n") {
		n++
	}
	return n
}

// TestPlain: the short way takes the heads that it is for.
func TestPlain(t *testing.T) {
	t.Parallel()
	taken := 0
	for _, s := range plainSeeds {
		if checkPlain(t, s) {
			taken++
		}
	}
	if taken < 16 {
		t.Errorf("%d of %d heads are taken", taken, len(plainSeeds))
	}
}

// TestReaderAgain: one Reader reads head after head as a new one does, and the texts of a head outlive the next one.
func TestReaderAgain(t *testing.T) {
	t.Parallel()
	var again Reader
	var texts, wants []string
	for i := range 3 * len(plainSeeds) {
		data := []byte("---\n" + plainSeeds[i*7%len(plainSeeds)] + "---\nbody\n")
		want, wantProblem := new(Reader).Parse("/f", data, 0, nil)
		got, problem := again.Parse("/f", data, 0, nil)
		if diff := cmp.Diff([]any{want, wantProblem}, []any{got, problem}); diff != "" {
			t.Fatalf("%q (-new +again):\n%s", data, diff)
		}
		if problem == nil && got.Text != string(data[:got.Body]) {
			t.Errorf("%q: the text up to the body is %q", data, got.Text)
		}
		texts, wants = append(texts, got.Text), append(wants, want.Text)
	}
	if diff := cmp.Diff(wants, texts); diff != "" {
		t.Errorf("texts after the last head:\n%s", diff)
	}
}

// TestPlainAllocations: the count of allocations does not grow with the fields.
func TestPlainAllocations(t *testing.T) { //nolint:paralleltest // it counts allocations
	count := func(n int) float64 {
		text := strings.Repeat("name: some words\n", n)
		return testing.AllocsPerRun(10, func() { new(Reader).plain("/f", text, 0, 1, n) })
	}
	few, many := count(2), count(200)
	if many > few || few > 6 { // 5, and one more below the race detector
		t.Errorf("%v allocations for 2 fields, %v for 200", few, many)
	}
}

// TestPlainRandom: lines put together from the pieces that matter are read as the parser reads them. The seed is
// fixed; each head has up to four lines.
func TestPlainRandom(t *testing.T) {
	t.Parallel()
	pieces := []string{
		"a", "b-c", "null", "~", "true", "1.5", "x y", ":", ": ", " :", "#", " #", "'", "\"", "''", "\\", "-", "- ", "?", "[", "]", "{",
		"}", ",", "&a", "*a", "!t", "|", ">", "%", "@", "`", "/", "(", ")", "_", "=", " ", "  ", "---", "...", "<<", "\r", "\t", "é",
	}
	r := rand.New(rand.NewPCG(1, 2))
	taken := 0
	for range 30000 {
		var b strings.Builder
		for range 1 + r.IntN(4) {
			b.WriteString(strings.Repeat(" ", []int{0, 0, 0, 1, 2, 2, 4}[r.IntN(7)]))
			b.WriteString([]string{"name", "k", "a", "metadata"}[r.IntN(4)] + []string{":", ": ", ": ", ":  "}[r.IntN(4)])
			quote := []string{"", "", "'", "\""}[r.IntN(4)]
			b.WriteString(quote)
			for range r.IntN(4) {
				b.WriteString(pieces[r.IntN(len(pieces))])
			}
			b.WriteString(quote + "\n")
		}
		if checkPlain(t, b.String()) {
			taken++
		}
	}
	if taken < 1000 {
		t.Errorf("only %d heads are taken", taken)
	}
}
