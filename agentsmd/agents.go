package agentsmd

import (
	"slices"

	"github.com/agentlayers/layers/diag"
	"github.com/agentlayers/layers/dialect"
	"github.com/agentlayers/layers/tree"
)

// agents takes the files that another agent reads and this one too: always in one mode, and by default where no
// folder of the walk has a file of its own with text in it. Each folder's stand behind its other files.
//
// Cases: agents-md-only, agents-md-beside-claude-md, agents-md-blank, agents-md-both, agents-md-order.
func (b *blocks) agents() {
	why := b.agentsOff()
	for _, s := range b.o.Dialect.Sources {
		if s.In != inWalk {
			continue
		}
		for _, dir := range b.folders(s) {
			before := b.docs
			b.docs = nil
			b.agentsOf(s, dir, why)
			at := len(before)
			if i := slices.IndexFunc(before, func(d Document) bool { return standsBelow(d, dir) }); i >= 0 {
				at = i
			}
			b.docs = slices.Insert(before, at, b.docs...)
		}
	}
}

// standsBelow reports whether d is a project file of a folder below dir.
func standsBelow(d Document, dir string) bool {
	return d.Loaded() && d.Role != Import && (d.Scope == Project || d.Scope == Local) && d.Role != Agents &&
		d.Dir != dir && tree.Within(dir, d.Dir)
}

// agentsOff says why such files do not load; nil when they do.
func (b *blocks) agentsOff() *Omitted {
	switch {
	case b.o.Blocks.Mode == ManagedOnly:
		return &Omitted{Code: SwitchedOff, Text: "only an administrator's instructions load at the start", By: b.o.Blocks.ModeAt}
	case b.o.Blocks.Mode != AgentsBeside && b.rival != "":
		return &Omitted{
			Code: SwitchedOff, Text: "it is read only where no folder from / to the working directory has a CLAUDE.md", By: diag.File(b.rival),
		}
	}
	return nil
}

// agentsOf takes those of one folder.
func (b *blocks) agentsOf(s dialect.DocumentSource, dir string, why *Omitted) {
	for _, n := range s.Names {
		if n.Role != string(Agents) {
			continue
		}
		c := b.candidate(s, n, dir)
		c.silent = true
		if why == nil {
			b.take(c)
			continue
		}
		d := Document{Path: c.path, Dir: c.dir, Scope: c.scope, Role: c.role}
		if _, absent := b.resolve(&d, c); absent != nil {
			b.omit(d, absent)
			continue
		}
		b.omit(d, why)
	}
}
