package skills

import (
	"slices"
	"strings"
	"testing"
	"unicode/utf8"

	"github.com/agentlayers/layers/diag"
	"github.com/agentlayers/layers/dialect"
	"github.com/agentlayers/layers/internal/frontmatter"
)

// FuzzShellWords: splitting ends, and words that are quoted come back as they were.
func FuzzShellWords(f *testing.F) {
	for _, s := range []string{"cat a", `a\ b 'c d' "e\"f"`, "'", "# c\nx", `a\`, "\"\\\n\"", "''"} {
		f.Add(s, "it's")
	}
	f.Fuzz(func(t *testing.T, command, word string) {
		words, ok := splitShell(command)
		if !ok {
			words = []string{command}
		}
		words = append(words, word, "")
		var quoted []string
		for _, w := range words {
			quoted = append(quoted, "'"+strings.ReplaceAll(w, "'", `'\''`)+"'")
		}
		if again, ok := splitShell(strings.Join(quoted, " ")); !ok || !slices.Equal(words, again) {
			t.Errorf("%q come back as %q", words, again)
		}
	})
}

// FuzzMetadata: what stands beside a skill is read, or ignored with a reason and a place inside.
func FuzzMetadata(f *testing.F) {
	for _, s := range []string{
		"interface:\n  display_name: a\n  icon_small: ../x\n", "policy:\n  products: [codex]\n", "dependencies:\n  tools:\n    - type: mcp\n", "a: &a [*a]\n", "- [\n", "\xff",
	} {
		f.Add([]byte(s))
	}
	agent, err := dialect.Codex("")
	if err != nil {
		f.Fatal(err)
	}
	d := agent.Skills.Metadata
	f.Fuzz(func(t *testing.T, text []byte) {
		m := parseMetadata(new(frontmatter.Reader), d, "/s/agents/openai.yaml", text, "/s")
		if at := m.IgnoredAt; at.Start.Offset < 0 || at.End.Offset > len(text) || m.Ignored == "" && at.Path != "" {
			t.Errorf("ignored %q at %+v", m.Ignored, at)
		}
	})
}

// FuzzCommandHead: the head of a command ends inside the file, and every field that it holds has a place inside.
func FuzzCommandHead(f *testing.F) {
	for _, s := range []string{"---\ndescription: a: b\nallowed-tools: [x]\n---\nbody", "---\na: &a {<<: *a}\n---\n", "---\n", "x", "---\ndescription: 1e999\n---", "---\nx: !!binary a\n---\n"} {
		f.Add([]byte(s))
	}
	f.Fuzz(func(t *testing.T, text []byte) {
		h, body, _ := readCommandHead(diag.NewSource("/c.md", text), 1<<20)
		if body < 0 || body > len(text) {
			t.Fatalf("the body begins at %d of %d", body, len(text))
		}
		for name := range h.fields {
			if at := h.span(name); at.Start.Offset < 0 || at.End.Offset > len(text) || at.Start.Offset > at.End.Offset {
				t.Errorf("%q stands at %+v", name, at)
			}
			_, _ = h.text(name), h.truth(name)
		}
	})
}

// FuzzShortened: texts are cut at whole characters and within their limits.
func FuzzShortened(f *testing.F) {
	f.Add("日本語 text", 3)
	f.Add("😀😀😀", 1)
	f.Add("a\u202eb\u200d👩\u200d👩", 2)
	f.Fuzz(func(t *testing.T, text string, n int) {
		if n < 0 || n > 1<<16 || !utf8.ValidString(text) {
			return
		}
		if got, removed := cutMiddle(text, n); !utf8.ValidString(got) || removed < 0 || removed == 0 && got != text {
			t.Errorf("%q cut to %d tokens: %q, %d bytes removed", text, n, got, removed)
		}
		if got, split := cutUnits(text, n); !strings.HasPrefix(text, got) || utf16Len(got) > n || split && got == text {
			t.Errorf("%q cut to %d units: %q (%v)", text, n, got, split)
		}
		if got := described(text); !utf8.ValidString(got) || strings.ContainsAny(got, "<>\x1b\x00\u202e") {
			t.Errorf("%q is shown as %q", text, got)
		}
	})
}
