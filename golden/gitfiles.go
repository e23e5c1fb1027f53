package golden

import (
	"bytes"
	"compress/zlib"
	"crypto/sha1" //nolint:gosec // the name that git gives an object, no secret
	"encoding/hex"
	"fmt"
	"io/fs"
	"path"
	"strings"

	"github.com/agentlayers/layers/tree"
)

// commitText is the one empty commit of every repository, at a fixed time so that two runs give the same bytes.
const commitText = "tree " + emptyTree + "\nauthor c <c@example.invalid> 1700000000 +0000\n" +
	"committer c <c@example.invalid> 1700000000 +0000\n\nstart\n"

// emptyTree is the name of the tree object without entries.
const emptyTree = "4b825dc642cb6eb9a060e54bf8d69288fbee4904"

const repoConfig = "[core]\n\trepositoryformatversion = 0\n\tfilemode = true\n\tbare = false\n\tlogallrefupdates = true\n"

// stepGitInit makes a repository with one empty commit on main: the files of "git init" and "git commit", without
// templates, index and logs, which nobody asks for the state of a repository.
func (b builder) stepGitInit(v string) error {
	dir, err := place(v)
	if err != nil {
		return err
	}
	if _, err := b.fs.Lstat(path.Join(dir, ".git")); err == nil {
		return &fs.PathError{Op: "git-init", Path: dir, Err: fs.ErrExist}
	}
	return b.gitInit(dir)
}

func (b builder) gitInit(dir string) error {
	commit, packed := object("commit", commitText)
	empty, packedEmpty := object("tree", "")
	git := path.Join(dir, ".git")
	for _, sub := range []string{"objects/info", "objects/pack", "refs/heads", "refs/tags"} {
		if _, err := b.mkdir(path.Join(git, sub)); err != nil {
			return err
		}
	}
	return b.putAll(git, []file{
		{"HEAD", "ref: refs/heads/main\n"},
		{"config", repoConfig},
		{"COMMIT_EDITMSG", "start\n"},
		{"refs/heads/main", commit + "\n"},
		{"objects/" + commit[:2] + "/" + commit[2:], packed},
		{"objects/" + empty[:2] + "/" + empty[2:], packedEmpty},
	})
}

// stepWorktree adds a linked worktree on a branch with the worktree's last name.
func (b builder) stepWorktree(v string) error {
	repo, wt, err := twoPaths(strings.Fields(v))
	if err != nil {
		return err
	}
	git := path.Join(repo, ".git")
	main, _, err := tree.Read(b.fs, path.Join(git, "refs/heads/main"), readLimit)
	if err != nil {
		return fmt.Errorf("%s is no repository of this case: %w", repo, err)
	}
	name := path.Base(wt)
	admin := path.Join(git, "worktrees", name)
	for _, taken := range []string{wt, admin} {
		if _, err := b.fs.Lstat(taken); err == nil {
			return &fs.PathError{Op: "git-worktree", Path: taken, Err: fs.ErrExist}
		}
	}
	if err := b.put(path.Join(wt, ".git"), []byte("gitdir: "+admin+"\n")); err != nil {
		return err
	}
	if err := b.put(path.Join(git, "refs/heads", name), main.Data); err != nil {
		return err
	}
	return b.putAll(admin, []file{
		{"HEAD", "ref: refs/heads/" + name + "\n"},
		{"ORIG_HEAD", string(main.Data)},
		{"commondir", "../..\n"},
		{"gitdir", wt + "/.git\n"},
	})
}

type file struct{ name, text string }

func (b builder) putAll(dir string, files []file) error {
	for _, f := range files {
		if err := b.put(path.Join(dir, f.name), []byte(f.text)); err != nil {
			return err
		}
	}
	return nil
}

// object gives the name of a git object and the bytes of its loose file.
func object(kind, content string) (name, packed string) {
	raw := fmt.Sprintf("%s %d\x00%s", kind, len(content), content)
	sum := sha1.Sum([]byte(raw)) //nolint:gosec // as above
	var buf bytes.Buffer
	z := zlib.NewWriter(&buf)
	_, _ = z.Write([]byte(raw)) // a bytes.Buffer takes everything
	_ = z.Close()
	return hex.EncodeToString(sum[:]), buf.String()
}
