package gittree_test

import (
	"bytes"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"os/exec"
	"path"
	"path/filepath"
	"strings"
	"sync"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/agentlayers/layers/tree"
	"github.com/agentlayers/layers/tree/disk"
	"github.com/agentlayers/layers/tree/gittree"
)

// TestSameTreeEverywhere: one tree on disk, in memory and in a commit gives the same answers to every question,
// at every path and along every link.
func TestSameTreeEverywhere(t *testing.T) {
	t.Parallel()
	r := newRepo(t)
	for name, text := range map[string]string{
		"AGENTS.md": "x", "a/b/file": "text", "a/other": "o", "a.b": "1", "a-b": "2", "a0": "3", "Z": "4", "ä": "5", "empty": "",
		"name\nwith\x1b[31m": "6", "deep/er/and/er/x": "7", "big": strings.Repeat("0123456789", 5000),
	} {
		r.write(name, text)
	}
	r.write("tool", "#!/bin/sh\n")
	if err := os.Chmod(r.at("tool").dir, 0o755); err != nil {
		t.Fatal(err)
	}
	links := map[string]string{
		"rel": "a/b/file", "dir": "a/b", "up": "a/b/../other", "dangling": "nowhere", "loop": "loop2", "loop2": "loop",
		"out": "../../../../../../../../../etc/none", "through": "AGENTS.md/x", "abs": "/repo/a/b/file", "absdir": "/repo/a", "a/self": ".",
	}
	for name, target := range links {
		link(t, target, r.at(name).dir)
	}
	r.commit("all")
	mem := inMemory(t, r.dir)
	mem.Chmod(r.slash()+"/tool", 0o755)
	worlds := map[string]tree.FS{
		"memory": tree.Rebase(mem, r.slash(), "/repo"), "loose commit": r.view("HEAD"),
	}
	r.git("repack", "-adq")
	worlds["packed commit"] = r.view("HEAD")
	want := answers(tree.Mounts(map[string]tree.FS{"/repo": tree.Rebase(disk.FS(), r.slash(), "/repo")}))
	for name, fsys := range worlds {
		if diff := cmp.Diff(want, answers(tree.Mounts(map[string]tree.FS{"/repo": fsys}))); diff != "" {
			t.Errorf("%s (-disk +got):\n%s", name, diff)
		}
	}
	if len(want) < 40 {
		t.Errorf("only %d answers were compared", len(want))
	}
}

// answers asks fsys everything about /repo and what its links lead to, ".git" left out.
func answers(fsys tree.FS) []string {
	var out []string
	note := func(format string, args ...any) { out = append(out, fmt.Sprintf(format, args...)) }
	var walk func(p string)
	walk = func(p string) {
		info, err := fsys.Lstat(p)
		if err != nil {
			note("%q: %s", p, class(err))
			return
		}
		kind, exec := info.Mode().Type(), info.Mode().IsRegular() && info.Mode()&0o100 != 0
		if info.Mode().IsRegular() || kind == fs.ModeSymlink {
			note("%q: %v %v %d bytes", p, kind, exec, info.Size())
		}
		for _, limit := range []int64{1 << 20, 7, 0} {
			f, err := fsys.ReadFile(p, limit)
			note("%q: read %d: %q, size %d, %s", p, limit, f.Data, f.Identity.Size, class(err))
		}
		switch {
		case info.IsDir():
			entries, err := fsys.ReadDir(p)
			note("%q: %d entries, %s", p, len(entries), class(err))
			for _, e := range entries {
				if e.Name() != ".git" {
					walk(path.Join(p, e.Name()))
				}
			}
		case kind == fs.ModeSymlink:
			text, err := fsys.ReadLink(p)
			note("%q: links to %q, %s", p, text, class(err))
			for _, to := range []string{p, p + "/file", p + "/../other"} {
				r, err := tree.EvalSymlinks(fsys, to)
				note("%q leads to %q by %q, %s", to, r.Path, r.Hops, class(err))
			}
		default:
			_, err := fsys.ReadLink(p)
			note("%q: no link: %v", p, err != nil)
			_, err = fsys.ReadDir(p)
			note("%q: no folder: %v", p, err != nil)
		}
	}
	walk("/repo")
	walk("/repo/none")
	return out
}

// class is the kind of an error, the same for every file system.
func class(err error) string {
	for _, known := range []error{fs.ErrNotExist, tree.ErrNotRegular, tree.ErrTooLarge, tree.ErrTooManyLinks} {
		if errors.Is(err, known) {
			return known.Error()
		}
	}
	switch {
	case err == nil:
		return "fine"
	case tree.IsMissing(err):
		return "not a folder on the way"
	}
	return "error"
}

