// Package gather collects what an audit looks at: it walks a repository once through a tree.FS, reads each file
// that an agent reads once, and asks the resolver once per folder in which an agent would meet such files.
//
//	          ┌─> files that agents read ─> source.File, each read once ─┐
//	tree.FS ──┤                                                          ├─> Set ─> audit.Run
//	          └─> folders to start in ─> resolve.Dir, a View a version ──┘
//
// Nothing outside the audited root is opened, but for the user's own agent files and the git folder of a
// worktree whose back-reference matches.
package gather

import (
	"context"
	"errors"
	"io/fs"
	"path"
	"sort"

	"github.com/agentlayers/layers/audit/source"
	"github.com/agentlayers/layers/dialect"
	"github.com/agentlayers/layers/resolve"
	"github.com/agentlayers/layers/tree"
)

// Limits bound an audit. The zero value of a field stands for its default.
type Limits struct {
	Entries   int   // entries of the tree; 200,000
	TotalRead int64 // bytes read in all; 256 MiB
	Held      int64 // bytes of text that are held for the rules; 32 MiB
	FileBytes int64 // bytes of one file that are read; 16 MiB
	Depth     int   // folders inside each other; 256
	Starts    int   // folders in which an agent may be started; 100,000
	Work      int64 // bytes of layers and documents that are resolved, in every folder again; 256 MiB
	Reached   int   // files that only imports and commands lead to; 2,000
}

func (l Limits) withDefaults() Limits {
	set := func(v *int, to int) {
		if *v == 0 {
			*v = to
		}
	}
	set(&l.Entries, 200_000)
	set(&l.Depth, 256)
	set(&l.Starts, 100_000)
	set(&l.Reached, 2_000)
	if l.TotalRead == 0 {
		l.TotalRead = 256 << 20
	}
	if l.Held == 0 {
		l.Held = 32 << 20
	}
	if l.Work == 0 {
		l.Work = 256 << 20
	}
	if l.FileBytes == 0 {
		l.FileBytes = 16 << 20
	}
	return l
}

// Options say what to audit. Root is a folder of Host.FS, absolute, links resolved; Host.Cwd is not used.
type Options struct {
	Host     resolve.Host
	Root     string
	Dialects []dialect.Dialect // the versions that are resolved
	Commit   bool              // the root is a commit's tree: what only a work tree has is not looked for
	User     bool              // the user's own files too
	Limits   Limits
}

// Set is what was found. It is plain data: rules read it and never the tree.
type Set struct {
	Root    string
	Home    string
	Commit  bool
	Files   []*source.File // the discovery set, in byte order of Rel
	Entries []Entry        // everything in the tree, in the order of the walk, folders before what they hold
	Repos   []Repo         // what ".git" says, in every folder that has one
	Starts  []Start        // the folders that were resolved, in byte order
	Unsent  []Unsent       // documents of which a part finds no room

	Read       int      // files that were read
	Skipped    int      // files of the set that were not, or not in full
	Incomplete []string // why the audit does not cover everything; empty when it does

	byRel   map[string]*source.File
	shadows map[string][]string    // of a document, by absolute path
	entries map[string]fs.FileMode // of Entries, once asked for
}

// Entry is one path of the tree.
type Entry struct {
	Rel  string
	Type fs.FileMode // type bits only
}

// File is the file of the set at rel, or nil.
func (s *Set) File(rel string) *source.File { return s.byRel[rel] }

// Shadows are the files, by absolute path, that give way to the document at absPath.
func (s *Set) Shadows(absPath string) []string { return s.shadows[absPath] }

// Text is a file of the set by its absolute path, for snippets; nil when it has no text.
func (s *Set) Text(absPath string) *source.File {
	for _, f := range s.Files {
		if f.Path == absPath {
			return f
		}
	}
	return nil
}

