package render

import (
	"strconv"

	"github.com/agentlayers/layers/layers"
	"github.com/agentlayers/layers/render/term"
)

// table writes a merged table: every setting below it with its origin, and what each hides.
func (s Screen) table(b *term.Builder, key layers.Key, n *layers.Node) {
	sources := map[*layers.Source]bool{}
	t := term.Table{Indent: 2, Columns: []term.Column{{Shrink: term.ShrinkText}, {Shrink: term.ShrinkText}, {}, {Shrink: term.ShrinkPath, Min: 22}}}
	executes := false
	for sub, leaf := range n.Values() {
		full := append(key[:len(key):len(key)], sub...)
		sources[leaf.Origin.Source] = true
		t.Rows = append(t.Rows, s.tableRow("."+sub.String(), full, leaf, term.Plain))
		for _, low := range leaf.Shadowed {
			t.Rows = append(t.Rows, s.tableRow("    replaced", full, low, term.Faint))
		}
		if k := s.Result.Schema.Lookup(full); k != nil && k.Executes {
			executes = true
		}
	}
	right := "merged from " + term.Plural(len(sources), "layer") + "; tables merge, arrays " + s.arraysDo()
	b.Spread(s.Style.Paint(term.Heading, s.Style.Escape(key.String())), right, 76)
	b.Blank()
	b.Table(t)
	for _, r := range s.Result.Stack.Ladder(key, s.Result.Effective) {
		if r.State == layers.Off || r.State == layers.Denied {
			b.Blank()
			b.Hang("  ", 2, "layer "+strconv.Itoa(r.Layer+1)+" ("+r.Source.Name+") is "+string(r.State)+" and would set: "+s.value(key, r.Node))
		}
	}
	if executes {
		b.Blank()
		b.Hang("! ", 2, "some of these values name a program that "+s.Result.Dialect.Name+" starts")
	}
}

func (s Screen) tableRow(name string, key layers.Key, n *layers.Node, p term.Paint) []term.Cell {
	layer := ""
	if src := n.Origin.Source; src != nil {
		layer = src.Name
		if !n.Origin.Key().HasPosition() {
			layer = "flags"
		}
	}
	return []term.Cell{
		{Text: s.Style.Escape(name), Paint: p},
		{Text: s.value(key, n), Paint: p},
		{Text: s.Style.Escape(layer), Paint: p},
		{Text: s.place(n.Origin), Paint: term.Place},
	}
}
