package main

import (
	"context"
	"errors"
	"path"

	"github.com/agentlayers/layers/audit"
	"github.com/agentlayers/layers/audit/gather"
	"github.com/agentlayers/layers/audit/rules"
	"github.com/agentlayers/layers/tree"
	"github.com/agentlayers/layers/tree/gittree"
)

// auditRun is what every audit of one command has in common.
type auditRun struct {
	gather  gather.Options
	options audit.Options
}

// result audits what the flags name: a folder, or a commit, and leaves out what an older commit has.
func (a auditRun) result(ctx context.Context, f auditFlags) (*audit.Result, error) {
	h := a.gather.Host
	if f.rev == "" && f.since == "" {
		root, err := tree.EvalSymlinks(h.FS, h.Cwd)
		if err != nil {
			return nil, usage("%s: %w", h.Cwd, err)
		}
		return a.folder(ctx, root.Path)
	}
	repo, err := openRepo(h.FS, h.Cwd, f.repo)
	if err != nil {
		return nil, err
	}
	defer repo.Close()
	var known map[string]bool
	if f.since != "" { // first, so that only its fingerprints are held while the other one runs
		if known, err = a.fingerprints(ctx, repo, f.since); err != nil {
			return nil, err
		}
	}
	r, err := a.newer(ctx, repo, f.rev)
	if err == nil && f.since != "" {
		r.LeaveOut(f.since, known)
	}
	return r, err
}

// newer audits rev, or the work tree when rev is empty.
func (a auditRun) newer(ctx context.Context, repo *gittree.Repo, rev string) (*audit.Result, error) {
	switch {
	case rev != "":
		return a.commit(ctx, repo, rev)
	case repo.Facts.Root == "":
		return nil, usage("%s has no work tree; name a commit with --rev", repo.Facts.GitDir)
	}
	return a.folder(ctx, repo.Facts.Root)
}

func (a auditRun) fingerprints(ctx context.Context, repo *gittree.Repo, rev string) (map[string]bool, error) {
	r, err := a.commit(ctx, repo, rev)
	if err != nil {
		return nil, err
	}
	known := map[string]bool{}
	for _, f := range r.Findings {
		known[f.Fingerprint] = true
	}
	return known, nil
}

// folder audits a folder of the machine.
func (a auditRun) folder(ctx context.Context, root string) (*audit.Result, error) {
	a.gather.Root = root
	set, err := gather.Dir(ctx, a.gather)
	if err != nil {
		return nil, &exitError{code: exitUnreadable, cause: err}
	}
	return audit.Run(ctx, set, rules.All(), a.options), nil
}

// commit audits the tree of a commit, shown in the place of the checkout or of the bare repository.
func (a auditRun) commit(ctx context.Context, repo *gittree.Repo, rev string) (*audit.Result, error) {
	c, err := repo.Commit(rev)
	if err != nil {
		return nil, gitError(err)
	}
	facts := repo.Facts
	root := facts.Root
	if root == "" {
		root = facts.GitDir
	}
	view, err := repo.Tree(c, root)
	if err != nil {
		return nil, gitError(err)
	}
	onDisk := a.gather.Host.FS
	a.gather.Host.FS = tree.Mounts(map[string]tree.FS{"/": onDisk, root: view})
	a.gather.Commit = true
	r, err := a.folder(ctx, root)
	if err != nil {
		return nil, err
	}
	r.Commit = c.ID
	if facts.Root == "" || facts.Head.Commit != c.ID {
		return r, nil
	}
	work := gather.Options{Host: a.gather.Host, Root: root}
	work.Host.FS = onDisk
	if set, err := gather.Dir(ctx, work); err == nil {
		r.Differs = gather.Differences(r.Set, set, facts.Sparse)
	}
	return r, nil
}

// openRepo opens the repository that the user named, or else the one that dir lies in. Only the named one may lead
// out of its own folder.
func openRepo(fsys tree.FS, dir, named string) (*gittree.Repo, error) {
	at, o := repoAbove(fsys, dir), gittree.Options{Follow: gittree.Verified}
	if named != "" {
		at, o.Follow = tree.Join(dir, slash(named)), gittree.Always
	}
	repo, err := gittree.Open(fsys, at, o)
	if err == nil {
		return repo, nil
	}
	var g *gittree.Error
	if errors.As(err, &g) && g.Code == gittree.CodeOutside {
		g.Fix = "if you trust where it points, name it: --repo " + at
	}
	return nil, gitError(err)
}

// repoAbove is the nearest folder from dir up with a ".git", or dir itself, which may be a bare repository.
func repoAbove(fsys tree.FS, dir string) string {
	real := tree.Canonical(fsys, dir)
	for _, d := range tree.Ancestors(real) {
		if _, err := fsys.Lstat(path.Join(d, ".git")); err == nil {
			return d
		}
		if tree.IsDir(fsys, path.Join(d, "objects")) && tree.IsDir(fsys, path.Join(d, "refs")) {
			return d
		}
	}
	return real
}