// Rel is an absolute path below the root, "." for the root itself; ok is false outside.
func (s *Set) Rel(absPath string) (rel string, ok bool) {
	switch {
	case absPath == s.Root:
		return ".", true
	case s.Root == "/":
		return absPath[1:], true
	case tree.Within(s.Root, absPath):
		return absPath[len(s.Root)+1:], true
	}
	return "", false
}

// gatherer is one run.
type gatherer struct {
	o    Options
	fsys tree.FS // confined, each file read once
	once tree.FS // the same without a memory, for files that are asked for once
	set  *Set
	left int64 // bytes that may still be read
	room int64 // bytes of text that may still be held
	said map[string]bool

	tables  []*dialect.Compiled // of Options.Dialects
	groups  map[string]*group   // by their folder; "" for those outside of any project
	anchors map[string]bool     // folders on which layers depend; nil before they are known
	marked  map[string]bool     // of them, those that may be the root of a project
	own     map[string]heap     // instruction files of folders
	heaps   map[string]heap     // the same with those above, as far as they were asked for
	unsent  map[string]bool     // of Set.Unsent, by absolute path
	work    int64               // done for resolving
}

// Dir gathers the set of o.Root. The error is for "no audit possible": the root cannot be listed, or o lacks
// something. A limit, or a done ctx, ends the gathering early and is named in Set.Incomplete.
func Dir(ctx context.Context, o Options) (*Set, error) {
	o.Limits = o.Limits.withDefaults()
	if o.Host.FS == nil || !tree.IsAbs(o.Root) {
		return nil, errors.New("gather: Options need Host.FS and an absolute Root")
	}
	if o.Commit {
		o.Host.FS = withMarker(o.Host.FS, path.Clean(o.Root))
	}
	fsys, held, err := tree.Confine(o.Host.FS, path.Clean(o.Root))
	if err != nil {
		return nil, err
	}
	defer held.Close()
	o.Host.FS = fsys
	confined := confine(o)
	g := &gatherer{
		o: o, once: confined, left: o.Limits.TotalRead, room: o.Limits.Held, said: map[string]bool{},
		set:    &Set{Root: path.Clean(o.Root), Home: o.Host.Home, Commit: o.Commit, byRel: map[string]*source.File{}, shadows: map[string][]string{}},
		unsent: map[string]bool{}, groups: map[string]*group{},
	}
	g.fsys = tree.NewRecorder(roomy{confined, g})
	if _, err := confined.ReadDir(g.set.Root); err != nil {
		return nil, err
	}
	g.walk(ctx, confined)
	g.repos(confined)
	if o.User {
		g.userFiles()
	}
	g.resolve(ctx)
	g.configured()
	g.follow(ctx)
	sort.Slice(g.set.Files, func(i, j int) bool { return g.set.Files[i].Rel < g.set.Files[j].Rel })
	for _, f := range g.set.Files {
		switch {
		case f.Err != nil || f.Cut:
			g.set.Skipped++
		case f.Text != nil:
			g.set.Read++
		}
	}
	return g.set, nil
}

// withMarker shows the tree of a commit with the ".git" that a checkout of it would have, so that the agents'
// search for the project's root finds it.
func withMarker(fsys tree.FS, root string) tree.FS {
	git := tree.NewMemory()
	git.WriteFile(path.Join(root, ".git/HEAD"), []byte("ref: refs/heads/main\n"))
	return tree.Mounts(map[string]tree.FS{"/": fsys, path.Join(root, ".git"): git})
}

// incomplete records once why the audit does not cover everything.
func (g *gatherer) incomplete(why string) {
	if !g.said[why] {
		g.said[why] = true
		g.set.Incomplete = append(g.set.Incomplete, why)
	}
}

// expired reports whether ctx is done, and records it.
func (g *gatherer) expired(ctx context.Context) bool {
	if ctx.Err() == nil {
		return false
	}
	g.incomplete("the time was up before everything was read")
	return true
}
