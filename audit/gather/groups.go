package gather

import (
	"context"
	"path"
	"slices"

	"github.com/agentlayers/layers/layers"
	"github.com/agentlayers/layers/resolve"
	"github.com/agentlayers/layers/trust"
)

// group is a folder on which layers depend, with the folders below it in which they are the same.
type group struct {
	rel    string
	above  *group // the nearest one above in the same project; nil without
	views  []View
	asked  []asked // for each view
	starts []string
	bare   bool // folders outside of any project, each of which is one by itself
}

// asked is what one version answered about a group's folder.
type asked struct {
	now, trusted *layers.Loaded
	rules        []trust.Rule // that make trusted of now

	under      *layers.Loaded // the folder under the rules that the one below asked for last
	underRules []trust.Rule
}

// unmarked reports whether nothing marks the root of a project: then it is the folder in which the agent starts.
func (at *group) unmarked() bool {
	return slices.ContainsFunc(at.asked, func(a asked) bool { return a.now.Root.Marker == "" })
}

// group resolves the folder at rel for every version; nil when ctx or the work ends it.
func (g *gatherer) group(ctx context.Context, rel string) *group {
	at := &group{rel: rel}
	if rel != "." && !g.marked[rel] {
		at.above = g.groups[g.anchor(path.Dir(rel))]
		if at.above != nil && at.above.unmarked() {
			at.above = nil
		}
	}
	for i, d := range g.o.Dialects {
		if g.expired(ctx) || g.exhausted() {
			return nil
		}
		var over View
		if at.above != nil {
			over = at.above.views[i]
		}
		a, err := g.ask(ctx, rel, i, at.above)
		if err != nil {
			g.expired(ctx)
			return nil
		}
		dir := path.Join(g.set.Root, rel)
		v := View{Agent: d.Name, Version: d.Version, Now: newState(a.now, d, dir, over.Now)}
		if v.Trusted = v.Now; a.trusted != a.now {
			v.Trusted = newState(a.trusted, d, dir, over.Trusted)
		}
		a.now.Stack.Entries, a.trusted.Stack.Entries = v.Now.Entries, v.Trusted.Entries
		at.views, at.asked = append(at.views, v), append(at.asked, a)
	}
	if g.anchors == nil {
		g.findAnchors(at.asked)
	}
	return at
}

// ask resolves one folder as it is, and with every folder trusted where that makes a difference. over is the group
// above, or nil.
func (g *gatherer) ask(ctx context.Context, rel string, dialect int, over *group) (a asked, err error) {
	o := g.question(rel, dialect)
	before := &asked{}
	if over != nil {
		before = &over.asked[dialect]
	}
	if a.now, err = resolve.Layers(ctx, o, before.now); err != nil {
		return a, err
	}
	g.layersCost(a.now)
	a.rules = missingTrust(a.now, before.rules)
	if a.trusted = a.now; len(a.rules) == 0 {
		return a, nil
	}
	o.Trust = a.rules
	above := before.trusted
	if over != nil && len(a.rules) > len(before.rules) { // judged by other rules
		if above, err = g.judgedBy(ctx, over, dialect, a.rules); err != nil {
			return a, err
		}
	}
	if a.trusted, err = resolve.Layers(ctx, o, above); err != nil {
		return a, err
	}
	g.layersCost(a.trusted)
	share(a.now, a.trusted)
	return a, nil
}

// judgedBy is the answer for a group's folder under other rules, which its siblings share.
func (g *gatherer) judgedBy(ctx context.Context, at *group, dialect int, rules []trust.Rule) (*layers.Loaded, error) {
	a := &at.asked[dialect]
	same := func(a, b trust.Rule) bool { return a.Path == b.Path }
	if a.under != nil && slices.EqualFunc(a.underRules, rules, same) {
		return a.under, nil
	}
	o := g.question(at.rel, dialect)
	o.Trust = rules
	under, err := resolve.Layers(ctx, o, nil)
	if err != nil {
		return nil, err
	}
	g.layersCost(under)
	a.under, a.underRules = under, rules
	return under, nil
}

// question is what is asked about the folder at rel.
func (g *gatherer) question(rel string, dialect int) resolve.Options {
	host := g.o.Host
	host.FS, host.Cwd = g.fsys, path.Join(g.set.Root, rel)
	return resolve.Options{Dialect: g.o.Dialects[dialect], Host: host, Compiled: g.tables[dialect]}
}

// share keeps one tree of a file that both answers have read, which halves what a large file costs. The trees are
// equal: trust decides whether a layer takes part, not what it says.
func share(now, trusted *layers.Loaded) {
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

// missingTrust are the entries that would trust the folder and enable the disabled project layers, those that do it
// for the folders above first.
func missingTrust(l *layers.Loaded, above []trust.Rule) []trust.Rule {
	out := slices.Clip(above)
	add := func(d trust.Decision) {
		known := slices.ContainsFunc(out, func(r trust.Rule) bool { return r.Path == d.Key })
		if d.Level != trust.Trusted && d.Key != "" && !known {
			out = append(out, trust.Rule{Path: d.Key, Level: trust.Trusted})
		}
	}
	for _, e := range l.Stack.Entries {
		switch {
		case e.Disabled != nil:
			add(e.Disabled.Decision)
		case len(e.Ignored) > 0:
			add(l.Trust)
		}
	}
	return out
}
