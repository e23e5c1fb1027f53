package golden

import (
	"bytes"
	"compress/zlib"
	"io"
	"io/fs"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
)

// notLaidOut are files of git that hold no state of the repository: its cache of the work tree, its diary, and
// what an installation's templates bring.
var notLaidOut = []string{"index", "logs", "hooks", "info/exclude", "description", "branches"}

// TestGitFiles compares the laid-out repository and worktree with those that git makes: the same names and the
// same bytes, but for the place. The fixed date makes even the commit's name the same.
func TestGitFiles(t *testing.T) {
	t.Parallel()
	if _, err := exec.LookPath("git"); err != nil {
		t.Skip("git is not installed")
	}
	dir, err := filepath.EvalSymlinks(t.TempDir())
	if err != nil {
		t.Fatal(err)
	}
	git(t, dir, "-c", "init.defaultBranch=main", "init", "-q", "--template=", "repo")
	git(t, dir, "-C", "repo", "commit", "-q", "--allow-empty", "-m", "start")
	git(t, dir, "-C", "repo", "worktree", "add", "-q", "-b", "feature", filepath.Join(dir, "wt", "feature"))

	c, err := Parse("git", []byte("git-init: repo\ngit-worktree: repo wt/feature\n"))
	if err != nil {
		t.Fatal(err)
	}
	fsys, err := c.Layout(t, Memory)
	if err != nil {
		t.Fatal(err)
	}
	got := map[string]string{}
	for _, top := range []string{"repo", "wt"} {
		for p, text := range listing(t, fsys, Root+"/"+top) {
			got[strings.TrimPrefix(p, Root)] = unpacked(t, p, text)
		}
	}
	if diff := cmp.Diff(gitTree(t, dir), got); diff != "" {
		t.Errorf("-git +laid out\n%s", diff)
	}
}

// TestGitReadsLayout asks git whether the laid-out repository and worktree are sound.
func TestGitReadsLayout(t *testing.T) {
	t.Parallel()
	if _, err := exec.LookPath("git"); err != nil {
		t.Skip("git is not installed")
	}
	c, err := Parse("git", []byte("git-init: repo\n"))
	if err != nil {
		t.Fatal(err)
	}
	w := newDiskWriter(t.TempDir())
	if err := newBuilder(w).build(c); err != nil {
		t.Fatal(err)
	}
	git(t, w.dir, "-C", "repo", "fsck", "--strict")
	if got := git(t, w.dir, "-C", "repo", "log", "--format=%s"); got != "start\n" {
		t.Errorf("log says %q", got)
	}
}

func git(t *testing.T, dir string, args ...string) string {
	t.Helper()
	cmd := exec.Command("git", args...)
	cmd.Dir = dir
	cmd.Env = append(os.Environ(), "HOME="+dir, "GIT_CONFIG_NOSYSTEM=1", "GIT_CONFIG_GLOBAL=/dev/null",
		"GIT_AUTHOR_NAME=c", "GIT_AUTHOR_EMAIL=c@example.invalid", "GIT_AUTHOR_DATE=1700000000 +0000",
		"GIT_COMMITTER_NAME=c", "GIT_COMMITTER_EMAIL=c@example.invalid", "GIT_COMMITTER_DATE=1700000000 +0000")
	out, err := cmd.CombinedOutput()
	if err != nil {
		t.Fatalf("git %s: %v\n%s", strings.Join(args, " "), err, out)
	}
	return string(out)
}

// gitTree describes what git made below dir as listing does, with dir written as Root.
func gitTree(t *testing.T, dir string) map[string]string {
	t.Helper()
	out := map[string]string{}
	err := filepath.WalkDir(dir, func(p string, d fs.DirEntry, err error) error {
		if err != nil || p == dir {
			return err
		}
		name := strings.TrimPrefix(filepath.ToSlash(p), filepath.ToSlash(dir))
		for _, skip := range notLaidOut {
			if strings.HasSuffix(name, "/"+skip) {
				if d.IsDir() {
					return fs.SkipDir
				}
				return nil
			}
		}
		if d.IsDir() {
			out[name] = "folder"
			return nil
		}
		data, err := os.ReadFile(p)
		out[name] = unpacked(t, name, strings.ReplaceAll(string(data), dir, Root))
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
	return out
}

// unpacked is the content of a git object, since two packers need not give the same bytes; other text stays.
func unpacked(t *testing.T, name, text string) string {
	t.Helper()
	if !strings.Contains(name, "/objects/") || text == "folder" {
		return text
	}
	z, err := zlib.NewReader(bytes.NewReader([]byte(text)))
	if err != nil {
		t.Fatalf("%s: %v", name, err)
	}
	data, err := io.ReadAll(z)
	if err != nil {
		t.Fatalf("%s: %v", name, err)
	}
	return string(data)
}
