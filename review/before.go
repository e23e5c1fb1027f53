package review

import (
	"path"
	"slices"

	"github.com/agentlayers/layers/tree"
)

// For is the record as it counts for another root: a worktree, for which that of its main checkout stands in. What
// lies in the git folder is left out.
func (r *Record) For(root string) *Record {
	if root == r.Root {
		return r
	}
	own := *r
	own.Root = root
	own.Entries = slices.DeleteFunc(slices.Clone(r.Entries), func(e Entry) bool { return inGit(e.Path) })
	return &own
}

// Before shows fsys with the root as it was when it was reviewed: the agents' files of that time and nothing else
// in it, but for the git folder and the folder cwd. missing lists files whose content was not kept.
func (r *Record) Before(fsys tree.FS, cwd string) (before tree.FS, missing []string) {
	m := tree.NewMemory()
	m.Mkdir(r.Root)
	if tree.Within(r.Root, cwd) {
		m.Mkdir(cwd)
	}
	for _, e := range r.Entries {
		if e.Kind != File && e.Kind != Link || inGit(e.Path) {
			continue
		}
		data, ok := r.Content[e.Hash]
		if !ok {
			missing = append(missing, e.Path)
			continue
		}
		p := path.Join(r.Root, e.Path)
		if e.Kind == Link {
			m.Symlink(p, string(data))
			continue
		}
		m.WriteFile(p, data)
		if e.Exec {
			m.Chmod(p, 0o755)
		}
	}
	mounts := map[string]tree.FS{"/": fsys, r.Root: m}
	git := path.Join(r.Root, ".git")
	if _, err := fsys.Lstat(git); err == nil {
		mounts[git] = fsys
	}
	return tree.Mounts(mounts), missing
}
