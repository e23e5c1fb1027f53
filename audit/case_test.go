package audit_test

import (
	"encoding/json"
	"fmt"
	"os"
	"path"
	"path/filepath"
	"strconv"
	"strings"
	"testing"

	"golang.org/x/tools/txtar"

	"github.com/agentlayers/layers/tree"
	"github.com/agentlayers/layers/tree/disk"
)

// auditCase is one archive of testdata/cases; README.md beside them describes the format.
type auditCase struct {
	name       string
	directives map[string][]string
	files      []txtar.File
	want       expectation
}

type expectation struct {
	Clean    bool     `json:"clean"`
	Findings []wanted `json:"findings"`
	Forbid   []string `json:"forbid"`
}

type wanted struct {
	Rule     string `json:"rule"`
	Severity string `json:"severity"`
	File     string `json:"file"`
	Line     int    `json:"line"` // 0: any
}

var known = []string{
	"agent", "git-init", "cwd", "symlink", "exec", "unescape", "fifo", "sparse", "git-config", "git-hook",
	"git-hook-noexec", "git-hook-sample", "linked-worktree", "modes", "platform", "expand", "persona",
}

func readCase(t *testing.T, file string) *auditCase {
	t.Helper()
	ar, err := txtar.ParseFile(file)
	if err != nil {
		t.Fatal(err)
	}
	c := &auditCase{name: strings.TrimSuffix(filepath.Base(file), ".txtar"), directives: map[string][]string{}}
	_, head, _ := strings.Cut(string(ar.Comment), "\n\n")
	for line := range strings.SplitSeq(head, "\n") {
		if strings.TrimSpace(line) == "" {
			continue
		}
		key, value, ok := strings.Cut(line, ":")
		if !ok || !contains(known, key) {
			t.Fatalf("%s: unknown directive %q", c.name, line)
		}
		c.directives[key] = append(c.directives[key], strings.TrimSpace(value))
	}
	for _, f := range ar.Files {
		if f.Name != "expect.json" {
			f.Data = c.data(f)
			c.files = append(c.files, f)
			continue
		}
		if err := json.Unmarshal(f.Data, &c.want); err != nil {
			t.Fatalf("%s: expect.json: %v", c.name, err)
		}
	}
	return c
}

func contains(list []string, s string) bool {
	for _, x := range list {
		if x == s {
			return true
		}
	}
	return false
}

func (c *auditCase) is(key, value string) bool { return contains(c.directives[key], value) }

// runs reports whether the case is for the mode: "worktree" or "tree".
func (c *auditCase) runs(mode string) bool {
	m := c.directives["modes"]
	return len(m) == 0 || m[0] == mode
}

// data undoes the escapes of a file that has them.
func (c *auditCase) data(f txtar.File) []byte {
	if !c.is("unescape", f.Name) {
		return f.Data
	}
	text := string(f.Data)
	var b strings.Builder
	for {
		before, rest, found := strings.Cut(text, `\u{`)
		hex, after, closed := strings.Cut(rest, "}")
		code, err := strconv.ParseUint(hex, 16, 32)
		if !found || !closed || err != nil {
			b.WriteString(text)
			return []byte(b.String())
		}
		b.WriteString(before + string(rune(code)))
		text = after
	}
}

// target is where a case is built: a folder of the disk, or memory.
type target interface {
	file(p string, data []byte, exec bool)
	link(p, to string)
	fifo(p string)
	sparse(p string, size int64)
}

// build lays the case out below base: base/repo, base/home, base/outside and, for a linked worktree, base/main.
func (c *auditCase) build(to target, base string, worktree bool) {
	place := func(name string) string {
		if rest, ok := strings.CutPrefix(name, "@home/"); ok {
			return path.Join(base, "home", rest)
		}
		if rest, ok := strings.CutPrefix(name, "@outside/"); ok {
			return path.Join(base, "outside", rest)
		}
		return path.Join(base, "repo", name)
	}
	to.file(path.Join(base, "repo/.keep"), nil, false)
	to.file(path.Join(base, "home/.keep"), nil, false)
	for _, f := range c.files {
		data := f.Data
		if c.is("expand", f.Name) {
			data = []byte(strings.ReplaceAll(string(data), "$REPO", path.Join(base, "repo")))
		}
		to.file(place(f.Name), data, c.is("exec", f.Name))
	}
	for _, l := range c.directives["symlink"] {
		from, text, _ := strings.Cut(l, " -> ")
		to.link(place(from), text)
	}
	if !worktree {
		return
	}
	for _, p := range c.directives["fifo"] {
		to.fifo(place(p))
	}
	for _, p := range c.directives["sparse"] {
		name, size, _ := strings.Cut(p, " ")
		n, _ := strconv.ParseInt(size, 10, 64)
		to.sparse(place(name), n)
	}
	c.git(to, base)
}

