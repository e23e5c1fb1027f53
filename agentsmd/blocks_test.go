package agentsmd_test

import (
	"context"
	"fmt"
	"io/fs"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/agentlayers/layers/agentsmd"
	"github.com/agentlayers/layers/diag"
	"github.com/agentlayers/layers/dialect"
	"github.com/agentlayers/layers/tree"
)

// claudeIn is Claude started in cwd over a tree of files by path; a text "-> x" is a link to x.
func claudeIn(t *testing.T, cwd string, files map[string]string) (*tree.Memory, agentsmd.Options) {
	t.Helper()
	d, err := dialect.Claude("")
	if err != nil {
		t.Fatal(err)
	}
	m := tree.NewMemory()
	m.Mkdir(cwd)
	for p, text := range files {
		if target, ok := strings.CutPrefix(text, "-> "); ok {
			m.Symlink(p, target)
			continue
		}
		m.WriteFile(p, []byte(text))
	}
	return m, agentsmd.Options{Dialect: d.Instructions, Cwd: cwd, Home: "/home/u", AgentHome: "/home/u/.claude"}
}

func loadAll(t *testing.T, fsys tree.FS, o agentsmd.Options) *agentsmd.Loaded {
	t.Helper()
	l, err := agentsmd.Load(context.Background(), fsys, o)
	if err != nil {
		t.Fatal(err)
	}
	return l
}

func document(t *testing.T, l *agentsmd.Loaded, p string) agentsmd.Document {
	t.Helper()
	i := slices.IndexFunc(l.Documents, func(d agentsmd.Document) bool { return d.Path == p })
	if i < 0 {
		t.Fatalf("no document %s", p)
	}
	return l.Documents[i]
}

func TestBlockReasons(t *testing.T) {
	t.Parallel()
	m, o := claudeIn(t, "/r/s", map[string]string{
		"/r/CLAUDE.md":             "@s/a.md @../out.md @s/pic.svg @s/none.md @s/folder @s/d1.md @s/a.md @s/loop.md @s/pipe",
		"/r/s/CLAUDE.md":           "<!-- c -->\n",
		"/r/s/AGENTS.md":           "x",
		"/r/s/a.md":                "a",
		"/out.md":                  "x",
		"/r/s/pic.svg":             "x",
		"/r/s/folder/x":            "x",
		"/r/s/d1.md":               "@d2.md",
		"/r/s/d2.md":               "@d3.md",
		"/r/s/d3.md":               "@d4.md",
		"/r/s/d4.md":               "@d5.md",
		"/r/s/d5.md":               "5",
		"/r/s/loop.md":             "-> loop.md",
		"/r/s/.claude/rules/ex.md": "x",
		"/r/s/.claude/rules/up.MD": "x",
		"/r/s/.claude/rules/p.md":  "---\npaths: a/**\n---\nx",
		"/r/s/.claude/rules/o.md":  "-> /out.md",
		"/r/s/CLAUDE.local.md":     strings.Repeat("x", 4<<20+1),
	})
	m.Special("/r/s/pipe", fs.ModeNamedPipe)
	o.Blocks.Excludes = []agentsmd.Name{{Text: "**/ex.md", At: diag.File("/settings.json")}}
	l := loadAll(t, m, o)
	for p, want := range map[string]agentsmd.Reason{
		"/CLAUDE.md":               agentsmd.Absent,
		"/r/s/CLAUDE.md":           agentsmd.Empty,
		"/r/s/AGENTS.md":           agentsmd.SwitchedOff,
		"/out.md":                  agentsmd.External,
		"/r/s/pic.svg":             agentsmd.WrongSuffix,
		"/r/s/none.md":             agentsmd.Absent,
		"/r/s/folder":              agentsmd.NotAFile,
		"/r/s/pipe":                agentsmd.NotAFile,
		"/r/s/d5.md":               agentsmd.TooDeep,
		"/r/s/loop.md":             agentsmd.Unreadable,
		"/r/s/.claude/rules/ex.md": agentsmd.Excluded,
		"/r/s/.claude/rules/up.MD": agentsmd.WrongSuffix,
		"/r/s/CLAUDE.local.md":     agentsmd.TooLarge,
	} {
		if d := document(t, l, p); d.Omitted == nil || d.Omitted.Code != want {
			t.Errorf("%s: %+v, want %s", p, d.Omitted, want)
		}
	}
	if d := document(t, l, "/r/s/.claude/rules/p.md"); d.Later == nil || !slices.Equal(d.Later.Patterns, []string{"a"}) {
		t.Errorf("a rule with paths: %+v", d.Later)
	}
	if d := document(t, l, "/r/s/.claude/rules/ex.md"); d.Omitted.By.Path != "/settings.json" {
		t.Errorf("the pattern's place: %+v", d.Omitted.By)
	}
}

