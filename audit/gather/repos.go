package gather

import (
	"errors"
	"fmt"
	"io/fs"
	"path"
	"strings"

	"github.com/agentlayers/layers/audit/source"
	"github.com/agentlayers/layers/diag"
	"github.com/agentlayers/layers/tree"
)

// Repo is what one ".git" of a work tree says.
type Repo struct {
	Rel     string         // of ".git" below the root
	File    *source.File   // set when ".git" is a file
	Target  string         // where a ".git" file points, absolute; "" otherwise
	Refused string         // why that pointer is not to be believed; "" when its back-reference matches
	Configs []*source.File // config, config.worktree and those of submodules
	Hooks   []*source.File // files in the hooks folder
	Named   []*source.File // hooks that git runs in the folder inside the root that core.hooksPath names
	// HooksAway says in words which hooks of git lie outside the root, or are not known; "" for none.
	HooksAway string
	Common    *source.File // a commondir file, which sends git elsewhere for nearly everything; nil without one
	Bare      bool         // no ".git": a folder of the tree that git takes for a repository by what it holds
}

// maxGitFile bounds a ".git" file and its counterparts; a real one is a single path.
const maxGitFile = 64 << 10

// repos looks at every ".git" of the tree. A commit has none.
func (g *gatherer) repos(fsys *confined) {
	g.bareRepos()
	if g.o.Commit {
		return
	}
	for _, e := range g.set.Entries {
		if path.Base(e.Rel) != ".git" {
			continue
		}
		r := Repo{Rel: e.Rel}
		if e.Type.IsDir() {
			g.gitFolder(&r, e.Rel)
		} else {
			r.File = g.add(e.Rel, source.Place{Kind: source.Git, Agents: []string{"git"}, Inner: ".git", Start: path.Dir(e.Rel)}, nil)
			g.gitFile(&r, fsys)
		}
		g.hooksPath(&r)
		g.set.Repos = append(g.set.Repos, r)
	}
}

// gitFolder adds the files of a git folder inside the root from which git starts programs.
func (g *gatherer) gitFolder(r *Repo, rel string) {
	for _, name := range []string{"config", "config.worktree"} {
		if f := g.gitEntry(path.Join(rel, name)); f != nil {
			r.Configs = append(r.Configs, f)
		}
	}
	r.Common = g.gitEntry(path.Join(rel, "commondir"))
	for _, name := range g.list(path.Join(rel, "hooks")) {
		if strings.HasSuffix(name, ".sample") {
			continue // git comes with these and never runs them
		}
		if f := g.gitEntry(path.Join(rel, "hooks", name)); f != nil {
			r.Hooks = append(r.Hooks, f)
		}
	}
	for _, name := range g.list(path.Join(rel, "worktrees")) {
		if f := g.gitEntry(path.Join(rel, "worktrees", name, "config.worktree")); f != nil {
			r.Configs = append(r.Configs, f)
		}
	}
	g.modules(r, path.Join(rel, "modules"), 0)
}

// modules adds the configuration of submodules, whose names may have several parts.
func (g *gatherer) modules(r *Repo, rel string, depth int) {
	const deepest = 8
	if depth > deepest {
		return
	}
	for _, name := range g.list(rel) {
		sub := path.Join(rel, name)
		if _, err := g.fsys.Lstat(path.Join(g.set.Root, sub, "HEAD")); err == nil {
			g.gitFolder(r, sub)
			continue
		}
		g.modules(r, sub, depth+1)
	}
}

// list names the entries of a folder that may be missing.
func (g *gatherer) list(rel string) []string {
	entries, err := g.fsys.ReadDir(path.Join(g.set.Root, rel))
	if err != nil && !tree.IsMissing(err) {
		g.incomplete(fmt.Sprintf("the folder %s cannot be listed: %v", rel, cause(err)))
	}
	out := make([]string, 0, len(entries))
	for _, e := range entries {
		out = append(out, e.Name())
	}
	return out
}

// gitEntry adds one file of a git folder, or gives nil when it is missing.
func (g *gatherer) gitEntry(rel string) *source.File {
	info, err := g.fsys.Lstat(path.Join(g.set.Root, rel))
	if err != nil || info.IsDir() {
		return nil
	}
	inner := rel
	if i := strings.LastIndex("/"+rel, "/.git/"); i >= 0 {
		inner = rel[i:]
	}
	return g.add(rel, source.Place{Kind: source.Git, Agents: []string{"git"}, Inner: inner, Start: "."}, nil)
}

