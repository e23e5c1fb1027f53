package tree_test

import (
	"errors"
	"io/fs"
	"os"
	"path"
	"path/filepath"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/agentlayers/layers/tree"
	"github.com/agentlayers/layers/tree/disk"
)

// FuzzLinks lays a few files, folders and links out in memory and on disk: every path leads to the same place by the
// same hops in both, and where nothing leads out, to where the operating system says. A line of the plan is "f PATH",
// "d PATH" or "l PATH TARGET".
func FuzzLinks(f *testing.F) {
	f.Add("f a/b\nl c a\nl d c/b", "c/b")
	f.Add("l a b\nl b a", "a/x")
	f.Add("d a/b\nl a/b/c ../..\nl e /a/b/c", "e/a/b/../x")
	f.Add("f a\nl b a/", "b/.")
	f.Add("l a .\nl b a/a/a/b", "a/a/./a")
	f.Fuzz(func(t *testing.T, plan, ask string) {
		if len(plan)+len(ask) > 256 || strings.ContainsAny(plan+ask, "\x00\\:") {
			return
		}
		mem, dir := tree.NewMemory(), t.TempDir()
		real, err := filepath.EvalSymlinks(dir)
		if err != nil {
			t.Fatal(err)
		}
		inside := !strings.Contains(plan+ask, "..")
		for line := range strings.SplitSeq(plan, "\n") {
			words := strings.Fields(line)
			if len(words) < 2 || len(words[0]) != 1 || !strings.Contains("fdl", words[0]) || words[0] == "l" && len(words) != 3 {
				continue
			}
			p := path.Clean("/" + words[1])
			if !vacant(mem, p) {
				continue
			}
			full := filepath.Join(real, p)
			if err := os.MkdirAll(filepath.Dir(full), 0o755); err != nil {
				return // a name that this file system does not take
			}
			switch words[0] {
			case "f":
				err = os.WriteFile(full, nil, 0o600)
				mem.WriteFile(p, nil)
			case "d":
				err = os.Mkdir(full, 0o755)
				mem.Mkdir(p)
			default:
				err = os.Symlink(words[2], full)
				mem.Symlink(p, words[2])
				inside = inside && !strings.HasPrefix(words[2], "/")
			}
			if err != nil {
				return
			}
		}
		onDisk := tree.Rebase(disk.FS(), filepath.ToSlash(real), "/")
		want, wantErr := tree.EvalSymlinks(mem, "/"+ask)
		got, gotErr := tree.EvalSymlinks(onDisk, "/"+ask)
		if diff := cmp.Diff(want, got); diff != "" || (wantErr == nil) != (gotErr == nil) || errors.Is(wantErr, fs.ErrNotExist) != errors.Is(gotErr, fs.ErrNotExist) {
			t.Errorf("memory %v, disk %v (-memory +disk):\n%s", wantErr, gotErr, diff)
		}
		if system, err := filepath.EvalSymlinks(real + "/" + ask); inside && err == nil && gotErr == nil && system != filepath.Join(real, got.Path) {
			t.Errorf("%q leads to %s, the system says %s", ask, got.Path, system)
		}
	})
}

// vacant reports that p can be made: nothing is there, and what is above is a folder or missing.
func vacant(m *tree.Memory, p string) bool {
	if _, err := m.Lstat(p); err == nil || p == "/" {
		return false
	}
	for d := path.Dir(p); d != "/"; d = path.Dir(d) {
		if info, err := m.Lstat(d); err == nil && !info.IsDir() {
			return false
		}
	}
	return true
}