func TestPlaceOfImport(t *testing.T) {
	t.Parallel()
	m, o := claudeIn(t, "/r", map[string]string{
		"/r/CLAUDE.md": "\xef\xbb\xbf---\r\nx: y\r\n---\r\n# é\xff\r\n\r\n<!-- c\r\n--> see @a.md\r\n\r\n- **@b.md#part** x\r\n",
		"/r/a.md":      "a", "/r/b.md": "b",
	})
	l := loadAll(t, m, o)
	for p, want := range map[string]string{"/r/a.md": "@a.md", "/r/b.md": "@b.md#part"} {
		from := document(t, l, p).From
		src := document(t, l, "/r/CLAUDE.md").Source
		if got := string(src.Bytes[from.Start.Offset:from.End.Offset]); got != want {
			t.Errorf("%s: the place holds %q, want %q", p, got, want)
		}
	}
	if from := document(t, l, "/r/a.md").From; from.Start.Line != 7 || from.Start.Column != 9 {
		t.Errorf("line and column: %+v", from.Start)
	}
}

func TestManyRules(t *testing.T) {
	t.Parallel()
	files := map[string]string{"/r/.claude/rules/z/last.md": "x"}
	for i := range 100_000 {
		files[fmt.Sprintf("/r/.claude/rules/%06d.md", i)] = "x"
	}
	m, o := claudeIn(t, "/r", files)
	l := loadAll(t, m, o)
	if len(l.Sources) < 1000 || len(l.Sources) == len(files) {
		t.Errorf("%d rules taken", len(l.Sources))
	}
	left := len(files) - len(l.Sources)
	if i := slices.IndexFunc(l.Diags, func(d diag.Diagnostic) bool { return d.Code == "rules-not-listed" }); i < 0 {
		t.Error("nothing says that rules are left out")
	} else if want := fmt.Sprint(left); !strings.HasPrefix(l.Diags[i].Summary, want) {
		t.Errorf("%q does not count %s", l.Diags[i].Summary, want)
	}
}

func TestImportBomb(t *testing.T) {
	t.Parallel()
	files := map[string]string{}
	var all strings.Builder
	for i := range 400 {
		fmt.Fprintf(&all, "@f%d.md @none%d.md\n", i, i)
	}
	for i := range 400 {
		files[fmt.Sprintf("/r/f%d.md", i)] = fmt.Sprintf("%d\n\n%s", i, all.String())
	}
	files["/r/CLAUDE.md"] = all.String()
	m, o := claudeIn(t, "/r", files)
	l := loadAll(t, m, o)
	if len(l.Documents) > 20_000 {
		t.Errorf("%d documents", len(l.Documents))
	}
	if !slices.ContainsFunc(l.Diags, func(d diag.Diagnostic) bool { return d.Code == "imports-not-followed" }) {
		t.Error("nothing says that imports are left out")
	}
}

func TestLinkedRuleFolders(t *testing.T) {
	t.Parallel()
	m, o := claudeIn(t, "/r", map[string]string{
		"/r/.claude/rules/a.md": "a", "/r/.claude/rules/self": "-> .", "/r/.claude/rules/d/up": "-> ../..", "/r/.claude/rules/d/b.md": "b",
	})
	if l := loadAll(t, m, o); !slices.Equal(l.Sources, []string{"/r/.claude/rules/a.md", "/r/.claude/rules/d/b.md"}) {
		t.Errorf("rules: %q", l.Sources)
	}
}

func TestForFileTakesNothingTwice(t *testing.T) {
	t.Parallel()
	m, o := claudeIn(t, "/r", map[string]string{
		"/r/a/CLAUDE.md": "A @x.md", "/r/a/x.md": "X", "/r/.claude/rules/p.md": "---\npaths: '*.go'\n---\nP",
	})
	s := agentsmd.Session{Documents: loadAll(t, m, o).Documents}
	var got []string
	for _, file := range []string{"/r/a/f.go", "/r/a/g.go", "/r/h.go"} {
		l, err := agentsmd.ForFile(context.Background(), m, o, s, file)
		if err != nil {
			t.Fatal(err)
		}
		got = append(got, l.Sources...)
		s.Documents = append(s.Documents, l.Documents...)
	}
	if want := []string{"/r/a/CLAUDE.md", "/r/a/x.md", "/r/.claude/rules/p.md"}; !slices.Equal(got, want) {
		t.Errorf("got %q, want %q", got, want)
	}
}

func TestCancelled(t *testing.T) {
	t.Parallel()
	m, o := claudeIn(t, "/r", map[string]string{"/r/CLAUDE.md": "x"})
	ctx, cancel := context.WithCancel(context.Background())
	cancel()
	if _, err := agentsmd.Load(ctx, m, o); err == nil {
		t.Error("a cancelled load gives no error")
	}
}

