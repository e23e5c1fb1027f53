package gittree_test

import (
	"errors"
	"os"
	"path"
	"path/filepath"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/agentlayers/layers/tree"
	"github.com/agentlayers/layers/tree/disk"
	"github.com/agentlayers/layers/tree/gittree"
)

// TestFacts: what git itself made, on disk and copied into memory. "$" stands for the folder of the test, "@"
// for the commit.
func TestFacts(t *testing.T) {
	t.Parallel()
	r := newRepo(t)
	r.write("a", "1")
	r.commit("one")
	r.write("a", "2")
	id := r.commit("two")
	r.git("worktree", "add", "-q", "-b", "side", "../wt")
	r.git("clone", "-q", "--bare", ".", "../bare.git")
	r.git("-C", "../bare.git", "worktree", "add", "-q", "--detach", "../barewt")
	r.git("clone", "-q", "--depth=1", "file://"+r.slash(), "../shallow")
	r.git("clone", "-q", "--shared", ".", "../shared")
	r.git("clone", "-q", "--filter=blob:none", "--no-checkout", "file://"+r.slash(), "../partial")
	r.git("init", "-q", "-b", "main", "../super")
	r.at("../super").git("submodule", "add", "-q", "../main", "sub")
	r.git("init", "-q", "-b", "new", "../unborn")
	r.git("clone", "-q", ".", "../detached")
	r.at("../detached").git("checkout", "-q", "--detach")
	r.git("clone", "-q", "--separate-git-dir=../elsewhere", ".", "../separate")
	r.git("clone", "-q", ".", "../packed")
	r.at("../packed").git("pack-refs", "--all")
	r.at("../packed").git("config", "extensions.worktreeConfig", "true")
	r.git("init", "-q", "-b", "main", "--object-format=sha256", "../sha256")
	top := path.Dir(r.slash())

	usual := func(dir string) gittree.Facts {
		return gittree.Facts{
			Root: "$/" + dir, Main: "$/" + dir, GitDir: "$/" + dir + "/.git", CommonDir: "$/" + dir + "/.git",
			Head: gittree.Head{Ref: "refs/heads/main", Commit: "@"}, ObjectFormat: "sha1", RefFormat: "files",
		}
	}
	with := func(f gittree.Facts, change func(*gittree.Facts)) gittree.Facts {
		change(&f)
		return f
	}
	worktrees := []gittree.Worktree{{Name: "wt", Path: "$/wt"}}
	for dir, want := range map[string]gittree.Facts{
		"main":      with(usual("main"), func(f *gittree.Facts) { f.Worktrees = worktrees }),
		"main/.git": with(usual("main"), func(f *gittree.Facts) { f.Worktrees = worktrees }),
		"wt": with(usual("wt"), func(f *gittree.Facts) {
			f.Main, f.GitDir, f.CommonDir = "$/main", "$/main/.git/worktrees/wt", "$/main/.git"
			f.Linked, f.Verified, f.Head.Ref, f.Worktrees = true, true, "refs/heads/side", worktrees
		}),
		"bare.git": with(usual("bare.git"), func(f *gittree.Facts) {
			f.Root, f.Main, f.GitDir, f.CommonDir, f.Bare = "", "", "$/bare.git", "$/bare.git", true
			f.Worktrees = []gittree.Worktree{{Name: "barewt", Path: "$/barewt"}}
		}),
		"barewt": with(usual("barewt"), func(f *gittree.Facts) {
			f.Main, f.GitDir, f.CommonDir = "", "$/bare.git/worktrees/barewt", "$/bare.git"
			f.Linked, f.Verified, f.Head.Ref = true, true, ""
			f.Worktrees = []gittree.Worktree{{Name: "barewt", Path: "$/barewt"}}
		}),
		"shallow": with(usual("shallow"), func(f *gittree.Facts) { f.Shallow = true }),
		"shared": with(usual("shared"), func(f *gittree.Facts) {
			f.Alternates = []gittree.Alternate{{Path: "$/main/.git/objects"}}
		}),
		"partial": with(usual("partial"), func(f *gittree.Facts) { f.Partial = true }),
		"super/sub": with(usual("super/sub"), func(f *gittree.Facts) {
			f.GitDir, f.CommonDir, f.Verified = "$/super/.git/modules/sub", "$/super/.git/modules/sub", true
		}),
		"unborn":   with(usual("unborn"), func(f *gittree.Facts) { f.Head = gittree.Head{Ref: "refs/heads/new"} }),
		"detached": with(usual("detached"), func(f *gittree.Facts) { f.Head.Ref = "" }),
		"separate": with(usual("separate"), func(f *gittree.Facts) { f.GitDir, f.CommonDir = "$/elsewhere", "$/elsewhere" }),
		"packed":   usual("packed"),
		"sha256":   with(usual("sha256"), func(f *gittree.Facts) { f.Head.Commit, f.ObjectFormat = "", "sha256" }),
	} {
		for world, fsys := range map[string]tree.FS{"disk": disk.FS(), "memory": inMemory(t, filepath.FromSlash(top))} {
			got, err := gittree.Inspect(fsys, top+"/"+dir, gittree.Options{Follow: gittree.Always})
			if err != nil {
				t.Errorf("%s, %s: %v", dir, world, err)
				continue
			}
			if diff := cmp.Diff(want, shorten(got, top, id)); diff != "" {
				t.Errorf("%s, %s (-want +got):\n%s", dir, world, diff)
			}
		}
	}
}

