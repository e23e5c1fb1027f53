package golden

import (
	"bytes"
	"fmt"
	"io/fs"
	"os"
	"os/exec"
	"path"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"sync"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/agentlayers/layers/dialect"
	"github.com/agentlayers/layers/golden/random"
	"github.com/agentlayers/layers/layers"
	"github.com/agentlayers/layers/render"
	"github.com/agentlayers/layers/resolve"
	"github.com/agentlayers/layers/tree"
	"github.com/agentlayers/layers/tree/disk"
	"github.com/agentlayers/layers/tree/gittree"
)

// treesEnv says how many random trees TestTrees makes; treesSeedEnv is the seed of the first.
const (
	treesEnv     = "LAYERS_TREES"
	treesSeedEnv = "LAYERS_TREES_SEED"
)

// TestTrees resolves random trees for every version of every agent and holds what is true of any tree. A tree is a
// function of its seed: LAYERS_TREES=1 LAYERS_TREES_SEED=N makes one again.
func TestTrees(t *testing.T) {
	t.Parallel()
	n, first := setting(t, treesEnv, 30), setting(t, treesSeedEnv, 1)
	if RaceDetector {
		n = min(n, 15)
	}
	all := everyDialect(t)
	tables := compiled(all)
	for i := range n {
		seed := uint64(first + i)
		t.Run(strconv.FormatUint(seed, 10), func(t *testing.T) {
			t.Parallel()
			checkTree(t, seed, all, tables, i%10 == 0)
		})
	}
}

func setting(t *testing.T, env string, usual int) int {
	t.Helper()
	text := os.Getenv(env)
	if text == "" {
		return usual
	}
	n, err := strconv.Atoi(text)
	if err != nil {
		t.Fatalf("%s: %v", env, err)
	}
	return n
}

// everyDialect lists the dialects of all agents.
func everyDialect(t *testing.T) []dialect.Dialect {
	t.Helper()
	var out []dialect.Dialect
	for _, version := range dialect.CodexVersions {
		out = append(out, codex(t, version))
	}
	for _, version := range dialect.ClaudeVersions {
		d, err := dialect.Claude(version)
		if err != nil {
			t.Fatal(err)
		}
		out = append(out, d)
	}
	return out
}

func checkTree(t *testing.T, seed uint64, all []dialect.Dialect, tables map[string]*dialect.Compiled, withCommit bool) {
	random := random.Tree(seed)
	c, err := Parse(random.Name, []byte(random.Text))
	if err != nil {
		t.Fatalf("%v\n%s", err, random.Text)
	}
	memory, err := c.Layout(t, Memory)
	if err != nil {
		t.Skipf("cannot be laid out: %v", err) // a directive without its file; not what this test is about
	}
	onDisk, err := c.Layout(t, Disk)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		if t.Failed() {
			t.Logf("the tree:\n%s", random.Text)
		}
	})
	ask := func(d dialect.Dialect, fsys tree.FS) *resolve.Result {
		t.Helper()
		o := c.Options(d, fsys)
		o.Compiled = tables[d.ID()]
		r, err := resolve.Dir(t.Context(), o)
		if err != nil {
			t.Fatalf("%s: %v", d.ID(), err)
		}
		return r
	}
	for _, d := range all {
		w := watched{FS: memory, asked: map[string]bool{}, listed: map[string]bool{}}
		r := ask(d, &w)
		want := whole(t, r)
		same := func(what string, fsys tree.FS) {
			t.Helper()
			if diff := lineDiff(want, whole(t, ask(d, fsys))); diff != "" {
				t.Errorf("%s: %s (-before +after):\n%s", d.ID(), what, diff)
			}
		}
		same("a second run differs", memory)
		same("disk and memory differ", onDisk)
		same("an unrelated file changes something", unrelated(&w))
		same("without what was not asked for the answer differs", only{memory, inputs(r)})
		reasons(t, r)
		w.check(t, r)
		disabledLayers(t, ask, d, memory, r)
	}
	if withCommit {
		checkCommit(t, c, all, ask)
	}
}

// asking resolves the case for a dialect over a file system.
type asking func(d dialect.Dialect, fsys tree.FS) *resolve.Result

// whole is everything that a result says, and what it asked for.
func whole(t *testing.T, r *resolve.Result) string {
	t.Helper()
	var buf bytes.Buffer
	s := render.Screen{Result: r, Reveal: true}
	for _, err := range []error{
		s.OverviewJSON(&buf, "0"), s.InstructionsJSON(&buf, "0"), s.SkillsJSON(&buf, "0", nil), s.ListJSON(&buf, "0", nil, render.ListOptions{}),
	} {
		if err != nil {
			t.Fatal(err)
		}
	}
	fmt.Fprintf(&buf, "%s\n%s\n%v\n", r.Instructions, layers.Format(r.Effective.Root), r.Inputs)
	return buf.String()
}

