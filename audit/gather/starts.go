package gather

import (
	"context"
	"fmt"
	"slices"
	"strings"

	"github.com/agentlayers/layers/audit/source"
)

// Start is one folder in which an agent may be started.
type Start struct {
	Rel   string // "." for the root
	Views []View // for each version, in the order of Options.Dialects; shared by folders with the same layers
}

// View is what one version makes of the layers of a folder.
type View struct {
	Agent, Version string
	Now            *State
	Trusted        *State // with every folder trusted; Now itself where that changes nothing
}

// Start is the folder at rel, or nil.
func (s *Set) Start(rel string) *Start {
	i, ok := slices.BinarySearchFunc(s.Starts, rel, func(x Start, rel string) int { return strings.Compare(x.Rel, rel) })
	if !ok {
		return nil
	}
	return &s.Starts[i]
}

// resolve asks the resolver about every folder that holds files of an agent with a dialect, and about the root.
//
// Layers are asked for once in each folder that changes something about them: the folders below it share the answer.
func (g *gatherer) resolve(ctx context.Context) {
	for _, d := range g.o.Dialects {
		g.tables = append(g.tables, d.Compile())
	}
	var order []*group
	in := func(key, rel string) *group {
		if g.groups[key] == nil {
			if at := g.group(ctx, rel); at != nil {
				g.groups[key], order = at, append(order, at)
			}
		}
		return g.groups[key]
	}
	if in(".", ".") == nil {
		return
	}
	for _, rel := range g.starts() {
		key := g.anchor(rel)
		at := in(key, key)
		if at != nil && key != rel && at.unmarked() { // such a folder is a project of its own
			if at = in("", rel); at != nil {
				at.bare = true
			}
		}
		if at == nil {
			return
		}
		at.starts = append(at.starts, rel)
		g.set.Starts = append(g.set.Starts, Start{rel, at.views})
	}
	for i := range g.o.Dialects {
		if !g.documents(ctx, i, order) {
			return
		}
	}
}

// starts lists the folders in byte order.
func (g *gatherer) starts() []string {
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
	return starts
}

func (g *gatherer) hasDialect(f *source.File) bool {
	for _, d := range g.o.Dialects {
		if f.ReadBy(d.Name) {
			return true
		}
	}
	return false
}
