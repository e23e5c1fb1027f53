package trust

import (
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/agentlayers/layers/dialect"
	"github.com/agentlayers/layers/tree"
)

func places(paths ...string) []Place {
	what := []string{"folder", "project root", "repository root"}
	out := make([]Place, len(paths))
	for i, p := range paths {
		out[i] = Place{what[i], p}
	}
	return out
}

func rules(pairs ...string) Rules {
	var list []Rule
	for i := 0; i < len(pairs); i += 2 {
		list = append(list, Rule{Path: pairs[i], Level: Level(pairs[i+1])})
	}
	return NewRules(list)
}

func TestDecide(t *testing.T) {
	t.Parallel()
	fsys := tree.NewMemory()
	fsys.Mkdir("/repo/sub")
	fsys.Symlink("/link", "/repo")
	for name, c := range map[string]struct {
		rules  Rules
		places []Place
		level  Level
		key    string
	}{
		"nothing":                {rules(), places("/repo/sub", "/repo", "/repo"), None, "/repo"},
		"own folder first":       {rules("/repo", "trusted", "/repo/sub", "untrusted"), places("/repo/sub", "/repo"), Untrusted, "/repo/sub"},
		"then the root":          {rules("/repo", "trusted"), places("/repo/sub", "/repo"), Trusted, "/repo"},
		"a parent is no match":   {rules("/", "trusted"), places("/repo/sub", "/repo"), None, "/repo"},
		"real path, linked cwd":  {rules("/repo", "trusted"), places("/link", "/link"), Trusted, "/repo"},
		"link path, real cwd":    {rules("/link", "trusted"), places("/repo", "/repo"), None, "/repo"},
		"link path, linked cwd":  {rules("/link", "trusted"), places("/link", "/link"), Trusted, "/link"},
		"an entry without level": {rules("/repo/sub", "", "/repo", "trusted"), places("/repo/sub", "/repo"), None, "/repo/sub"},
		"no repository":          {rules(), places("/repo/sub", "/repo", ""), None, "/repo"},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			d := c.rules.Decide(fsys, c.places)
			if d.Level != c.level || d.Key != c.key {
				t.Errorf("level %q by %q, want %q by %q", d.Level, d.Key, c.level, c.key)
			}
		})
	}
}

func TestConsidered(t *testing.T) {
	t.Parallel()
	fsys := tree.NewMemory()
	fsys.Mkdir("/repo")
	fsys.Symlink("/link", "repo")
	d := rules().Decide(fsys, places("/link"))
	want := []Lookup{{Key: "/repo", What: "folder", Form: "resolved"}, {Key: "/link", What: "folder", Form: "typed"}}
	if diff := cmp.Diff(want, d.Considered); diff != "" {
		t.Errorf("-want +got:\n%s", diff)
	}
}

func TestNearMisses(t *testing.T) {
	t.Parallel()
	fsys := tree.NewMemory()
	fsys.Mkdir("/home/u/repo")
	fsys.Symlink("/link", "/home/u/repo")
	for rule, why := range map[string]string{
		"/home/u/repo/":  "trailing slash",
		"/home/u/./repo": "not in its shortest form",
		"/Home/u/Repo":   "letter case",
		"/home/u":        "parent folder; trust does not reach below it",
		"~/repo":         "~ is not expanded in trust keys",
		"/link":          "a link to this folder",
		"/home/u/other":  "",
		"/home/u/repo/x": "",
		"/":              "",
		`\home\u\repo`:   "another way to write the same Windows path",
		"~/":             "",
		"":               "",
	} {
		d := rules(rule, "trusted").Decide(fsys, places("/home/u/repo"))
		got := ""
		if len(d.NearMisses) > 0 {
			got = d.NearMisses[0].Why
		}
		if got != why {
			t.Errorf("%s: %q, want %q", rule, got, why)
		}
		if d.Level != None {
			t.Errorf("%s granted trust", rule)
		}
	}
}

func TestFindRepo(t *testing.T) {
	t.Parallel()
	build := func(files map[string]string) tree.FS {
		m := tree.NewMemory()
		m.Mkdir("/wt/sub")
		for p, text := range files {
			m.WriteFile(p, []byte(text))
		}
		return m
	}
	worktree := func(change map[string]string) tree.FS {
		files := map[string]string{
			"/main/.git/HEAD": "ref: refs/heads/main\n", "/wt/.git": "gitdir: /main/.git/worktrees/wt\n",
			"/main/.git/worktrees/wt/HEAD": "ref: x\n", "/main/.git/worktrees/wt/commondir": "../..\n",
			"/main/.git/worktrees/wt/gitdir": "/wt/.git\n",
		}
		for p, text := range change {
			if files[p] = text; text == "" {
				delete(files, p)
			}
		}
		return build(files)
	}
	for name, c := range map[string]struct {
		fsys           tree.FS
		text, verified string // main checkout by each rule
	}{
		"folder":            {build(map[string]string{"/wt/.git/HEAD": ""}), "/wt", "/wt"},
		"worktree":          {worktree(nil), "/main", "/main"},
		"no HEAD":           {worktree(map[string]string{"/main/.git/worktrees/wt/HEAD": ""}), "/main", ""},
		"no commondir":      {worktree(map[string]string{"/main/.git/worktrees/wt/commondir": ""}), "/main", ""},
		"no gitdir":         {worktree(map[string]string{"/main/.git/worktrees/wt/gitdir": ""}), "/main", ""},
		"points elsewhere":  {worktree(map[string]string{"/main/.git/worktrees/wt/gitdir": "/other/.git"}), "/main", ""},
		"invented worktree": {build(map[string]string{"/wt/.git": "gitdir: ../main/.git/worktrees/x\n"}), "/main", ""},
		"bare repository":   {worktree(map[string]string{"/wt/.git": "gitdir: /bare.git/worktrees/wt"}), "/", ""},
		"submodule":         {build(map[string]string{"/wt/.git": "gitdir: ../main/.git/modules/wt\n"}), "", ""},
		"junk":              {build(map[string]string{"/wt/.git": "junk"}), "", ""},
		"none":              {build(nil), "", ""},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			if got := FindRepo(c.fsys, "/wt/sub", dialect.Trust{Worktree: "text"}, false).Main; got != c.text {
				t.Errorf("text: main %q, want %q", got, c.text)
			}
			if got := FindRepo(c.fsys, "/wt/sub", dialect.Trust{Worktree: "verified"}, true).Main; got != c.verified {
				t.Errorf("verified: main %q, want %q", got, c.verified)
			}
		})
	}
}

func TestNearMissesOfWindows(t *testing.T) {
	t.Parallel()
	for rule, near := range map[string]bool{
		`C:\src\repo`: true, `c:\src\repo`: true, `\\?\C:\src\repo`: true, "c:/src/repo": true, "/c:/src/repo": true,
		`C:\src`: false, `D:\src\repo`: false, `\src\repo`: false,
	} {
		if why := spell(rule).near("/C:/src/repo"); (why != "") != near {
			t.Errorf("%s: %q", rule, why)
		}
	}
}
