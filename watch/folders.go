package watch

import (
	"cmp"
	"errors"
	"io/fs"
	"path"
	"slices"
	"strings"

	"github.com/agentlayers/layers/tree"
)

// wanted are the folders in which something can happen that an answer rests on: the parent of every input, and every
// folder whose entries count.
func wanted(inputs []tree.Access) map[string]bool {
	out := map[string]bool{}
	for _, a := range inputs {
		if a.Listed {
			out[a.Path] = true
		}
		out[path.Dir(a.Path)] = true
	}
	return out
}

// touches reports whether a change can matter: to an input, to what an input lies below, or to the entries of a folder
// that count.
func touches(inputs []tree.Access, p string, name bool) bool {
	if _, found := search(inputs, p); found || !name {
		return found
	}
	below := strings.TrimSuffix(p, "/") + "/"
	if i, _ := search(inputs, below); i < len(inputs) && strings.HasPrefix(inputs[i].Path, below) {
		return true
	}
	i, found := search(inputs, path.Dir(p))
	return found && inputs[i].Listed
}

func search(inputs []tree.Access, p string) (int, bool) {
	return slices.BinarySearchFunc(inputs, p, func(a tree.Access, p string) int { return cmp.Compare(a.Path, p) })
}

// folders keeps a Notifier to the folders of an answer.
type folders struct {
	n       Notifier
	native  func(string) string
	watched map[string]bool
	failed  error // the first folder that could not be watched though it is there
}

// sync watches what inputs want and nothing else, and lists the folders that are newly watched. Where a folder is
// missing, the nearest one above that is there stands for it.
func (f *folders) sync(inputs []tree.Access) (added []string) {
	f.failed = nil
	want := map[string]bool{}
	for _, dir := range sorted(wanted(inputs)) {
		for !want[dir] {
			if f.watched[dir] {
				want[dir] = true
				break
			}
			err := f.n.Add(f.native(dir))
			if err == nil {
				want[dir], f.watched[dir] = true, true
				added = append(added, dir)
				break
			}
			if !missing(err) {
				f.failed = cmp.Or(f.failed, error(&folderError{dir, err}))
			}
			if dir == "/" || !missing(err) {
				break
			}
			dir = path.Dir(dir)
		}
	}
	for dir := range f.watched {
		if !want[dir] {
			f.drop(dir)
		}
	}
	return added
}

// renew forgets the watches at and below a path whose name was given or taken: they may follow what has moved away.
func (f *folders) renew(p string) {
	for dir := range f.watched {
		if tree.Within(p, dir) {
			f.drop(dir)
		}
	}
}

func (f *folders) drop(dir string) {
	_ = f.n.Remove(f.native(dir)) // it may be gone with its folder
	delete(f.watched, dir)
}

// missing is what Add says of a folder that is not there.
func missing(err error) bool { return errors.Is(err, fs.ErrNotExist) }

// folderError is a folder that cannot be watched.
type folderError struct {
	dir string
	err error
}

func (e *folderError) Error() string { return "watch " + e.dir + ": " + e.err.Error() }
func (e *folderError) Unwrap() error { return e.err }

func sorted(set map[string]bool) []string {
	out := make([]string, 0, len(set))
	for p := range set {
		out = append(out, p)
	}
	slices.Sort(out)
	return out
}
