package review_test

import (
	"bytes"
	"context"
	"errors"
	"os"
	"path/filepath"
	"testing"
	"time"

	"github.com/agentlayers/layers/audit"
	"github.com/agentlayers/layers/audit/gather"
	"github.com/agentlayers/layers/audit/rules"
	"github.com/agentlayers/layers/resolve"
	"github.com/agentlayers/layers/review"
	"github.com/agentlayers/layers/tree"
	"github.com/agentlayers/layers/tree/disk"
)

// take audits a root of a file system.
func take(t *testing.T, fsys tree.FS, root string) *review.Snapshot {
	t.Helper()
	s, err := tryTake(t, fsys, root)
	if err != nil {
		t.Fatal(err)
	}
	return s
}

func tryTake(t *testing.T, fsys tree.FS, root string) (*review.Snapshot, error) {
	t.Helper()
	dialects, err := audit.Dialects()
	if err != nil {
		t.Fatal(err)
	}
	env := func(name string) (string, bool) { return "/home/u", name == "HOME" }
	set, err := gather.Dir(t.Context(), gather.Options{Host: resolve.HostFrom(fsys, env, root), Root: root, Dialects: dialects})
	if err != nil {
		t.Fatal(err)
	}
	return review.Take(audit.Run(t.Context(), set, rules.All(), audit.Options{}))
}

// repo is a small repository in memory.
func repo() *tree.Memory {
	m := tree.NewMemory()
	m.WriteFile("/repo/.git/HEAD", []byte("ref: refs/heads/main\n"))
	m.WriteFile("/repo/.git/config", []byte("[core]\n\tbare = false\n\thooksPath = .githooks\n"))
	m.WriteFile("/repo/.codex/config.toml", []byte("[mcp_servers.docs]\ncommand = \"docs\"\nargs = [\"--stdio\"]\n"))
	m.WriteFile("/repo/.codex/hooks.json", []byte(`{"hooks":{"Stop":[{"hooks":[{"type":"command","command":"./tools/post.sh"}]}]}}`))
	m.WriteFile("/repo/tools/post.sh", []byte("#!/bin/sh\n"))
	m.WriteFile("/repo/AGENTS.md", []byte("# Repo\n"))
	m.WriteFile("/repo/main.go", []byte("package main\n"))
	return m
}

// newStore is a store in a folder of its own on the disk.
func newStore(t *testing.T) review.Store {
	t.Helper()
	dir, err := filepath.EvalSymlinks(t.TempDir())
	if err != nil {
		t.Fatal(err)
	}
	return review.Store{
		Dir: filepath.ToSlash(filepath.Join(dir, "state", "trust")), FS: disk.FS(), Writer: disk.Private{},
		UID: os.Getuid(), Owner: disk.Owner,
	}
}

func TestStore(t *testing.T) {
	t.Parallel()
	s, m := newStore(t), repo()
	now := take(t, m, "/repo")
	if st := s.Verify(now, review.Question{}); st.State != review.None {
		t.Errorf("nothing recorded: %s", st.State)
	}
	if st := s.Verify(now, review.Question{AgentTrusts: true}); st.State != review.Legacy {
		t.Errorf("trusted by the agent alone: %s", st.State)
	}
	if err := s.Record(t.Context(), review.NewRecord(now, review.Active)); err != nil {
		t.Fatal(err)
	}
	if st := s.Verify(now, review.Question{}); st.State != review.Trusted || st.Record.Pin != now.Pin(review.Active) {
		t.Errorf("after Record: %+v", st)
	}
	if list, err := s.List(); err != nil || len(list) != 1 || list[0].Record == nil || list[0].Record.Root != "/repo" {
		t.Errorf("List: %+v, %v", list, err)
	}
	denied := review.NewRecord(now, review.Active)
	denied.Decision = review.No
	if err := s.Record(t.Context(), denied); err != nil {
		t.Fatal(err)
	}
	if st := s.Verify(now, review.Question{AgentTrusts: true}); st.State != review.Denied {
		t.Errorf("denied: %s", st.State)
	}
	if removed, err := s.Revoke("/repo"); !removed || err != nil {
		t.Errorf("Revoke: %v, %v", removed, err)
	}
	if removed, err := s.Revoke("/repo"); removed || err != nil {
		t.Errorf("Revoke again: %v, %v", removed, err)
	}
}

