package gittree_test

import (
	"bytes"
	"compress/zlib"
	"crypto/sha1"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"os/exec"
	"path"
	"path/filepath"
	"strings"
	"testing"

	"github.com/agentlayers/layers/tree"
	"github.com/agentlayers/layers/tree/gittree"
)

// repoFiles are the files of a repository that FuzzRepo replaces one of.
var repoFiles = []string{
	"HEAD", "config", "config.worktree", "commondir", "gitdir", "packed-refs", "shallow", "refs/heads/main", "objects/info/alternates",
	"objects/pack/pack-1.idx", "objects/pack/pack-1.pack", "worktrees/w/gitdir", "worktrees/w/HEAD", "../.git",
}

// FuzzRepo replaces one file of a repository by any bytes: everything ends in an answer or an *Error with a summary,
// and nothing outside of the repository is read.
func FuzzRepo(f *testing.F) {
	for i, text := range []string{
		"ref: refs/heads/x\n", "[core]\n\tworktree = /out\n[extensions]\n\tobjectformat = sha256\n", "", "/out\n", "", "# pack-refs\n1111 refs/heads/main\n^22\n",
		strings.Repeat("1", 40), "ref: refs/heads/main", "/out/objects\n../../out\n", "\xfftOc\x00\x00\x00\x02", "PACK\x00\x00\x00\x02\x00\x00\x00\x01\x9f", "/out/.git", "", "gitdir: /out\n",
	} {
		f.Add(i, []byte(text))
	}
	f.Fuzz(func(t *testing.T, which int, data []byte) {
		if which < 0 || len(data) > 1<<16 {
			return
		}
		m, top := small()
		name := repoFiles[which%len(repoFiles)]
		if name == "../.git" {
			m.Remove("/r/.git")
		}
		m.WriteFile(path.Join("/r/.git", name), data)
		m.WriteFile("/out/secret", []byte("kept out"))
		rec := tree.NewRecorder(m)
		if _, err := gittree.Inspect(rec, "/r", gittree.Options{}); err != nil {
			explained(t, err)
		}
		readAll(t, rec, top)
		for _, a := range rec.Accesses() {
			if tree.Within("/out", a.Path) && a.Digest != "" {
				t.Errorf("%s was read", a.Path)
			}
		}
	})
}

// FuzzObject replaces the content of one object: damaged folders and commits are named, never shown.
func FuzzObject(f *testing.F) {
	for i, s := range []string{"100644 a\x00" + strings.Repeat("x", 20), "40000 ..\x00" + strings.Repeat("x", 20), "tree " + strings.Repeat("1", 40) + "\nparent x\n", "object y"} {
		f.Add(i, []byte(s))
	}
	f.Fuzz(func(t *testing.T, kind int, content []byte) {
		if kind < 0 || len(content) > 1<<16 {
			return
		}
		m, _ := small()
		id := loose(m, []string{"tree", "commit", "tag", "blob"}[kind%4], content)
		readAll(t, m, id)
		if kind%4 == 0 {
			readAll(t, m, loose(m, "commit", []byte("tree "+id+"\n\nx\n")))
		}
	})
}

// FuzzConfig holds the reading of a repository's configuration against git itself, on what both accept: whether the
// repository is bare and where its work tree is.
func FuzzConfig(f *testing.F) {
	if _, err := exec.LookPath("git"); err != nil {
		f.Skip("git is not installed")
	}
	for _, s := range []string{
		"[core]\n\tbare = true\n", "[CORE]bare", "[core]\nbare=1 ; c\n[core \"x\"]\nbare = false\n", "[core]\n\tbare = \"tr\" ue\n", "[core]\nbare = yes # x\nBARE = off\n",
		"[a]\nb = \\\n c\n[core] bare = on\n", "[core]\nbare = \n", "\xef\xbb\xbf[core]\nbare=true",
	} {
		f.Add([]byte(s))
	}
	f.Fuzz(func(t *testing.T, text []byte) {
		if len(text) > 1<<12 || bytes.Contains(bytes.ToLower(text), []byte("include")) || bytes.IndexByte(text, 0) >= 0 {
			return // includes are deliberately not followed
		}
		m, _ := small()
		m.WriteFile("/r/.git/config", text)
		facts, err := gittree.Inspect(m, "/r/.git", gittree.Options{})
		file := filepath.Join(t.TempDir(), "config")
		if err := os.WriteFile(file, text, 0o600); err != nil {
			t.Fatal(err)
		}
		cmd := exec.CommandContext(t.Context(), "git", "config", "--file", file, "--type=bool", "--get", "core.bare")
		cmd.Env = []string{"PATH=" + os.Getenv("PATH"), "HOME=" + t.TempDir(), "GIT_CONFIG_NOSYSTEM=1"}
		out, gitErr := cmd.Output()
		if err != nil || gitErr != nil {
			return
		}
		if want := strings.TrimSpace(string(out)) == "true"; facts.Bare != want {
			t.Errorf("core.bare of %q: git says %v, ours %v", text, want, facts.Bare)
		}
	})
}

