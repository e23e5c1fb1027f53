package gather_test

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/agentlayers/layers/audit"
	"github.com/agentlayers/layers/audit/gather"
	"github.com/agentlayers/layers/audit/source"
	"github.com/agentlayers/layers/resolve"
	"github.com/agentlayers/layers/tree"
)

// spy notes every folder and file that is opened.
type spy struct {
	tree.FS
	opened map[string]bool
}

func (s spy) ReadDir(p string) ([]fs.DirEntry, error) {
	s.opened[p] = true
	return s.FS.ReadDir(p)
}

func (s spy) ReadFile(p string, limit int64) (tree.File, error) {
	s.opened[p] = true
	return s.FS.ReadFile(p, limit)
}

func run(t *testing.T, fsys tree.FS, l gather.Limits) *gather.Set {
	t.Helper()
	return runContext(context.Background(), t, fsys, l)
}

func runContext(ctx context.Context, t *testing.T, fsys tree.FS, l gather.Limits) *gather.Set {
	t.Helper()
	dialects, err := audit.Dialects()
	if err != nil {
		t.Fatal(err)
	}
	env := func(name string) (string, bool) { return "/home/u", name == "HOME" }
	set, err := gather.Dir(ctx, gather.Options{
		Host: resolve.HostFrom(fsys, env, "/repo"), Root: "/repo", Dialects: dialects, Limits: l,
	})
	if err != nil {
		t.Fatal(err)
	}
	return set
}

// TestNothingOutside audits a tree in which everything tries to lead out.
func TestNothingOutside(t *testing.T) {
	t.Parallel()
	m := tree.NewMemory()
	for _, name := range []string{
		"secret", "AGENTS.md", ".codex/config.toml", "codex/config.toml", "claude/settings.json", "team.md", "x/.git/HEAD",
		"skills/a/SKILL.md", "base.md", "main/.git/config", "main/.git/worktrees/other/gitdir", "tool.sh",
	} {
		m.WriteFile("/outside/"+name, []byte("canary"))
	}
	m.WriteFile("/AGENTS.md", []byte("above"))
	m.WriteFile("/.codex/config.toml", []byte("model = 'above'"))
	m.Symlink("/repo/AGENTS.md", "../outside/AGENTS.md")
	m.Symlink("/repo/.codex", "/outside/codex")
	m.Symlink("/repo/.claude", "../outside/claude")
	m.Symlink("/repo/.agents", "../outside")
	m.Symlink("/repo/hop", "..")
	m.Symlink("/repo/CLAUDE.md", "hop/outside/team.md")
	m.WriteFile("/repo/.git", []byte("gitdir: ../outside/main/.git/worktrees/other\n"))
	m.WriteFile("/repo/sub/CLAUDE.md", []byte("see @../../outside/team.md and @/outside/secret and @../hop/outside/base.md\n"))
	m.WriteFile("/repo/sub/.codex/config.toml", []byte(`model_instructions_file = "../../../outside/base.md"
project_doc_fallback_filenames = ["../../outside/team.md", "/outside/secret"]
[agents.x]
config_file = "../../../outside/codex/config.toml"
[[skills.config]]
path = "/outside/skills/a/SKILL.md"
[[hooks.Stop]]
hooks = [{ type = "command", command = "../outside/tool.sh; sh ../hop/outside/tool.sh" }]
`))
	m.WriteFile("/home/u/.codex/config.toml", []byte("[projects.\"/repo\"]\ntrust_level = \"trusted\"\n"))
	s := spy{m, map[string]bool{}}
	set := run(t, s, gather.Limits{})
	for p := range s.opened {
		back := p == "/outside/main/.git/worktrees/other/gitdir" // which says that the folder belongs to another
		if !tree.Within("/repo", p) && !tree.Within("/home/u", p) && !tree.Within("/etc", p) && !back {
			t.Errorf("%s was opened", p)
		}
	}
	for _, f := range set.Files {
		if f.Text != nil && strings.Contains(string(f.Text.Bytes), "canary") {
			t.Errorf("%s holds text from outside", f.Rel)
		}
	}
	for _, rel := range []string{"AGENTS.md", ".codex", ".claude", ".agents", "CLAUDE.md"} {
		if f := set.File(rel); f == nil || f.Link == nil || !f.Link.Outside {
			t.Errorf("%s is not known as a link that leads out: %+v", rel, f)
		}
	}
	if len(set.Repos) != 1 || set.Repos[0].Refused == "" {
		t.Errorf("the .git file was believed: %+v", set.Repos)
	}
}