// shorten replaces the folder of the test and the commit.
func shorten(f gittree.Facts, top, id string) gittree.Facts {
	short := func(p *string) { *p = strings.Replace(strings.Replace(*p, top, "$", 1), id, "@", 1) }
	for _, p := range []*string{&f.Root, &f.Main, &f.GitDir, &f.CommonDir, &f.Head.Commit} {
		short(p)
	}
	for i := range f.Worktrees {
		short(&f.Worktrees[i].Path)
	}
	for i := range f.Alternates {
		short(&f.Alternates[i].Path)
	}
	return f
}

// TestFactsInASystemRoot: a folder shown as "/" has its repositories at the paths they have there.
func TestFactsInASystemRoot(t *testing.T) {
	t.Parallel()
	r := newRepo(t)
	id := r.commit("one")
	fsys := tree.Rebase(disk.FS(), path.Dir(r.slash()), "/")
	f, err := gittree.Inspect(fsys, "/main", gittree.Options{})
	if err != nil || f.Root != "/main" || f.Head.Commit != id {
		t.Errorf("got %+v, %v", f, err)
	}
}

// TestSHA256IsRefusedByName: recognised, never "object not found".
func TestSHA256IsRefusedByName(t *testing.T) {
	t.Parallel()
	r := newRepo(t, "--object-format=sha256")
	r.write("a", "1")
	id := r.commit("one")
	f, err := gittree.Inspect(disk.FS(), r.slash(), gittree.Options{})
	if err != nil || f.ObjectFormat != "sha256" || f.Head.Commit != id {
		t.Errorf("facts %+v, %v", f, err)
	}
	_, err = gittree.Open(disk.FS(), r.slash(), gittree.Options{})
	var e *gittree.Error
	if !errors.As(err, &e) || e.Code != gittree.CodeFormat || !strings.Contains(e.Summary, "sha256") || !strings.Contains(e.Fix, "git worktree add") {
		t.Errorf("open: %v", err)
	}
}

// TestFollow: where a repository points out of itself, on each of the terms.
func TestFollow(t *testing.T) {
	t.Parallel()
	r := newRepo(t)
	r.write("a", "1")
	r.commit("one")
	r.git("worktree", "add", "-q", "../wt")
	r.git("clone", "-q", "--shared", ".", "../shared")
	r.git("clone", "-q", ".", "../relative")
	r.at("../relative").write(".git/objects/info/alternates", "../../../main/.git/objects\n")
	r.git("init", "-q", "../super")
	r.at("../super").git("submodule", "add", "-q", "../main", "sub")
	r.at("../forged").write(".git", "gitdir: ../main/.git\n")
	r.at("../borrowed").write(".git", "gitdir: ../main/.git/worktrees/wt\n")
	r.at("../gone").write(".git", "gitdir: ../main/.git/worktrees/no-such\n")
	r.git("clone", "-q", ".", "../common")
	r.at("../common").write(".git/commondir", "../../main/.git\n")
	r.at("../linked").write("x", "")
	link(t, "../main/.git", r.at("../linked/.git").dir)
	r.git("clone", "-q", ".", "../headlink")
	if err := os.Remove(r.at("../headlink/.git/HEAD").dir); err != nil {
		t.Fatal(err)
	}
	link(t, "../../main/.git/HEAD", r.at("../headlink/.git/HEAD").dir)

	for dir, want := range map[string][3]string{ // Never, Verified, Always
		"../main":      {"", "", ""},
		"../wt":        {"git-outside", "", ""},
		"../super/sub": {"git-outside", "", ""},
		"../shared":    {"git-outside", "git-outside", ""},
		"../relative":  {"git-outside", "git-outside", ""},
		"../forged":    {"git-outside", "git-outside", ""},
		"../borrowed":  {"git-outside", "git-outside", ""},
		"../gone":      {"git-outside", "git-outside", "git-not-found"},
		"../common":    {"git-outside", "git-outside", ""},
		"../linked":    {"git-outside", "git-outside", ""},
		"../headlink":  {"git-outside", "git-outside", ""},
	} {
		for i, follow := range []gittree.Follow{gittree.Never, gittree.Verified, gittree.Always} {
			got := ""
			g, err := gittree.Open(disk.FS(), r.at(dir).slash(), gittree.Options{Follow: follow})
			var e *gittree.Error
			switch {
			case errors.As(err, &e):
				got = string(e.Code)
			case err != nil:
				got = err.Error()
			default:
				if _, err := g.Commit("HEAD"); err != nil {
					t.Errorf("%s: HEAD: %v", dir, err)
				}
				if err := g.Close(); err != nil {
					t.Error(err)
				}
			}
			if got != want[i] {
				t.Errorf("%s with terms %d: %q (%v), want %q", dir, follow, got, err, want[i])
			}
		}
	}
	super := r.at("../super")
	if f, err := gittree.Inspect(disk.FS(), super.at("sub").slash(), gittree.Options{Within: super.slash()}); err != nil || f.Head.Commit == "" {
		t.Errorf("a submodule inside the folder that counts: %+v, %v", f, err)
	}
}

