package golden

import (
	"encoding/json"
	"fmt"
	"io/fs"
	"path"
	"strings"

	"github.com/agentlayers/layers/tree"
)

// buildClaude applies a case in the order of its recorder: files, mkdir, bytes, chomp, expand and trust, then the
// links, then git-init and git-worktree, then the working directory, then mode.
//
// The recorder lays a tree out so that every folder lists in byte order, which is how package tree lists.
func (b builder) buildClaude(c *Case) error {
	for _, dir := range []string{Root, Root + "/home", Root + "/etc/claude-code"} {
		if _, err := b.mkdir(dir); err != nil {
			return err
		}
	}
	if err := b.sections(c); err != nil {
		return err
	}
	for _, which := range []map[string]step{
		{"mkdir": builder.stepMkdir},
		{"bytes": builder.stepBytes},
		{"chomp": changes["chomp"]},
		{"expand": builder.stepFill},
		{"trust": builder.stepTrust},
		{"symlink": builder.stepSymlink},
		{"hardlink": builder.stepHardlink},
		{"git-init": builder.stepGitInitAgain},
		{"git-worktree": builder.stepCheckout},
	} {
		if err := b.each(c, which); err != nil {
			return err
		}
	}
	if _, err := b.mkdir(c.Cwd); err != nil {
		return err
	}
	return b.each(c, map[string]step{"mode": builder.stepMode})
}

// stepFill appends numbered lines up to a size.
func (b builder) stepFill(v string) error {
	p, size, err := cutExpand(v)
	if err != nil {
		return err
	}
	return b.edit(p, func(d []byte) []byte {
		for i := 1; len(d) < size; i++ {
			d = fmt.Appendf(d, "filler line %07d\n", i)
		}
		return d[:size]
	})
}

// stepTrust marks a folder as trusted in the agent's state file.
func (b builder) stepTrust(v string) error {
	dir, err := place(v)
	if err != nil {
		return err
	}
	p := Root + "/home/.claude.json"
	state := map[string]any{}
	f, _, err := tree.Read(b.fs, p, readLimit)
	switch {
	case err == nil:
		if err := json.Unmarshal(f.Data, &state); err != nil {
			return err
		}
	case !tree.IsMissing(err):
		return err
	}
	projects := innerTable(state, "projects")
	innerTable(projects, dir)["hasTrustDialogAccepted"] = true
	data, err := json.Marshal(state)
	if err != nil {
		return err
	}
	return b.put(p, data)
}

// innerTable gives the table under name, which is made when there is none.
func innerTable(t map[string]any, name string) map[string]any {
	inner, ok := t[name].(map[string]any)
	if !ok {
		inner = map[string]any{}
		t[name] = inner
	}
	return inner
}

// stepGitInitAgain makes a repository around the files of ".git" that a case has already written.
func (b builder) stepGitInitAgain(v string) error {
	dir, err := place(v)
	if err != nil {
		return err
	}
	return b.gitInit(dir)
}

// stepHardlink makes a second file with the same bytes: nothing that reads can tell it from a second name.
func (b builder) stepHardlink(v string) error {
	link, target, err := cutLink(v)
	if err != nil {
		return err
	}
	from, err := place(target)
	if err != nil {
		return err
	}
	f, _, err := tree.Read(b.fs, from, readLimit)
	if err != nil {
		return err
	}
	return b.put(link, f.Data)
}

// stepCheckout adds a linked worktree that holds a copy of every file of its main checkout.
func (b builder) stepCheckout(v string) error {
	repo, wt, err := twoPaths(strings.Fields(v))
	if err != nil {
		return err
	}
	if err := b.stepWorktree(v); err != nil {
		return err
	}
	left := b.ignored(repo)
	return b.copyFolder(repo, wt, func(p string) bool { return p == wt || left(p) })
}

// ignored reports what the .gitignore file of a repository names: lines with a slash are paths below it, others
// names anywhere. Cases have no patterns there.
func (b builder) ignored(repo string) func(p string) bool {
	f, err := b.fs.ReadFile(path.Join(repo, ".gitignore"), readLimit)
	if err != nil {
		return func(string) bool { return false }
	}
	lines := strings.Fields(string(f.Data))
	return func(p string) bool {
		for _, line := range lines {
			line = strings.Trim(line, "/")
			if path.Base(p) == line || strings.Contains(line, "/") && p == path.Join(repo, line) {
				return true
			}
		}
		return false
	}
}

// copyFolder copies files and links, not folders that hold none, not ".git", and not what is ignored.
func (b builder) copyFolder(from, to string, ignored func(string) bool) error {
	entries, err := b.fs.ReadDir(from)
	if err != nil {
		return err
	}
	for _, e := range entries {
		src, dst := path.Join(from, e.Name()), path.Join(to, e.Name())
		switch {
		case e.Name() == ".git" || ignored(src):
		case e.IsDir():
			err = b.copyFolder(src, dst, ignored)
		case e.Type()&fs.ModeSymlink != 0:
			var target string
			if target, err = b.fs.ReadLink(src); err == nil {
				err = b.symlink(dst, target)
			}
		default:
			var f tree.File
			if f, err = b.fs.ReadFile(src, readLimit); err == nil {
				err = b.put(dst, f.Data)
			}
		}
		if err != nil {
			return err
		}
	}
	return nil
}
