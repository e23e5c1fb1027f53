// Package gittree says what a git repository is, and shows the tree of any commit as a tree.FS.
//
//	tree.FS, folder ─┬─> Inspect ─> Facts: branch, commit, main checkout, format
//	                 └─> Open ─> Repo ─> Commit: a revision ─> Tree: tree.FS of that commit ─> resolve, audit
//
// It reads the repository's own files through a tree.FS: no checkout, no hooks, no filters, no program, no
// network. Only go-git's plumbing packages are linked in. Packs are searched on disk and never loaded whole,
// every read has a limit, and a repository that points out of itself is followed only as far as Follow says.
package gittree

import (
	"errors"
	"path"

	"github.com/agentlayers/layers/tree"
)

// Follow says how far a repository may point out of its own folder: by a ".git" file, a commondir file,
// alternates or a symbolic link.
type Follow int

// The ways to follow, strictest first.
const (
	// Never stays inside: the choice for the repository of a stranger.
	Never Follow = iota
	// Verified follows a ".git" file when the git folder that it names names this folder back, as that of
	// a linked worktree or a submodule does.
	Verified
	// Always follows whatever is written: for a repository that the user named.
	Always
)

// Options are the terms on which a repository is read. The zero value is the strictest.
type Options struct {
	Follow Follow
	Within string // absolute folder that counts as "inside"; "" for the repository's folder itself
}

// Repo is an open repository. It is safe for concurrent use; Close releases the files that it holds.
type Repo struct {
	Facts Facts

	refs    *refs
	store   *store
	shallow map[string]bool // commits whose parents were cut off
}

// Open opens the repository whose checkout, or whose git folder, is dir. Folders above are not searched.
//
// The error is an *Error: no repository, one that points out of itself, or one of a format that is not read.
// Facts tells those apart without opening: see Inspect.
func Open(fsys tree.FS, dir string, o Options) (*Repo, error) {
	p, facts, err := inspect(fsys, dir, o)
	if err != nil {
		return nil, known(err)
	}
	if err := readable(facts); err != nil {
		return nil, err
	}
	for _, a := range facts.Alternates {
		if a.Outside {
			return nil, outside(path.Join(p.objectsDir(), alternatesFile), a.Path)
		}
	}
	shallow, err := p.shallow()
	if err != nil {
		return nil, known(err)
	}
	return &Repo{Facts: facts, refs: &refs{place: p}, store: newStore(p, facts), shallow: shallow}, nil
}

// Close releases open files. The file systems that Tree gave answer no more reads afterwards.
func (r *Repo) Close() error { return r.store.close() }

// Reads is the number of objects that were inflated so far, bases of deltas included.
func (r *Repo) Reads() int { return r.store.count() }

// readable refuses the formats that are recognised but not read.
func readable(f Facts) error {
	if f.ObjectFormat != sha1Format {
		return &Error{
			Code: CodeFormat, Path: f.CommonDir,
			Summary: "the repository names its objects by " + f.ObjectFormat + ", which is not read",
			Fix:     "check the revision out, git worktree add DIR REV, and look at that folder",
		}
	}
	if f.RefFormat != filesFormat {
		return &Error{
			Code: CodeFormat, Path: f.CommonDir,
			Summary: "the repository keeps its branches as " + f.RefFormat + ", which is not read",
			Fix:     "git refs migrate --ref-format=files, or check the revision out and look at that folder",
		}
	}
	return nil
}

// OpenTree is Open, Commit and Tree in one: the tree of revision rev mounted at the absolute folder at.
func OpenTree(fsys tree.FS, dir, rev, at string, o Options) (*Repo, tree.FS, Commit, error) {
	r, err := Open(fsys, dir, o)
	if err != nil {
		return nil, nil, Commit{}, err
	}
	c, err := r.Commit(rev)
	if err == nil {
		var view tree.FS
		if view, err = r.Tree(c, at); err == nil {
			return r, view, c, nil
		}
	}
	return nil, nil, Commit{}, errors.Join(err, r.Close())
}
