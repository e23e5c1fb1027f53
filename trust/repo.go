package trust

import (
	"io/fs"
	"path"
	"strings"

	"github.com/agentlayers/layers/dialect"
	"github.com/agentlayers/layers/tree"
)

// Repo is what the nearest ".git" says, read as plain files.
type Repo struct {
	Root    string // folder that holds ".git"; "" when there is none
	GitFile bool   // ".git" is a file, not a folder
	Target  string // where a ".git" file points, absolute; "" otherwise
	Main    string // the folder that trust asks about: Root, or the main checkout of a linked worktree; "" when a ".git" file names no worktree

	// Refused says why a ".git" file that names a worktree was not believed; "" when it was, or is none.
	Refused string
}

// Linked reports whether the folder is a linked worktree of another checkout.
func (r Repo) Linked() bool { return r.Main != "" && r.Main != r.Root }

// Place is the folder of the repository that a decision may rest on: where ".git" is a folder as it was typed, since
// an entry may name a link to the repository. Cases: trust-session-link, trust-link-markers.
func (r Repo) Place() Place {
	p := Place{What: "repository root", Path: r.Main}
	if r.Main != "" && !r.GitFile {
		p.Path = r.Root
	}
	return p
}

// maxGitFile bounds a ".git" file; a real one is a single path. Longer ones are not believed.
const maxGitFile = 64 << 10

// FindRepo looks for ".git" in dir and the folders above it, by the text of dir.
//
// With t.Worktree "text" a ".git" file is believed on its word. With "verified" the folder that it names
// must hold HEAD, a commondir file, and a gitdir file that names this ".git" again; needsHead passes over a
// ".git" folder without HEAD. Cases: trust-worktree, trust-submodule-like, golden/testdata/codex-random.
func FindRepo(fsys tree.FS, dir string, t dialect.Trust, needsHead bool) Repo {
	for _, d := range tree.Ancestors(dir) {
		dotGit := tree.Below(d, ".git")
		info, _, err := tree.Stat(fsys, dotGit)
		if err != nil {
			continue
		}
		if info.IsDir() {
			if needsHead && !exists(fsys, tree.Below(dotGit, "HEAD")) {
				continue
			}
			return Repo{Root: d, Main: tree.Canonical(fsys, d)}
		}
		r := Repo{Root: d, GitFile: true}
		r.followGitFile(fsys, dotGit, t)
		return r
	}
	return Repo{}
}

// followGitFile reads "gitdir: X" and, when X is MAIN/.git/worktrees/NAME, sets Main.
func (r *Repo) followGitFile(fsys tree.FS, dotGit string, t dialect.Trust) {
	text, ok := readLine(fsys, dotGit)
	target, isPointer := strings.CutPrefix(text, "gitdir:")
	target = strings.TrimSpace(target)
	if !ok || !isPointer || target == "" {
		return
	}
	r.Target = tree.Canonical(fsys, tree.Join(r.Root, target))
	worktrees := path.Dir(r.Target)
	common := path.Dir(worktrees)
	if path.Base(worktrees) != "worktrees" {
		return
	}
	if t.Worktree == "verified" {
		if r.Refused = r.unverified(fsys, dotGit, common); r.Refused != "" {
			return
		}
	}
	r.Main = tree.Canonical(fsys, path.Dir(common))
}

// unverified says what keeps the pointer from being a real worktree, or "".
func (r *Repo) unverified(fsys tree.FS, dotGit, common string) string {
	if path.Base(common) != ".git" {
		return common + " is not the .git folder of a checkout"
	}
	if !exists(fsys, tree.Below(r.Target, "HEAD")) {
		return r.Target + " holds no HEAD"
	}
	commondir, ok := readLine(fsys, tree.Below(r.Target, "commondir"))
	if !ok {
		return r.Target + " holds no commondir"
	}
	if tree.Canonical(fsys, tree.Join(r.Target, commondir)) != tree.Canonical(fsys, common) {
		return r.Target + "/commondir names another repository"
	}
	back, ok := readLine(fsys, tree.Below(r.Target, "gitdir"))
	if !ok {
		return r.Target + " holds no gitdir file"
	}
	if tree.Canonical(fsys, tree.Join(r.Target, back)) != tree.Canonical(fsys, dotGit) {
		return r.Target + "/gitdir names another checkout"
	}
	return ""
}

func exists(fsys tree.FS, p string) bool {
	_, _, err := tree.Stat(fsys, p)
	return err == nil
}

// readLine reads a small file and trims it.
func readLine(fsys tree.FS, p string) (string, bool) {
	f, _, err := tree.Read(fsys, p, maxGitFile)
	if err != nil {
		return "", false
	}
	return strings.TrimSpace(string(f.Data)), true
}

// Root is the project root: where the walk for configuration files begins.
type Root struct {
	Path   string // the folder; the start folder itself when no marker was found
	Marker string // the marker that decided; "" when none was found

	// EmptyGit is a ".git" folder without HEAD that decided or was passed over; "" otherwise.
	EmptyGit string
}

// FindRoot is the nearest folder, from dir upwards by the text of dir, that holds one of the markers: a file
// or folder of any content. Without markers, or when none is found, it is dir itself.
//
// Cases: layers-root-markers-custom, layers-root-markers-empty, layers-no-git, root-empty-git-dir.
func FindRoot(fsys tree.FS, dir string, markers []string, needsHead bool) Root {
	empty := ""
	for _, d := range tree.Ancestors(dir) {
		for _, m := range markers {
			p := tree.Below(d, m)
			info, _, err := tree.Stat(fsys, p)
			if err != nil {
				continue
			}
			if isEmptyGit(fsys, m, p, info) {
				if empty == "" {
					empty = p
				}
				if needsHead {
					continue
				}
			}
			return Root{Path: d, Marker: m, EmptyGit: empty}
		}
	}
	return Root{Path: dir, EmptyGit: empty}
}

func isEmptyGit(fsys tree.FS, marker, p string, info fs.FileInfo) bool {
	return marker == ".git" && info.IsDir() && !exists(fsys, tree.Below(p, "HEAD"))
}
