package term

import (
	"strings"
	"testing"

	"github.com/agentlayers/layers/diag"
)

// place gives the span of the nth (from 0) occurrence of text in src.
func place(src *diag.Source, text string, nth int) diag.Span {
	at := 0
	for ; nth >= 0; nth-- {
		at += strings.Index(string(src.Bytes[at:]), text) + 1
	}
	return src.Span(at-1, at-1+len(text))
}

func TestSnippetOfAWinner(t *testing.T) {
	t.Parallel()
	src := diag.NewSource("/f", []byte("# the payments service needs the big model\n\nmodel = \"gpt-5.3-codex\"\n"))
	label := Label{Span: place(src, `model = "gpt-5.3-codex"`, 0), Text: "this line wins", Mark: Quiet}
	for _, c := range []struct {
		st   Style
		want string
	}{
		{Style{Width: 80}, `
  1 │ # the payments service needs the big model
  2 │
  3 │ model = "gpt-5.3-codex"
    ╵ ───────────────────────  this line wins
`},
		{Style{Width: 30, ASCII: true}, `
  1 | # the payments servic...
  2 |
  3 | model = "gpt-5.3-codex"
    ' -----------------------
    ' this line wins
`},
	} {
		b := c.st.Builder()
		b.Snippet(Snippet{Source: src, Labels: []Label{label}, Before: 2, After: 2, Indent: 2})
		diff(t, "winner", b.String(), c.want)
	}
}

func TestSnippetColumns(t *testing.T) {
	t.Parallel()
	src := diag.NewSource("/f", []byte("\tk = \"日本é\u202e\xff\"\tx = 1\r\n"))
	for _, c := range []struct{ text, want string }{
		{`"日本é` + "\u202e\xff" + `"`, `
1 │     k = "日本é⟦U+202E⟧⟦0xFF⟧"   x = 1
  │         ^^^^^^^^^^^^^^^^^^^^^ here
`},
		{"x", `
1 │     k = "日本é⟦U+202E⟧⟦0xFF⟧"   x = 1
  │                                 ^ here
`},
	} {
		b := Style{}.Builder()
		b.Snippet(Snippet{Source: src, Labels: []Label{{Span: place(src, c.text, 0), Text: "here", Mark: Primary}}})
		diff(t, c.text, b.String(), c.want)
	}
}

func TestSnippetOfOddPlaces(t *testing.T) {
	t.Parallel()
	src := diag.NewSource("/f", []byte("a = [\n 1,\n 2]"))
	for _, c := range []struct {
		name string
		span diag.Span
		want string
	}{
		{"end of a line", src.Span(5, 5), "1 │ a = [\n  │      ^\n"},
		{"end of the file", src.Span(13, 13), "3 │  2]\n  │    ^\n"},
		{"several lines", src.Span(4, 12), "1 │ a = [\n  │     ^\n"},
		{"whole file", diag.File("/f"), ""},
		{"line that is not there", diag.Span{Path: "/f", Start: diag.Pos{Line: 9, Column: 1}}, ""},
	} {
		b := Style{Width: 80}.Builder()
		b.Snippet(Snippet{Source: src, Labels: []Label{{Span: c.span, Mark: Primary}}})
		diff(t, c.name, b.String(), c.want)
	}
	b := Style{}.Builder()
	b.Snippet(Snippet{Labels: []Label{{Span: src.Span(0, 1), Mark: Primary}}})
	diff(t, "no source", b.String(), "")
}

func TestSnippetWindowsALongLine(t *testing.T) {
	t.Parallel()
	text := strings.Repeat("abcdefgh ", 40) + "WRONG" + strings.Repeat(" 日本語", 40)
	src := diag.NewSource("/f", []byte(text))
	for _, word := range []string{"WRONG", "abcdefgh"} {
		b := Style{Width: 42}.Builder()
		b.Snippet(Snippet{Source: src, Labels: []Label{{Span: place(src, word, 0), Text: "this one", Mark: Primary}}})
		got := b.String()
		for line := range strings.Lines(got) {
			if w := Width(strings.TrimSuffix(line, "\n")); w > 42 {
				t.Errorf("line of %d columns: %q", w, line)
			}
		}
		underlined(t, got, word)
	}
}

