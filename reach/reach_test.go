package reach_test

import (
	"context"
	"path"
	"strings"
	"testing"

	"github.com/agentlayers/layers/dialect"
	"github.com/agentlayers/layers/reach"
	"github.com/agentlayers/layers/resolve"
	"github.com/agentlayers/layers/tree"
)

// question is one path asked in a made-up tree.
type question struct {
	files     map[string]string // absolute paths; "-> target" is a link
	cwd, path string
	agent     string   // "" for the default
	overrides []string // for Codex
}

func named(t *testing.T, name string) dialect.Dialect {
	t.Helper()
	d, err := dialect.Named(name)
	if err != nil {
		t.Fatal(err)
	}
	return d
}

func (q question) options(t *testing.T) resolve.Options {
	t.Helper()
	fsys := tree.NewMemory()
	for p, text := range q.files {
		if target, ok := strings.CutPrefix(text, "-> "); ok {
			fsys.Symlink(p, target)
			continue
		}
		fsys.WriteFile(p, []byte(text))
	}
	if q.files[q.cwd] == "" {
		fsys.Mkdir(q.cwd)
	}
	env := func(name string) (string, bool) { return "/home/u", name == "HOME" }
	return resolve.Options{Dialect: named(t, q.agent), Host: resolve.HostFrom(fsys, env, q.cwd), Overrides: q.overrides}
}

func (q question) ask(t *testing.T) reach.Answer {
	t.Helper()
	o := q.options(t)
	r, err := resolve.Dir(context.Background(), o)
	if err != nil {
		t.Fatal(err)
	}
	a, err := reach.Explain(context.Background(), o, r, dialect.BuiltIn(), q.path)
	if err != nil {
		t.Fatal(err)
	}
	return a
}

const trusted = "[projects.\"/r\"]\ntrust_level = \"trusted\"\n"

