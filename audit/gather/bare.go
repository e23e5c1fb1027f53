package gather

import (
	"io/fs"
	"path"

	"github.com/agentlayers/layers/audit/source"
)

// bareParts are what git asks for before it takes a folder for a repository.
var bareParts = [...]string{"head", "objects", "refs"}

// bareRepos finds folders of the tree, the root left out, that git takes for repositories although nothing there is
// called ".git". A commit can hold them as plain files.
func (g *gatherer) bareRepos() {
	found := map[string]int{} // folder to a bit for each part
	var order []string
	for _, e := range g.set.Entries {
		dir, name := path.Split(e.Rel)
		bit := barePart(name, e.Type)
		if bit == 0 || dir == "" {
			continue
		}
		if found[dir] |= bit; found[dir] == 1<<len(bareParts)-1 {
			found[dir] |= 1 << len(bareParts) // once
			order = append(order, path.Clean(dir))
		}
	}
	for _, rel := range order {
		r := Repo{Rel: rel, Bare: true}
		if f := g.gitEntry(path.Join(rel, "config")); f != nil {
			r.Configs = append(r.Configs, f)
		}
		g.set.Repos = append(g.set.Repos, r)
	}
}

// barePart is the bit of one entry: a file HEAD, folders objects and refs, or links in their place.
func barePart(name string, kind fs.FileMode) int {
	for i, part := range bareParts {
		isDir := i > 0
		if source.Fold(name) == part && (kind&fs.ModeSymlink != 0 || kind.IsDir() == isDir) {
			return 1 << i
		}
	}
	return 0
}
