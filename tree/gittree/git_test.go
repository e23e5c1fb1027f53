package gittree_test

import (
	"io/fs"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"github.com/agentlayers/layers/tree"
	"github.com/agentlayers/layers/tree/disk"
	"github.com/agentlayers/layers/tree/gittree"
)

// repo is a folder in which the real git is run.
type repo struct {
	t   *testing.T
	dir string
}

// newRepo makes an empty repository on branch main in a folder of its own.
func newRepo(t *testing.T, initArgs ...string) repo {
	t.Helper()
	if _, err := exec.LookPath("git"); err != nil {
		t.Skip("git is not installed: what it writes cannot be compared")
	}
	dir, err := filepath.EvalSymlinks(t.TempDir())
	if err != nil {
		t.Fatal(err)
	}
	r := repo{t, filepath.Join(dir, "main")}
	if err := os.Mkdir(r.dir, 0o755); err != nil {
		t.Fatal(err)
	}
	r.git(append([]string{"init", "-q", "-b", "main"}, initArgs...)...)
	return r
}

// at is another folder beside the repository, or below it.
func (r repo) at(rel string) repo { return repo{r.t, filepath.Join(r.dir, rel)} }

// git runs git in the folder, with no configuration but its own, and gives its output without the last newline.
func (r repo) git(args ...string) string {
	r.t.Helper()
	out, err := r.try(args...)
	if err != nil {
		r.t.Fatalf("git %s: %v\n%s", strings.Join(args, " "), err, out)
	}
	return out
}

func (r repo) try(args ...string) (string, error) {
	return r.feed("", args...)
}

// feed is try with a standard input.
func (r repo) feed(input string, args ...string) (string, error) {
	cmd := exec.Command("git", append([]string{"-c", "protocol.file.allow=always", "-c", "gc.auto=0"}, args...)...)
	cmd.Dir = r.dir
	cmd.Stdin = strings.NewReader(input)
	cmd.Env = []string{
		"PATH=" + os.Getenv("PATH"), "HOME=" + r.dir, "GIT_CONFIG_NOSYSTEM=1", "GIT_CONFIG_GLOBAL=" + os.DevNull, "LC_ALL=C",
		"GIT_AUTHOR_NAME=a", "GIT_AUTHOR_EMAIL=a@example.invalid", "GIT_AUTHOR_DATE=2020-01-01T00:00:00Z",
		"GIT_COMMITTER_NAME=a", "GIT_COMMITTER_EMAIL=a@example.invalid", "GIT_COMMITTER_DATE=2020-01-01T00:00:00Z",
	}
	out, err := cmd.CombinedOutput()
	return strings.TrimSuffix(string(out), "\n"), err
}

// write puts a file into the folder.
func (r repo) write(rel, text string) {
	r.t.Helper()
	p := filepath.Join(r.dir, rel)
	if err := os.MkdirAll(filepath.Dir(p), 0o755); err != nil {
		r.t.Fatal(err)
	}
	if err := os.WriteFile(p, []byte(text), 0o644); err != nil {
		r.t.Fatal(err)
	}
}

// commit commits everything and gives the id.
func (r repo) commit(message string) string {
	r.t.Helper()
	r.git("add", "-A")
	r.git("commit", "-q", "--allow-empty", "-m", message)
	return r.git("rev-parse", "HEAD")
}

func (r repo) slash() string { return filepath.ToSlash(r.dir) }

// open opens the folder on disk on the given terms.
func (r repo) open(o gittree.Options) *gittree.Repo {
	r.t.Helper()
	g, err := gittree.Open(disk.FS(), r.slash(), o)
	if err != nil {
		r.t.Fatalf("open %s: %v", r.dir, err)
	}
	r.t.Cleanup(func() {
		if err := g.Close(); err != nil {
			r.t.Errorf("close: %v", err)
		}
	})
	return g
}

// view shows a revision at /repo.
func (r repo) view(rev string) tree.FS {
	r.t.Helper()
	g := r.open(gittree.Options{Follow: gittree.Always})
	c, err := g.Commit(rev)
	if err != nil {
		r.t.Fatal(err)
	}
	v, err := g.Tree(c, "/repo")
	if err != nil {
		r.t.Fatal(err)
	}
	return v
}

// inMemory copies everything below a folder of the disk into memory, at the same paths.
func inMemory(t *testing.T, dir string) *tree.Memory {
	t.Helper()
	m := tree.NewMemory()
	err := filepath.WalkDir(dir, func(p string, d fs.DirEntry, err error) error {
		if err != nil {
			return err
		}
		slash := filepath.ToSlash(p)
		switch {
		case d.IsDir():
			m.Mkdir(slash)
		case d.Type()&fs.ModeSymlink != 0:
			target, err := os.Readlink(p)
			m.Symlink(slash, target)
			return err
		default:
			data, err := os.ReadFile(p)
			m.WriteFile(slash, data)
			return err
		}
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
	return m
}