func TestExplain(t *testing.T) {
	t.Parallel()
	git := func(more ...string) map[string]string {
		files := map[string]string{"/r/.git/HEAD": "ref: refs/heads/main\n"}
		for i := 0; i < len(more); i += 2 {
			files[more[i]] = more[i+1]
		}
		return files
	}
	settings := func(key, value string) []string { return []string{key + "=" + value} }
	cases := map[string]struct {
		q      question
		state  reach.State
		failed string // code of the condition that fails
		why    string
		start  string // the folder in which it loads
	}{
		"whole":          {q: question{files: git("/r/AGENTS.md", "a"), cwd: "/r/a", path: "/r/AGENTS.md"}, state: reach.Loaded},
		"cut":            {q: question{files: git("/r/AGENTS.md", "abcdef"), cwd: "/r", path: "/r/AGENTS.md", overrides: settings("project_doc_max_bytes", "3")}, state: reach.Cut},
		"global":         {q: question{files: git("/home/u/.codex/AGENTS.md", "a"), cwd: "/r", path: "/home/u/.codex/AGENTS.md"}, state: reach.Loaded},
		"beside":         {q: question{files: git("/r/b/AGENTS.md", "a"), cwd: "/r/a", path: "/r/b/AGENTS.md"}, state: reach.NotSeen, failed: "way", why: "beside the way", start: "/r/b"},
		"below":          {q: question{files: git("/r/a/b/AGENTS.md", "a"), cwd: "/r/a", path: "/r/a/b/AGENTS.md"}, state: reach.NotSeen, failed: "way", why: "below the working directory", start: "/r/a/b"},
		"deep below":     {q: question{files: git("/r/a/b/c/AGENTS.md", "a"), cwd: "/r/a", path: "/r/a/b/c/AGENTS.md"}, state: reach.NotSeen, failed: "way", why: "below the working directory", start: "/r/a/b/c"},
		"above the root": {q: question{files: git("/AGENTS.md", "a"), cwd: "/r/a", path: "/AGENTS.md"}, state: reach.NotSeen, failed: "root", why: "outside the project root", start: "/"},
		"other name":     {q: question{files: git("/r/CLAUDE.md", "a"), cwd: "/r", path: "/r/CLAUDE.md"}, state: reach.NotSeen, failed: "name", why: "not a name"},
		"fallback name":  {q: question{files: git("/r/b/CLAUDE.md", "a"), cwd: "/r", path: "/r/b/CLAUDE.md", overrides: settings("project_doc_fallback_filenames", `["CLAUDE.md"]`)}, state: reach.NotSeen, failed: "way", start: "/r/b"},
		"letter case":    {q: question{files: git("/r/agents.md", "a"), cwd: "/r", path: "/r/agents.md"}, state: reach.NotSeen, failed: "name", why: "letter case"},
		"readme":         {q: question{files: git("/r/README.md", "a"), cwd: "/r", path: "/r/README.md"}, state: reach.NotSeen, failed: "name", why: "not a name that codex looks for"},
		"absent":         {q: question{files: git(), cwd: "/r", path: "/r/AGENTS.md"}, state: reach.NotSeen, failed: "exists", why: "no such file"},
		"absent below":   {q: question{files: git(), cwd: "/r", path: "/r/x/AGENTS.md"}, state: reach.NotSeen, failed: "exists", why: "no such file"},
		"shadowed":       {q: question{files: git("/r/AGENTS.md", "a", "/r/AGENTS.override.md", "b"), cwd: "/r", path: "/r/AGENTS.md"}, state: reach.Shadowed, failed: "alone", why: "AGENTS.override.md"},
		"empty":          {q: question{files: git("/r/AGENTS.md", " \n"), cwd: "/r", path: "/r/AGENTS.md"}, state: reach.Omitted, failed: "text", why: "white space"},
		"over budget":    {q: question{files: git("/r/AGENTS.md", "abc", "/r/a/AGENTS.md", "d"), cwd: "/r/a", path: "/r/a/AGENTS.md", overrides: settings("project_doc_max_bytes", "3")}, state: reach.Omitted, failed: "budget"},
		"untrusted": {
			q:     question{files: git("/r/AGENTS.md", "a", "/home/u/.codex/config.toml", strings.Replace(trusted, "\"trusted\"", "\"untrusted\"", 1)), cwd: "/r", path: "/r/AGENTS.md", agent: "codex@0.171.0"},
			state: reach.Omitted, failed: "trusted", why: "marked as untrusted",
		},
		"folder in the way": {q: question{files: git("/r/AGENTS.md/x", "a"), cwd: "/r", path: "/r/AGENTS.md/x"}, state: reach.NotSeen, failed: "name"},
		"link target":       {q: question{files: git("/r/docs/agents.txt", "a", "/r/AGENTS.md", "-> docs/agents.txt"), cwd: "/r", path: "/r/docs/agents.txt"}, state: reach.Loaded},
		"link with another name": {
			q:     question{files: git("/r/AGENTS.md", "a", "/r/CLAUDE.md", "-> AGENTS.md"), cwd: "/r", path: "/r/CLAUDE.md"},
			state: reach.NotSeen, failed: "name",
		},
		"cwd through a link": {q: question{files: git("/r/AGENTS.md", "a", "/l", "-> r"), cwd: "/l", path: "/r/AGENTS.md"}, state: reach.Loaded},

		"layer":           {q: question{files: git("/r/.codex/config.toml", "model=\"m\"", "/home/u/.codex/config.toml", trusted), cwd: "/r", path: "/r/.codex/config.toml"}, state: reach.Loaded},
		"layer off":       {q: question{files: git("/r/.codex/config.toml", "model=\"m\""), cwd: "/r", path: "/r/.codex/config.toml"}, state: reach.Disabled, failed: "trusted", why: "no trust entry"},
		"layer beside":    {q: question{files: git("/r/b/.codex/config.toml", "model=\"m\"", "/home/u/.codex/config.toml", trusted), cwd: "/r/a", path: "/r/b/.codex/config.toml"}, state: reach.NotSeen, failed: "way", start: "/r/b"},
		"layer outside":   {q: question{files: git("/x/.codex/config.toml", "model=\"m\""), cwd: "/r", path: "/x/.codex/config.toml"}, state: reach.NotSeen, failed: "root"},
		"layer broken":    {q: question{files: git("/home/u/.codex/config.toml", "model="), cwd: "/r", path: "/home/u/.codex/config.toml"}, state: reach.Omitted, failed: "readable"},
		"requirements":    {q: question{files: git("/etc/codex/requirements.toml", "allowed_sandbox_modes = [\"read-only\"]"), cwd: "/r", path: "/etc/codex/requirements.toml"}, state: reach.Loaded},
		"profile not set": {q: question{files: git("/home/u/.codex/fast.config.toml", "model=\"m\""), cwd: "/r", path: "/home/u/.codex/fast.config.toml"}, state: reach.NotSeen, failed: "profile", why: "the profile fast"},

		"folder":        {q: question{files: git("/r/AGENTS.md", "a"), cwd: "/r/a", path: "/r"}, state: reach.Loaded},
		"folder beside": {q: question{files: git("/r/b/AGENTS.md", "a"), cwd: "/r/a", path: "/r/b"}, state: reach.NotSeen, failed: "way", start: "/r/b"},
		"folder empty":  {q: question{files: git("/r/x", "a"), cwd: "/r", path: "/r"}, state: reach.NotSeen, failed: "content"},

		"claude above the root":  {q: question{agent: "claude", files: git("/CLAUDE.md", "a"), cwd: "/r/a", path: "/CLAUDE.md"}, state: reach.Loaded},
		"claude below":           {q: question{agent: "claude", files: git("/r/a/CLAUDE.md", "a"), cwd: "/r", path: "/r/a/CLAUDE.md"}, state: reach.Later, failed: "way", why: "folder or below is read", start: "/r/a"},
		"claude import of below": {q: question{agent: "claude", files: git("/r/a/CLAUDE.md", "see @x.md", "/r/a/x.md", "x"), cwd: "/r", path: "/r/a/x.md"}, state: reach.Later, failed: "name", why: "when a file in its folder", start: "/r/a"},
		"claude AGENTS.md below": {q: question{agent: "claude", files: git("/r/CLAUDE.md", "c", "/r/a/AGENTS.md", "a"), cwd: "/r", path: "/r/a/AGENTS.md"}, state: reach.NotSeen, failed: "way"},
		"claude AGENTS.md":       {q: question{agent: "claude", files: git("/r/CLAUDE.md", "c", "/r/AGENTS.md", "a"), cwd: "/r", path: "/r/AGENTS.md"}, state: reach.Omitted, failed: "on", why: "has a CLAUDE.md"},
		"claude import":          {q: question{agent: "claude", files: git("/r/CLAUDE.md", "see @docs/x.md", "/r/docs/x.md", "x"), cwd: "/r", path: "/r/docs/x.md"}, state: reach.Loaded},
		"claude no import":       {q: question{agent: "claude", files: git("/r/CLAUDE.md", "see `@docs/x.md`", "/r/docs/x.md", "x"), cwd: "/r", path: "/r/docs/x.md"}, state: reach.NotSeen, failed: "name", why: "not a name that claude looks for"},
		"claude external import": {q: question{agent: "claude", files: git("/r/CLAUDE.md", "see @docs/x.md", "/r/docs/x.md", "x"), cwd: "/r/a", path: "/r/docs/x.md"}, state: reach.Omitted, failed: "boundary", why: "outside the working directory", start: "/r"},
		"claude import suffix":   {q: question{agent: "claude", files: git("/r/CLAUDE.md", "see @x.svg", "/r/x.svg", "x"), cwd: "/r", path: "/r/x.svg"}, state: reach.Omitted, failed: "name", why: ".svg"},
		"claude rule":            {q: question{agent: "claude", files: git("/r/.claude/rules/a/b.md", "x"), cwd: "/r/c", path: "/r/.claude/rules/a/b.md"}, state: reach.Loaded},
		"claude rule with paths": {q: question{agent: "claude", files: git("/r/.claude/rules/b.md", "---\npaths: \"*.ts\"\n---\nx"), cwd: "/r", path: "/r/.claude/rules/b.md"}, state: reach.Later, failed: "paths", why: "matches its paths"},
		"claude rule beside":     {q: question{agent: "claude", files: git("/r/b/.claude/rules/a/b.md", "x"), cwd: "/r/c", path: "/r/b/.claude/rules/a/b.md"}, state: reach.NotSeen, failed: "way", start: "/r/b"},
		"claude settings":        {q: question{agent: "claude", files: git("/r/.claude/settings.json", "{}"), cwd: "/r", path: "/r/.claude/settings.json"}, state: reach.Loaded},
		"claude settings above":  {q: question{agent: "claude", files: git("/r/.claude/settings.json", "{}"), cwd: "/r/a", path: "/r/.claude/settings.json"}, state: reach.NotSeen, failed: "way", start: "/r"},
	}
	for name, c := range cases {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			a := c.q.ask(t)
			failed := ""
			if f := a.Failed(); f != nil {
				failed = f.Code
			}
			if a.State != c.state || failed != c.failed || !strings.Contains(a.Why, c.why) {
				t.Errorf("state %s, failed %q, why %q; want %s, %q, %q\n%+v", a.State, failed, a.Why, c.state, c.failed, c.why, a.Conditions)
			}
			start := ""
			if a.Elsewhere != nil && a.Elsewhere.State.Loads() {
				start = a.Elsewhere.Dir
			}
			if start != c.start {
				t.Errorf("loads when started in %q, want %q", start, c.start)
			}
			if len(a.Others) != len(dialect.BuiltIn())-1 {
				t.Errorf("%d other agents answer", len(a.Others))
			}
		})
	}
}

