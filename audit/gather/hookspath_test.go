package gather_test

import (
	"os"
	"os/exec"
	"path"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/agentlayers/layers/audit/gather"
	"github.com/agentlayers/layers/resolve"
	"github.com/agentlayers/layers/tree/disk"
)

// TestHooksPath sets core.hooksPath with git itself and compares with the folder from which git would run a hook.
func TestHooksPath(t *testing.T) {
	t.Parallel()
	if _, err := exec.LookPath("git"); err != nil {
		t.Skipf("no git on this machine to compare with: %v", err)
	}
	for name, c := range map[string]struct {
		setup    string // shell, in the repository
		worktree bool   // the linked worktree is looked at
		hooks    []string
		away     string
	}{
		"not set":         {setup: "hook .githooks/pre-commit"},
		"relative":        {setup: "git config core.hooksPath .githooks; hook .githooks/pre-commit; hook .githooks/notes", hooks: []string{".githooks/pre-commit"}},
		"not executable":  {setup: "git config core.hooksPath .githooks; hook .githooks/pre-commit; chmod -x .githooks/pre-commit"},
		"absolute":        {setup: `git config core.hooksPath "$PWD/a/b"; hook a/b/post-merge`, hooks: []string{"a/b/post-merge"}},
		"top folder":      {setup: "git config core.hooksPath .; hook commit-msg", hooks: []string{"commit-msg"}},
		"last one counts": {setup: "git config core.hooksPath a; git config --add core.hooksPath b; hook a/update; hook b/update", hooks: []string{"b/update"}},
		"in the git folder": {
			setup: "git config core.hooksPath .git/own; hook .git/own/pre-push", hooks: []string{".git/own/pre-push"},
		},
		"home, inside":    {setup: "git config core.hooksPath '~/repo/h'; hook h/pre-push", hooks: []string{"h/pre-push"}},
		"outside":         {setup: "git config core.hooksPath ../away; hook ../away/pre-commit", away: `"../away"`},
		"home, outside":   {setup: "git config core.hooksPath '~/h'; hook ../h/pre-commit", away: `"~/h"`},
		"another's home":  {setup: "git config core.hooksPath '~root/h'", away: `"~root/h"`},
		"empty":           {setup: "git config core.hooksPath ''", away: `""`},
		"missing":         {setup: "git config core.hooksPath none"},
		"link inside":     {setup: "git config core.hooksPath l; hook real/pre-commit; ln -s real l", hooks: []string{"real/pre-commit"}},
		"link outside":    {setup: "git config core.hooksPath l; hook ../away/pre-commit; ln -s ../away l", away: `"l"`},
		"link, then up":   {setup: "git config core.hooksPath l/../h; hook a/h/pre-commit; hook h/pre-commit; mkdir a/b; ln -s a/b l", hooks: []string{"a/h/pre-commit"}},
		"hook is a link":  {setup: "git config core.hooksPath h; hook tools/x; mkdir h; ln -s ../tools/x h/pre-commit", hooks: []string{"h/pre-commit"}},
		"capital letters": {setup: "git config CORE.HooksPath h; hook h/pre-commit", hooks: []string{"h/pre-commit"}},
		"worktree, of the main checkout": {
			setup: "git config core.hooksPath h; hook h/pre-commit; hook ../wt/h/pre-push", worktree: true, hooks: []string{"h/pre-push"},
		},
		"worktree, its own": {
			setup: "git config core.hooksPath h; hook ../wt/h/pre-push; hook ../wt/own/pre-commit; git config extensions.worktreeConfig true;" +
				"git -C ../wt config --worktree core.hooksPath own", worktree: true, hooks: []string{"own/pre-commit"},
		},
		"worktree, its own not asked for": {
			setup: "git config core.hooksPath h; hook ../wt/h/pre-push; hook ../wt/own/pre-commit; git config extensions.worktreeConfig true;" +
				"git -C ../wt config --worktree core.hooksPath own; git config extensions.worktreeConfig false", worktree: true, hooks: []string{"h/pre-push"},
		},
		"main checkout, of its own": {
			setup: "git config core.hooksPath h; hook h/pre-push; hook own/pre-commit; git config extensions.worktreeConfig true;" +
				"git config --worktree core.hooksPath own", hooks: []string{"own/pre-commit"},
		},
		"main checkout, of the worktree": {
			setup: "hook own/pre-commit; git config extensions.worktreeConfig true; git -C ../wt config --worktree core.hooksPath own",
		},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			dir, err := filepath.EvalSymlinks(t.TempDir())
			if err != nil {
				t.Fatal(err)
			}
			git := gitIn(t, dir, c.setup)
			root := dir + "/repo"
			if c.worktree {
				root = dir + "/wt"
			}
			set, err := gather.Dir(t.Context(), gather.Options{Host: resolve.HostFrom(disk.FS(), git.env, root), Root: root})
			if err != nil || len(set.Incomplete) > 0 {
				t.Fatal(err, set.Incomplete)
			}
			if len(set.Repos) != 1 {
				t.Fatalf("%d repositories", len(set.Repos))
			}
			r := set.Repos[0]
			var got []string
			for _, f := range r.Named {
				got = append(got, f.Rel)
			}
			if !slices.Equal(got, c.hooks) {
				t.Errorf("hooks %q, want %q", got, c.hooks)
			}
			if c.away == "" && r.HooksAway != "" || !strings.Contains(r.HooksAway, c.away) {
				t.Errorf("away %q, want %q", r.HooksAway, c.away)
			}
			for _, rel := range c.hooks { // git names the same file
				says := git.run(t, root, "git rev-parse --git-path hooks/"+path.Base(rel))
				if !path.IsAbs(says) {
					says = root + "/" + says
				}
				want, err := os.Stat(root + "/" + rel)
				if err != nil {
					t.Fatal(err)
				}
				if is, err := os.Stat(says); err != nil || !os.SameFile(is, want) {
					t.Errorf("git runs %s, not %s: %v", says, rel, err)
				}
			}
		})
	}
}

// gitHome runs git with a home folder of the test.
type gitHome struct{ dir string }

// gitIn makes the repository repo and its worktree wt below dir, and runs setup in the repository; there, "hook FILE"
// makes a program.
func gitIn(t *testing.T, dir, setup string) gitHome {
	t.Helper()
	g := gitHome{dir}
	g.run(t, dir, "git -c init.defaultBranch=main init -q repo && cd repo && git -c user.name=a -c user.email=a@example.invalid commit -q --allow-empty -m one && "+
		"git worktree add -q ../wt")
	g.run(t, dir+"/repo", "set -e; hook() { mkdir -p \"$(dirname \"$1\")\"; echo '#!/bin/sh' >\"$1\"; chmod +x \"$1\"; }\n"+setup)
	return g
}

func (g gitHome) env(name string) (string, bool) { return g.dir, name == "HOME" }

func (g gitHome) run(t *testing.T, dir, script string) string {
	t.Helper()
	cmd := exec.Command("sh", "-c", script)
	cmd.Dir = dir
	cmd.Env = []string{"HOME=" + g.dir, "PATH=" + os.Getenv("PATH"), "GIT_CONFIG_NOSYSTEM=1"}
	out, err := cmd.CombinedOutput()
	if err != nil {
		t.Fatalf("%s: %v\n%s", script, err, out)
	}
	return strings.TrimSpace(string(out))
}
