package agentsmd

import (
	"context"
	"path"

	"github.com/agentlayers/layers/diag"
	"github.com/agentlayers/layers/dialect"
	"github.com/agentlayers/layers/tree"
)

// Session is what an agent has in front of it when it reads a file.
type Session struct {
	Documents []Document // from the start, and from earlier reads
	Read      []string   // absolute paths of files read before
}

// ForFile lists what an agent adds when it reads file, an absolute path: rules whose paths match, and the
// instructions of the folders between the working directory and the file. Documents that the agent has already
// are left out; those that it looks at and does not take say why. Nothing is added for an agent that reads all
// of its documents at the start.
//
// The error is non-nil only when ctx is done.
//
// Cases: lazy-subdirectory, lazy-order, rules-paths, lazy-agents-md.
func ForFile(ctx context.Context, fsys tree.FS, o Options, s Session, file string) (*Loaded, error) {
	if o.Dialect.Form != dialect.Blocks || !o.Dialect.Walk.Lazy || o.Blocks.Bare {
		return &Loaded{}, ctx.Err()
	}
	b := newBlocks(ctx, fsys, o)
	b.have = map[string]bool{file: true}
	for _, p := range s.Read {
		b.have[p] = true
	}
	for _, d := range s.Documents {
		if d.Loaded() || d.Announced {
			b.have[d.Path] = true
			if d.Real != "" {
				b.have[d.Real] = true
			}
		}
	}
	b.filter = ruleFilter{kind: freeOnly, file: file}
	folders := o.below(file)
	for _, src := range o.Dialect.Sources {
		if src.In != inWalk && src.In != inAdded && src.In != inBelow && src.In != inMemory {
			for _, dir := range b.folders(src) {
				b.rulesOf(src, dir, matching)
			}
		}
	}
	for _, src := range o.Dialect.Sources {
		if src.In == inBelow {
			for _, dir := range folders {
				b.folder(src, dir, true)
			}
		}
	}
	for _, src := range o.Dialect.Sources {
		if src.In == inWalk {
			for _, dir := range b.folders(src) {
				b.rulesOf(src, dir, matching)
			}
		}
	}
	b.agentsBelow(folders, s)
	return b.loaded(), ctx.Err()
}

// below lists the folders below the working directory down to that of file; none for a file elsewhere.
func (o Options) below(file string) []string {
	dir := path.Dir(file)
	if dir == o.Cwd || !tree.Within(o.Cwd, dir) {
		return nil
	}
	return tree.Between(o.Cwd, dir)[1:]
}

// agentsBelow takes the other agent's files of the folders, each unless its folder has a file of its own. By
// default that is only where none was found at the start.
//
// Cases: lazy-agents-md, lazy-agents-md-off.
func (b *blocks) agentsBelow(folders []string, s Session) {
	switch {
	case b.o.Blocks.Mode == ManagedOnly:
		return
	case b.o.Blocks.Mode != AgentsBeside && b.o.rivalOf(s.Documents) != "":
		return
	}
	for _, src := range b.o.Dialect.Sources {
		if src.In != inBelow {
			continue
		}
		for _, dir := range folders {
			if b.o.Blocks.Mode == AgentsBeside || !b.hasOwn(src, dir) {
				b.agentsOf(src, dir, nil)
			}
		}
	}
}

// rivalOf gives the file that kept the other agent's files out at the start; "" when none did.
func (o Options) rivalOf(docs []Document) string {
	for _, d := range docs {
		switch {
		case d.Role == Primary && (d.Scope == Project || d.Scope == Local) && d.Loaded() && tree.Within(d.Dir, o.Cwd):
			return d.Path
		case d.Role == Agents && d.Omitted != nil && d.Omitted.Code == SwitchedOff:
			return d.Omitted.By.Path
		}
	}
	return ""
}

// hasOwn reports whether a folder has a file of the agent's own with text in it.
func (b *blocks) hasOwn(s dialect.DocumentSource, dir string) bool {
	for _, n := range s.Names {
		if n.Role != string(Primary) {
			continue
		}
		f, _, err := tree.Read(b.fsys, tree.Below(dir, n.File), b.o.Dialect.Limits.FileBytes)
		if err == nil && newPage(diag.NewSource(n.File, f.Data)).text != "" {
			return true
		}
	}
	return false
}
