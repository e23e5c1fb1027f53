package trust_test

import (
	"strings"
	"testing"

	"github.com/agentlayers/layers/dialect"
	"github.com/agentlayers/layers/tree"
	"github.com/agentlayers/layers/trust"
)

// FuzzGitFile: where pointers are verified, a ".git" file leads to another folder only when that folder's gitdir file
// names the ".git" file again; nothing else that the repository writes makes it a worktree.
func FuzzGitFile(f *testing.F) {
	f.Add("gitdir: /main/.git/worktrees/w\n", "../..\n", "/wt/.git\n", true)
	f.Add("gitdir: ../main/.git/worktrees/w", "/main/.git", "../../../../wt/.git", false)
	f.Add("gitdir: /main/.git/worktrees/w\n", "../..", "/other/.git\n", true)
	f.Add("gitdir:\x00", "", "", true)
	f.Add("gitdir: /wt/x/.git/worktrees/w", "../..", "/wt/.git", true)
	f.Fuzz(func(t *testing.T, pointer, common, back string, head bool) {
		m := tree.NewMemory()
		m.Mkdir("/wt")
		m.WriteFile("/wt/.git", []byte(pointer))
		m.WriteFile("/main/.git/HEAD", []byte("ref: refs/heads/main\n"))
		admin := "/main/.git/worktrees/w"
		m.WriteFile(admin+"/commondir", []byte(common))
		m.WriteFile(admin+"/gitdir", []byte(back))
		if head {
			m.WriteFile(admin+"/HEAD", []byte("ref: refs/heads/w\n"))
		}
		for _, mode := range []string{"text", "verified"} {
			r := trust.FindRepo(m, "/wt", dialect.Trust{Worktree: mode}, false)
			if r.Root != "/wt" || !r.GitFile {
				t.Fatalf("%s: %+v", mode, r)
			}
			if mode == "text" || !r.Linked() {
				continue
			}
			names := tree.Canonical(m, tree.Join(r.Target, strings.TrimSpace(back)))
			leads := tree.Canonical(m, tree.Join(r.Target, strings.TrimSpace(common)))
			if !head || names != "/wt/.git" || leads != "/main/.git" || r.Main != "/main" || r.Refused != "" {
				t.Errorf("%q, %q, %q, HEAD %v: believed as a worktree of %s (%q)", pointer, common, back, head, r.Main, r.Refused)
			}
		}
	})
}
