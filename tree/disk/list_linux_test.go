package disk

import (
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"golang.org/x/sys/unix"
)

// TestReadDirAsPackageOS: a folder of everything, and one that does not fit into one call, are listed as package os
// lists them, and so are the errors.
func TestReadDirAsPackageOS(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	mixed, many, empty := filepath.Join(dir, "mixed"), filepath.Join(dir, "many"), filepath.Join(dir, "empty")
	for _, d := range []string{mixed, many, empty, filepath.Join(mixed, "folder"), filepath.Join(mixed, " odd\n\xff")} {
		if err := os.Mkdir(d, 0o755); err != nil {
			t.Fatal(err)
		}
	}
	if err := unix.Mkfifo(filepath.Join(mixed, "pipe"), 0o600); err != nil {
		t.Fatal(err)
	}
	if err := os.Symlink("folder", filepath.Join(mixed, "link")); err != nil {
		t.Fatal(err)
	}
	for i := range 400 {
		name := fmt.Sprintf("%s-%d", strings.Repeat("n", 1+i%200), i)
		if err := os.WriteFile(filepath.Join(many, name), nil, 0o600); err != nil {
			t.Fatal(err)
		}
	}
	for _, d := range []string{mixed, many, empty, filepath.Join(mixed, "link"), filepath.Join(mixed, "pipe"), dir + "/absent"} {
		want, wantErr := os.ReadDir(d)
		got, err := FS().ReadDir(d)
		if diff := cmp.Diff(listing(t, want), listing(t, got)); diff != "" {
			t.Errorf("%s: %s", d, diff)
		}
		if fmt.Sprint(err) != fmt.Sprint(wantErr) {
			t.Errorf("%s: error %v, want %v", d, err, wantErr)
		}
	}
}

func listing(t *testing.T, entries []fs.DirEntry) []string {
	t.Helper()
	out := []string{}
	for _, e := range entries {
		info, err := e.Info()
		if err != nil {
			t.Fatal(err)
		}
		out = append(out, fmt.Sprintf("%q %v %v %v", e.Name(), e.IsDir(), e.Type(), info.Mode()))
	}
	return out
}

// TestReadFileAsPackageOS: bytes and identity are those that package os gives, for sizes around those of the first
// read, for limits around the size, and for a file that says nothing about its size.
func TestReadFileAsPackageOS(t *testing.T) {
	t.Parallel()
	p := filepath.Join(t.TempDir(), "f")
	for _, size := range []int{0, 1, 511, 512, 513, 4095, 4096, 70000} {
		if err := os.WriteFile(p, []byte(strings.Repeat("x", size)), 0o640); err != nil {
			t.Fatal(err)
		}
		if err := os.Chmod(p, 0o640|os.ModeSetgid|os.ModeSticky); err != nil {
			t.Fatal(err)
		}
		info, err := os.Lstat(p)
		if err != nil {
			t.Fatal(err)
		}
		for _, limit := range []int64{-1, 0, int64(size) - 1, int64(size), int64(size) + 1, 1 << 24} {
			f, err := FS().ReadFile(p, limit)
			if want := min(int64(size), max(limit, 0)); int64(len(f.Data)) != want {
				t.Errorf("size %d, limit %d: %d bytes", size, limit, len(f.Data))
			}
			if (err != nil) != (int64(size) > limit) {
				t.Errorf("size %d, limit %d: error %v", size, limit, err)
			}
			if diff := cmp.Diff(identity(info), f.Identity); diff != "" {
				t.Errorf("size %d, limit %d: %s", size, limit, diff)
			}
		}
	}
	want, err := os.ReadFile("/proc/self/mounts")
	if err != nil {
		t.Skip("skipped: there is no /proc here")
	}
	if f, err := FS().ReadFile("/proc/self/mounts", 1<<24); err != nil || string(f.Data) != string(want) {
		t.Errorf("/proc/self/mounts: %d bytes, want %d, error %v", len(f.Data), len(want), err)
	}
}