// small is a repository in memory with one commit of one file, and the id of the commit.
func small() (m *tree.Memory, id string) {
	m = tree.NewMemory()
	blob := loose(m, "blob", []byte("text\n"))
	folder := loose(m, "tree", append([]byte("100644 AGENTS.md\x00"), unhex(blob)...))
	id = loose(m, "commit", []byte("tree "+folder+"\nauthor a <a@example.invalid> 1 +0000\ncommitter a <a@example.invalid> 1 +0000\n\nx\n"))
	m.WriteFile("/r/.git/HEAD", []byte("ref: refs/heads/main\n"))
	m.WriteFile("/r/.git/refs/heads/main", []byte(id+"\n"))
	m.WriteFile("/r/.git/config", []byte("[core]\n\trepositoryformatversion = 0\n\tbare = false\n"))
	return m, id
}

func unhex(s string) []byte {
	var out []byte
	if _, err := fmt.Sscanf(s, "%x", &out); err != nil {
		panic(err) // made by loose
	}
	return out
}

// loose stores an object and gives its id.
func loose(m *tree.Memory, kind string, content []byte) string {
	raw := append(fmt.Appendf(nil, "%s %d\x00", kind, len(content)), content...)
	id := fmt.Sprintf("%x", sha1.Sum(raw)) //nolint:gosec // the name that git gives an object
	var buf bytes.Buffer
	z := zlib.NewWriter(&buf)
	_, _ = z.Write(raw) // a bytes.Buffer takes everything
	_ = z.Close()
	m.WriteFile("/r/.git/objects/"+id[:2]+"/"+id[2:], buf.Bytes())
	return id
}

// readAll opens the repository and reads the tree of a revision as far as a bound.
func readAll(t *testing.T, fsys tree.FS, rev string) {
	t.Helper()
	g, err := gittree.Open(fsys, "/r", gittree.Options{})
	if err != nil {
		explained(t, err)
		return
	}
	defer g.Close()
	c, err := g.Commit(rev)
	if err != nil {
		explained(t, err)
		return
	}
	v, err := g.Tree(c, "/repo")
	if err != nil {
		explained(t, err)
		return
	}
	todo, left := []string{"/repo"}, 50
	for len(todo) > 0 && left > 0 {
		dir := todo[0]
		todo = todo[1:]
		entries, err := v.ReadDir(dir)
		if err != nil {
			continue
		}
		for _, e := range entries {
			left--
			p := path.Join(dir, e.Name())
			if p == dir || path.Dir(p) != dir {
				t.Fatalf("%s holds the name %q", dir, e.Name())
			}
			if e.IsDir() {
				todo = append(todo, p)
			} else if _, err := v.ReadFile(p, 1<<16); err == nil && e.Type()&fs.ModeSymlink != 0 {
				t.Errorf("%s is a link and was read", p)
			}
		}
	}
}

// explained: an error of this package says what is wrong.
func explained(t *testing.T, err error) {
	t.Helper()
	var own *gittree.Error
	if !errors.As(err, &own) || own.Summary == "" || own.Code == "" {
		t.Errorf("not explained: %#v", err)
	}
}