// TestHostileMarkdown holds parsing to about linear time: a megabyte of each text, with an import at its end.
func TestHostileMarkdown(t *testing.T) {
	t.Parallel()
	if raceDetector {
		t.Skip("time is judged without the race detector only")
	}
	const size = 1 << 18
	for name, unit := range map[string]string{
		"brackets": "[", "closed brackets": "[]", "stars": "*a ", "star runs": "**", "underscores": "_a ", "ticks": "`a ", "tick runs": "` `` ",
		"quotes": ">", "lists": "- ", "comments": "<!-- ", "tags": "<a ", "tag lines": "<a\n", "entities": "&a", "escapes": `\`, "images": "![",
		"links": "[a](", "references": "[a]: b\n", "open references": "[a\n", "at": "@", "at words": "@a ", "tabs": "\t", "spaces": " ",
		"nested lists": "- a\n  ", "fences": "```\n~~~\n", "numbers": "1. ", "autolinks": "<http:", "cdata": "<![CDATA[", "declarations": "<!A ", "php": "<?",
		"comment lines": "<!-- c -->\n", "dashes": "---\n", "quoted lists": "> - a\n", "definitions and tags": "[a]: b\n <!-- c\n",
	} {
		t.Run(name, func(t *testing.T) {
			text := strings.Repeat(unit, size/len(unit)) + "\n\n<!-- c -->\n\n@end.md\n"
			m, o := claudeIn(t, "/r", map[string]string{"/r/CLAUDE.md": text, "/r/end.md": "x"})
			start := time.Now()
			loadAll(t, m, o)
			if took := time.Since(start); took > time.Minute {
				t.Errorf("took %s", took)
			}
		})
	}
}

func TestHostileHeads(t *testing.T) {
	t.Parallel()
	for name, head := range map[string]string{
		"braces": "paths: '" + strings.Repeat("{a,b}", 30) + "'", "choices": "paths: '{" + strings.Repeat("a,", 50_000) + "b}c'",
		"aliases": "a: &a [x,x]\n" + aliases(20) + "paths: *t", "commas": "paths: '" + strings.Repeat("a,", 100_000) + "'",
		"depth": "paths: " + strings.Repeat("[", 9000) + strings.Repeat("]", 9000), "self": "paths: &a [x, *a]",
		"long": "x: " + strings.Repeat("y", 1<<20),
	} {
		t.Run(name, func(t *testing.T) {
			m, o := claudeIn(t, "/r", map[string]string{"/r/.claude/rules/a.md": "---\n" + head + "\n---\nx"})
			if l := loadAll(t, m, o); len(document(t, l, "/r/.claude/rules/a.md").Patterns) > 1000 {
				t.Error("more patterns than are kept")
			}
		})
	}
}

// aliases are lists that hold the list before them twice.
func aliases(n int) string {
	var b strings.Builder
	for i := range n {
		fmt.Fprintf(&b, "%c: &%c [*%c,*%c]\n", 'b'+i, 'b'+i, 'a'+i, 'a'+i)
	}
	return b.String()
}

func TestNearAndLater(t *testing.T) {
	t.Parallel()
	m, o := claudeIn(t, "/r", map[string]string{"/r/claude.md": "x", "/r/a/CLAUDE.md": "x", "/r/a/f": "x"})
	l := loadAll(t, m, o)
	if d := document(t, l, "/r/claude.md"); d.Omitted == nil || d.Omitted.Code != agentsmd.WrongCase {
		t.Errorf("wrong letter case: %+v", d.Omitted)
	}
	if d := document(t, l, "/r/a/CLAUDE.md"); d.Later == nil || d.Later.Folder != "/r/a" {
		t.Errorf("a folder below: %+v", d.Later)
	}
}

func TestOwnBounds(t *testing.T) {
	t.Parallel()
	big := strings.Repeat("text\n\n", 50_000) + "@end.md\n\n<!-- kept here -->\n"
	files := map[string]string{"/r/CLAUDE.md": big, "/r/end.md": "x"}
	for i := range 4 {
		files[fmt.Sprintf("/r/.claude/rules/%d.md", i)] = strings.Repeat("x", 4<<20)
	}
	m, o := claudeIn(t, "/r", files)
	l := loadAll(t, m, o)
	i := slices.IndexFunc(l.Diags, func(d diag.Diagnostic) bool { return d.Code == "markdown-not-parsed" })
	if i < 0 || l.Diags[i].Subject.Path != "/r/CLAUDE.md" || !l.Diags[i].Subject.HasPosition() {
		t.Errorf("the part that is not parsed is not named: %+v", l.Diags)
	}
	if d := document(t, l, "/r/.claude/rules/3.md"); d.Omitted == nil || d.Omitted.Code != agentsmd.NotReached {
		t.Errorf("a file beyond the bound: %+v", d.Omitted)
	}
	if d := document(t, l, "/r/CLAUDE.md"); d.Text != strings.TrimSpace(big) {
		t.Errorf("the text has %d bytes", len(d.Text))
	}
}
