package gittree

import (
	"path"
	"slices"
	"strings"

	"github.com/agentlayers/layers/tree"
)

// Names of the formats that are read.
const (
	sha1Format  = "sha1"
	filesFormat = "files"
)

// Bounds of what is listed.
const (
	maxWorktrees  = 1000
	maxAlternates = 100
	maxNesting    = 5 // of alternates, as in git
)

const alternatesFile = "info/alternates"

// Facts are what a repository is, read from its small files; no object is opened. All paths are absolute and
// real.
type Facts struct {
	Root      string // folder of the checkout; "" for a bare repository
	GitDir    string // folder with this checkout's HEAD
	CommonDir string // folder with objects and branches; GitDir unless this is a linked worktree
	Main      string // the main checkout: Root unless this is a linked worktree; "" when there is none
	Linked    bool   // this is a linked worktree
	Verified  bool   // ".git" is a file, and the git folder it names names this folder back

	Head         Head
	Bare         bool
	Shallow      bool // history was cut off
	Partial      bool // a remote keeps objects that were left out
	Sparse       bool // the checkout need not hold the whole tree
	ObjectFormat string
	RefFormat    string
	Worktrees    []Worktree  // the linked ones, by name; at most 1000
	Alternates   []Alternate // other folders with objects, nearest first
}

// Head is what is checked out.
type Head struct {
	Ref    string // full name, "refs/heads/main"; "" when detached
	Commit string // id in hex; "" for a branch without a commit
}

// Worktree is a linked worktree as the main repository knows it.
type Worktree struct {
	Name string // of its folder below worktrees
	Path string // folder of the checkout, as recorded; it may be gone
}

// Alternate is another folder that objects are taken from.
type Alternate struct {
	Path    string
	Missing bool
	Outside bool // it leaves the repository and may not be followed
}

// Inspect says what the repository is whose checkout, or whose git folder, is dir.
//
// The error is an *Error. With CodeOutside the Facts hold what is known without leaving: Root and the folder
// that was not entered. A sha256 repository is no error here.
func Inspect(fsys tree.FS, dir string, o Options) (Facts, error) {
	_, f, err := inspect(fsys, dir, o)
	return f, known(err)
}

func inspect(fsys tree.FS, dir string, o Options) (*place, Facts, error) {
	p, err := locate(fsys, dir, o)
	f := Facts{Root: p.root, GitDir: p.gitDir, CommonDir: p.commonDir, Verified: p.verified}
	if err != nil {
		return p, f, err
	}
	s, err := p.settings()
	if err != nil {
		return p, f, err
	}
	f.Linked = p.gitDir != p.commonDir
	f.Bare = !f.Linked && isBare(p, s)
	f.Partial, f.Sparse = s.promises, s.isTrue("core.sparsecheckout")
	f.ObjectFormat, f.RefFormat = format(s, "objectformat", sha1Format), format(s, "refstorage", filesFormat)
	if f.Bare {
		f.Root = ""
	}
	f.Main = p.mainCheckout(f, s)
	if f.RefFormat == filesFormat {
		if f.Head, err = (&refs{place: p}).head(); err != nil {
			return p, f, err
		}
	}
	cut, err := p.shallow()
	if err != nil {
		return p, f, err
	}
	f.Shallow = len(cut) > 0
	if f.Worktrees, err = p.worktrees(); err != nil {
		return p, f, err
	}
	f.Alternates, err = p.alternates()
	return p, f, err
}

func format(s settings, key, usual string) string {
	if v := strings.ToLower(s.values["extensions."+key]); v != "" {
		return v
	}
	return usual
}

// isBare follows git: what the configuration says, and where it is silent a git folder that is not ".git".
func isBare(p *place, s settings) bool {
	if _, said := s.values["core.bare"]; said {
		return s.isTrue("core.bare")
	}
	return p.dotGit == "" && s.values["core.worktree"] == ""
}

// mainCheckout is where the main checkout stands: beside its ".git" folder, or where core.worktree says.
func (p *place) mainCheckout(f Facts, s settings) string {
	switch {
	case f.Bare:
		return ""
	case !f.Linked && p.root != "":
		return p.root
	case path.Base(p.commonDir) == ".git" && !s.isTrue("core.bare"):
		return path.Dir(p.commonDir)
	case s.values["core.worktree"] != "":
		return tree.Canonical(p.fsys, rooted(p.commonDir, s.values["core.worktree"]))
	}
	return ""
}

// shallow reads the commits whose parents were cut off.
func (p *place) shallow() (map[string]bool, error) {
	data, err := p.read(path.Join(p.commonDir, "shallow"), maxRefs)
	if err != nil && !tree.IsMissing(err) {
		return nil, err
	}
	cut := map[string]bool{}
	for line := range strings.Lines(string(data)) {
		if id := strings.TrimSpace(line); id != "" {
			cut[id] = true
		}
	}
	return cut, nil
}

func (p *place) worktrees() ([]Worktree, error) {
	dir := path.Join(p.commonDir, "worktrees")
	entries, err := p.list(dir)
	if err != nil {
		return nil, err
	}
	var out []Worktree
	for _, e := range entries[:min(maxWorktrees, len(entries))] {
		own := path.Join(dir, e.Name())
		back, err := p.line(path.Join(own, "gitdir"))
		if err != nil || path.Base(back) != ".git" {
			continue
		}
		out = append(out, Worktree{Name: e.Name(), Path: path.Dir(path.Clean(rooted(own, back)))})
	}
	return out, nil
}

// alternates reads the other object folders, those of alternates too. A relative one starts at the folder of
// objects that names it.
func (p *place) alternates() ([]Alternate, error) {
	var out []Alternate
	level := []string{p.objectsDir()}
	for range maxNesting {
		var next []string
		for _, objects := range level {
			listed, err := p.readAlternates(objects)
			if err != nil {
				return out, err
			}
			for _, a := range listed {
				known := func(b Alternate) bool { return b.Path == a.Path }
				if a.Path == p.objectsDir() || slices.ContainsFunc(out, known) || len(out) == maxAlternates {
					continue
				}
				out = append(out, a)
				if !a.Missing && !a.Outside {
					next = append(next, a.Path)
				}
			}
		}
		level = next
	}
	return out, nil
}

func (p *place) readAlternates(objects string) ([]Alternate, error) {
	data, err := p.read(path.Join(objects, alternatesFile), maxLine)
	if tree.IsMissing(err) {
		return nil, nil
	}
	if err != nil {
		return nil, err
	}
	var out []Alternate
	for line := range strings.Lines(string(data)) {
		line = strings.TrimRight(line, "\r\n")
		if line == "" || line[0] == '#' {
			continue
		}
		real, err := tree.EvalSymlinks(p.fsys, rooted(objects, line))
		a := Alternate{Path: real.Path, Missing: err != nil, Outside: p.allow(objects, real.Path) != nil}
		if a.Missing {
			a.Path = path.Clean(rooted(objects, line))
		}
		out = append(out, a)
	}
	return out, nil
}