// TestSameContent: the name under which a link's target loads is told.
func TestSameContent(t *testing.T) {
	t.Parallel()
	files := map[string]string{"/r/.git/HEAD": "x", "/r/AGENTS.md": "a", "/r/CLAUDE.md": "-> AGENTS.md"}
	a := question{files: files, cwd: "/r", path: "/r/CLAUDE.md"}.ask(t)
	if a.As != "/r/AGENTS.md" {
		t.Errorf("loads as %q", a.As)
	}
}

// TestFind: a path is looked for below the working directory, then below the root, then in the home folder.
func TestFind(t *testing.T) {
	t.Parallel()
	q := question{files: map[string]string{"/r/.git/HEAD": "x", "/r/a/x.md": "", "/r/x.md": "", "/r/y.md": "", "/home/u/z.md": ""}, cwd: "/r/a"}
	o := q.options(t)
	r, err := resolve.Dir(context.Background(), o)
	if err != nil {
		t.Fatal(err)
	}
	for text, want := range map[string]string{"x.md": "/r/a/x.md", "../x.md": "/r/x.md", "y.md": "/r/y.md", "~/z.md": "/home/u/z.md", "none.md": "/r/a/none.md", "/r/y.md": "/r/y.md", ".": "/r/a"} {
		p, ok := reach.Find(o.Host.FS, r, text)
		if p != want || ok != (path.Base(want) != "none.md") {
			t.Errorf("Find(%q) = %q, %v; want %q", text, p, ok, want)
		}
	}
}
