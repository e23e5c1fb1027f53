package gittree

import (
	"errors"
	"io/fs"
	"path"
	"strings"

	"github.com/agentlayers/layers/tree"
)

// Limits of the small files of a repository, in bytes; real ones hold a line or a few.
const (
	maxLine   = 64 << 10
	maxConfig = 4 << 20
	maxRefs   = 64 << 20 // packed-refs and shallow: about a million lines
)

// place is where a repository lives, and the only way to its files.
type place struct {
	fsys      tree.FS
	root      string // folder of the checkout, real; "" when the git folder itself was named
	dotGit    string // the ".git" entry; "" likewise
	gitFile   bool   // ".git" is a file
	gitDir    string // real
	commonDir string // real; the git folder of the main repository for a linked worktree
	verified  bool   // the git folder names root back
	free      bool   // may go anywhere
	inside    []string
}

func (p *place) objectsDir() string { return path.Join(p.commonDir, "objects") }

// locate finds the git folder of dir. On CodeOutside the place holds what is known up to there.
func locate(fsys tree.FS, dir string, o Options) (*place, error) {
	at, err := tree.EvalSymlinks(fsys, dir)
	if err != nil {
		return &place{}, &Error{Code: CodeNotFound, Path: dir, Summary: "no such folder", Err: err}
	}
	p := &place{fsys: fsys, free: o.Follow == Always, inside: []string{at.Path}}
	if o.Within != "" {
		p.inside = append(p.inside, tree.Canonical(fsys, o.Within))
	}
	dotGit := path.Join(at.Path, ".git")
	info, real, err := tree.Stat(fsys, dotGit)
	switch {
	case err == nil && info.IsDir():
		p.root, p.dotGit, p.gitDir, p.commonDir = at.Path, dotGit, real.Path, real.Path
		err = p.allow(dotGit, real.Path)
	case err == nil:
		p.root, p.dotGit, p.gitFile = at.Path, dotGit, true
		err = p.followGitFile(o)
	case !tree.IsMissing(err):
		return p, &Error{Code: CodeNotFound, Path: dotGit, Summary: "cannot be read", Err: err}
	default:
		p.gitDir, p.commonDir = at.Path, at.Path
		if path.Base(at.Path) == ".git" {
			p.root, p.dotGit = path.Dir(at.Path), at.Path
		}
		err = nil
	}
	if err != nil {
		return p, err
	}
	if err := p.followCommonDir(); err != nil {
		return p, err
	}
	return p, p.check(dir)
}

// followGitFile reads "gitdir: X" and goes there as far as o allows.
func (p *place) followGitFile(o Options) error {
	text, err := p.line(p.dotGit)
	if err != nil {
		return err
	}
	target, isPointer := strings.CutPrefix(text, "gitdir:")
	target = strings.TrimSpace(target)
	if !isPointer || target == "" {
		return broken(p.dotGit, "is a file that names no git folder", nil)
	}
	real, err := tree.EvalSymlinks(p.fsys, rooted(p.root, target))
	p.gitDir, p.commonDir = real.Path, real.Path
	if err != nil {
		if out := p.allow(p.dotGit, real.Path); out != nil {
			return out
		}
		return &Error{
			Code: CodeNotFound, Path: p.dotGit, Target: real.Path, Err: err,
			Summary: "names a git folder that is not there",
			Fix:     "git worktree repair, run in the main checkout",
		}
	}
	if o.Follow == Never {
		if out := p.allow(p.dotGit, p.gitDir); out != nil {
			return out
		}
	}
	if p.verified = p.namesBack(); p.verified && o.Follow != Never {
		p.inside = append(p.inside, p.gitDir)
		return nil
	}
	return p.allow(p.dotGit, p.gitDir)
}