// gitFile judges a ".git" file. A pointer inside the root is followed as it is. One that leaves it is believed
// when the folder that it names points back, and only then may that folder be opened.
func (g *gatherer) gitFile(r *Repo, fsys *confined) {
	if !r.File.IsText() {
		r.Refused = "it is no readable file"
		return
	}
	text, isPointer := strings.CutPrefix(strings.TrimSpace(string(r.File.Text.Bytes)), "gitdir:")
	target := strings.TrimSpace(text)
	if !isPointer || target == "" || strings.ContainsAny(target, "\n\x00") {
		r.Refused = "it names no git folder"
		return
	}
	named := tree.Join(r.File.Dir(), target)
	real, err := tree.EvalSymlinks(g.fsys, named)
	r.Target = named
	if err != nil {
		r.Refused = "the folder it names does not exist"
		return
	}
	r.Target = real.Path
	if rel, inside := g.set.Rel(real.Path); inside {
		if !strings.Contains("/"+rel+"/", "/.git/") { // that one is looked at by itself
			g.gitFolder(r, rel)
		}
		return
	}
	r.Refused = pointsBack(fsys.FS, r.Target, r.File.Path)
	if r.Refused == "" {
		fsys.allow(r.Target)
		if common, err := commonDir(fsys.FS, r.Target); err == nil {
			for _, name := range []string{"HEAD", "config", "commondir"} {
				fsys.allow(path.Join(common, name))
			}
		}
	}
}

var errNoPointer = errors.New("no pointer")

// pointsBack says what keeps the git folder from being that of the checkout whose ".git" file is dotGit, or "".
// A worktree's folder holds a file that names it; a submodule's has a configuration that names its work tree.
func pointsBack(fsys tree.FS, gitDir, dotGit string) string {
	if back, err := pointer(fsys, path.Join(gitDir, "gitdir")); err == nil {
		if tree.Canonical(fsys, tree.Join(gitDir, back)) != tree.Canonical(fsys, dotGit) {
			return "the folder it names belongs to another checkout"
		}
		if path.Base(path.Dir(gitDir)) != "worktrees" {
			return "the folder it names is not among the worktrees of a repository"
		}
		if common, err := commonDir(fsys, gitDir); err != nil || common != path.Dir(path.Dir(gitDir)) {
			return "the folder it names says that it belongs to another repository"
		}
		return ""
	}
	if strings.Contains(gitDir, "/.git/modules/") && workTree(fsys, gitDir) == tree.Canonical(fsys, path.Dir(dotGit)) {
		return ""
	}
	return "the folder it names does not point back"
}

// workTree is the checkout that the configuration of a submodule's git folder names, or "".
func workTree(fsys tree.FS, gitDir string) string {
	p := path.Join(gitDir, "config")
	info, err := fsys.Lstat(p)
	if err != nil || !info.Mode().IsRegular() {
		return ""
	}
	f, err := fsys.ReadFile(p, maxGitFile)
	if err != nil {
		return ""
	}
	config := &source.File{Path: p, Text: diag.NewSource(p, f.Data)}
	for _, e := range config.GitConfig() {
		if e.Key() == "core.worktree" {
			return tree.Canonical(fsys, tree.Join(gitDir, e.Value))
		}
	}
	return ""
}

// commonDir is the main git folder of a worktree's.
func commonDir(fsys tree.FS, gitDir string) (string, error) {
	text, err := pointer(fsys, path.Join(gitDir, "commondir"))
	if err != nil {
		return "", err
	}
	r, err := tree.EvalSymlinks(fsys, tree.Join(gitDir, text))
	return r.Path, err
}

// pointer reads a file that holds one path. The last part may not be a link, and nothing else is opened.
func pointer(fsys tree.FS, p string) (string, error) {
	info, err := fsys.Lstat(p)
	if err != nil || !info.Mode().IsRegular() {
		return "", errNoPointer
	}
	f, err := fsys.ReadFile(p, maxGitFile)
	if err != nil && !errors.Is(err, fs.ErrNotExist) {
		return "", err
	}
	text := strings.TrimSpace(string(f.Data))
	if text == "" {
		return "", errNoPointer
	}
	return text, nil
}