// TestMarkerAndSubmodule: what a view adds to the tree, and what it cannot hold.
func TestMarkerAndSubmodule(t *testing.T) {
	t.Parallel()
	inner := newRepo(t)
	inner.write("x", "1")
	commit := inner.commit("one")
	r := newRepo(t)
	r.git("submodule", "add", "-q", inner.dir, "sub")
	r.write("f", "x")
	r.git("add", "-A")
	id := r.commit("two")
	for _, at := range []string{"/repo", "/", "/home/u/src/x"} {
		g := r.open(gittree.Options{})
		c, err := g.Commit("HEAD")
		if err != nil {
			t.Fatal(err)
		}
		v, err := g.Tree(c, at)
		if err != nil {
			t.Fatal(err)
		}
		head, _, err := tree.Read(v, path.Join(at, ".git/HEAD"), 100)
		if err != nil || string(head.Data) != id+"\n" || !tree.IsDir(v, path.Join(at, ".git")) {
			t.Errorf("%s: marker %q, %v", at, head.Data, err)
		}
		var names []string
		entries, err := v.ReadDir(at)
		for _, e := range entries {
			names = append(names, e.Name())
		}
		if want := []string{".git", ".gitmodules", "f", "sub"}; err != nil || !cmp.Equal(names, want) {
			t.Errorf("%s holds %q, %v; want %q", at, names, err, want)
		}
		info, err := v.Lstat(path.Join(at, "sub"))
		if err != nil || !info.IsDir() || info.Sys() != (gittree.Entry{ID: commit, Submodule: true}) {
			t.Errorf("submodule: %+v, %v", info, err)
		}
		if inside, err := v.ReadDir(path.Join(at, "sub")); err != nil || len(inside) != 0 {
			t.Errorf("submodule holds %v, %v", inside, err)
		}
		for _, p := range []string{"/etc", "/repository", path.Join(at, "sub/x"), path.Join(at, "f/x")} {
			if _, err := v.Lstat(p); !errors.Is(err, fs.ErrNotExist) {
				t.Errorf("%s: %s: %v", at, p, err)
			}
		}
		info, err = v.Lstat(path.Join(at, "f"))
		if err != nil || info.Sys() != (gittree.Entry{ID: r.git("rev-parse", "HEAD:f")}) {
			t.Errorf("f: %+v, %v", info, err)
		}
	}
}

// TestPacksOfEveryShape: deltas by place and by name, deep chains, both versions of the index, many packs and
// offsets beyond 31 bits give the bytes that git gives.
func TestPacksOfEveryShape(t *testing.T) {
	t.Parallel()
	r := newRepo(t)
	lines := strings.Split(strings.Repeat("a line of some length that stays\n", 400), "\n")
	for i := range 40 {
		lines[i*7] = fmt.Sprint("changed in ", i)
		r.write("dir/file", strings.Join(lines, "\n"))
		for j := range 30 {
			r.write(fmt.Sprintf("many/%02d", j), fmt.Sprint(j, i/(j+1)))
		}
		r.commit(fmt.Sprint(i))
		if i%10 == 5 {
			r.git("repack", "-dq") // a further pack
		}
	}
	for name, shape := range map[string][]string{
		"many packs": nil,
		"one pack":   {"repack", "-adfq", "--depth=50", "--window=50"},
		"by name":    {"-c", "repack.useDeltaBaseOffset=false", "repack", "-adfq", "--depth=50"},
		"old index":  {"-c", "pack.indexVersion=1", "repack", "-adfq"},
		"multi":      {"multi-pack-index", "write"},
	} {
		if shape != nil {
			r.git(shape...)
		}
		compareCommits(t, r, name)
	}
	farIndex(t, r)
	compareCommits(t, r, "far offsets")
}

// farIndex rewrites the index of the one pack so that every offset stands in the table of large ones.
func farIndex(t *testing.T, r repo) {
	t.Helper()
	r.git("repack", "-adfq")
	packs, err := filepath.Glob(filepath.Join(r.dir, ".git/objects/pack/*.pack"))
	if err != nil || len(packs) != 1 {
		t.Fatal(packs, err)
	}
	idx := strings.TrimSuffix(packs[0], ".pack") + ".idx"
	if err := os.Remove(idx); err != nil {
		t.Fatal(err)
	}
	r.git("index-pack", "--index-version=2,0x40", packs[0])
}

