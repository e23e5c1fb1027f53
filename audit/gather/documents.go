package gather

import (
	"context"
	"fmt"
	"path"
	"slices"
	"strings"

	"github.com/agentlayers/layers/agentsmd"
	"github.com/agentlayers/layers/audit/source"
	"github.com/agentlayers/layers/dialect"
	"github.com/agentlayers/layers/layers"
	"github.com/agentlayers/layers/resolve"
)

// Unsent is a document of which an agent leaves something out, as seen from the first folder in which it does.
type Unsent struct {
	Start    string
	Document agentsmd.Document // without its text
}

// chain is a question about documents with the folders for which it is the same but for the folder itself.
type chain struct {
	options agentsmd.Options
	top     *group
	starts  []string
	depth   int // chains above
}

// maxChanges bounds the folders inside each other that change how documents are read.
const maxChanges = 16

// documents asks which documents give way to others or find no room, for an agent that joins them under one budget.
// It reports false when ctx or the work ended it.
//
// What an agent makes of a document depends on those before it on the way down, so that the answers for the deepest
// folders hold for the folders above them.
func (g *gatherer) documents(ctx context.Context, version int, groups []*group) bool {
	chains, err := g.chains(version, groups)
	if err != nil {
		return false
	}
	for _, c := range chains {
		slices.Sort(c.starts)
		for _, start := range c.deepest() {
			if g.expired(ctx) || g.exhausted() {
				return false
			}
			if g.fits(c, start) {
				continue
			}
			o := c.options
			o.Plain, o.Cwd = true, path.Join(g.set.Root, start)
			if c.top.unmarked() {
				o.Root = o.Cwd
			}
			docs, err := agentsmd.Load(ctx, g.fsys, o)
			if err != nil {
				g.expired(ctx)
				return false
			}
			g.note(c, start, docs.Documents)
		}
	}
	return true
}

// chains joins groups for which the question is the same.
func (g *gatherer) chains(version int, groups []*group) ([]*chain, error) {
	if g.o.Dialects[version].Instructions.Form != dialect.Joined {
		return nil, nil
	}
	var out []*chain
	of := map[*group]*chain{}
	for _, at := range groups {
		a := at.asked[version]
		state := at.views[version].Trusted
		value := func(dotted string) *layers.Node { return state.Value(strings.Split(dotted, ".")...) }
		o, err := resolve.DocumentOptions(g.question(at.rel, version), a.trusted, value)
		if err != nil {
			return nil, err
		}
		c := of[at.above]
		switch {
		case at.above == nil:
			c = &chain{options: o, top: at}
			out = append(out, c)
		case sameButFolder(o, c.options):
		case c.depth == maxChanges:
			g.incomplete(fmt.Sprintf("more than %d folders inside each other change how documents are read", maxChanges))
			return out, nil
		default:
			c = &chain{options: o, top: at, depth: c.depth + 1}
			out = append(out, c)
		}
		of[at] = c
		c.starts = append(c.starts, at.starts...)
	}
	return out, nil
}

// sameButFolder reports whether two questions differ in their folder alone, or in where something is set.
func sameButFolder(a, b agentsmd.Options) bool {
	limit := func(o agentsmd.Options) int64 {
		if o.Limit != nil {
			return o.Limit.Bytes
		}
		return o.Dialect.Budget.Default
	}
	same := func(a, b agentsmd.Name) bool { return a.Text == b.Text }
	return a.Root == b.Root && a.Untrusted == b.Untrusted && limit(a) == limit(b) && slices.EqualFunc(a.Fallbacks, b.Fallbacks, same)
}

// deepest are the folders of the chain that no other one lies below. Where the budget is spent from below, or folders
// do not follow from each other, it is all of them.
func (c *chain) deepest() []string {
	if c.top.bare || c.options.Dialect.Walk.Order == "up" {
		return c.starts
	}
	above := map[string]bool{}
	for _, start := range c.starts {
		for dir := start; dir != "." && dir != c.top.rel; {
			if dir = path.Dir(dir); above[dir] {
				break
			}
			above[dir] = true
		}
	}
	return slices.DeleteFunc(slices.Clone(c.starts), func(s string) bool { return above[s] })
}

// heap is what the instruction files of a folder and of all above it are.
type heap struct {
	bytes int64
	twins bool // some folder holds more than one, or a link, whose size is not known here
}

// fits reports whether the files on the way to a start folder cannot but fit the budget, with none that gives way.
func (g *gatherer) fits(c *chain, start string) bool {
	o := c.options
	limit := o.Dialect.Budget.Default
	if o.Limit != nil {
		limit = o.Limit.Bytes
	}
	_, inside := g.set.Rel(o.Root)
	h := g.heap(start)
	return inside && len(o.Fallbacks) == 0 && o.Dialect.Walk.Top != "file-system" && !h.twins && h.bytes <= limit
}

func (g *gatherer) heap(dir string) heap {
	if g.heaps == nil {
		g.heaps = map[string]heap{}
		own := map[string]heap{}
		for _, f := range g.set.Files {
			if f.Kind == source.Instructions && !f.User {
				h, twin := own[f.Start]
				own[f.Start] = heap{h.bytes + f.Size, h.twins || twin || f.Link != nil}
			}
		}
		g.own = own
	}
	if h, ok := g.heaps[dir]; ok {
		return h
	}
	h := g.own[dir]
	if dir != "." {
		above := g.heap(path.Dir(dir))
		h.bytes, h.twins = h.bytes+above.bytes, h.twins || above.twins
	}
	g.heaps[dir] = h
	return h
}

// note keeps the first that is known of each document.
func (g *gatherer) note(c *chain, start string, docs []agentsmd.Document) {
	for _, d := range docs {
		g.work += workOfOne
		if d.Source != nil {
			g.work += int64(len(d.Source.Bytes))
		}
		rel, inside := g.set.Rel(d.Path)
		if !inside {
			continue
		}
		if len(d.Shadows) > 0 && g.set.shadows[d.Path] == nil {
			g.set.shadows[d.Path] = d.Shadows
		}
		none := d.Omitted != nil && d.Omitted.Code == agentsmd.OverBudget
		part := d.Omitted == nil && d.Lost != nil && d.Lost.Bytes > 0
		if !none && !part || g.unsent[d.Path] {
			continue
		}
		g.unsent[d.Path] = true
		d.Text, d.Source, d.Diags = "", nil, nil
		g.set.Unsent = append(g.set.Unsent, Unsent{c.first(path.Dir(rel), start), d})
	}
}

// first is the folder in which an agent first meets a document of dir on its way to start.
func (c *chain) first(dir, start string) string {
	if _, ok := slices.BinarySearch(c.starts, dir); ok {
		return dir
	}
	return start
}

// The work of resolving is counted in bytes of documents that are looked at, and as many as cost the same for each
// document and each question about layers.
const (
	workOfAsking = 32 << 10
	workOfOne    = 1 << 9
	layerWeight  = 8 // what a byte of configuration costs, in bytes of a document
)

func (g *gatherer) layersCost(l *layers.Loaded) {
	g.work += workOfAsking
	for _, e := range l.Stack.Entries {
		if e.Text != nil {
			g.work += layerWeight * int64(len(e.Text.Bytes))
		}
	}
}

// exhausted reports whether the work of resolving is used up, and records it.
func (g *gatherer) exhausted() bool {
	if g.work <= g.o.Limits.Work {
		return false
	}
	g.incomplete("the layers and documents of all folders are too much to be resolved for each folder")
	return true
}
