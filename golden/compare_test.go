package golden

import (
	"os"
	"path/filepath"
	"testing"
)

func TestRerunNamesOneCase(t *testing.T) {
	t.Parallel()
	t.Run("codex-random/docs-1.txt", func(t *testing.T) {
		want := `X=y go test ./golden -run '^TestRerunNamesOneCase$/^codex-random$/^docs-1\.txt$'`
		if got := (Run{Command: "X=y go test ./golden"}).rerun(t); got != want {
			t.Errorf("%s, want %s", got, want)
		}
	})
}

func TestArchivesNeedsACase(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	if _, err := archives(dir); err == nil {
		t.Error("a folder without cases is no error")
	}
	if _, err := archives(filepath.Join(dir, "none")); err == nil {
		t.Error("a missing folder is no error")
	}
}

func TestRewriteChangesOneSection(t *testing.T) {
	t.Parallel()
	file := filepath.Join(t.TempDir(), "x.txtar")
	const before = "Title\ncwd: a\n-- a/f --\nkept\n-- want/layers.txt --\n-- want/b --\nkept\n"
	const after = "Title\ncwd: a\n-- a/f --\nkept\n-- want/layers.txt --\nnew\n-- want/b --\nkept\n"
	if err := os.WriteFile(file, []byte(before), 0o644); err != nil {
		t.Fatal(err)
	}
	if err := rewrite(file, "want/layers.txt", "new\n"); err != nil {
		t.Fatal(err)
	}
	if got, err := os.ReadFile(file); err != nil || string(got) != after {
		t.Errorf("got %q, %v", got, err)
	}
}
