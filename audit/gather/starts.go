package gather

import (
	"context"
	"fmt"
	"path"
	"slices"

	"github.com/agentlayers/layers/audit/source"
	"github.com/agentlayers/layers/resolve"
	"github.com/agentlayers/layers/trust"
)

// Start is one folder in which an agent may be started, resolved for every version.
type Start struct {
	Rel   string // "." for the root
	Views []View // in the order of Options.Dialects
}

// View is what one version makes of a start folder.
type View struct {
	Agent, Version string
	Now            *resolve.Result
	Trusted        *resolve.Result // with every folder trusted; Now itself where that changes nothing
}

// Start is the resolved folder at rel, or nil.
func (s *Set) Start(rel string) *Start {
	i := slices.IndexFunc(s.Starts, func(x Start) bool { return x.Rel == rel })
	if i < 0 {
		return nil
	}
	return &s.Starts[i]
}

// resolve asks the resolver for every folder that holds files of an agent with a dialect, and for the root.
func (g *gatherer) resolve(ctx context.Context) {
	seen := map[string]bool{".": true}
	starts := []string{"."}
	for _, f := range g.set.Files {
		if !f.User && !seen[f.Start] && g.hasDialect(f) {
			seen[f.Start] = true
			starts = append(starts, f.Start)
		}
	}
	slices.Sort(starts)
	if len(starts) > g.o.Limits.Starts {
		g.incomplete(fmt.Sprintf("more than %d folders hold agent files", g.o.Limits.Starts))
		starts = starts[:g.o.Limits.Starts]
	}
	for _, d := range g.o.Dialects {
		g.tables = append(g.tables, d.Compile())
	}
	for _, rel := range starts {
		if g.expired(ctx) {
			return
		}
		s := Start{Rel: rel}
		for i := range g.o.Dialects {
			if v, err := g.view(ctx, rel, i); err == nil {
				s.Views = append(s.Views, v)
			}
		}
		g.set.Starts = append(g.set.Starts, s)
	}
}

func (g *gatherer) hasDialect(f *source.File) bool {
	for _, d := range g.o.Dialects {
		if f.ReadBy(d.Name) {
			return true
		}
	}
	return false
}

func (g *gatherer) view(ctx context.Context, rel string, dialect int) (View, error) {
	d := g.o.Dialects[dialect]
	host := g.o.Host
	host.FS, host.Cwd = g.fsys, path.Join(g.set.Root, rel)
	o := resolve.Options{Dialect: d, Host: host, Compiled: g.tables[dialect]}
	now, err := resolve.Dir(ctx, o)
	if err != nil {
		g.expired(ctx)
		return View{}, err
	}
	v := View{Agent: d.Name, Version: d.Version, Now: now, Trusted: now}
	if o.Trust = missingTrust(now); len(o.Trust) > 0 {
		if v.Trusted, err = resolve.Dir(ctx, o); err != nil {
			g.expired(ctx)
			return View{}, err
		}
		share(v.Now, v.Trusted)
	}
	return v, nil
}

// share keeps one tree of a file that both results have read, which halves what a large file costs. The trees are
// equal: trust decides whether a layer takes part, not what it says.
func share(now, trusted *resolve.Result) {
	for i := range now.Stack.Entries {
		e := &now.Stack.Entries[i]
		for _, t := range trusted.Stack.Entries {
			if t.Source.Path == e.Source.Path && t.Digest != "" && t.Digest == e.Digest && e.Root != nil && t.Root != nil && !e.Failed {
				e.Root, e.Canonical = t.Root, t.Canonical
				break
			}
		}
	}
}

// missingTrust are the entries that would trust the folder and enable the disabled project layers.
func missingTrust(r *resolve.Result) []trust.Rule {
	var out []trust.Rule
	seen := map[string]bool{}
	add := func(d trust.Decision) {
		if d.Level != trust.Trusted && d.Key != "" && !seen[d.Key] {
			seen[d.Key] = true
			out = append(out, trust.Rule{Path: d.Key, Level: trust.Trusted})
		}
	}
	for _, e := range r.Stack.Entries {
		switch {
		case e.Disabled != nil:
			add(e.Disabled.Decision)
		case len(e.Ignored) > 0:
			add(r.Trust)
		}
	}
	return out
}