func link(t *testing.T, target, name string) {
	t.Helper()
	if err := os.Symlink(target, name); err != nil {
		t.Skipf("symbolic links: %v", err)
	}
}

// TestNothingOutsideIsRead: on the strictest terms no file out of the repository is opened.
func TestNothingOutsideIsRead(t *testing.T) {
	t.Parallel()
	for name, build := range map[string]func(*tree.Memory){
		"git file":  func(m *tree.Memory) { m.WriteFile("/r/.git", []byte("gitdir: /out/git")) },
		"commondir": func(m *tree.Memory) { plain(m, "/r/.git"); m.WriteFile("/r/.git/commondir", []byte("/out/git")) },
		"branches":  func(m *tree.Memory) { plain(m, "/r/.git"); m.Symlink("/r/.git/refs/heads", "/out/git/refs/heads") },
		"packs":     func(m *tree.Memory) { plain(m, "/r/.git"); m.Symlink("/r/.git/objects", "/out/git/objects") },
		"branch name": func(m *tree.Memory) {
			plain(m, "/r/.git")
			m.WriteFile("/r/.git/HEAD", []byte("ref: refs/heads/../../../../out/git/HEAD"))
		},
		"alternates": func(m *tree.Memory) {
			plain(m, "/r/.git")
			m.WriteFile("/r/.git/objects/info/alternates", []byte("/out/git/objects"))
		},
	} {
		m := tree.NewMemory()
		plain(m, "/out/git")
		build(m)
		rec := tree.NewRecorder(m)
		g, err := gittree.Open(rec, "/r", gittree.Options{})
		if err == nil {
			_, err = g.Commit("HEAD")
		}
		if err == nil {
			t.Errorf("%s: no error", name)
		}
		for _, a := range rec.Accesses() {
			if tree.Within("/out", a.Path) && a.Digest != "" {
				t.Errorf("%s: %s was read", name, a.Path)
			}
		}
	}
}

// plain makes the least that counts as a git folder.
func plain(m *tree.Memory, dir string) {
	m.WriteFile(dir+"/HEAD", []byte("ref: refs/heads/main\n"))
	m.WriteFile(dir+"/refs/heads/main", []byte(strings.Repeat("1", 40)+"\n"))
	m.WriteFile(dir+"/objects/11/"+strings.Repeat("1", 38), []byte("x"))
}

// TestNoRepository: what is missing is named.
func TestNoRepository(t *testing.T) {
	t.Parallel()
	m := tree.NewMemory()
	m.Mkdir("/none")
	m.Mkdir("/empty/.git")
	m.WriteFile("/words/.git", []byte("hello"))
	m.WriteFile("/loop/.git", []byte("gitdir: .git"))
	plain(m, "/badconf/.git")
	m.WriteFile("/badconf/.git/config", []byte("[core\n"))
	for dir, want := range map[string]string{
		"/none": "HEAD is missing", "/empty": "HEAD is missing", "/absent": "no such folder", "/words": "names no git folder",
		"/loop": "HEAD is missing", "/badconf": "no git configuration",
	} {
		if _, err := gittree.Inspect(m, dir, gittree.Options{}); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%s: %v, want %q", dir, err, want)
		}
	}
}
