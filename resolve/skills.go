package resolve

import (
	"context"
	"slices"
	"strings"

	"github.com/agentlayers/layers/dialect"
	"github.com/agentlayers/layers/layers"
	"github.com/agentlayers/layers/skills"
	"github.com/agentlayers/layers/tree"
	"github.com/agentlayers/layers/trust"
)

// skillOptions turns what the layers say into the plain question of package skills.
//
// Rules are taken from the layers that the agent consults, one after the other: the merged list would only hold
// those of the highest. The switches are read from the merged configuration.
func skillOptions(fsys tree.FS, stack layers.ConfigLayerStack, eff layers.Effective, o Options, agentHome string) skills.Options {
	d := o.Dialect.Skills
	out := skills.Options{
		Dialect: d, Cwd: o.Host.Cwd, Home: o.Host.Home, AgentHome: agentHome,
		Root:    trust.FindRoot(fsys, o.Host.Cwd, stackMarkers(stack, o.Dialect.Config.Roots), false).Path,
		Bundled: switchedOff(eff, d.Switches.Bundled),
		Include: switchedOff(eff, d.Switches.Include),
		Window:  window(eff, d.Catalog),
	}
	for _, e := range stack.Entries {
		if e.Source.Kind == dialect.Project {
			out.Layers = append(out.Layers, layerDir(e))
		}
		out.Rules = append(out.Rules, skillRules(e, d.Switches)...)
	}
	return out
}

func layerDir(e layers.Entry) skills.LayerDir {
	l := skills.LayerDir{Path: e.Source.Dir, Name: e.Source.Name}
	if e.Disabled != nil {
		l.Disabled = e.Disabled.Text
	}
	return l
}

// stackMarkers are the root markers that layers other than the project's own configure. Unlike the search for
// project layers this one asks every such layer, and takes an empty ".git" folder for a root.
//
// Case: root-empty-git-dir.
func stackMarkers(stack layers.ConfigLayerStack, r dialect.Roots) []string {
	out := r.Markers
	for _, e := range stack.Entries {
		if e.Source.Kind == dialect.Project || !e.Active() {
			continue
		}
		n := e.Canonical.At(layers.Key{r.Key})
		if n == nil || n.Elems == nil {
			continue
		}
		out = []string{}
		for _, m := range n.Elems {
			if word, ok := m.Value.(string); ok {
				out = append(out, word)
			}
		}
	}
	return out
}

// skillRules are the rules of one layer. Those of a layer that the agent does not ask are kept, with the reason
// why they do not count.
//
// Case: skills-config-in-project.
func skillRules(e layers.Entry, s dialect.SkillSwitches) []skills.Rule {
	if e.Root == nil || s.Rules == "" {
		return nil
	}
	list := e.Root.Setting(s.Rules)
	if list == nil {
		return nil
	}
	var out []skills.Rule
	for _, n := range list.Elems {
		r := skills.Rule{At: n.Origin.Value(), Layer: e.Source.Name}
		p, name := n.Table.Get(s.Path), n.Table.Get(s.Name)
		if p != nil {
			r.Path, _ = p.Value.(string)
			r.At = p.Origin.Value()
		}
		if name != nil {
			r.Name, _ = name.Value.(string)
			r.At = name.Origin.Value()
		}
		if on := n.Table.Get(s.Enabled); on != nil {
			r.Enabled = on.Value == true
			r.At = on.Origin.Value()
		}
		switch {
		case !slices.Contains(s.Layers, e.Source.Kind):
			r.Ignored = "rules of this layer are not read"
		case p != nil && name != nil:
			r.Ignored = "a rule has " + s.Path + " or " + s.Name + ", not both"
		}
		out = append(out, r)
	}
	return out
}

// switchedOff reads a key that is on unless it is false.
func switchedOff(eff layers.Effective, dotted string) skills.Switch {
	s := skills.Switch{Key: dotted}
	if n := setting(eff, dotted); n != nil && n.Value == false {
		s.Off, s.At, s.Layer = true, n.Origin.Value(), n.Origin.Source.Name
	}
	return s
}

func window(eff layers.Effective, d dialect.SkillCatalog) skills.Window {
	var w skills.Window
	if n := setting(eff, d.ModelKey); n != nil {
		w.Model, _ = n.Value.(string)
	}
	if n := setting(eff, d.WindowKey); n != nil {
		w.Tokens, w.Set = n.Value.(int64)
		w.At, w.Layer = n.Origin.Value(), n.Origin.Source.Name
	}
	return w
}