func compareCommits(t *testing.T, r repo, name string) {
	t.Helper()
	g := r.open(gittree.Options{})
	for i := 0; i < 40; i += 3 {
		rev := fmt.Sprintf("HEAD~%d", i)
		c, err := g.Commit(rev)
		if err != nil {
			t.Fatalf("%s: %v", name, err)
		}
		v, err := g.Tree(c, "/r")
		if err != nil {
			t.Fatalf("%s: %v", name, err)
		}
		for _, p := range []string{"dir/file", "many/00", "many/07", "many/29"} {
			f, err := v.ReadFile("/r/"+p, 1<<20)
			info, infoErr := v.Lstat("/r/" + p)
			want := show(t, r, rev+":"+p)
			if err != nil || infoErr != nil || !bytes.Equal(f.Data, want) || info.Size() != int64(len(want)) {
				t.Errorf("%s: %s:%s differs from git: %v, %v", name, rev, p, err, infoErr)
			}
		}
	}
}

func show(t *testing.T, r repo, object string) []byte {
	t.Helper()
	out, err := exec.Command("git", "-C", r.dir, "cat-file", "blob", object).Output()
	if err != nil {
		t.Fatal(err)
	}
	return out
}

// TestReadsOnlyWhatIsOnTheWay: reading 20 of 20,000 files inflates little more than those and the folders that
// lead to them.
func TestReadsOnlyWhatIsOnTheWay(t *testing.T) {
	t.Parallel()
	r := newRepo(t)
	var input strings.Builder
	input.WriteString("commit refs/heads/main\ncommitter a <a@example.invalid> 1000000000 +0000\ndata 0\n")
	for i := range 20_000 {
		text := fmt.Sprint("file ", i)
		fmt.Fprintf(&input, "M 644 inline d%d/d%d/f%d\ndata %d\n%s\n", i%20, i%200/20, i, len(text), text)
	}
	if out, err := r.feed(input.String(), "fast-import", "--quiet"); err != nil {
		t.Fatal(out)
	}
	r.git("repack", "-adfq")
	g := r.open(gittree.Options{})
	c, err := g.Commit("HEAD")
	if err != nil {
		t.Fatal(err)
	}
	v, err := g.Tree(c, "/r")
	if err != nil {
		t.Fatal(err)
	}
	const files, folders = 20, 1 + 20 + 20
	for i := range files {
		p := fmt.Sprintf("/r/d%d/d%d/f%d", i, i%200/20, i)
		f, _, err := tree.Read(v, p, 1000)
		if want := fmt.Sprint("file ", i); err != nil || string(f.Data) != want {
			t.Fatalf("%s: %q, %v", p, f.Data, err)
		}
	}
	need := 1 + folders + files
	t.Logf("%d objects inflated, %d are on the way", g.Reads(), need)
	if g.Reads() > 3*need {
		t.Errorf("%d objects inflated for %d on the way", g.Reads(), need)
	}
}

// TestManyReaders: one view is read by many at once.
func TestManyReaders(t *testing.T) {
	t.Parallel()
	r := newRepo(t)
	for i := range 50 {
		r.write(fmt.Sprintf("d%d/f", i), strings.Repeat(fmt.Sprint(i), 100))
	}
	r.commit("one")
	r.git("repack", "-adq")
	v := r.view("HEAD")
	var wg sync.WaitGroup
	for range 8 {
		wg.Go(func() {
			for i := range 50 {
				f, err := v.ReadFile(fmt.Sprintf("/repo/d%d/f", i), 1000)
				if err != nil || string(f.Data) != strings.Repeat(fmt.Sprint(i), 100) {
					t.Errorf("d%d/f: %v", i, err)
				}
			}
		})
	}
	wg.Wait()
}

// TestClosed: a view of a closed repository says so.
func TestClosed(t *testing.T) {
	t.Parallel()
	r := newRepo(t)
	r.write("f", "x")
	r.commit("one")
	g, v, c, err := gittree.OpenTree(disk.FS(), r.slash(), "HEAD", "/r", gittree.Options{})
	if err != nil || c.ID != r.git("rev-parse", "HEAD") {
		t.Fatal(c, err)
	}
	if err := g.Close(); err != nil {
		t.Fatal(err)
	}
	if _, err := v.ReadFile("/r/f", 10); err == nil || !strings.Contains(err.Error(), "closed") {
		t.Errorf("read after close: %v", err)
	}
}
