package agentsmd_test

import (
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"unicode/utf8"

	"github.com/agentlayers/layers/agentsmd"
	"github.com/agentlayers/layers/tree"
	"github.com/agentlayers/layers/tree/disk"
)

// counting counts the calls that reach a file system.
type counting struct {
	tree.FS
	calls int
}

func (c *counting) Lstat(p string) (fs.FileInfo, error) { c.calls++; return c.FS.Lstat(p) }
func (c *counting) ReadDir(p string) ([]fs.DirEntry, error) {
	c.calls++
	return c.FS.ReadDir(p)
}

func (c *counting) ReadFile(p string, limit int64) (tree.File, error) {
	c.calls++
	return c.FS.ReadFile(p, limit)
}

// chainCalls counts what a load costs in a chain of folders, with that many unrelated files and folders beside it.
func chainCalls(t *testing.T, depth, beside int) int {
	t.Helper()
	m := tree.NewMemory()
	dir := "/repo"
	for i := range depth {
		dir += fmt.Sprintf("/d%d", i)
	}
	m.Mkdir(dir)
	m.WriteFile(dir+"/AGENTS.md", []byte("x"))
	for i := range beside {
		m.WriteFile(fmt.Sprintf("/repo/d0/other%d/AGENTS.md", i), nil)
		m.WriteFile(fmt.Sprintf("/repo/file%d", i), nil)
	}
	c := &counting{FS: m}
	l := load(t, tree.NewRecorder(c), agentsmd.Options{Cwd: dir, Root: "/repo"})
	if l.Text != "x" {
		t.Fatalf("text %q", l.Text)
	}
	return c.calls
}

func TestCostGrowsWithTheChainOnly(t *testing.T) {
	t.Parallel()
	if alone, crowded := chainCalls(t, 200, 0), chainCalls(t, 200, 10_000); alone != crowded {
		t.Errorf("%d calls alone, %d with 10,000 files and folders beside the chain", alone, crowded)
	}
	short, long := chainCalls(t, 100, 0), chainCalls(t, 200, 0)
	if perFolder := long - short; perFolder > 100*6 {
		t.Errorf("100 more folders cost %d more calls", perFolder)
	}
}

// TestHugeFiles: a sparse file of 2 GiB is read no further than needed, in the project and globally.
func TestHugeFiles(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	const size = 2 << 30
	for _, p := range []string{"repo/AGENTS.md", "home/AGENTS.md"} {
		p = filepath.Join(dir, p)
		if err := os.MkdirAll(filepath.Dir(p), 0o755); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(p, []byte("start\n"), 0o600); err != nil {
			t.Fatal(err)
		}
		if err := os.Truncate(p, size); err != nil {
			t.Skipf("no sparse files here: %v", err)
		}
	}
	slash := filepath.ToSlash(dir)
	fsys := tree.Mounts(map[string]tree.FS{
		"/repo": tree.Rebase(disk.FS(), slash+"/repo", "/repo"), "/home/.codex": tree.Rebase(disk.FS(), slash+"/home", "/home/.codex"),
	})
	l := load(t, fsys, agentsmd.Options{Cwd: "/repo", Root: "/repo"})
	d := doc(t, l, "/repo/AGENTS.md")
	if d.Bytes != size || d.Sent != 32<<10 || len(d.Source.Bytes) > 2<<20 || d.Lost.Bytes != size-32<<10 || d.Lost.Unread == 0 || d.Digest != "" {
		t.Errorf("bytes %d, sent %d, read %d, lost %+v", d.Bytes, d.Sent, len(d.Source.Bytes), d.Lost)
	}
	g := doc(t, l, "/home/.codex/AGENTS.md")
	if len(g.Source.Bytes) > 32<<20 || !g.Diags.HasErrors() || g.Diags[0].Code != "doc-too-large" {
		t.Errorf("global: read %d, diags %+v", len(g.Source.Bytes), g.Diags)
	}
}

// TestDeepMarkdown: text that is hard on a Markdown parser does not hold up the search for lost headings.
func TestDeepMarkdown(t *testing.T) {
	t.Parallel()
	for _, unit := range []string{">", "- ", "[", "# \n", "```\n", "    ", "<!--", "1. "} {
		m := memory(map[string]string{"/repo/AGENTS.md": "x" + strings.Repeat("\n"+strings.Repeat(unit, 200), 1500)})
		if l := load(t, m, agentsmd.Options{Limit: limit(1)}); l.Text != "x" {
			t.Errorf("%q: text %.20q", unit, l.Text)
		}
	}
}

// FuzzBudget: whatever the files and the limit, the files spend no more than the limit, the text is valid
// UTF-8, and sent and lost bytes add up to the file.
func FuzzBudget(f *testing.F) {
	f.Add([]byte("# a\ntext\n"), []byte("é\xff\xe2\x82"), int64(7))
	f.Add([]byte(" \n"), []byte("\xef\xbb\xbf"), int64(0))
	f.Fuzz(func(t *testing.T, one, two []byte, n int64) {
		if n < 0 || len(one)+len(two) > 1<<16 {
			t.Skip("not an input of this test: a limit below zero, or files past 64 KiB")
		}
		m := tree.NewMemory()
		m.WriteFile("/repo/AGENTS.md", one)
		m.WriteFile("/repo/svc/AGENTS.md", two)
		l := load(t, m, agentsmd.Options{Limit: limit(n)})
		if l.Budget.Used > n || !utf8.ValidString(l.Text) {
			t.Fatalf("used %d of %d, text %q", l.Budget.Used, n, l.Text)
		}
		var sent int64
		for _, d := range l.Documents {
			sent += d.Sent
			if !d.Loaded() && (d.Sent != 0 || d.Text != "") {
				t.Errorf("%s is omitted and sends %d bytes", d.Path, d.Sent)
			}
			if d.Lost != nil && d.Sent+d.Lost.Bytes != d.Bytes {
				t.Errorf("%s: %d sent, %d lost of %d", d.Path, d.Sent, d.Lost.Bytes, d.Bytes)
			}
			if d.Lost != nil && d.Lost.At.Start.Offset != int(d.Sent) {
				t.Errorf("%s: lost from %d, sent %d", d.Path, d.Lost.At.Start.Offset, d.Sent)
			}
		}
		if sent != l.Budget.Used {
			t.Errorf("%d bytes sent, %d used", sent, l.Budget.Used)
		}
	})
}
