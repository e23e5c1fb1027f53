package tree_test

import (
	"errors"
	"io/fs"
	"os"
	"path"
	"path/filepath"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/agentlayers/layers/tree"
	"github.com/agentlayers/layers/tree/disk"
)

// worlds lays one tree out in memory and on disk, both seen at "/".
func worlds(t *testing.T, files, links map[string]string) map[string]tree.FS {
	t.Helper()
	mem, dir := tree.NewMemory(), t.TempDir()
	real, err := filepath.EvalSymlinks(dir)
	if err != nil {
		t.Fatal(err)
	}
	for p, text := range files {
		mem.WriteFile(p, []byte(text))
		full := filepath.Join(dir, p)
		if err := os.MkdirAll(filepath.Dir(full), 0o755); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(full, []byte(text), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	for p, target := range links {
		mem.Symlink(p, target)
		full := filepath.Join(dir, p)
		if err := os.MkdirAll(filepath.Dir(full), 0o755); err != nil {
			t.Fatal(err)
		}
		if err := os.Symlink(target, full); err != nil {
			t.Skipf("symbolic links: %v", err)
		}
	}
	return map[string]tree.FS{
		"memory": mem,
		"disk":   tree.Rebase(disk.FS(), filepath.ToSlash(real), "/"),
		"mounts": tree.Mounts(map[string]tree.FS{"/": mem}),
	}
}

// TestLinksMeanTheSameEverywhere: links relative, absolute, through folders, with "..", broken and in circles.
func TestLinksMeanTheSameEverywhere(t *testing.T) {
	t.Parallel()
	all := worlds(t,
		map[string]string{"/a/b/file": "text", "/a/other": "x", "/top": "top"},
		map[string]string{
			"/rel": "a/b/file", "/abs": "/a/b/file", "/dir": "a/b", "/up": "a/b/../other", "/chain": "dir/file",
			"/dangling": "nowhere", "/loop": "loop2", "/loop2": "loop", "/out": "../../../top", "/through": "top/x",
		})
	for p, want := range map[string]string{
		"/rel": "/a/b/file", "/abs": "/a/b/file", "/dir/file": "/a/b/file", "/dir/../other": "/a/other",
		"/up": "/a/other", "/chain": "/a/b/file", "/out": "/top", "/a/./b//file": "/a/b/file",
		"/dangling": "missing", "/loop": "loop", "/top/x": "not a folder", "/through": "not a folder",
	} {
		for name, fsys := range all {
			r, err := tree.EvalSymlinks(fsys, p)
			got := r.Path
			switch {
			case errors.Is(err, fs.ErrNotExist):
				got = "missing"
			case errors.Is(err, tree.ErrTooManyLinks):
				got = "loop"
			case tree.IsMissing(err):
				got = "not a folder"
			case err != nil:
				got = err.Error()
			}
			if got != want {
				t.Errorf("%s: %s leads to %q, want %q", name, p, got, want)
			}
		}
	}
}

func TestHops(t *testing.T) {
	t.Parallel()
	for name, fsys := range worlds(t, map[string]string{"/a/file": "x"}, map[string]string{"/dir": "a", "/l": "dir/file"}) {
		r, err := tree.EvalSymlinks(fsys, "/l")
		if err != nil {
			t.Fatal(err)
		}
		want := []tree.Hop{{Link: "/l", Target: "dir/file"}, {Link: "/dir", Target: "a"}}
		if diff := cmp.Diff(want, r.Hops); diff != "" {
			t.Errorf("%s (-want +got):\n%s", name, diff)
		}
	}
}

func TestRead(t *testing.T) {
	t.Parallel()
	for name, fsys := range worlds(t, map[string]string{"/file": "12345", "/d/x": ""}, map[string]string{"/l": "file"}) {
		if f, _, err := tree.Read(fsys, "/l", 5); err != nil || string(f.Data) != "12345" {
			t.Errorf("%s: read %q, %v", name, f.Data, err)
		}
		if _, _, err := tree.Read(fsys, "/l", 4); !errors.Is(err, tree.ErrTooLarge) {
			t.Errorf("%s: over the limit: %v", name, err)
		}
		if _, _, err := tree.Read(fsys, "/d", 9); !errors.Is(err, tree.ErrNotRegular) {
			t.Errorf("%s: a folder: %v", name, err)
		}
		if _, err := fsys.ReadFile("/l", 9); !errors.Is(err, tree.ErrNotRegular) {
			t.Errorf("%s: a file system followed a link by itself: %v", name, err)
		}
	}
}

func TestRecorderReadsOnce(t *testing.T) {
	t.Parallel()
	m := tree.NewMemory()
	m.WriteFile("/f", []byte("one"))
	r := tree.NewRecorder(m)
	first, err := r.ReadFile("/f", 10)
	if err != nil {
		t.Fatal(err)
	}
	m.WriteFile("/f", []byte("two"))
	again, err := r.ReadFile("/f", 10)
	if err != nil || string(again.Data) != string(first.Data) {
		t.Errorf("the second read gave %q, %v", again.Data, err)
	}
	if _, err := r.Lstat("/none"); !errors.Is(err, fs.ErrNotExist) {
		t.Error(err)
	}
	want := []tree.Access{{Path: "/f", Found: "file", Digest: tree.Digest([]byte("one"))}, {Path: "/none", Found: "absent"}}
	if diff := cmp.Diff(want, r.Accesses()); diff != "" {
		t.Errorf("-want +got:\n%s", diff)
	}
}

func TestModesInMemory(t *testing.T) {
	t.Parallel()
	m := tree.NewMemory()
	m.WriteFile("/d/f", []byte("x"))
	m.WriteFile("/g", []byte("x"))
	m.Chmod("/g", 0)
	m.Chmod("/d", 0o600)
	for _, p := range []string{"/g", "/d/f"} {
		if _, err := m.ReadFile(p, 10); !errors.Is(err, fs.ErrPermission) {
			t.Errorf("%s: %v", p, err)
		}
	}
}

func TestBelowIsJoin(t *testing.T) {
	t.Parallel()
	dirs := []string{"/", "/a", "/a/b", "/a/", "//a", "/a//b", "/a/./b", "/a/../b", "/..", "/a/..", "/a/.b", "/a/..b", "a", "", "."}
	for _, dir := range dirs {
		for _, rel := range append(dirs, "x", "x/y", ".x", "..", "x/", "../x", "x/../y", "x//y", "./x") {
			if want, got := path.Join(dir, rel), tree.Below(dir, rel); got != want {
				t.Errorf("%q below %q: %q, want %q", rel, dir, got, want)
			}
		}
	}
}