// TestVerify changes one thing at a time.
func TestVerify(t *testing.T) {
	t.Parallel()
	for name, c := range map[string]struct {
		change func(m *tree.Memory)
		active review.State
		all    review.State
	}{
		"nothing":        {func(*tree.Memory) {}, review.Trusted, review.Trusted},
		"source code":    {func(m *tree.Memory) { m.WriteFile("/repo/main.go", []byte("x")) }, review.Trusted, review.Trusted},
		"text":           {func(m *tree.Memory) { m.WriteFile("/repo/AGENTS.md", []byte("# New\n")) }, review.Trusted, review.Stale},
		"new text":       {func(m *tree.Memory) { m.WriteFile("/repo/sub/AGENTS.md", []byte("# New\n")) }, review.Trusted, review.Stale},
		"text gone":      {func(m *tree.Memory) { m.Remove("/repo/AGENTS.md") }, review.Trusted, review.Stale},
		"text is a link": {func(m *tree.Memory) { m.Symlink("/repo/AGENTS.md", "main.go") }, review.Stale, review.Stale},
		"comment only":   {func(m *tree.Memory) { m.WriteFile("/repo/.codex/hooks.json", []byte("{} ")) }, review.Stale, review.Stale},
		"script":         {func(m *tree.Memory) { m.WriteFile("/repo/tools/post.sh", []byte("x")) }, review.Stale, review.Stale},
		"script may run": {func(m *tree.Memory) { m.Chmod("/repo/tools/post.sh", 0o755) }, review.Stale, review.Stale},
		"script is gone": {func(m *tree.Memory) { m.Remove("/repo/tools/post.sh") }, review.Stale, review.Stale},
		"new config":     {func(m *tree.Memory) { m.WriteFile("/repo/sub/.codex/config.toml", nil) }, review.Stale, review.Stale},
		"pipe":           {func(m *tree.Memory) { m.Special("/repo/CLAUDE.md", os.ModeNamedPipe) }, review.Stale, review.Stale},
		"git, harmless": {func(m *tree.Memory) {
			m.WriteFile("/repo/.git/config", []byte("[core]\nbare = true\nhooksPath = .githooks\n"))
		}, review.Trusted, review.Trusted},
		"git, a program": {func(m *tree.Memory) { m.WriteFile("/repo/.git/config", []byte("[core]\npager = ./x\n")) }, review.Stale, review.Stale},
		"git, a hook": {func(m *tree.Memory) {
			m.WriteFile("/repo/.git/hooks/pre-commit", []byte("x"))
			m.Chmod("/repo/.git/hooks/pre-commit", 0o755)
		}, review.Stale, review.Stale},
		"git, a named hook": {func(m *tree.Memory) {
			m.WriteFile("/repo/.githooks/pre-commit", []byte("x"))
			m.Chmod("/repo/.githooks/pre-commit", 0o755)
		}, review.Stale, review.Stale},
		"git, no hook's name": {func(m *tree.Memory) {
			m.WriteFile("/repo/.githooks/notes", []byte("x"))
			m.Chmod("/repo/.githooks/notes", 0o755)
		}, review.Trusted, review.Trusted},
		"head that acts": {func(m *tree.Memory) {
			m.WriteFile("/repo/.agents/skills/a/SKILL.md", []byte("---\nname: a\ndescription: a\nallowed-tools: Bash\n---\n"))
		}, review.Stale, review.Stale},
		"new skill": {func(m *tree.Memory) {
			m.WriteFile("/repo/.agents/skills/a/SKILL.md", []byte("---\nname: a\ndescription: a\n---\n"))
		}, review.Trusted, review.Stale},
		"skill's script": {func(m *tree.Memory) { m.WriteFile("/repo/.agents/skills/a/run.py", []byte("1")) }, review.Stale, review.Stale},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			for scope, want := range map[review.Scope]review.State{review.Active: c.active, review.All: c.all} {
				s, m := newStore(t), repo()
				r := review.NewRecord(take(t, m, "/repo"), scope)
				if err := s.Record(t.Context(), r); err != nil {
					t.Fatal(err)
				}
				c.change(m)
				now := take(t, m, "/repo")
				st := s.Verify(now, review.Question{AgentTrusts: true})
				if st.State != want {
					t.Errorf("scope %s: %s, want %s: %+v", scope, st.State, want, st.Changes)
				}
				if same := now.Pin(scope) == r.Pin; same != (want == review.Trusted) {
					t.Errorf("scope %s: the same pin: %v", scope, same)
				}
				if scope == review.Active && c.all != c.active && len(st.Reported) == 0 {
					t.Error("the changed text is not reported")
				}
			}
		})
	}
}

