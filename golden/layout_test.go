package golden

import (
	"errors"
	"io/fs"
	"maps"
	"regexp"
	"slices"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/agentlayers/layers/tree"
)

const layoutCase = `Everything at once.
cwd: ln/made/here
mkdir: empty
git-init: repo
git-worktree: repo wt/feature
symlink: ln -> repo
symlink: abs -> $ROOT/repo/a
symlink: sys -> /etc/codex
chomp: repo/a
bom: repo/a
crlf: repo/b
bytes: ln/c x\xff\0
bytes: sys/d through
expand: repo/e 7
expand: repo/none 3
delete: repo/gone
delete: repo/folder
mode: 000 repo/secret
mode: 644 repo/closed
mode: 111 repo/unlisted
repeat: 2 repo/n{{i}}/f
-- repo/a --
at $ROOT
-- repo/b --
1
2
-- repo/e --
abc
-- repo/none --
-- repo/gone --
-- repo/folder/x --
-- repo/secret --
s
-- repo/closed/in --
s
-- repo/unlisted/in --
open
-- repo/n{{i}}/f --
number {{i}}
-- etc/codex/config.toml --
system
`

// listing describes every entry below dir: content, link text, or why it cannot be read.
func listing(t *testing.T, fsys tree.FS, dir string) map[string]string {
	t.Helper()
	out := map[string]string{}
	var visit func(p string)
	visit = func(p string) {
		info, err := fsys.Lstat(p)
		if err != nil {
			out[p] = "lstat " + word(err)
			return
		}
		switch mode := info.Mode(); {
		case mode.IsDir():
			out[p] = "folder"
			entries, err := fsys.ReadDir(p)
			if err != nil {
				out[p] = "folder " + word(err)
			}
			for _, e := range entries {
				visit(p + "/" + e.Name())
			}
		case mode&fs.ModeSymlink != 0:
			text, err := fsys.ReadLink(p)
			out[p] = "-> " + text + word(err)
		default:
			f, err := fsys.ReadFile(p, readLimit)
			out[p] = string(f.Data) + word(err)
		}
	}
	visit(dir)
	return out
}

func word(err error) string {
	switch {
	case err == nil:
		return ""
	case errors.Is(err, fs.ErrPermission):
		return "(no permission)"
	}
	return err.Error()
}

func TestLayout(t *testing.T) {
	t.Parallel()
	c, err := Parse("layout", []byte(layoutCase))
	if err != nil {
		t.Fatal(err)
	}
	want := map[string]string{
		"/mnt/empty": "folder", "/mnt/home": "folder", "/mnt/repo/made/here": "folder",
		"/mnt/ln": "-> repo", "/mnt/abs": "-> /mnt/repo/a", "/mnt/sys": "-> /etc/codex",
		"/mnt/repo/a": "\xef\xbb\xbfat /mnt", "/mnt/repo/b": "1\r\n2\r\n", "/mnt/repo/c": "x\xff\x00",
		"/mnt/repo/e": "abc\nabc", "/mnt/repo/none": "xxx",
		"/mnt/repo/secret": "(no permission)", "/mnt/repo/closed/in": "lstat (no permission)",
		"/mnt/repo/unlisted":     "folder (no permission)",
		"/mnt/repo/n000/f":       "number 000\n",
		"/mnt/repo/n001/f":       "number 001\n",
		"/mnt/etc/codex/d":       "through",
		"/mnt/wt/feature/.git":   "gitdir: /mnt/repo/.git/worktrees/feature\n",
		"/etc/codex/config.toml": "system\n",
		"/etc/codex/d":           "through",
		"/mnt/repo/gone":         "", "/mnt/repo/folder": "",
	}
	for _, kind := range Kinds() {
		fsys, err := c.Layout(t, kind)
		if err != nil {
			t.Fatal(err)
		}
		all := listing(t, fsys, "/mnt")
		maps.Copy(all, listing(t, fsys, "/etc"))
		got := map[string]string{}
		for p := range want {
			got[p] = all[p]
		}
		if diff := cmp.Diff(want, got); diff != "" {
			t.Errorf("%s: -want +got\n%s", kind, diff)
		}
		if f, _, err := tree.Read(fsys, "/mnt/repo/unlisted/in", readLimit); err != nil || string(f.Data) != "open\n" {
			t.Errorf("%s: a file in a folder that may be passed and not listed: %q, %v", kind, f.Data, err)
		}
		if info, err := fsys.Lstat("/mnt/repo/secret"); err != nil || info.Mode() != 0 {
			t.Errorf("%s: mode of secret is %v, %v", kind, info, err)
		}
	}
}

// TestLayoutsAgree lays every recorded case out both ways: names, content, links and refusals are the same.
func TestLayoutsAgree(t *testing.T) {
	t.Parallel()
	files, err := archives("testdata")
	if err != nil {
		t.Fatal(err)
	}
	for _, f := range files {
		c, err := Load(f)
		if err != nil {
			t.Fatal(err)
		}
		t.Run(c.Name, func(t *testing.T) {
			t.Parallel()
			var trees []map[string]string
			for _, kind := range Kinds() {
				fsys, err := c.Layout(t, kind)
				if err != nil {
					t.Fatal(err)
				}
				if !tree.IsDir(fsys, c.Cwd) {
					t.Errorf("%s: the working directory %s is no folder", kind, c.Cwd)
				}
				trees = append(trees, listing(t, fsys, "/mnt"))
			}
			if diff := cmp.Diff(trees[0], trees[1]); diff != "" {
				t.Errorf("-memory +disk\n%s", diff)
			}
		})
	}
}

func TestLayoutErrors(t *testing.T) {
	t.Parallel()
	for header, want := range map[string]string{
		"chomp: repo/none":                                              "does not exist|no such file",
		"delete: repo/none":                                             "does not exist|no such file",
		"mode: 000 repo/none":                                           "does not exist|no such file",
		"git-worktree: repo wt":                                         "no repository",
		"git-init: repo\ngit-init: repo":                                "already exists",
		"symlink: a -> b\nsymlink: a -> b":                              "already exists",
		"symlink: a -> /usr\nbytes: a/b x":                              "does not exist",
		"mkdir: repo/a\nbytes: repo/a x":                                "a folder is there",
		"bytes: repo/a x\nbytes: repo/a/b x":                            "already exists",
		"symlink: loop -> loop\nbytes: loop/x y":                        "too many levels",
		"git-init: r\ngit-worktree: r w\nmkdir: w\n":                    "already exists",
		"git-init: r\ngit-worktree: r a/w\ncwd: x\ngit-worktree: r b/w": "already exists",
	} {
		c, err := Parse("x", []byte(header+"\n"))
		if err != nil {
			t.Fatal(err)
		}
		for _, kind := range Kinds() {
			if _, err := c.Layout(t, kind); err == nil || !regexp.MustCompile(want).MatchString(err.Error()) {
				t.Errorf("%s: %q: error %v, want one that matches %q", kind, header, err, want)
			}
		}
	}
}

func TestKinds(t *testing.T) {
	t.Parallel()
	c, err := Parse("x", nil)
	if err != nil {
		t.Fatal(err)
	}
	if _, err := c.Layout(t, "paper"); err == nil {
		t.Error("an unknown kind is no error")
	}
	if !slices.Contains(Kinds(), Memory) {
		t.Error("memory is missing")
	}
}