// git writes what a repository is made of.
func (c *auditCase) git(to target, base string) {
	if !c.is("git-init", "yes") {
		return
	}
	dir := path.Join(base, "repo/.git")
	if c.is("linked-worktree", "yes") {
		main := path.Join(base, "main/.git")
		admin := path.Join(main, "worktrees/repo")
		to.file(path.Join(base, "repo/.git"), []byte("gitdir: "+admin+"\n"), false)
		to.file(path.Join(admin, "HEAD"), []byte("ref: refs/heads/wt\n"), false)
		to.file(path.Join(admin, "commondir"), []byte("../..\n"), false)
		to.file(path.Join(admin, "gitdir"), []byte(path.Join(base, "repo/.git")+"\n"), false)
		dir = main
	}
	config := "[core]\n\trepositoryformatversion = 0\n\tbare = false\n"
	for _, kv := range c.directives["git-config"] {
		key, value, _ := strings.Cut(kv, " = ")
		first, last := strings.IndexByte(key, '.'), strings.LastIndexByte(key, '.')
		section := "[" + key[:first]
		if first < last {
			section += " " + strconv.Quote(key[first+1:last])
		}
		config += section + "]\n\t" + key[last+1:] + " = " + strconv.Quote(value) + "\n"
	}
	to.file(path.Join(dir, "config"), []byte(config), false)
	to.file(path.Join(dir, "HEAD"), []byte("ref: refs/heads/main\n"), false)
	to.file(path.Join(dir, "objects/info/.keep"), nil, false)
	to.file(path.Join(dir, "refs/heads/.keep"), nil, false)
	for directive, exec := range map[string]bool{"git-hook": true, "git-hook-noexec": false} {
		for _, h := range c.directives[directive] {
			name, line, _ := strings.Cut(h, " ")
			to.file(path.Join(dir, "hooks", name), []byte("#!/bin/sh\n"+line+"\n"), exec)
		}
	}
	for _, h := range c.directives["git-hook-sample"] {
		to.file(path.Join(dir, "hooks", h), []byte("#!/bin/sh\n"), true)
	}
}

// onDisk builds below a real folder.
type onDisk struct{ t *testing.T }

func (d onDisk) check(err error) {
	d.t.Helper()
	if err != nil {
		d.t.Fatal(err)
	}
}

func (d onDisk) parent(p string) { d.check(os.MkdirAll(path.Dir(p), 0o755)) }

func (d onDisk) file(p string, data []byte, exec bool) {
	d.parent(p)
	mode := os.FileMode(0o644)
	if exec {
		mode = 0o755
	}
	d.check(os.WriteFile(p, data, mode))
}

func (d onDisk) link(p, to string) { d.parent(p); d.check(os.Symlink(to, p)) }
func (d onDisk) fifo(p string)     { d.parent(p); d.check(mkfifo(p)) }

func (d onDisk) sparse(p string, size int64) {
	d.file(p, nil, false)
	d.check(os.Truncate(p, size))
}

// inMemory builds the tree as a commit would hold it.
type inMemory struct{ fs *tree.Memory }

func (m inMemory) file(p string, data []byte, exec bool) {
	m.fs.WriteFile(p, data)
	if exec {
		m.fs.Chmod(p, 0o755)
	}
}

func (m inMemory) link(p, to string)    { m.fs.Symlink(p, to) }
func (m inMemory) fifo(p string)        { panic(fmt.Sprintf("a commit has no FIFO: %s", p)) }
func (m inMemory) sparse(string, int64) { panic("a commit has no sparse files") }

// layOut builds the case for a mode and gives the file system and the folder that holds repo and home.
func (c *auditCase) layOut(t *testing.T, mode string) (tree.FS, string) {
	t.Helper()
	if mode == "tree" {
		m := inMemory{tree.NewMemory()}
		c.build(m, "/audit", false)
		return m.fs, "/audit"
	}
	base := tree.Canonical(disk.FS(), t.TempDir())
	c.build(onDisk{t}, base, true)
	return disk.FS(), base
}
