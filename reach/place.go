package reach

import (
	"path"
	"strings"

	"github.com/agentlayers/layers/tree"
)

// newPlace compares the way to the working directory with the way to a folder. Both are drawn from the root when
// it leads to both, else from the last folder that they share.
func newPlace(root, cwd, dir string) *Place {
	p := &Place{Root: root, Top: root}
	shared := sharedFolder(cwd, dir)
	if root == "" || !tree.Within(root, shared) {
		p.Top = shared
	}
	p.Shared = parts(p.Top, shared)
	p.Here, p.There = parts(shared, cwd), parts(shared, dir)
	return p
}

// sharedFolder is the deepest folder that holds both.
func sharedFolder(a, b string) string {
	for !tree.Within(a, b) {
		a = path.Dir(a)
	}
	return a
}

// parts are the names that lead from a folder down to another one.
func parts(top, dir string) []string {
	rest := strings.Trim(strings.TrimPrefix(dir, top), "/")
	if rest == "" {
		return nil
	}
	return strings.Split(rest, "/")
}
