package gittree

import (
	"errors"
	"strings"

	"github.com/go-git/go-git/v5/plumbing"

	"github.com/agentlayers/layers/tree"
)

// Commit is one commit. Ids are in hex.
type Commit struct {
	ID      string
	Tree    string
	Parents []string // empty for a first commit, and where a shallow clone was cut
	Cut     bool     // parents were cut off
}

// maxPeel bounds tags of tags.
const maxPeel = 64

// commit reads the commit that id names, tags followed.
func (r *Repo) commit(id string) (Commit, error) {
	for range maxPeel {
		o, err := r.store.read(plumbing.NewHash(id), maxMeta)
		if errors.Is(err, tree.ErrTooLarge) {
			return Commit{}, broken(r.Facts.CommonDir, "object "+id+" is too large for a commit", err)
		}
		if err != nil {
			return Commit{}, err
		}
		switch o.kind {
		case plumbing.CommitObject:
			return r.parseCommit(id, o.data)
		case plumbing.TagObject:
			next, ok := header(o.data, "object")
			if !ok {
				return Commit{}, broken(r.Facts.CommonDir, "tag "+id+" names no object", nil)
			}
			id = next
		default:
			return Commit{}, &Error{Code: CodeRevision, Summary: "object " + id + " is a " + o.kind.String() + ", not a commit", Fix: "name a commit, a branch or a tag"}
		}
	}
	return Commit{}, broken(r.Facts.CommonDir, "tag "+id+" names a tag that names a tag without end", nil)
}

func (r *Repo) parseCommit(id string, data []byte) (Commit, error) {
	c := Commit{ID: id, Cut: r.shallow[id]}
	root, ok := header(data, "tree")
	if !ok {
		return c, broken(r.Facts.CommonDir, "commit "+id+" names no tree", nil)
	}
	c.Tree = root
	for line := range strings.Lines(string(data)) {
		name, value, _ := strings.Cut(strings.TrimSuffix(line, "\n"), " ")
		if name == "parent" && len(value) == 40 && isHex(value) {
			if !c.Cut {
				c.Parents = append(c.Parents, value)
			}
		} else if name != "tree" {
			break // parents follow the tree at once
		}
	}
	return c, nil
}

// header is the id on the first line, which must start with name.
func header(data []byte, name string) (string, bool) {
	line, _, _ := strings.Cut(string(data[:min(len(data), 100)]), "\n")
	id, ok := strings.CutPrefix(line, name+" ")
	return id, ok && len(id) == 40 && isHex(id)
}