// underlined checks that the marks of a snippet stand below word.
func underlined(t *testing.T, snippet, word string) {
	t.Helper()
	lines := strings.Split(snippet, "\n")
	before, _, ok := strings.Cut(lines[0], word)
	marks, _, _ := strings.Cut(lines[1], "^")
	if !ok || Width(before) != Width(marks) || !strings.Contains(lines[1], strings.Repeat("^", Width(word))) {
		t.Errorf("marks are not below %q:\n%s", word, snippet)
	}
}

func TestSnippetOfAHugeLine(t *testing.T) {
	t.Parallel()
	text := []byte(strings.Repeat("日x", 1<<18) + "WRONG" + strings.Repeat("y\u202e", 1<<18))
	src := diag.NewSource("/f", text)
	b := Style{}.Builder()
	b.Snippet(Snippet{Source: src, Labels: []Label{{Span: place(src, "WRONG", 0), Mark: Primary}}})
	if n := len(b.String()); n > 4000 {
		t.Errorf("a line of %d bytes is shown with %d bytes", len(text), n)
	}
	underlined(t, b.String(), "WRONG")
}

func TestSnippetHidesSecrets(t *testing.T) {
	t.Parallel()
	src := diag.NewSource("/f", []byte(`env = { A = "sk-1", B = "sk-22" } # x`))
	secrets := []diag.Span{place(src, `"sk-22"`, 0), place(src, `"sk-1"`, 0), place(src, `sk-1`, 0)}
	b := Style{}.Builder()
	b.Snippet(Snippet{Source: src, Secrets: secrets, Labels: []Label{
		{Span: secrets[1], Text: "first", Mark: Secondary},
		{Span: place(src, "#", 0), Text: "second", Mark: Primary},
	}})
	diff(t, "secrets", b.String(), `
1 │ env = { A = ••••••••, B = •••••••• } # x
  │             -------- first
  │                                      ^ second
`)
}

// shop is a small tree of files with their problems.
func shop() (Reporter, diag.List) {
	files := map[string]*diag.Source{}
	add := func(path, text string) *diag.Source {
		files[path] = diag.NewSource(path, []byte(text))
		return files[path]
	}
	project := add("/home/u/shop/.codex/config.toml", "model = \"gpt-5\"\n[sandbox\nmode = \"x\"\n\n\n\n\n\n\nmodel = \"b\"\n")
	managed := add("/etc/codex/requirements.toml", "\n  allowed_approval_policies = [\"on-request\"]\n")
	r := Reporter{
		Names:  Names{Root: "/home/u/shop", Home: "/home/u"},
		Source: func(path string) *diag.Source { return files[path] },
	}
	return r, diag.List{
		{
			Code: "toml-syntax", Severity: diag.Error, Summary: "this is not valid TOML", Subject: project.Span(24, 24),
			Effect: "codex refuses to start here while the project is trusted; it would skip the file if it were not",
			Fix:    "write [sandbox]",
		},
		{
			Code: "duplicate-key", Severity: diag.Error, Summary: "duplicate key \"model\"", Subject: place(project, "model", 1),
			Related: []diag.Related{
				{Span: place(project, "model", 0), Text: "first set here"},
				{Span: place(managed, "allowed", 0), Text: "required by"},
			},
		},
		{
			Code: "project-untrusted", Severity: diag.Warning, Summary: "project layer is disabled \x1b[2J",
			Subject: diag.File("/home/u/shop/sub/.codex/config.toml"),
			Detail:  "no trust_level for\n\"/home/u/shop\"",
			Fix:     "add\n[projects.\"/home/u/shop\"]\ntrust_level = \"trusted\"",
			Related: []diag.Related{{Text: "nothing else is read"}, {Span: diag.File("/home/u/.codex/config.toml"), Text: "looked in"}},
		},
		{Severity: diag.Note, Summary: "nothing to do"},
	}
}