// TestPlaces: where no store is believed, and what is left as it is.
func TestPlaces(t *testing.T) {
	t.Parallel()
	good := review.NewRecord(take(t, repo(), "/repo"), review.Active)
	data, err := good.Marshal()
	if err != nil {
		t.Fatal(err)
	}
	for name, spoil := range map[string]func(t *testing.T, s *review.Store, file string){
		"open folder":  func(t *testing.T, s *review.Store, _ string) { chmod(t, s.Dir, 0o750) },
		"open file":    func(t *testing.T, _ *review.Store, file string) { chmod(t, file, 0o602) },
		"folder above": func(t *testing.T, s *review.Store, _ string) { chmod(t, filepath.Dir(s.Dir), 0o777) },
		"another's":    func(_ *testing.T, s *review.Store, _ string) { s.UID++ },
		"cut short":    func(t *testing.T, _ *review.Store, file string) { write(t, file, data[:len(data)/2]) },
		"empty":        func(t *testing.T, _ *review.Store, file string) { write(t, file, nil) },
		"more behind":  func(t *testing.T, _ *review.Store, file string) { write(t, file, append(bytes.Clone(data), "{}"...)) },
		"other spelling": func(t *testing.T, _ *review.Store, file string) {
			write(t, file, bytes.Replace(data, []byte(`{"v":1`), []byte(`{ "v":1`), 1))
		},
		"linked file": func(t *testing.T, s *review.Store, file string) {
			must(t, os.Rename(file, filepath.Dir(s.Dir)+"/x"))
			must(t, os.Symlink("../x", file))
		},
		"linked folder": func(t *testing.T, s *review.Store, _ string) {
			must(t, os.Rename(s.Dir, s.Dir+"2"))
			must(t, os.Symlink("trust2", s.Dir))
		},
		"a folder in its place": func(t *testing.T, _ *review.Store, file string) {
			must(t, os.Remove(file))
			must(t, os.Mkdir(file, 0o700))
		},
		"in a work tree": func(t *testing.T, s *review.Store, _ string) { must(t, os.Mkdir(filepath.Dir(s.Dir)+"/.git", 0o755)) },
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			s, own := newStore(t), *good // Record writes into it
			must(t, s.Record(t.Context(), &own))
			spoil(t, &s, filepath.FromSlash(s.Path("/repo")))
			before, _ := os.ReadFile(s.Path("/repo"))
			var why *review.StoreError
			if r, err := s.Read("/repo"); r != nil || !errors.As(err, &why) {
				t.Errorf("Read: %v, %v", r, err)
			}
			if st := s.Verify(take(t, repo(), "/repo"), review.Question{AgentTrusts: true}); st.State != review.Errored {
				t.Errorf("state %s", st.State)
			}
			if err := s.Record(context.Background(), &own); !errors.As(err, &why) {
				t.Errorf("Record: %v", err)
			}
			if removed, err := s.Revoke("/repo"); removed || err == nil {
				t.Errorf("Revoke: %v, %v", removed, err)
			}
			if after, _ := os.ReadFile(s.Path("/repo")); !bytes.Equal(before, after) {
				t.Error("the file was changed")
			}
		})
	}
}

func chmod(t *testing.T, p string, perm os.FileMode) { t.Helper(); must(t, os.Chmod(p, perm)) }

