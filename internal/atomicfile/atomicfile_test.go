package atomicfile_test

import (
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"testing"

	"github.com/agentlayers/layers/internal/atomicfile"
)

func TestWriteReplacesAndLeavesNothingBehind(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	name := filepath.Join(dir, "a")
	for _, text := range []string{"one", "two"} {
		if err := atomicfile.Write(name, []byte(text), 0o640); err != nil {
			t.Fatal(err)
		}
	}
	data, err := os.ReadFile(name)
	if err != nil || string(data) != "two" {
		t.Errorf("content %q, %v", data, err)
	}
	info, err := os.Stat(name)
	if err != nil || info.Mode().Perm() != 0o640 {
		t.Errorf("mode %v, %v", info.Mode(), err)
	}
	if entries, _ := os.ReadDir(dir); len(entries) != 1 {
		t.Errorf("%d files are left, want 1", len(entries))
	}
}

func TestWriteReplacesALinkAndNotWhatItLeadsTo(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	target, link := filepath.Join(dir, "target"), filepath.Join(dir, "link")
	if err := os.WriteFile(target, []byte("kept"), 0o600); err != nil {
		t.Fatal(err)
	}
	if err := os.Symlink(target, link); err != nil {
		t.Skip(err)
	}
	if err := atomicfile.Write(link, []byte("new"), 0o600); err != nil {
		t.Fatal(err)
	}
	if data, _ := os.ReadFile(target); string(data) != "kept" {
		t.Errorf("the link was followed: %q", data)
	}
}

func TestMoveKeepsWhatIsThere(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	a, b := filepath.Join(dir, "a"), filepath.Join(dir, "b")
	for _, name := range []string{a, b} {
		if err := os.WriteFile(name, []byte(name), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	if err := atomicfile.Move(a, b); !errors.Is(err, fs.ErrExist) {
		t.Errorf("move onto a file: %v, want fs.ErrExist", err)
	}
}
