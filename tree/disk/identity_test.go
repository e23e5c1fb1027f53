package disk_test

import (
	"os"
	"path/filepath"
	"testing"

	"github.com/agentlayers/layers/tree"
	"github.com/agentlayers/layers/tree/disk"
)

// TestReadingAndLookingAgree: what a read says of a file is what a look says of it, for every mode that can be read.
func TestReadingAndLookingAgree(t *testing.T) {
	t.Parallel()
	p := filepath.Join(t.TempDir(), "file")
	if err := os.WriteFile(p, []byte("text"), 0o600); err != nil {
		t.Fatal(err)
	}
	fsys := disk.FS()
	for _, mode := range []os.FileMode{0o600, 0o755, 0o444, 0o644 | os.ModeSetuid, 0o755 | os.ModeSetgid | os.ModeSticky} {
		if err := os.Chmod(p, mode); err != nil {
			t.Fatal(err)
		}
		f, err := fsys.ReadFile(disk.Slash(p), 10)
		if err != nil {
			t.Fatal(err)
		}
		info, err := fsys.Lstat(disk.Slash(p))
		if err != nil {
			t.Fatal(err)
		}
		if got := tree.Identify(fsys, disk.Slash(p), info); got != f.Identity {
			t.Errorf("%v: looking gave %+v, reading %+v", mode, got, f.Identity)
		}
	}
}
