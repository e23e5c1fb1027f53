package main

import (
	"bytes"
	"context"
	"flag"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/agentlayers/layers/resolve"
	"github.com/agentlayers/layers/tree/disk"
)

var update = flag.Bool("update", false, "write testdata/want.txt anew")

// layOut puts testdata/tree in a folder of its own: a repository and a home. $TREE in a file is that folder.
func layOut(t *testing.T) (root string, host resolve.Host) {
	t.Helper()
	dir, err := filepath.EvalSymlinks(t.TempDir())
	if err != nil {
		t.Fatal(err)
	}
	root = disk.Slash(dir)
	err = fs.WalkDir(os.DirFS("testdata/tree"), ".", func(p string, d fs.DirEntry, err error) error {
		if err != nil || d.IsDir() {
			return err
		}
		data, err := os.ReadFile(filepath.Join("testdata/tree", p))
		if err != nil {
			return err
		}
		to := filepath.Join(dir, p)
		if err := os.MkdirAll(filepath.Dir(to), 0o755); err != nil {
			return err
		}
		return os.WriteFile(to, bytes.ReplaceAll(data, []byte("$TREE"), []byte(root)), 0o644)
	})
	if err != nil {
		t.Fatal(err)
	}
	if err := os.Mkdir(filepath.Join(dir, "shop/.git"), 0o755); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(filepath.Join(dir, "shop/.git/HEAD"), []byte("ref: refs/heads/main\n"), 0o644); err != nil {
		t.Fatal(err)
	}
	env := func(name string) (string, bool) { return root + "/home", name == "HOME" }
	return root, resolve.HostFrom(disk.FS(), env, root+"/shop/web")
}

// TestRun holds the whole output of a start to testdata/want.txt.
func TestRun(t *testing.T) {
	t.Parallel()
	root, host := layOut(t)
	var out bytes.Buffer
	if err := run(context.Background(), host, disk.Writer(), &out); err != nil {
		t.Fatal(err)
	}
	got := strings.ReplaceAll(out.String(), root, "")
	if *update {
		if err := os.WriteFile("testdata/want.txt", []byte(got), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	want, err := os.ReadFile("testdata/want.txt")
	if err != nil {
		t.Fatal(err)
	}
	if diff := cmp.Diff(string(want), got); diff != "" {
		t.Errorf("-want +got:\n%s", diff)
	}
}

// TestRefuses: minnow does not start where it would act without the policy, or on settings that do not fit.
func TestRefuses(t *testing.T) {
	t.Parallel()
	for name, c := range map[string]struct{ policy, config, want string }{
		"a policy that cannot be read": {"allowed_approvals = [", "", "policy service:1:"},
		"a policy that allows nothing": {"allowed_approvals = []", "", "allowed_approvals must not be empty"},
		"a timeout that is none":       {"", "timeout = \"soon\"", "/home/.minnow/config.toml:1:11: timeout: "},
		"a file that cannot be read":   {"", "timeout =", "/home/.minnow/config.toml:1:"},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			root, host := layOut(t)
			if err := os.WriteFile(filepath.FromSlash(root+"/home/.minnow/config.toml"), []byte(c.config), 0o644); err != nil {
				t.Fatal(err)
			}
			_, err := Start(context.Background(), host, disk.Writer(), []byte(c.policy))
			if err == nil || !strings.Contains(err.Error(), c.want) {
				t.Errorf("Start: %v, want %q", err, c.want)
			}
		})
	}
}

// TestRefresh: a changed file changes the settings, and one that is broken leaves the agent as it was.
func TestRefresh(t *testing.T) {
	t.Parallel()
	root, host := layOut(t)
	file := root + "/home/.minnow/config.toml"
	a, err := Start(context.Background(), host, disk.Writer(), policy)
	if err != nil {
		t.Fatal(err)
	}
	for _, c := range []struct{ text, want string }{
		{"timeout = \"5s\"", "5s"},
		{"timeout = ", "5s"},
		{"timeout = \"7s\"", "7s"},
	} {
		if err := os.WriteFile(filepath.FromSlash(file), []byte(c.text), 0o644); err != nil {
			t.Fatal(err)
		}
		next, err := a.Refresh(context.Background(), []string{file})
		if err == nil {
			a = next
		}
		if got := a.Settings.Timeout.String(); got != c.want {
			t.Errorf("after %s: timeout %s, want %s (%v)", c.text, got, c.want, err)
		}
	}
}
