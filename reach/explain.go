package reach

import (
	"context"
	"path"
	"slices"
	"strings"

	"github.com/agentlayers/layers/agentsmd"
	"github.com/agentlayers/layers/dialect"
	"github.com/agentlayers/layers/resolve"
	"github.com/agentlayers/layers/tree"
)

// Answer is all that there is to say about one path.
type Answer struct {
	Facts Facts
	Verdict
	Inside    []Inside   // for a folder: its files
	Elsewhere *Elsewhere // a folder to start in instead; nil when it loads, or when none was found to look at
	Others    []Agent    // the other agents, from here
}

// Inside is one file of a folder: from here, and from a start in that folder.
type Inside struct {
	Item
	There Verdict
}

// Elsewhere is a start in another folder.
type Elsewhere struct {
	Dir    string
	Deeper bool // folders below Dir do as well
	Verdict
}

// Agent is the answer of another agent from the same folder.
type Agent struct {
	Dialect dialect.Dialect
	Verdict
}

// Explain answers for an absolute path. r is the answer to o; others are the agents to ask besides.
//
// The error is non-nil only when ctx is done or o lacks what a resolve needs.
func Explain(ctx context.Context, o resolve.Options, r *resolve.Result, others []dialect.Dialect, p string) (Answer, error) {
	f := Gather(o.Host.FS, o.Host.Cwd, p)
	a := Answer{Facts: f, Verdict: Judge(r, f)}
	if err := a.later(ctx, o, r); err != nil {
		return a, err
	}
	if err := a.elsewhere(ctx, o, r); err != nil {
		return a, err
	}
	for _, d := range others {
		if d.ID() == r.Dialect.ID() {
			continue
		}
		v, err := ask(ctx, as(o, d), f)
		if err != nil {
			return a, err
		}
		a.Others = append(a.Others, Agent{d, v})
	}
	return a, nil
}

// as is the same question to another agent: what was typed for one agent means nothing to another.
func as(o resolve.Options, d dialect.Dialect) resolve.Options {
	if d.Name != o.Dialect.Name {
		o.Overrides, o.Profile, o.Trust, o.Enforced, o.Window = nil, "", nil, nil, 0
	}
	o.Dialect = d
	return o
}

func ask(ctx context.Context, o resolve.Options, f Facts) (Verdict, error) {
	r, err := resolve.Dir(ctx, o)
	if err != nil {
		return Verdict{}, err
	}
	a := Answer{Facts: f, Verdict: Judge(r, f)}
	err = a.later(ctx, o, r)
	return a.Verdict, err
}

// later asks an agent that loads documents when a file is read whether reading a file beside this one would
// bring it in.
func (a *Answer) later(ctx context.Context, o resolve.Options, r *resolve.Result) error {
	dir := path.Dir(a.Facts.Path)
	below := dir != r.Cwd && tree.Within(r.Cwd, dir)
	if !r.Dialect.Instructions.Walk.Lazy || a.Document != nil || a.State != Later && (a.State != NotSeen || !below || !a.Facts.Regular) {
		return nil
	}
	added, err := agentsmd.ForFile(ctx, o.Host.FS, r.DocumentOptions, agentsmd.Session{Documents: r.Documents}, path.Join(dir, "x"))
	if err != nil {
		return err
	}
	for _, d := range added.Documents {
		if !a.Facts.is(d.Path) {
			continue
		}
		if d.Omitted != nil {
			a.State, a.Why, a.By, a.Fix = Omitted, d.Omitted.Text, d.Omitted.By, d.Omitted.Fix
			return nil
		}
		a.Kind, a.State, a.Why, a.By = Document, Later, whenBelow, d.From
		return nil
	}
	if a.State == Later {
		a.State, a.Why = NotSeen, a.Place.word()
	}
	return nil
}

