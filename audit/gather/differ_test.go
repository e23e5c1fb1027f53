package gather_test

import (
	"slices"
	"testing"

	"github.com/agentlayers/layers/audit/gather"
	"github.com/agentlayers/layers/tree"
)

// TestDifferences names why a work tree is not what a commit holds, file by file.
func TestDifferences(t *testing.T) {
	t.Parallel()
	commit, work := tree.NewMemory(), tree.NewMemory()
	both := func(rel, old, now string) {
		commit.WriteFile("/repo/"+rel, []byte(old))
		work.WriteFile("/repo/"+rel, []byte(now))
	}
	both(".gitattributes", "*.yml filter=x\n/docs/** ident\n**/deep/GEMINI.md working-tree-encoding=UTF-16\n", "*.yml filter=x\n/docs/** ident\n**/deep/GEMINI.md working-tree-encoding=UTF-16\n")
	both("plain/.gitattributes", "AGENTS.md filter=x\nCLAUDE.md filter=x\nCLAUDE.md -filter\n", "AGENTS.md filter=x\nCLAUDE.md filter=x\nCLAUDE.md -filter\n")
	both("same/AGENTS.md", "a\n", "a\n")
	both("AGENTS.md", "a\nb\n", "a\r\nb\r\n")
	both("CLAUDE.md", "version https://git-lfs.github.com/spec/v1\n", "long text\n")
	both("docs/a/AGENTS.md", "$Id$\n", "$Id: 1 $\n")
	both("x/docs/AGENTS.md", "a\n", "b\n")
	both("x/deep/GEMINI.md", "a\n", "b\n")
	both("plain/AGENTS.md", "a\n", "b\n")
	both("plain/CLAUDE.md", "a\n", "b\n")
	both("import/AGENTS.md", "a\n", "b\n")
	both("import/CLAUDE.md", "@more.md\n", "none\n")
	both("import/more.md", "a\n", "b\n")
	commit.WriteFile("/repo/gone/AGENTS.md", []byte("a\n"))
	work.WriteFile("/repo/new/AGENTS.md", []byte("a\n"))
	work.WriteFile("/repo/module/.git", []byte("gitdir: ../.git/modules/module\n"))
	work.WriteFile("/repo/module/AGENTS.md", []byte("a\n"))
	commit.Symlink("/repo/GEMINI.md", "AGENTS.md")
	work.WriteFile("/repo/GEMINI.md", []byte("AGENTS.md"))
	commit.Symlink("/repo/l/AGENTS.md", "../AGENTS.md")
	work.Symlink("/repo/l/AGENTS.md", "../CLAUDE.md")
	commit.Symlink("/repo/l/CLAUDE.md", "../AGENTS.md")
	work.Symlink("/repo/l/CLAUDE.md", "../AGENTS.md")
	got := gather.Differences(run(t, commit, gather.Limits{}), run(t, work, gather.Limits{}), false)
	want := []gather.Difference{
		{"AGENTS.md", "line endings"},
		{"CLAUDE.md", "a filter"},
		{"GEMINI.md", "a link, checked out as a file"},
		{"docs/a/AGENTS.md", "a filter"},
		{"gone/AGENTS.md", "not in the work tree"},
		{"import/AGENTS.md", "edited"},
		{"import/CLAUDE.md", "edited"},
		{"l/AGENTS.md", "the link leads elsewhere"},
		{"new/AGENTS.md", "not in the commit"},
		{"plain/AGENTS.md", "a filter"},
		{"plain/CLAUDE.md", "edited"},
		{"x/deep/GEMINI.md", "a filter"},
		{"x/docs/AGENTS.md", "edited"},
	}
	if !slices.Equal(got, want) {
		t.Errorf("got  %v\nwant %v", got, want)
	}
}
