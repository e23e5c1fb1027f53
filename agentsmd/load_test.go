package agentsmd_test

import (
	"io/fs"
	"strings"
	"testing"

	"github.com/agentlayers/layers/agentsmd"
	"github.com/agentlayers/layers/diag"
	"github.com/agentlayers/layers/dialect"
	"github.com/agentlayers/layers/tree"
)

// memory lays out files by path; a name that ends in "/" is a folder.
func memory(files map[string]string) *tree.Memory {
	m := tree.NewMemory()
	for p, text := range files {
		if strings.HasSuffix(p, "/") {
			m.Mkdir(p)
		} else {
			m.WriteFile(p, []byte(text))
		}
	}
	return m
}

func codex(t *testing.T, version string) dialect.Instructions {
	t.Helper()
	d, err := dialect.Codex(version)
	if err != nil {
		t.Fatal(err)
	}
	return d.Instructions
}

// load reads /repo/svc with the home folder /home/.codex, unless o says otherwise.
func load(t *testing.T, fsys tree.FS, o agentsmd.Options) *agentsmd.Loaded {
	t.Helper()
	if o.Dialect.Form == "" {
		o.Dialect = codex(t, "0.145.0")
	}
	if o.Cwd == "" {
		o.Cwd, o.Root = "/repo/svc", "/repo"
	}
	o.AgentHome = "/home/.codex"
	l, err := agentsmd.Load(t.Context(), fsys, o)
	if err != nil {
		t.Fatal(err)
	}
	return l
}

func limit(n int64) *agentsmd.Limit { return &agentsmd.Limit{Bytes: n} }

// doc finds the document at p.
func doc(t *testing.T, l *agentsmd.Loaded, p string) agentsmd.Document {
	t.Helper()
	for _, d := range l.Documents {
		if d.Path == p {
			return d
		}
	}
	t.Fatalf("no document %s among %d", p, len(l.Documents))
	return agentsmd.Document{}
}

// TestReasons has every reason why a candidate contributes nothing.
func TestReasons(t *testing.T) {
	t.Parallel()
	m := memory(map[string]string{
		"/home/.codex/AGENTS.override.md": " \n", "/home/.codex/AGENTS.md": "global", "/home/.codex/NOTES.md": "n",
		"/repo/AGENTS.override.md": "", "/repo/AGENTS.md": "root", "/repo/CLAUDE.md": "c",
		"/repo/a/AGENTS.override.md/": "", "/repo/a/agents.md": "x",
		"/repo/a/b/":                 "",
		"/repo/a/b/c/AGENTS.md":      "123456789",
		"/repo/a/b/c/d/AGENTS.md":    "late",
		"/repo/a/b/c/d/db/AGENTS.md": "below",
	})
	m.Special("/repo/a/NOTES.md", fs.ModeNamedPipe)
	l := load(t, m, agentsmd.Options{
		Cwd: "/repo/a/b/c/d", Root: "/repo", Limit: limit(9), Fallbacks: []agentsmd.Name{{Text: "NOTES.md"}},
	})
	for p, want := range map[string]agentsmd.Reason{
		"/home/.codex/AGENTS.override.md": agentsmd.Empty,
		"/home/.codex/NOTES.md":           agentsmd.NotConfigured,
		"/repo/AGENTS.override.md":        agentsmd.Empty,
		"/repo/AGENTS.md":                 agentsmd.Shadowed,
		"/repo/CLAUDE.md":                 agentsmd.NotConfigured,
		"/repo/a/AGENTS.override.md":      agentsmd.NotAFile,
		"/repo/a/NOTES.md":                agentsmd.NotAFile,
		"/repo/a/agents.md":               agentsmd.WrongCase,
		"/repo/a/b/AGENTS.md":             agentsmd.Absent,
		"/repo/a/b/c/d/AGENTS.md":         agentsmd.OverBudget,
		"/repo/a/b/c/d/db/AGENTS.md":      agentsmd.BelowCwd,
	} {
		if d := doc(t, l, p); d.Omitted == nil || d.Omitted.Code != want || d.Text != "" || d.Sent != 0 {
			t.Errorf("%s: omitted %+v, want %s", p, d.Omitted, want)
		}
	}
	if want := "global\n\n--- project-doc ---\n\n123456789"; l.Text != want {
		t.Errorf("text %q, want %q", l.Text, want)
	}
	if d := doc(t, l, "/repo/AGENTS.override.md"); len(d.Shadows) != 1 || d.Shadows[0] != "/repo/AGENTS.md" {
		t.Errorf("the empty override shadows %v", d.Shadows)
	}
	if got := l.Budget; got.Used != 9 || got.Lost != 4 || got.Need != 13 {
		t.Errorf("budget %+v", got)
	}
}

