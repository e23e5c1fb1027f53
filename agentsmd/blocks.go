package agentsmd

import (
	"context"
	"path"
	"slices"
	"strings"

	"github.com/agentlayers/layers/diag"
	"github.com/agentlayers/layers/dialect"
	"github.com/agentlayers/layers/internal/frontmatter"
	"github.com/agentlayers/layers/tree"
)

// Our own bounds for agents with blocks. What they leave unread is named in a diagnostic.
const (
	maxRuleEntries = 10_000   // entries of rules folders that are looked at
	maxRuleDepth   = 64       // folders below a rules folder
	maxImports     = 5_000    // import lines that are followed
	maxBlockBytes  = 12 << 20 // read over all files
	maxPathParts   = 512      // of an import as written
)

// blocks collects the documents of an agent that sends one block a file.
type blocks struct {
	reader
	ctx      context.Context
	o        Options
	excl     excludes
	docs     []Document
	diags    diag.List
	seen     map[string]string // real path of what was taken in this pass, to the path it was taken under
	have     map[string]bool   // real paths of what the agent has already; nil at the start
	filter   ruleFilter
	entries  int    // of rules folders, still to be looked at
	imports  int    // still to be followed
	bytes    int64  // still to be read
	unlisted int    // entries that were not looked at
	unread   int    // imports that were not followed
	rival    string // the first file of the walk that keeps another agent's files out
}

// ruleFilter says which rules a pass is about.
type ruleFilter struct {
	kind ruleKind
	file string // the file that is read, for matching
}

type ruleKind int

const (
	atStart  ruleKind = iota // rules without paths; those with paths come later
	freeOnly                 // rules without paths, nothing of the others
	matching                 // rules whose paths match the file
)

// candidate is a file that the agent looks at.
type candidate struct {
	path    string // as the agent names it
	listed  string // as a rules folder lists it, where that differs
	dir     string // the folder that it speaks for; the base of "paths"
	scope   Scope
	role    Role
	from    diag.Span
	depth   int  // hops from the file that started
	walk    bool // a folder of the walk holds it
	rule    bool // it, or the file that led to it, is a rule
	silent  bool // the agent's hook does not name it
	imports bool // imports in it are followed
}

func newBlocks(ctx context.Context, fsys tree.FS, o Options) *blocks {
	b := &blocks{
		reader: newReader(fsys), ctx: ctx, o: o, seen: map[string]string{},
		entries: maxRuleEntries, imports: maxImports, bytes: maxBlockBytes,
	}
	b.excl, b.diags = newExcludes(fsys, o.Blocks.Excludes)
	return b
}

// loadBlocks reads an agent that sends one block a file.
//
// Cases: order-all-layers, agents-md-only, managed, auto-memory.
func loadBlocks(ctx context.Context, fsys tree.FS, o Options) (*Loaded, error) {
	if o.Blocks.Bare {
		return &Loaded{Diags: diag.List{{
			Code: "docs-off", Severity: diag.Note,
			Summary: "no instruction document is read: the agent is started in bare mode", Fix: "start it without --bare",
		}}}, ctx.Err()
	}
	b := newBlocks(ctx, fsys, o)
	var memory []dialect.DocumentSource
	for _, s := range o.Dialect.Sources {
		switch {
		case s.In == inBelow:
		case s.In == inMemory:
			memory = append(memory, s)
		default:
			for _, dir := range b.folders(s) {
				b.folder(s, dir, false)
			}
		}
		if err := ctx.Err(); err != nil {
			return nil, err
		}
	}
	b.agents()
	b.keepManaged()
	for _, s := range memory {
		b.memory(s)
	}
	b.later()
	return b.loaded(), ctx.Err()
}

// The named folders of dialect.DocumentSource.In.
const (
	inWalk   = "walk"
	inAdded  = "added"
	inBelow  = "below"
	inMemory = "memory"
)

// topOfFileSystem is the value of dialect.DocumentWalk.Top with which the walk starts at "/".
const topOfFileSystem = "file-system"

// folders lists the folders of a source.
func (b *blocks) folders(s dialect.DocumentSource) []string {
	switch s.In {
	case inWalk:
		if b.o.Dialect.Walk.Top == topOfFileSystem {
			return tree.Between("/", b.o.Cwd)
		}
		return tree.Between(b.o.Root, b.o.Cwd)
	case inAdded:
		var out []string
		for _, n := range b.o.Blocks.Added {
			out = append(out, n.Text)
		}
		return out
	case "~home":
		if b.o.AgentHome == "" {
			return nil
		}
		return []string{b.o.AgentHome}
	}
	return []string{s.In}
}