// namesBack reports whether the git folder of a ".git" file names that file, or its folder, again: a linked
// worktree does so in its gitdir file and stands in the worktrees folder of its main repository, a submodule
// in core.worktree.
func (p *place) namesBack() bool {
	trusting := *p
	trusting.free = true
	if back, err := trusting.line(path.Join(p.gitDir, "gitdir")); err == nil {
		return tree.Canonical(p.fsys, rooted(p.gitDir, back)) == tree.Canonical(p.fsys, p.dotGit) &&
			path.Base(path.Dir(p.gitDir)) == "worktrees" && trusting.followCommonDir() == nil &&
			trusting.commonDir == path.Dir(path.Dir(p.gitDir))
	}
	c, err := trusting.config(path.Join(p.gitDir, "config"))
	if err != nil || c.values["core.worktree"] == "" {
		return false
	}
	return tree.Canonical(p.fsys, rooted(p.gitDir, c.values["core.worktree"])) == p.root
}

// followCommonDir sets commonDir from the file of that name, when there is one.
func (p *place) followCommonDir() error {
	file := path.Join(p.gitDir, "commondir")
	text, err := p.line(file)
	if tree.IsMissing(err) {
		return nil
	}
	if err != nil {
		return err
	}
	real, err := tree.EvalSymlinks(p.fsys, rooted(p.gitDir, text))
	if err != nil {
		return broken(file, "names a folder that is not there", err)
	}
	if p.verified && real.Path == path.Dir(path.Dir(p.gitDir)) {
		p.inside = append(p.inside, real.Path)
	}
	p.commonDir = real.Path
	return p.allow(file, real.Path)
}

// check refuses a folder that git would not take for a repository.
func (p *place) check(dir string) error {
	where, fix := dir, "name the folder that holds .git, or a bare repository"
	if p.dotGit != "" {
		where, fix = p.dotGit, "git init creates what is missing"
	}
	need := []string{path.Join(p.gitDir, "HEAD"), p.objectsDir(), path.Join(p.commonDir, "refs")}
	for _, name := range need {
		if _, err := p.fsys.Lstat(name); err != nil {
			return &Error{Code: CodeNotFound, Path: where, Summary: "no git repository: " + path.Base(name) + " is missing", Fix: fix, Err: err}
		}
	}
	return nil
}

// allow refuses a target out of the folders that count as inside. from is what points there.
func (p *place) allow(from, target string) error {
	if p.free {
		return nil
	}
	for _, dir := range p.inside {
		if tree.Within(dir, target) {
			return nil
		}
	}
	return outside(from, target)
}

// resolve replaces the links of name and refuses when they lead out.
func (p *place) resolve(name string) (string, error) {
	r, err := tree.EvalSymlinks(p.fsys, name)
	if out := p.allow(name, r.Path); out != nil {
		return "", out
	}
	return r.Path, err
}

// read reads a file of the repository.
func (p *place) read(name string, limit int64) ([]byte, error) {
	real, err := p.resolve(name)
	if err != nil {
		return nil, err
	}
	f, err := p.fsys.ReadFile(real, limit)
	return f.Data, err
}

// line reads a file of one line.
func (p *place) line(name string) (string, error) {
	data, err := p.read(name, maxLine)
	if errors.Is(err, tree.ErrTooLarge) || errors.Is(err, tree.ErrNotRegular) {
		return "", broken(name, "is not a short text", err)
	}
	return strings.TrimRight(string(data), "\r\n \t"), err
}

// list lists a folder of the repository; a missing one is empty.
func (p *place) list(name string) ([]fs.DirEntry, error) {
	real, err := p.resolve(name)
	if err != nil {
		if tree.IsMissing(err) {
			return nil, nil
		}
		return nil, err
	}
	entries, err := p.fsys.ReadDir(real)
	if tree.IsMissing(err) {
		return nil, nil
	}
	return entries, err
}

// rooted places a path that the repository wrote below dir, without cleaning its text: ".." after a link is a
// step of its own.
func rooted(dir, p string) string {
	if tree.IsAbs(p) {
		return p
	}
	return dir + "/" + p
}
