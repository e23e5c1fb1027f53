package gittree

import (
	"errors"
	"io/fs"
	"path"
	"slices"
	"strings"
	"sync"

	"github.com/go-git/go-git/v5/plumbing"

	"github.com/agentlayers/layers/tree"
)

// maxSymbolic is how often one name may stand for another, as in git.
const maxSymbolic = 5

// maxNames bounds the names that are gathered for "did you mean".
const maxNames = 20_000

// refs reads branches, tags and HEAD.
type refs struct {
	place *place

	once   sync.Once
	packed map[string]string // full name to id
	err    error
}

// head reads HEAD without the object behind it.
func (r *refs) head() (Head, error) {
	target, id, err := r.one("HEAD")
	if err != nil {
		return Head{}, err
	}
	if target == "" {
		return Head{Commit: id}, nil
	}
	id, _, err = r.lookup(target)
	return Head{Ref: target, Commit: id}, err
}

// lookup gives the id that a full name stands for, followed through symbolic names.
func (r *refs) lookup(name string) (id string, found bool, err error) {
	for range maxSymbolic {
		target, id, err := r.one(name)
		if err != nil {
			return "", false, err
		}
		if target == "" {
			return id, id != "", nil
		}
		name = target
	}
	return "", false, broken(r.file(name), "stands for another name too many times", nil)
}

// one reads one name: the name it stands for, or its id, or neither when there is no such name.
func (r *refs) one(name string) (target, id string, err error) {
	if !validRef(name) {
		return "", "", nil
	}
	file := r.file(name)
	if link, err := r.place.fsys.ReadLink(file); err == nil && validRef(link) && strings.HasPrefix(link, "refs/") {
		return link, "", nil // as very old versions of git wrote HEAD
	}
	data, err := r.place.read(file, maxLine)
	if errors.Is(err, tree.ErrNotRegular) || tree.IsMissing(err) {
		packed, err := r.packedRefs()
		return "", packed[name], err
	}
	if err != nil {
		return "", "", err
	}
	text := strings.TrimSpace(string(data))
	if rest, ok := strings.CutPrefix(text, "ref:"); ok {
		target = strings.TrimSpace(rest)
		if !validRef(target) {
			return "", "", broken(file, "stands for a name that no branch can have", nil)
		}
		return target, "", nil
	}
	if fields := strings.Fields(text); len(fields) > 0 && isID(fields[0]) {
		return "", fields[0], nil // FETCH_HEAD goes on after the id
	}
	return "", "", broken(file, "holds neither an object id nor the name of a branch", nil)
}

// file is where a name is kept: most of them in the common folder, a few in each worktree's own.
func (r *refs) file(name string) string {
	own := !strings.HasPrefix(name, "refs/")
	for _, prefix := range []string{"refs/bisect/", "refs/worktree/", "refs/rewritten/"} {
		own = own || strings.HasPrefix(name, prefix)
	}
	if own {
		return path.Join(r.place.gitDir, name)
	}
	return path.Join(r.place.commonDir, name)
}

func (r *refs) packedRefs() (map[string]string, error) {
	r.once.Do(func() {
		r.packed = map[string]string{}
		data, err := r.place.read(path.Join(r.place.commonDir, "packed-refs"), maxRefs)
		if err != nil && !tree.IsMissing(err) {
			r.err = err
			return
		}
		for line := range strings.Lines(string(data)) {
			id, name, ok := strings.Cut(strings.TrimRight(line, "\r\n"), " ")
			if ok && isID(id) {
				r.packed[name] = id
			}
		}
	})
	return r.packed, r.err
}

// names lists branches and tags by the short names that people type, in byte order.
func (r *refs) names() []string {
	var full []string
	packed, _ := r.packedRefs()
	for name := range packed {
		full = append(full, name)
	}
	for _, dir := range []string{"refs/heads", "refs/tags", "refs/remotes"} {
		full = r.gather(full, dir, 0)
	}
	for i, name := range full {
		for _, prefix := range []string{"refs/heads/", "refs/tags/", "refs/remotes/"} {
			name = strings.TrimPrefix(name, prefix)
		}
		full[i] = name
	}
	slices.Sort(full)
	return slices.Compact(full)
}

// gather adds the names below dir that have files of their own.
func (r *refs) gather(names []string, dir string, depth int) []string {
	entries, err := r.place.list(path.Join(r.place.commonDir, dir))
	if err != nil || depth > 20 {
		return names
	}
	for _, e := range entries {
		if len(names) >= maxNames {
			return names
		}
		switch name := path.Join(dir, e.Name()); {
		case e.IsDir():
			names = r.gather(names, name, depth+1)
		case e.Type()&fs.ModeType == 0 && validRef(name):
			names = append(names, name)
		}
	}
	return names
}

// validRef reports whether a full name is one that git would create: none leads out of the folder of names.
// Names outside "refs" are those in capitals, such as HEAD and ORIG_HEAD.
func validRef(name string) bool {
	if strings.HasPrefix(name, "refs/") {
		return plumbing.ReferenceName(name).Validate() == nil
	}
	return name != "" && strings.Trim(name, "ABCDEFGHIJKLMNOPQRSTUVWXYZ_") == ""
}

// isID reports whether s is a whole object id of either length.
func isID(s string) bool { return (len(s) == 40 || len(s) == 64) && isHex(s) }

func isHex(s string) bool { return strings.Trim(s, "0123456789abcdef") == "" }