// skillQuestion is what is asked about skills.
type skillQuestion struct {
	all      *skills.Options
	searched *skills.Options // the part that the search answers
}

// skillSetQuestion is what a set is made of.
type skillSetQuestion struct {
	found *skills.Found
	all   *skills.Options
}

// skillSet is what the skills give.
type skillSet struct {
	set     *skills.Set
	catalog skills.Catalog
	layout  skills.Layout
}

// addSkills fills in skills, catalog and memory.
func (r *Result) addSkills(ctx context.Context, run *run, before *kept, o Options) error {
	o.Host.Cwd = r.Cwd
	now := r.kept
	var err error
	now.question, err = do(run, before.question, now.judged.answer, equal, func(fsys tree.FS) (skillQuestion, error) {
		so := skillOptions(fsys, r.Stack, r.Effective, o, r.AgentHome)
		if o.Dialect.Skills.Form == dialect.SkillsAsCommands {
			r.commandOptions(&so, fsys, o)
		}
		if o.Window > 0 {
			so.Window = skills.Window{Model: so.Window.Model, Set: true, Asked: true, Tokens: o.Window}
		}
		if before.question != nil && alike(before.question.answer.all, &so) {
			return before.question.answer, nil
		}
		searched := so.Searched()
		return skillQuestion{&so, &searched}, nil
	})
	if err != nil {
		return err
	}
	q := now.question.answer
	if now.found, err = searchSkills(ctx, run, before.found, q.searched); err != nil {
		return err
	}
	found := now.found.answer
	now.skills, err = do(run, before.skills, skillSetQuestion{found, q.all}, equal, func(fsys tree.FS) (skillSet, error) {
		var earlier skillSet
		if before.skills != nil {
			earlier = before.skills.answer
		}
		set := found.Set(fsys, *q.all)
		catalog, layout := set.CatalogLike(earlier.layout)
		return skillSet{set, catalog, layout}, nil
	})
	if err != nil {
		return err
	}
	r.Skills, r.Catalog = now.skills.answer.set, now.skills.answer.catalog
	r.Diags = append(r.Diags, r.Skills.Diags...)
	return r.addMemory(run, before)
}

// searchSkills reads the roots, or exchanges the files that read otherwise in what an earlier search found.
func searchSkills(ctx context.Context, r *run, before *stage[*skills.Options, *skills.Found], q *skills.Options) (*stage[*skills.Options, *skills.Found], error) {
	if before != nil && alike(before.question, q) {
		if changed := r.touched(before.inputs); len(changed) > 0 {
			part := r.files.Part()
			if found, ok := before.answer.Exchange(ctx, part, changed); ok {
				s := &stage[*skills.Options, *skills.Found]{q, found, tree.Exchange(before.inputs, part.Accesses(), changed)}
				r.inputs = append(r.inputs, s.inputs)
				return s, nil
			}
		}
	}
	return do(r, before, q, alike, func(fsys tree.FS) (*skills.Found, error) {
		o := *q
		if before != nil {
			o.Previous = before.answer
		}
		return skills.Search(ctx, fsys, o)
	})
}

// memoryQuestion is what the summary of earlier sessions hangs on.
type memoryQuestion struct {
	agentHome string
	on        bool
}

func (r *Result) addMemory(run *run, before *kept) error {
	d := r.Dialect
	q := memoryQuestion{r.AgentHome, isOn(r.Effective, d.Skills.Memory.Keys)}
	var err error
	r.kept.memory, err = do(run, before.memory, q, equal, func(fsys tree.FS) (skills.Memory, error) {
		return skills.ReadMemory(fsys, d.Skills.Memory, q.agentHome, q.on, d.Config.Limits.FileBytes), nil
	})
	if err != nil {
		return err
	}
	r.Memory = r.kept.memory.answer
	return nil
}

// isOn reads keys that are off unless true, as requirements leave them; of several names of one thing the last
// that is set decides.
//
// Cases: memory-old-feature, memory-pinned-off.
func isOn(eff layers.Effective, dotted []string) bool {
	on := false
	for _, key := range dotted {
		if n := setting(eff, key); n != nil {
			on = n.Value == true
		}
	}
	for _, c := range eff.Clamped {
		if slices.Contains(dotted, strings.Join(c.Key, ".")) {
			on = c.Got == true
		}
	}
	return on
}