func TestReport(t *testing.T) {
	t.Parallel()
	r, list := shop()
	b := Style{Width: 80}.Builder()
	r.Report(b, list)
	diff(t, "80 columns", b.String(), `
error[toml-syntax]: this is not valid TOML
  --> .codex/config.toml:2:9
   │
 2 │ [sandbox
   │         ^
   │
   = effect: codex refuses to start here while the project is trusted; it would
             skip the file if it were not
   = fix: write [sandbox]

error[duplicate-key]: duplicate key "model"
  --> .codex/config.toml:10:1
   │
 1 │ model = "gpt-5"
   │ ----- first set here
   …
10 │ model = "b"
   │ ^^^^^
   │
   = required by: /etc/codex/requirements.toml:2:3  allowed_approval… (42 chars)

warning[project-untrusted]: project layer is disabled ⟦U+001B⟧[2J
  --> sub/.codex/config.toml
   = because: no trust_level for
              "/home/u/shop"
   = nothing else is read
   = looked in: ~/.codex/config.toml
   = fix: add
          [projects."/home/u/shop"]
          trust_level = "trusted"

note: nothing to do
`)
}

func TestReportFitsEveryWidth(t *testing.T) {
	t.Parallel()
	r, list := shop()
	r.Context = 1
	for _, width := range []int{60, 80, 120} {
		for _, ascii := range []bool{false, true} {
			b := Style{Width: width, ASCII: ascii}.Builder()
			r.Report(b, list)
			checkSafe(t, strings.ReplaceAll(b.String(), "\n", ""), ascii)
			for line := range strings.Lines(b.String()) {
				if w := Width(strings.TrimSuffix(line, "\n")); w > width {
					t.Errorf("%d columns wanted, got %d: %q", width, w, line)
				}
			}
		}
	}
}

func TestReportInColourSaysTheSame(t *testing.T) {
	t.Parallel()
	r, list := shop()
	plain, coloured := Style{Width: 80}.Builder(), Style{Width: 80, Color: true}.Builder()
	r.Report(plain, list)
	r.Report(coloured, list)
	if coloured.String() == plain.String() {
		t.Error("colour was asked for, none is there")
	}
	diff(t, "without the colours", unpainted(coloured.String()), plain.String())
}

func TestShort(t *testing.T) {
	t.Parallel()
	r, list := shop()
	b := Style{Width: 40}.Builder()
	r.Short(b, list)
	diff(t, "short", b.String(), `
.codex/config.toml:2:9: error[toml-syntax]: this is not valid TOML
.codex/config.toml:10:1: error[duplicate-key]: duplicate key "model"
sub/.codex/config.toml: warning[project-untrusted]: project layer is disabled ⟦U+001B⟧[2J
note: nothing to do
`)
}

func FuzzReport(f *testing.F) {
	f.Add("a = 1\n\tb = \x1b[2J\n", 3, 9, 80)
	f.Add("日本\u202e\xff\n\n", 0, 40, 60)
	f.Fuzz(func(t *testing.T, text string, from, to, width int) {
		src := diag.NewSource("/r/"+text, []byte(text))
		r := Reporter{
			Source:  func(string) *diag.Source { return src },
			Secrets: func(string) []diag.Span { return []diag.Span{src.Span(min(from, to), max(from, to))} },
			Context: 1,
		}
		d := diag.Diagnostic{
			Severity: diag.Error, Summary: text, Detail: text, Fix: text, Subject: src.Span(from, to),
			Related: []diag.Related{{Span: src.Span(to, from), Text: text}, {Span: diag.Span{Path: "/x", Start: src.Pos(to)}, Text: text}},
		}
		for _, st := range []Style{{Width: width % 200}, {ASCII: true, Full: true}} {
			b := st.Builder()
			r.Report(b, diag.List{d})
			r.Short(b, diag.List{d})
			checkSafe(t, strings.ReplaceAll(b.String(), "\n", ""), st.ASCII)
		}
	})
}
