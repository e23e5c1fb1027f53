package disk_test

import (
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"testing"

	"github.com/agentlayers/layers/tree"
	"github.com/agentlayers/layers/tree/disk"
)

// TestCareful: the same answers as the plain file system, but never through a link.
func TestCareful(t *testing.T) {
	t.Parallel()
	dir, err := filepath.EvalSymlinks(t.TempDir())
	if err != nil {
		t.Fatal(err)
	}
	dir = filepath.ToSlash(dir)
	if err := errors.Join(
		os.MkdirAll(dir+"/a/b", 0o755), os.WriteFile(dir+"/a/b/file", []byte("text"), 0o640),
		os.Symlink("a/b", dir+"/link"), os.Symlink("file", dir+"/a/b/link"),
	); err != nil {
		t.Fatal(err)
	}
	c, plain := disk.NewCareful(), disk.FS()
	for range 2 {
		for _, p := range []string{"/", dir, dir + "/a/b", dir + "/a/b/file", dir + "/a/b/link", dir + "/nothing", dir + "/nothing/x"} {
			got, err := c.Lstat(p)
			want, wantErr := plain.Lstat(p)
			if (err == nil) != (wantErr == nil) || errors.Is(err, fs.ErrNotExist) != errors.Is(wantErr, fs.ErrNotExist) {
				t.Errorf("%s: %v, want %v", p, err, wantErr)
			}
			if err == nil && (tree.Identify(plain, p, got) != tree.Identify(plain, p, want) || got.Mode() != want.Mode() || got.Name() != want.Name()) {
				t.Errorf("%s: %v %v, want %v %v", p, got.Name(), got.Mode(), want.Name(), want.Mode())
			}
		}
		if f, err := c.ReadFile(dir+"/a/b/file", 10); err != nil || string(f.Data) != "text" || f.Identity.Mode.Perm() != 0o640 {
			t.Errorf("%+v, %v", f, err)
		}
		if f, err := c.ReadFile(dir+"/a/b/file", 2); !errors.Is(err, tree.ErrTooLarge) || string(f.Data) != "te" {
			t.Errorf("%+v, %v", f, err)
		}
		if to, err := c.ReadLink(dir + "/a/b/link"); to != "file" || err != nil {
			t.Errorf("%q, %v", to, err)
		}
		if to, err := c.ReadLink(dir + "/a/b/file"); !errors.Is(err, fs.ErrInvalid) && err == nil {
			t.Errorf("%q, %v", to, err)
		}
		if list, err := c.ReadDir(dir + "/a/b"); err != nil || len(list) != 2 || list[0].Name() != "file" || list[1].Type() != fs.ModeSymlink {
			t.Errorf("%v, %v", list, err)
		}
		for _, p := range []string{dir + "/a/b/link", dir + "/a"} {
			if _, err := c.ReadFile(p, 10); !errors.Is(err, tree.ErrNotRegular) {
				t.Errorf("%s: %v", p, err)
			}
		}
		if err := c.Close(); err != nil {
			t.Error(err)
		}
	}
	if f, _, err := tree.Read(c, dir+"/link/link", 10); err != nil || string(f.Data) != "text" {
		t.Errorf("with links followed by package tree: %+v, %v", f, err)
	}
}
