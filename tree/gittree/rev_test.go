package gittree_test

import (
	"errors"
	"fmt"
	"strings"
	"testing"

	"github.com/agentlayers/layers/tree/gittree"
)

// history is a repository with branches, tags, merges and names of every kind.
func history(t *testing.T) repo {
	t.Helper()
	r := newRepo(t)
	for i := range 6 {
		r.write("a", fmt.Sprint(i))
		r.commit(fmt.Sprint("main ", i))
	}
	r.git("tag", "light", "HEAD~2")
	r.git("tag", "-a", "-m", "x", "v1.0", "HEAD~1")
	r.git("tag", "-a", "-m", "x", "of-a-tag", "v1.0")
	r.git("tag", "-a", "-m", "x", "of-a-file", "HEAD:a")
	r.git("checkout", "-q", "-b", "feature/login", "HEAD~3")
	r.write("b", "1")
	r.commit("side")
	r.git("checkout", "-q", "main")
	r.git("merge", "-q", "--no-ff", "-m", "merge", "feature/login")
	r.git("branch", "both", "HEAD~1")
	r.git("tag", "both", "HEAD~2")
	r.git("branch", "deadbeef", "HEAD~1")
	r.git("branch", "gone")
	r.git("update-ref", "refs/remotes/origin/main", "HEAD~1")
	r.git("symbolic-ref", "refs/remotes/origin/HEAD", "refs/remotes/origin/main")
	r.git("symbolic-ref", "refs/heads/alias", "refs/heads/feature/login")
	r.git("update-ref", "ORIG_HEAD", "HEAD~2")
	return r
}

// TestRevisions: the same commit as git rev-parse, with loose and with packed names and objects.
func TestRevisions(t *testing.T) {
	t.Parallel()
	r := history(t)
	id := r.git("rev-parse", "HEAD")
	tag := r.git("rev-parse", "v1.0")
	revs := []string{
		"HEAD", "@", "main", "heads/main", "refs/heads/main", "feature/login", "light", "v1.0", "tags/v1.0", "of-a-tag",
		"both", "heads/both", "deadbeef", "origin", "origin/main", "remotes/origin/main", "alias", "ORIG_HEAD",
		id, strings.ToUpper(id), id[:7], id[:4], tag, tag[:8], "HEAD~", "HEAD~0", "HEAD~1", "HEAD~3", "HEAD~~", "HEAD^", "HEAD^0", "HEAD^1", "HEAD^2",
		"HEAD^2~1", "HEAD~2^", "HEAD^^", "v1.0^{}", "v1.0^{commit}", "v1.0~1", "v1.0^{}^", "of-a-tag~2^{commit}",
	}
	bad := []string{"HEAD~100", "HEAD^3", "no-such", "of-a-file", "HEAD~x", "HEAD^{", "", "~1", "@{1}", "main..alias", "HEAD:a", "-x", "refs/heads", "../x", "feature", "ffff", "HEAD^{/x}", strings.Repeat("1", 40)}
	for _, state := range []string{"loose", "packed", "worktree"} {
		at := r
		switch state {
		case "packed":
			r.git("pack-refs", "--all")
			r.git("repack", "-adfq")
		case "worktree":
			r.git("worktree", "add", "-q", "--detach", "../wt", "HEAD")
			at = r.at("../wt")
		}
		g := at.open(gittree.Options{Follow: gittree.Verified})
		for _, rev := range revs {
			want := at.git("rev-parse", "--verify", "-q", rev+"^{commit}")
			c, err := g.Commit(rev)
			if err != nil || c.ID != want {
				t.Errorf("%s: %s is %s, %v; git says %s", state, rev, c.ID, err, want)
				continue
			}
			if tree, parents := at.git("rev-parse", c.ID+"^{tree}"), at.git("rev-parse", c.ID+"^@"); c.Tree != tree || strings.Join(c.Parents, "\n") != parents {
				t.Errorf("%s: %s: tree %s, parents %q; git says %s, %q", state, rev, c.Tree, c.Parents, tree, parents)
			}
		}
		for _, rev := range bad {
			var e *gittree.Error
			if c, err := g.Commit(rev); !errors.As(err, &e) || e.Summary == "" {
				t.Errorf("%s: %q gave %s, %v; want an *Error", state, rev, c.ID, err)
			}
		}
	}
}

// TestMissingRevisions: what the error says and offers.
func TestMissingRevisions(t *testing.T) {
	t.Parallel()
	r := history(t)
	r.git("branch", "-q", "-D", "gone")
	r.git("branch", "gong")
	r.git("clone", "-q", "--depth=2", "file://"+r.slash(), "../shallow")
	r.git("init", "-q", "-b", "main", "../unborn")
	r.git("pack-refs", "--all")
	for _, c := range []struct{ dir, rev, summary, fix string }{
		{".", "gone", `named "gone"`, `did you mean "gong"`},
		{".", "login", `named "login"`, `"feature/login"`},
		{".", "Main", `named "Main"`, `"main"`},
		{".", "v1.1", `named "v1.1"`, `"v1.0"`},
		{".", "zzzzzzzzz", `named "zzzzzzzzz"`, "git fetch"},
		{".", "a\x1b[2J", `"a\x1b[2J"`, ""},
		{".", "HEAD~90", "has no parent", ""},
		{".", "HEAD^7", "has 2 parents", ""},
		{".", "main@{1}", "log of a branch", "one commit"},
		{".", strings.Repeat("0", 39) + "1", "is missing", "git fsck"},
		{"../shallow", "HEAD~4", "shallow clone", "git fetch --unshallow"},
		{"../shallow", r.git("rev-parse", "HEAD~5"), "shallow clone", "git fetch --unshallow"},
		{"../unborn", "HEAD", `HEAD is on "refs/heads/main", which has no commit`, "commit first"},
	} {
		_, err := r.at(c.dir).open(gittree.Options{}).Commit(c.rev)
		var e *gittree.Error
		if !errors.As(err, &e) || !strings.Contains(e.Summary, c.summary) || !strings.Contains(e.Fix, c.fix) {
			t.Errorf("%s %q: %v; want %q and %q", c.dir, c.rev, err, c.summary, c.fix)
		}
	}
}

// TestAmbiguousID: a start that several commits share is refused with those commits; one that a commit shares
// with files alone is that commit.
func TestAmbiguousID(t *testing.T) {
	t.Parallel()
	r := newRepo(t)
	var input strings.Builder
	for i := range 500 {
		fmt.Fprintf(&input, "commit refs/heads/main\ncommitter a <a@example.invalid> %d +0000\ndata 0\nM 644 inline f\ndata %d\n%d\n\n", 1e9+i, len(fmt.Sprint(i)), i)
	}
	if out, err := r.feed(input.String(), "fast-import", "--quiet"); err != nil {
		t.Fatal(out)
	}
	g := r.open(gittree.Options{})
	ambiguous := 0
	for _, id := range strings.Fields(r.git("rev-list", "main")) {
		want, err := r.try("rev-parse", "--verify", "-q", id[:4]+"^{commit}")
		c, got := g.Commit(id[:4])
		if err == nil {
			if got != nil || c.ID != want {
				t.Errorf("%s: %s, %v; git says %s", id[:4], c.ID, got, want)
			}
			continue
		}
		ambiguous++
		var e *gittree.Error
		if !errors.As(got, &e) || e.Code != gittree.CodeAmbiguous || len(e.Near) < 2 {
			t.Errorf("%s: %v; git refuses it", id[:4], got)
		}
	}
	t.Logf("%d of 500 short ids are ambiguous", ambiguous)
}