// lineDiff is cmp.Diff by lines.
func lineDiff(a, b string) string {
	if a == b {
		return ""
	}
	return cmp.Diff(strings.Split(a, "\n"), strings.Split(b, "\n"))
}

// watched notes what is asked of a file system, below every cache.
type watched struct {
	tree.FS
	mu     sync.Mutex
	asked  map[string]bool
	listed map[string]bool // folders
}

func (w *watched) note(p string) {
	w.mu.Lock()
	defer w.mu.Unlock()
	w.asked[p] = true
}

func (w *watched) Lstat(p string) (fs.FileInfo, error) { w.note(p); return w.FS.Lstat(p) }

func (w *watched) ReadLink(p string) (string, error) { w.note(p); return w.FS.ReadLink(p) }

func (w *watched) ReadDir(p string) ([]fs.DirEntry, error) {
	w.note(p)
	w.mu.Lock()
	defer w.mu.Unlock()
	w.listed[p] = true
	return w.FS.ReadDir(p)
}

func (w *watched) ReadFile(p string, limit int64) (tree.File, error) {
	w.note(p)
	return w.FS.ReadFile(p, limit)
}

// check: nothing was touched that the inputs do not name.
func (w *watched) check(t *testing.T, r *resolve.Result) {
	t.Helper()
	listed := inputs(r)
	for p := range w.asked {
		if !listed[p] {
			t.Errorf("%s: %s was asked for and is no input", r.Dialect.ID(), p)
		}
	}
}

func inputs(r *resolve.Result) map[string]bool {
	out := map[string]bool{}
	for _, a := range r.Inputs {
		out[a.Path] = true
	}
	return out
}

// only is a tree without everything that was not asked for: a path that is asked for now and was not then fails.
type only struct {
	tree.FS
	allowed map[string]bool
}

func (o only) err(p string) error { return &fs.PathError{Op: "open", Path: p, Err: fs.ErrPermission} }

func (o only) Lstat(p string) (fs.FileInfo, error) {
	if !o.allowed[p] {
		return nil, o.err(p)
	}
	return o.FS.Lstat(p)
}

func (o only) ReadFile(p string, limit int64) (tree.File, error) {
	if !o.allowed[p] {
		return tree.File{}, o.err(p)
	}
	return o.FS.ReadFile(p, limit)
}

// unrelated adds folders of files that agents look for, where nobody looked.
func unrelated(w *watched) tree.FS {
	at := map[string]tree.FS{"/": w.FS}
	for _, dir := range []string{"/unrelated", Root + "/unrelated", Root + "/home/unrelated"} {
		if w.asked[dir] || w.listed[path.Dir(dir)] {
			continue
		}
		m := tree.NewMemory()
		for _, name := range []string{"AGENTS.md", "CLAUDE.md", ".codex/config.toml", ".claude/settings.json", ".agents/skills/x/SKILL.md", "data.bin"} {
			m.WriteFile(path.Join(dir, name), []byte("model = \"unrelated\"\n"))
		}
		at[dir] = m
	}
	return tree.Mounts(at)
}

// reasons: whatever contributes nothing says why.
func reasons(t *testing.T, r *resolve.Result) {
	t.Helper()
	missing := func(format string, args ...any) {
		t.Helper()
		t.Errorf("%s: %s", r.Dialect.ID(), fmt.Sprintf(format, args...))
	}
	for _, d := range r.Documents {
		switch {
		case d.Omitted != nil && (d.Omitted.Code == "" || d.Omitted.Text == ""):
			missing("%s is omitted without a reason", d.Path)
		case d.Later != nil && d.Later.When == "":
			missing("%s loads later, and nobody says when", d.Path)
		case !d.Loaded() && d.Omitted == nil && d.Later == nil:
			missing("%s is not loaded, without a reason", d.Path)
		case d.Lost != nil && d.Lost.Bytes <= 0 && d.Bytes > 0:
			missing("%s loses %d bytes", d.Path, d.Lost.Bytes)
		}
	}
	for _, e := range r.Stack.Entries {
		if e.Disabled != nil && (e.Disabled.Code == "" || e.Disabled.Text == "") {
			missing("layer %s is disabled without a reason", e.Source.Path)
		}
		if e.Exists && e.Root == nil && e.Disabled == nil && len(e.Diags) == 0 {
			missing("layer %s is not read, without a reason", e.Source.Path)
		}
	}
	if r.Skills != nil {
		for _, f := range r.Skills.Failed {
			if f.Class == "" || f.Text == "" {
				missing("skill %s fails without a reason", f.Path)
			}
		}
		for _, p := range r.Skills.Passed {
			if p.Reason == "" || p.Text == "" {
				missing("skill %s is passed over without a reason", p.Path)
			}
		}
	}
	for _, d := range r.Diags {
		if d.Code == "" || d.Summary == "" || d.Severity == 0 {
			missing("a problem without words: %+v", d)
		}
	}
}

