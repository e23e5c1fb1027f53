package audit_test

import (
	"context"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/agentlayers/layers/audit"
	"github.com/agentlayers/layers/audit/gather"
	"github.com/agentlayers/layers/audit/rules"
	"github.com/agentlayers/layers/resolve"
	"github.com/agentlayers/layers/tree"
	"github.com/agentlayers/layers/tree/disk"
)

// What random trees are made of.
var (
	treeParts = []string{"AGENTS.md", "agents.md", ".codex", "config.toml", ".claude", "settings.json", ".mcp.json", "skills", "SKILL.md", "sub", ".git", ".env", "x"}
	treeTexts = []string{
		"# A\n", "a\u202eb\n", "approval_policy = \"never\"\n", `{"permissions": {"allow": ["Bash"]}}`, "@../outside/a.md @sub/x\n",
		`{"mcpServers": {"a": {"command": "sh", "args": ["-c", "x"]}}}`, "---\nname: x\n---\n", "CODEX_HOME=./x\n",
	}
	treeTargets = []string{"..", "../outside", "/", ".", "AGENTS.md", "sub", "../outside/secret", "x/../..", ".codex"}
)

// FuzzTree builds one random tree with links and case pairs on the disk and as a commit's tree: the findings are the
// same, and nothing outside is opened.
func FuzzTree(f *testing.F) {
	f.Add([]byte{0, 0, 0, 1, 2, 3, 2, 9, 5, 0, 1})
	f.Add([]byte{40, 2, 1, 80, 4, 5, 3, 120, 9, 0, 6, 0, 0, 4})
	f.Add([]byte{9, 0, 1, 130, 9, 2, 1, 7, 6, 5, 200, 7, 3, 2})
	f.Fuzz(func(t *testing.T, data []byte) {
		if len(data) > 60 {
			return
		}
		top := tree.Canonical(disk.FS(), t.TempDir())
		root := top + "/repo"
		m := tree.NewMemory()
		folder(t, root)
		folder(t, top+"/outside")
		m.Mkdir(root)
		plain(t, m, top+"/outside/secret", "canary")
		plain(t, m, top+"/outside/a.md", "canary")
		for ; len(data) >= 3; data = data[3:] {
			grow(t, m, root, data[0], data[1], data[2])
		}
		folder(t, root+"/.git")
		if err := os.WriteFile(root+"/.git/HEAD", []byte("ref: refs/heads/main\n"), 0o600); err != nil && !os.IsExist(err) {
			return // the tree has something else there
		}
		work := auditTree(t, disk.FS(), root, false)
		commit := auditTree(t, m, root, true)
		if d := cmp.Diff(work, commit); d != "" {
			t.Errorf("work tree and commit differ:\n%s", d)
		}
	})
}

func folder(t *testing.T, p string) {
	t.Helper()
	if err := os.MkdirAll(p, 0o755); err != nil {
		t.Skip(err)
	}
}

func plain(t *testing.T, m *tree.Memory, p, text string) {
	t.Helper()
	if err := os.WriteFile(p, []byte(text), 0o644); err != nil {
		t.Fatal(err)
	}
	m.WriteFile(p, []byte(text))
}

// grow adds a file or a link where nothing is yet and no link is on the way.
func grow(t *testing.T, m *tree.Memory, root string, where, name, what byte) {
	t.Helper()
	dir := root
	for _, part := range [...]byte{where, where / 13} {
		if word := treeParts[int(part)%len(treeParts)]; part > 20 && !strings.Contains(word, ".md") && word != ".git" {
			dir += "/" + word
		}
	}
	for at := dir; len(at) > len(root); at = filepath.Dir(at) {
		if info, err := os.Lstat(at); err == nil && !info.IsDir() {
			return
		}
	}
	p := dir + "/" + treeParts[int(name)%len(treeParts)]
	if _, err := os.Lstat(p); err == nil || filepath.Base(p) == ".git" {
		return
	}
	folder(t, dir)
	if what > 127 {
		target := treeTargets[int(what)%len(treeTargets)]
		if err := os.Symlink(target, p); err != nil {
			t.Fatal(err)
		}
		m.Symlink(p, target)
		return
	}
	plain(t, m, p, treeTexts[int(what)%len(treeTexts)])
}

// auditTree gives the findings of the rules that look at more than a work tree, and fails when something outside is
// opened.
func auditTree(t *testing.T, fsys tree.FS, root string, commit bool) []string {
	t.Helper()
	dialects, err := allDialects()
	if err != nil {
		t.Fatal(err)
	}
	host := resolve.Host{FS: &fenced{fsys, t, filepath.Dir(root) + "/outside"}, Cwd: root, Home: filepath.Dir(root) + "/home"}
	set, err := gather.Dir(context.Background(), gather.Options{Host: host, Root: root, Dialects: dialects, Commit: commit})
	if err != nil {
		t.Fatal(err)
	}
	var out []string
	for _, f := range audit.Run(context.Background(), set, rules.All(), audit.Options{Persona: audit.Auditor}).Findings {
		if rule, ok := rules.Find(f.Rule); ok && !rule.WorkTree {
			out = append(out, fmt.Sprintf("%s:%d:%d %s %s %s", f.Path, f.Span.Start.Line, f.Span.Start.Column, f.Rule, f.Severity, f.Message))
		}
	}
	slices.Sort(out)
	return out
}

// fenced fails the test when something in a folder is opened.
type fenced struct {
	tree.FS
	t   *testing.T
	dir string
}

func (f *fenced) ReadFile(p string, limit int64) (tree.File, error) {
	if tree.Within(f.dir, p) {
		f.t.Errorf("%s was opened", p)
	}
	return f.FS.ReadFile(p, limit)
}

func (f *fenced) ReadDir(p string) ([]os.DirEntry, error) {
	if tree.Within(f.dir, p) {
		f.t.Errorf("%s was listed", p)
	}
	return f.FS.ReadDir(p)
}
