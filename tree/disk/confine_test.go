//go:build unix

package disk

import (
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"syscall"
	"testing"

	"github.com/agentlayers/layers/tree"
)

// TestConfine: below the folder everything is as on the disk, and no link leads out of it, however it came there.
func TestConfine(t *testing.T) {
	t.Parallel()
	top, err := filepath.EvalSymlinks(t.TempDir())
	if err != nil {
		t.Fatal(err)
	}
	must := func(err error) {
		t.Helper()
		if err != nil {
			t.Fatal(err)
		}
	}
	must(os.MkdirAll(top+"/in/a", 0o755))
	must(os.MkdirAll(top+"/out/a", 0o755))
	must(os.WriteFile(top+"/in/a/f", []byte("in"), 0o600))
	must(os.WriteFile(top+"/out/a/f", []byte("out"), 0o600))
	must(os.Symlink("f", top+"/in/a/l"))
	must(os.Symlink("../out/a", top+"/in/leads-out"))
	must(syscall.Mkfifo(top+"/in/pipe", 0o600))
	deep := strings.Repeat("/"+strings.Repeat("d", 20), 100)
	must(os.MkdirAll(top+"/in"+deep, 0o755))
	must(os.WriteFile(top+"/in"+deep+"/f", []byte("deep"), 0o600))

	for _, how := range []string{"at once", "part by part"} {
		fsys, closer, err := tree.Confine(FS(), top+"/in")
		must(err)
		if how == "part by part" {
			closer.(*confined).top.Close()
			closer.(*confined).top = nil
		}
		read := func(p string) (string, error) {
			f, err := fsys.ReadFile(p, 100)
			return string(f.Data), err
		}
		for p, want := range map[string]string{"/in/a/f": "in", "/in" + deep + "/f": "deep", "/out/a/f": "out"} {
			if got, err := read(top + p); got != want {
				t.Errorf("%s: %s: %q, %v", how, p, got, err)
			}
		}
		if text, err := fsys.ReadLink(top + "/in/a/l"); text != "f" || err != nil {
			t.Errorf("%s: a link: %q, %v", how, text, err)
		}
		for _, p := range []string{"/in/a/l", "/in/pipe", "/in/a"} {
			if _, err := read(top + p); !errors.Is(err, tree.ErrNotRegular) {
				t.Errorf("%s: %s: %v", how, p, err)
			}
		}
		for _, p := range []string{"/in/leads-out/f", "/in/x/../../out/a/f", "/in" + strings.Repeat("/d", 3000)} {
			if got, err := read(top + p); err == nil || got != "" {
				t.Errorf("%s: %s was read: %q", how, p, got)
			}
		}
		if entries, err := fsys.ReadDir(top + "/in/leads-out"); err == nil {
			t.Errorf("%s: a link was listed: %v", how, entries)
		}
		if entries, err := fsys.ReadDir(top + "/in/a"); err != nil || len(entries) != 2 || entries[1].Type() != fs.ModeSymlink {
			t.Errorf("%s: %v, %v", how, entries, err)
		}
		if _, err := fsys.Lstat(top + "/in/none"); !tree.IsMissing(err) {
			t.Errorf("%s: a missing file: %v", how, err)
		}
		must(closer.Close())
	}
}
