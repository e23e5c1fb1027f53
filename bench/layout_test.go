package bench_test

import (
	"io/fs"
	"os"
	"path/filepath"
	"testing"

	"github.com/agentlayers/layers/tree"
)

// memory lays the workload out in memory.
func (w *workload) memory() *tree.Memory {
	m := tree.NewMemory()
	for _, d := range w.dirs {
		m.Mkdir(d)
	}
	for p, text := range w.files {
		m.WriteFile(p, []byte(text))
	}
	return m
}

// disk lays the workload out in the folder that it was made for.
func (w *workload) disk(t testing.TB) {
	t.Helper()
	for _, d := range w.dirs {
		if err := os.MkdirAll(d, 0o755); err != nil {
			t.Fatal(err)
		}
	}
	for p, text := range w.files {
		if err := os.MkdirAll(filepath.Dir(p), 0o755); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(p, []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
	}
}

// counting counts the calls of a file system, by kind, and what they were about.
type counting struct {
	tree.FS
	lstats, links int
	lists, reads  map[string]int
}

func count(fsys tree.FS) *counting {
	return &counting{FS: fsys, lists: map[string]int{}, reads: map[string]int{}}
}

func (c *counting) reset() {
	c.lstats, c.links = 0, 0
	clear(c.lists)
	clear(c.reads)
}

// Identity implements tree.Identifier.
func (c *counting) Identity(p string, info fs.FileInfo) tree.Identity {
	return tree.Identify(c.FS, p, info)
}

func (c *counting) Lstat(p string) (fs.FileInfo, error) {
	c.lstats++
	return c.FS.Lstat(p)
}

func (c *counting) ReadLink(p string) (string, error) {
	c.links++
	return c.FS.ReadLink(p)
}

func (c *counting) ReadDir(p string) ([]fs.DirEntry, error) {
	c.lists[p]++
	return c.FS.ReadDir(p)
}

func (c *counting) ReadFile(p string, limit int64) (tree.File, error) {
	c.reads[p]++
	return c.FS.ReadFile(p, limit)
}

func sum(counts map[string]int) int {
	n := 0
	for _, c := range counts {
		n += c
	}
	return n
}

func (c *counting) total() int { return c.lstats + c.links + sum(c.lists) + sum(c.reads) }
