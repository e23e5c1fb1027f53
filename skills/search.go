package skills

import (
	"context"
	"slices"

	"github.com/agentlayers/layers/dialect"
	"github.com/agentlayers/layers/tree"
)

// Found is what the files say, before configuration turns skills on and off. It is never changed.
//
//	Search ──> Found ──> Set
//	             │ Exchange: some files read otherwise
//	             └──────> Found ──> Set
type Found struct {
	o         Options
	roots     []Root
	skills    []*Skill // in the agent's listing order, all enabled
	failed    []Failure
	passed    []Passed
	read      map[string]*reading // by path, links resolved
	metadata  map[string]string   // files beside a skill, to the skill's file
	headBytes int
	noted     int // skills with problems

	set *Set // the answer itself, for an agent whose skills are commands
}

// Searched is the part of the question that Search answers; the rest is for Found.Set.
func (o Options) Searched() Options {
	if o.Dialect.Form != dialect.SkillsAsCommands {
		o.Rules, o.Include, o.Window = nil, Switch{}, Window{}
	}
	return o
}

// Search reads every root of the dialect. The error is non-nil only when ctx is done.
func Search(ctx context.Context, fsys tree.FS, o Options) (*Found, error) {
	if o.Dialect.Form == dialect.SkillsAsCommands {
		set, err := findCommands(ctx, fsys, o)
		return &Found{o: o, set: set}, err
	}
	l := newLoader(ctx, fsys, o.Searched())
	if o.Dialect.File != "" {
		if err := l.search(); err != nil {
			return nil, err
		}
	}
	return l.give(), nil
}

func newLoader(ctx context.Context, fsys tree.FS, o Options) *loader {
	return &loader{
		ctx: ctx, fsys: fsys, o: o, set: &Set{Dialect: o.Dialect}, passed: map[passedKey]int{}, read: map[string]*reading{},
		noMetadata: &Metadata{}, noCommand: &Command{},
	}
}

// give puts together what was read.
func (l *loader) give() *Found {
	o := l.o
	o.Previous = nil
	slices.SortStableFunc(l.found, func(a, b *Skill) int { return compare(o.Dialect.Order, a, b) })
	f := &Found{
		o: o, roots: l.set.Roots, skills: l.found, failed: l.set.Failed, passed: l.set.Passed,
		read: l.read, metadata: map[string]string{}, headBytes: l.headBytes,
	}
	for _, s := range f.skills {
		f.note(s, 1)
	}
	for p, r := range l.read {
		if r.metadata != "" {
			f.metadata[r.metadata] = p
		}
	}
	return f
}

// Set turns skills on and off as the rules say. o is the question that was searched for, or one that differs in
// Rules, Include and Window alone.
func (f *Found) Set(fsys tree.FS, o Options) *Set {
	if f.set != nil {
		return f.set
	}
	s := &Set{
		Dialect: o.Dialect, Rules: slices.Clone(o.Rules), Bundled: o.Bundled, Include: o.Include, Window: o.Window,
		Roots: f.roots, Skills: f.skills, Failed: f.failed, Passed: f.passed, fsys: fsys,
	}
	l := &loader{fsys: fsys, o: o, set: s, found: f.skills}
	l.applyRules()
	l.diagnose(f.noted)
	return s
}

// note counts a skill that has problems, n times.
func (f *Found) note(s *Skill, n int) {
	if len(s.Diags) > 0 {
		f.noted += n
	}
}