// disabledLayers: other content in a layer that is not trusted changes no value in effect.
func disabledLayers(t *testing.T, ask asking, d dialect.Dialect, fsys tree.FS, r *resolve.Result) {
	t.Helper()
	for _, e := range r.Stack.Entries {
		if e.Disabled == nil || !strings.HasPrefix(string(e.Disabled.Code), "project-") || !e.Exists || e.Source.Path == "" {
			continue
		}
		text := "zz_disabled = 1\nmodel = \"zz\"\n"
		if d.Config.Format == dialect.FormatJSON {
			text = "{\"zz_disabled\": 1}\n"
		}
		info, where, err := tree.Stat(fsys, e.Source.Path)
		if err != nil || !info.Mode().IsRegular() || len(where.Hops) > 0 {
			continue // what a link leads to may be another layer
		}
		real := where.Path
		m := tree.NewMemory()
		m.WriteFile(real, []byte(text))
		again := ask(d, tree.Mounts(map[string]tree.FS{"/": fsys, real: m}))
		if want, got := layers.Format(r.Effective.Root), layers.Format(again.Effective.Root); want != got {
			t.Errorf("%s: the disabled layer %s changes what is in effect:\n%s\n%s", d.ID(), e.Source.Path, want, got)
		}
	}
}

// checkCommit commits what lies in the case's "repo" folder and compares the answer on the commit with the one on a
// checkout of it, made by git.
func checkCommit(t *testing.T, c *Case, all []dialect.Dialect, ask asking) {
	if _, err := exec.LookPath("git"); err != nil {
		t.Log("git is not installed: commits are not compared")
		return
	}
	dir := t.TempDir()
	w := newDiskWriter(dir)
	b := newBuilder(w)
	if err := b.build(c); err != nil {
		t.Fatal(err)
	}
	work, store, out := filepath.Join(dir, "repo"), t.TempDir(), t.TempDir()
	if info, err := os.Lstat(work); err != nil || !info.IsDir() {
		return
	}
	removeGit(t, work)
	git := func(tree string, args ...string) {
		t.Helper()
		cmd := exec.CommandContext(t.Context(), "git", append([]string{"--git-dir=" + filepath.Join(store, ".git"), "--work-tree=" + tree, "-c", "core.autocrlf=false"}, args...)...)
		cmd.Dir = tree
		cmd.Env = []string{
			"PATH=" + os.Getenv("PATH"), "HOME=" + store, "GIT_CONFIG_NOSYSTEM=1", "GIT_AUTHOR_NAME=c", "GIT_AUTHOR_EMAIL=c@example.invalid",
			"GIT_COMMITTER_NAME=c", "GIT_COMMITTER_EMAIL=c@example.invalid",
		}
		if text, err := cmd.CombinedOutput(); err != nil {
			t.Fatalf("git %s: %v\n%s", args, err, text)
		}
	}
	git(work, "init", "-q")
	git(work, "add", "-A", "-f", ".")
	git(work, "commit", "-q", "--allow-empty", "-m", "x")
	git(out, "checkout-index", "-a", "-f")
	g, err := gittree.Open(disk.FS(), filepath.ToSlash(store), gittree.Options{})
	if err != nil {
		t.Fatal(err)
	}
	defer g.Close()
	head, err := g.Commit("HEAD")
	if err != nil {
		t.Fatal(err)
	}
	const at = Root + "/repo"
	view, err := g.Tree(head, at)
	if err != nil {
		t.Fatal(err)
	}
	marker := tree.NewMemory()
	marker.WriteFile(at+"/.git/HEAD", []byte(head.ID+"\n"))
	checkout := tree.Rebase(disk.FS(), filepath.ToSlash(out), at)
	committed := tree.Mounts(map[string]tree.FS{"/": b.fs, at: view})
	checkedOut := tree.Mounts(map[string]tree.FS{"/": b.fs, at: checkout, at + "/.git": marker})
	for _, d := range all {
		want, got := ask(d, checkedOut), ask(d, committed)
		if diff := lineDiff(whole(t, want), whole(t, got)); diff != "" {
			t.Errorf("%s: a checkout and its commit differ (-checkout +commit):\n%s", d.ID(), diff)
		}
	}
}

// removeGit takes every ".git" out: git does not commit those.
func removeGit(t *testing.T, dir string) {
	t.Helper()
	var found []string
	err := filepath.WalkDir(dir, func(p string, d fs.DirEntry, err error) error {
		if err == nil && strings.EqualFold(d.Name(), ".git") || err == nil && strings.EqualFold(d.Name(), "git~1") {
			found = append(found, p)
			if d.IsDir() {
				return fs.SkipDir
			}
		}
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
	for _, p := range slices.Backward(found) {
		if err := os.RemoveAll(p); err != nil {
			t.Fatal(err)
		}
	}
}