func write(t *testing.T, p string, data []byte) { t.Helper(); must(t, os.WriteFile(p, data, 0o600)) }

func must(t *testing.T, err error) {
	t.Helper()
	if err != nil {
		t.Fatal(err)
	}
}

// TestInsideRoot: a root cannot vouch for itself.
func TestInsideRoot(t *testing.T) {
	t.Parallel()
	s := newStore(t)
	root := filepath.Dir(filepath.Dir(s.Dir))
	if err := s.Record(t.Context(), review.NewRecord(take(t, disk.FS(), root), review.Active)); err == nil {
		t.Error("a store inside the root was written")
	}
	if _, err := os.Stat(s.Dir); err == nil {
		t.Error("a store inside the root was made")
	}
}

func TestCheckRoot(t *testing.T) {
	t.Parallel()
	m := tree.NewMemory()
	for _, dir := range []string{"/home/u/src/shop", "/home/u/.codex/worktrees/a", "/tmp/x", "/srv/agent"} {
		m.Mkdir(dir)
	}
	m.Symlink("/var/home", "/home/u")
	s := review.Store{FS: m}
	p := review.Places{Home: "/var/home", Temp: []string{"/tmp", ""}, Agents: []string{"/home/u/.codex", "/srv/agent"}}
	for root, ok := range map[string]bool{
		"/": false, "/home": false, "/home/u": false, "/tmp": false, "/srv": false, "/srv/agent": false, "/home/u/.codex": false,
		"/home/u/src": true, "/home/u/src/shop": true, "/tmp/x": true, "/home/u/.codex/worktrees/a": true, "/nowhere": false,
	} {
		if err := s.CheckRoot(root, p); (err == nil) != ok {
			t.Errorf("%s: %v", root, err)
		}
	}
	owned := s
	owned.UID, owned.Owner = 1, func(os.FileInfo) (int, bool) { return 2, true }
	if err := owned.CheckRoot("/tmp/x", p); err == nil {
		t.Error("a root of another user")
	}
}

// TestExpiry: a review with an end holds until then and no longer; without a clock it has ended.
func TestExpiry(t *testing.T) {
	t.Parallel()
	s, m := newStore(t), repo()
	now := take(t, m, "/repo")
	end := time.Date(2027, 1, 31, 0, 0, 0, 0, time.UTC)
	r := review.NewRecord(now, review.Active)
	r.Expires = end.Format(time.RFC3339)
	if err := s.Record(t.Context(), r); err != nil {
		t.Fatal(err)
	}
	for at, want := range map[time.Time]review.State{
		end.Add(-time.Second): review.Trusted, end: review.Stale, end.Add(time.Hour): review.Stale, {}: review.Stale,
	} {
		if st := s.Verify(now, review.Question{Now: at}); st.State != want || st.Expired != (want == review.Stale) {
			t.Errorf("at %v: %s, expired %v; want %s", at, st.State, st.Expired, want)
		}
	}
	r.Expires = "soon"
	data, err := r.Marshal()
	if err != nil {
		t.Fatal(err)
	}
	if _, err := review.ParseRecord(data); err == nil {
		t.Error("an end that is no time was believed")
	}
}

// TestDenial: a no holds whatever the content is, and the record that it replaces is named.
func TestDenial(t *testing.T) {
	t.Parallel()
	s, m := newStore(t), repo()
	now := take(t, m, "/repo")
	first, no := review.NewRecord(now, review.Active), review.NewDenial("/repo")
	for _, r := range []*review.Record{first, no} {
		if err := s.Record(t.Context(), r); err != nil {
			t.Fatal(err)
		}
	}
	got, err := s.Read("/repo")
	if err != nil || got.Decision != review.No || !review.IsPin(got.Prev) {
		t.Errorf("%+v, %v", got, err)
	}
	m.Remove("/repo/.codex")
	for _, root := range []string{"/repo", "/wt"} {
		q := review.Question{Main: "/repo", AgentTrusts: true}
		m.WriteFile("/wt/.codex/config.toml", nil)
		if st := s.Verify(take(t, m, root), q); st.State != review.Denied {
			t.Errorf("%s: %s", root, st.State)
		}
	}
}