// TestLimits: each limit that is hit makes the audit incomplete, with its reason.
func TestLimits(t *testing.T) {
	t.Parallel()
	m := tree.NewMemory()
	for i := range 30 {
		m.WriteFile(fmt.Sprintf("/repo/d%d/AGENTS.md", i), []byte("0123456789 @next.md\n"))
		m.WriteFile(fmt.Sprintf("/repo/d%d/next.md", i), []byte("0123456789\n"))
	}
	for name, c := range map[string]struct {
		limits gather.Limits
		why    string
	}{
		"entries": {gather.Limits{Entries: 20}, "more than 20 entries"},
		"bytes":   {gather.Limits{TotalRead: 100}, "MiB"},
		"file":    {gather.Limits{FileBytes: 5}, "is larger than"},
		"starts":  {gather.Limits{Starts: 3}, "more than 3 folders hold"},
		"depth":   {gather.Limits{Depth: -1}, "lie inside each other"},
		"held":    {gather.Limits{Held: 100}, "MiB of text"},
		"work":    {gather.Limits{Work: 1}, "too much to be resolved"},
		"reached": {gather.Limits{Reached: 4}, "more than 4 files"},
	} {
		set := run(t, m, c.limits)
		if !slices.ContainsFunc(set.Incomplete, func(why string) bool { return strings.Contains(why, c.why) }) {
			t.Errorf("%s: incomplete because of %q, want %q", name, set.Incomplete, c.why)
		}
	}
	if set := run(t, m, gather.Limits{}); len(set.Incomplete) > 0 {
		t.Errorf("without limits: %q", set.Incomplete)
	}
	done, cancel := context.WithTimeout(context.Background(), -time.Second)
	defer cancel()
	if set := runContext(done, t, m, gather.Limits{}); len(set.Incomplete) == 0 {
		t.Error("a time that is up leaves the audit complete")
	}
}

// denied cannot list or read one path.
type denied struct {
	tree.FS
	path string
}

func (d denied) ReadDir(p string) ([]fs.DirEntry, error) {
	if p == d.path {
		return nil, &fs.PathError{Op: "open", Path: p, Err: fs.ErrPermission}
	}
	return d.FS.ReadDir(p)
}

func (d denied) ReadFile(p string, limit int64) (tree.File, error) {
	if p == d.path {
		return tree.File{}, &fs.PathError{Op: "open", Path: p, Err: fs.ErrPermission}
	}
	return d.FS.ReadFile(p, limit)
}

func TestUnreadable(t *testing.T) {
	t.Parallel()
	m := tree.NewMemory()
	m.WriteFile("/repo/a/AGENTS.md", []byte("x"))
	for _, p := range []string{"/repo/a", "/repo/a/AGENTS.md"} {
		if set := run(t, denied{m, p}, gather.Limits{}); len(set.Incomplete) == 0 {
			t.Errorf("%s cannot be opened, and the audit is complete", p)
		}
	}
	if _, err := gather.Dir(context.Background(), gather.Options{Host: resolve.Host{FS: denied{m, "/repo"}}, Root: "/repo"}); !errors.Is(err, fs.ErrPermission) {
		t.Errorf("the root cannot be listed: %v", err)
	}
}

// TestLinksInside: what a link inside the root leads to is read once, at its own path.
func TestLinksInside(t *testing.T) {
	t.Parallel()
	m := tree.NewMemory()
	m.WriteFile("/repo/conf/config.toml", []byte("model = 'x'\n"))
	m.WriteFile("/repo/AGENTS.md", []byte("x"))
	m.Symlink("/repo/.codex", "conf")
	m.Symlink("/repo/CLAUDE.md", "AGENTS.md")
	m.Symlink("/repo/loop/.claude", "..")
	m.Symlink("/repo/a/GEMINI.md", "../b/GEMINI.md")
	m.Symlink("/repo/b/GEMINI.md", "../a/GEMINI.md")
	m.Symlink("/repo/c/AGENTS.md", "nowhere.md")
	set := run(t, m, gather.Limits{})
	if f := set.File("conf/config.toml"); f == nil || !f.Is(".codex/config.toml") || f.Text == nil {
		t.Errorf("the file behind the link .codex: %+v", f)
	}
	if f := set.File("CLAUDE.md"); f == nil || f.Text != nil || f.Link.Target != "/repo/AGENTS.md" {
		t.Errorf("CLAUDE.md: %+v", f)
	}
	if f := set.File("a/GEMINI.md"); f == nil || !f.Link.Loop {
		t.Errorf("a/GEMINI.md is no loop: %+v", f)
	}
	if f := set.File("c/AGENTS.md"); f == nil || !f.Link.Broken {
		t.Errorf("c/AGENTS.md is not broken: %+v", f)
	}
}

// TestClosure: imports and commands are followed to a bounded depth.
func TestClosure(t *testing.T) {
	t.Parallel()
	m := tree.NewMemory()
	m.WriteFile("/repo/CLAUDE.md", []byte("see @docs/a.md, not `@docs/span.md`; mail x@docs/mail.md\n"))
	m.WriteFile("/repo/docs/a.md", []byte("@b.md\n"))
	m.WriteFile("/repo/docs/b.md", []byte("@a.md\n"))
	m.WriteFile("/repo/docs/span.md", nil)
	m.WriteFile("/repo/docs/mail.md", nil)
	m.WriteFile("/repo/.codex/config.toml", []byte("[[hooks.Stop]]\nhooks = [{type = \"command\", command = \"env A=1 bash -e tools/x.sh && ./y\"}]\n"))
	m.WriteFile("/repo/tools/x.sh", []byte("echo\n"))
	m.WriteFile("/repo/y", []byte("echo\n"))
	set := run(t, m, gather.Limits{})
	for rel, kind := range map[string]source.Kind{
		"docs/a.md": source.Instructions, "docs/b.md": source.Instructions, "docs/span.md": "", "docs/mail.md": "",
		"tools/x.sh": source.Reached, "y": source.Reached,
	} {
		var got source.Kind
		if f := set.File(rel); f != nil {
			got = f.Kind
		}
		if got != kind {
			t.Errorf("%s: kind %q, want %q", rel, got, kind)
		}
	}
}