// elsewhere resolves from the folders in which the path would have its place.
func (a *Answer) elsewhere(ctx context.Context, o resolve.Options, r *resolve.Result) error {
	if a.Kind == Folder {
		return a.inside(ctx, o, r)
	}
	if a.State.Loads() || !a.Facts.Exists || a.Kind == Skill {
		return nil
	}
	for _, dir := range a.starts(r) {
		if dir == r.Cwd {
			continue
		}
		o.Host.Cwd = dir
		there, err := resolve.Dir(ctx, o)
		if err != nil {
			return err
		}
		v := Judge(there, a.Facts)
		if v.State.Loads() {
			a.Elsewhere = &Elsewhere{dir, walked(r, a.Facts, dir), v}
			return nil
		}
		if a.Elsewhere == nil && a.Place != nil {
			a.Elsewhere = &Elsewhere{Dir: dir, Verdict: v}
		}
	}
	return nil
}

// walked reports whether a file loads also from the folders below dir, because the walk leads through it.
func walked(r *resolve.Result, f Facts, dir string) bool {
	if name, folder := projectFile(r.Dialect.Config, f); name != "" {
		return folder == dir && walksConfig(r.Dialect.Config, name)
	}
	return slices.ContainsFunc(slots(r, f), func(s slot) bool { return s.source.In == inWalk && s.folder == dir })
}

// starts are the folders that a file may load from, the likeliest first: that of the file that imports it, the
// one that it speaks for, the one that holds it, and the one that holds it and the working directory.
func (a *Answer) starts(r *resolve.Result) []string {
	f := a.Facts
	var out []string
	add := func(dir string) {
		if !slices.Contains(out, dir) {
			out = append(out, dir)
		}
	}
	if a.Document != nil && a.Document.Role == agentsmd.Import && a.Document.From.Path != "" {
		add(path.Dir(a.Document.From.Path))
	}
	for _, s := range slots(r, f) {
		if s.source.In == inWalk {
			add(s.folder)
		}
	}
	if name, folder := projectFile(r.Dialect.Config, f); name != "" {
		add(folder)
	}
	add(path.Dir(f.Path))
	add(sharedFolder(r.Cwd, path.Dir(f.Path)))
	return out
}

// inside lists the files of a folder, as seen from here and from the folder itself.
func (a *Answer) inside(ctx context.Context, o resolve.Options, r *resolve.Result) error {
	here := within(r, a.Facts)
	o.Host.Cwd = a.Facts.Path
	there, err := resolve.Dir(ctx, o)
	if err != nil {
		return err
	}
	f := a.Facts
	for _, i := range here {
		a.Inside = append(a.Inside, Inside{i, Judge(there, Gather(o.Host.FS, o.Host.Cwd, i.Path))})
	}
	for _, i := range within(there, f) {
		if !slices.ContainsFunc(a.Inside, func(x Inside) bool { return x.Path == i.Path }) {
			a.Inside = append(a.Inside, Inside{Item{i.Path, Judge(r, Gather(o.Host.FS, r.Cwd, i.Path))}, i.Verdict})
		}
		if i.State.Loads() && a.State == NotSeen && a.Elsewhere == nil {
			a.Elsewhere = &Elsewhere{Dir: a.Facts.Path, Verdict: Verdict{Kind: Folder, State: Loaded}}
		}
	}
	return nil
}

// Find gives the absolute path that people mean by text: below the working directory, or else, as screens write
// paths, below the project root or the home folder. ok reports whether something is there.
func Find(fsys tree.FS, r *resolve.Result, text string) (p string, ok bool) {
	if rest, isHome := strings.CutPrefix(text, "~/"); isHome && r.Home != "" {
		return look(fsys, path.Join(r.Home, rest))
	}
	first, ok := look(fsys, tree.Join(r.Cwd, text))
	if ok || tree.IsAbs(text) {
		return first, ok
	}
	if below, ok := look(fsys, path.Join(r.Root.Path, text)); ok {
		return below, true
	}
	return first, false
}

func look(fsys tree.FS, p string) (string, bool) {
	where, err := tree.EvalSymlinks(fsys, path.Dir(p))
	if err != nil {
		return p, false
	}
	_, err = fsys.Lstat(path.Join(where.Path, path.Base(p)))
	return p, err == nil
}