// folder takes every candidate of one folder in the order of the source. below says that it is loaded because
// a file there is read.
func (b *blocks) folder(s dialect.DocumentSource, dir string, below bool) {
	for _, n := range s.Names {
		c := b.candidate(s, n, dir)
		switch {
		case n.Role == string(Agents):
		case n.Role == string(Setting):
			b.setting(c)
		case c.role == Rule:
			if b.off(c) == nil {
				b.rules(c)
			}
		default:
			b.take(c)
		}
	}
	switch {
	case below:
		b.rulesOf(s, dir, matching)
	case s.In == inWalk && !b.o.Plain:
		b.near(s, dir)
	}
}

// rulesOf takes the rules of one folder in a pass of their own.
func (b *blocks) rulesOf(s dialect.DocumentSource, dir string, kind ruleKind) {
	before, seen := b.filter, b.seen
	b.filter.kind, b.seen = kind, map[string]string{}
	for _, n := range s.Names {
		if c := b.candidate(s, n, dir); c.role == Rule && b.off(c) == nil {
			b.rules(c)
		}
	}
	b.filter, b.seen = before, seen
}

func (b *blocks) candidate(s dialect.DocumentSource, n dialect.DocumentName, dir string) candidate {
	c := candidate{path: tree.Below(dir, n.File), dir: dir, scope: Scope(s.Scope), role: Role(n.Role), walk: s.In == inWalk, imports: s.Imports}
	if n.Scope != "" {
		c.scope = Scope(n.Scope)
	}
	if c.role == Rule && c.scope != Project {
		c.dir = b.o.Cwd // what "paths" of the user and of an administrator are relative to
	}
	return c
}

// off says why nothing of this kind is taken in this folder, nil when it is.
//
// Cases: setting-sources, worktree-inside.
func (b *blocks) off(c candidate) *Omitted {
	if slices.Contains(b.o.Blocks.Off, c.scope) {
		return &Omitted{Code: SwitchedOff, Text: "files of this kind (" + string(c.scope) + ") are switched off"}
	}
	w := b.o.Blocks.Worktree
	if c.scope == Project && w.Root != "" && w.Root != w.Main && tree.Within(w.Main, w.Root) &&
		tree.Within(w.Main, c.dir) && !tree.Within(w.Root, c.dir) {
		return &Omitted{
			Code: Shadowed, Text: "it belongs to the main checkout, and the linked worktree inside it has its own files",
			By: diag.File(w.Root),
		}
	}
	return nil
}

// setting takes the text that a managed setting holds.
func (b *blocks) setting(c candidate) {
	t := b.o.Blocks.ManagedText
	if t == nil {
		return
	}
	d := Document{Path: path.Base(c.path), Dir: c.dir, Scope: c.scope, Role: Setting, Exists: true, From: t.At, Bytes: int64(len(t.Text))}
	d.Text = frontmatter.TrimSpace(t.Text)
	d.Sent = int64(len(d.Text))
	if d.Text == "" {
		d.Omitted = &Omitted{Code: Empty, Text: "empty"}
	}
	b.docs = append(b.docs, d)
}

// keepManaged leaves only an administrator's files where a setting says so. The agent's hook still names the
// others.
//
// Case: instructions-managed-only.
func (b *blocks) keepManaged() {
	if b.o.Blocks.Mode != ManagedOnly {
		return
	}
	for i := range b.docs {
		if d := &b.docs[i]; d.Loaded() && d.Scope != Managed {
			d.Omitted = &Omitted{
				Code: SwitchedOff, Text: "only an administrator's instructions load at the start", By: b.o.Blocks.ModeAt,
			}
			d.Text, d.Sent = "", 0
		}
	}
}

// loaded is the result, with what our own bounds left out.
func (b *blocks) loaded() *Loaded {
	out := &Loaded{Documents: b.docs, Diags: append(b.diags, b.limits()...)}
	var texts []string
	for i := range b.docs {
		d := &b.docs[i]
		d.Diags = append(d.Diags, judgeBlock(*d)...)
		out.Diags = append(out.Diags, d.Diags...)
		if d.Loaded() {
			texts = append(texts, d.Text)
			out.Sources = append(out.Sources, d.Path)
		}
	}
	out.Text = strings.Join(texts, "\n\n")
	return out
}

func (b *blocks) limits() diag.List {
	var out diag.List
	report := func(code diag.Code, n int, what, effect string) {
		if n > 0 {
			out = append(out, diag.Diagnostic{
				Code: code, Severity: diag.Error, Subject: diag.File(b.o.Cwd), Summary: plural(n, what) + " not looked at", Effect: effect,
			})
		}
	}
	report("rules-not-listed", b.unlisted, "entry of rules folders",
		"the agent reads every rule; here only the first "+plural(maxRuleEntries, "entry")+" of rules folders are looked at")
	report("imports-not-followed", b.unread, "import", "the agent follows them; here only the first "+plural(maxImports, "import")+" are followed")
	return out
}