func TestCutPlace(t *testing.T) {
	t.Parallel()
	text := "# Top\n\nIntro.\n\n## Errors\n\nré one\ntwo\n\n```\n# not a heading\n```\n\nReleases\n--------\nlast\n"
	m := memory(map[string]string{"/repo/AGENTS.md": text})
	cut := strings.Index(text, "two")
	l := load(t, m, agentsmd.Options{Limit: limit(int64(cut)), Dialect: codex(t, "0.171.0")})
	d := doc(t, l, "/repo/AGENTS.md")
	if d.Lost == nil || d.Sent != int64(cut) || d.Text != text[:cut] || d.Lost.Bytes != int64(len(text)-cut) {
		t.Fatalf("sent %d, lost %+v", d.Sent, d.Lost)
	}
	if want := (diag.Pos{Line: 8, Column: 1, Offset: cut}); d.Lost.At.Start != want {
		t.Errorf("first lost byte at %+v, want %+v", d.Lost.At.Start, want)
	}
	if h := d.Lost.Inside; h == nil || h.Text != "Errors" || h.Level != 2 || h.At.Start.Line != 5 {
		t.Errorf("cut inside %+v", h)
	}
	if hs := d.Lost.Headings; len(hs) != 1 || hs[0].Text != "Releases" || hs[0].At.Start.Line != 14 {
		t.Errorf("lost headings %+v", hs)
	}
	p := d.Diags[0]
	if p.Code != "doc-cut" || p.Subject.Start.Line != 8 || !strings.Contains(p.Effect, `cut inside "## Errors"`) || p.Fix != "project_doc_max_bytes = 4096" {
		t.Errorf("diagnostic %+v", p)
	}
}

// TestCutInsideCharacter: the first lost byte is the first that the model does not get, the character before
// it is broken.
func TestCutInsideCharacter(t *testing.T) {
	t.Parallel()
	m := memory(map[string]string{"/repo/AGENTS.md": "abcd€fg"})
	l := load(t, m, agentsmd.Options{Limit: limit(6)})
	if l.Text != "abcd\uFFFD" || l.Budget.Used != 6 {
		t.Errorf("text %q, used %d", l.Text, l.Budget.Used)
	}
}

func TestUntrusted(t *testing.T) {
	t.Parallel()
	m := memory(map[string]string{"/repo/AGENTS.md": "root", "/home/.codex/AGENTS.md": "global"})
	rule := diag.Span{Path: "/home/.codex/config.toml", Start: diag.Pos{Line: 2, Column: 1}}
	o := agentsmd.Options{Untrusted: true, Distrust: rule}
	if l := load(t, m, o); !strings.HasSuffix(l.Text, "root") {
		t.Errorf("0.145.0 reads the documents of an untrusted project: got %q", l.Text)
	}
	o.Dialect = codex(t, "0.171.0")
	l := load(t, m, o)
	if d := doc(t, l, "/repo/AGENTS.md"); l.Text != "global" || d.Omitted.Code != agentsmd.Untrusted || d.Omitted.By != rule {
		t.Errorf("text %q, omitted %+v", l.Text, d.Omitted)
	}
}

// TestInputError: one unreadable file loses the project part, and each file says which one it was.
func TestInputError(t *testing.T) {
	t.Parallel()
	m := memory(map[string]string{"/repo/AGENTS.md": "root", "/repo/svc/AGENTS.md": "svc", "/home/.codex/AGENTS.md": "global"})
	m.Chmod("/repo/svc/AGENTS.md", 0)
	l := load(t, m, agentsmd.Options{})
	if d := doc(t, l, "/repo/AGENTS.md"); l.Text != "global" || d.Omitted.Code != agentsmd.LostWithOther || d.Omitted.By.Path != "/repo/svc/AGENTS.md" {
		t.Errorf("text %q, omitted %+v", l.Text, d.Omitted)
	}
	if d := doc(t, l, "/repo/svc/AGENTS.md"); d.Omitted.Code != agentsmd.Unreadable || !d.Diags.HasErrors() {
		t.Errorf("omitted %+v, diags %+v", d.Omitted, d.Diags)
	}
}

func TestEncodings(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		text string
		code diag.Code
		at   int
	}{
		{"Project \xff end", "doc-invalid-utf8", 8},
		{"\ufeffUse tabs.\r\n", "doc-bom", 0},
		{"a\x00b", "doc-nul", 1},
		{"\xff\xfea\x00", "doc-utf16", 0},
		{"plain é", "", 0},
	} {
		l := load(t, memory(map[string]string{"/repo/AGENTS.md": c.text}), agentsmd.Options{})
		switch {
		case c.code == "" && len(l.Diags) > 0:
			t.Errorf("%q: unexpected %+v", c.text, l.Diags)
		case c.code == "":
		case len(l.Diags) != 1 || l.Diags[0].Code != c.code || l.Diags[0].Subject.Start.Offset != c.at || l.Diags[0].Effect == "":
			t.Errorf("%q: got %+v, want %s at byte %d", c.text, l.Diags, c.code, c.at)
		}
	}
}

// TestInvalidOnlyAtTheCut: a character that the budget breaks is no fault of the file.
func TestInvalidOnlyAtTheCut(t *testing.T) {
	t.Parallel()
	l := load(t, memory(map[string]string{"/repo/AGENTS.md": "abcd€fg"}), agentsmd.Options{Limit: limit(6)})
	for _, d := range l.Diags {
		if d.Code == "doc-invalid-utf8" {
			t.Errorf("unexpected %+v", d)
		}
	}
}
