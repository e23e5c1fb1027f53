package skills_test

import (
	"io/fs"
	"os"
	"path/filepath"
	"testing"
	"testing/fstest"

	"github.com/agentlayers/layers/skills"
	"github.com/agentlayers/layers/tree"
	"github.com/agentlayers/layers/tree/disk"
)

// counted counts what a release changes.
type counted struct {
	tree.Writer
	changes int
}

func (c *counted) Replace(p string, data []byte, perm fs.FileMode) error {
	c.changes++
	return c.Writer.Replace(p, data, perm)
}

func set(files ...string) fstest.MapFS {
	out := fstest.MapFS{}
	for i := 0; i < len(files); i += 2 {
		out[files[i]] = &fstest.MapFile{Data: []byte(files[i+1]), Mode: 0o444}
	}
	return out
}

func release(t *testing.T, w tree.Writer, files fs.FS, dir string) skills.Release {
	t.Helper()
	r, err := skills.ReleaseTo(w, files, dir)
	if err != nil {
		t.Fatal(err)
	}
	return r
}

func TestReleaseKeepsTheUsersFiles(t *testing.T) {
	t.Parallel()
	dir := filepath.ToSlash(filepath.Join(t.TempDir(), "home", "skills"))
	w := &counted{Writer: disk.Writer()}
	first := release(t, w, set("a/SKILL.md", "one", "b/SKILL.md", "two"), dir)
	if len(first.Written) != 2 || w.changes != 3 {
		t.Fatalf("first: %+v, %d changes", first, w.changes)
	}
	w.changes = 0
	if again := release(t, w, set("a/SKILL.md", "one", "b/SKILL.md", "two"), dir); !again.Unchanged || w.changes != 0 {
		t.Errorf("the same set again: %+v, %d changes", again, w.changes)
	}
	write(t, dir+"/a/SKILL.md", "edited")
	write(t, dir+"/mine/SKILL.md", "mine")
	next := release(t, w, set("a/SKILL.md", "three", "c/SKILL.md", "four"), dir)
	if len(next.Kept) != 2 || len(next.Removed) != 1 {
		t.Fatalf("next: %+v", next)
	}
	for p, want := range map[string]string{
		dir + "/a/SKILL.md": "three", dir + "/c/SKILL.md": "four", dir + ".kept/a/SKILL.md": "edited", dir + ".kept/mine/SKILL.md": "mine",
	} {
		if got, err := os.ReadFile(p); err != nil || string(got) != want {
			t.Errorf("%s: %q, %v; want %q", p, got, err, want)
		}
	}
	if _, err := os.Stat(dir + "/b/SKILL.md"); !os.IsNotExist(err) {
		t.Errorf("a file of the earlier set is still there: %v", err)
	}
	write(t, dir+"/mine/SKILL.md", "mine again")
	if third := release(t, w, set("a/SKILL.md", "five"), dir); len(third.Kept) != 1 || third.Kept[0].To != dir+".kept/mine/SKILL.md.1" {
		t.Errorf("third: %+v", third)
	}
}

func write(t *testing.T, p, text string) {
	t.Helper()
	if err := os.MkdirAll(filepath.Dir(p), 0o755); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(p, []byte(text), 0o644); err != nil {
		t.Fatal(err)
	}
}
