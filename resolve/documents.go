package resolve

import (
	"context"

	"github.com/agentlayers/layers/agentsmd"
	"github.com/agentlayers/layers/layers"
	"github.com/agentlayers/layers/tree"
	"github.com/agentlayers/layers/trust"
)

// readDocuments fills in the instruction documents and what the agent tells about them.
func (r *Result) readDocuments(ctx context.Context, fsys tree.FS, o Options, loaded *layers.Loaded) error {
	docs, err := agentsmd.Load(ctx, fsys, documentOptions(fsys, o, r, loaded))
	if err != nil {
		return err
	}
	r.Documents, r.DocumentSources, r.DocumentBudget = docs.Documents, docs.Sources, docs.Budget
	r.Instructions, r.InstructionsFor = docs.Text, docs.For
	r.Outcome.Warnings = append(r.Outcome.Warnings, docs.Warnings...)
	r.Diags = append(r.Diags, docs.Diags...)
	return nil
}

// documentOptions translates configuration, root and trust into the plain values that the documents need. The
// root is looked for again: an agent may take another rule for ".git" here than for its layers.
//
// Case: root-empty-git-dir.
func documentOptions(fsys tree.FS, o Options, r *Result, loaded *layers.Loaded) agentsmd.Options {
	d := o.Dialect.Instructions
	out := agentsmd.Options{
		Dialect: d, Cwd: o.Host.Cwd, Home: o.Host.Home, AgentHome: r.AgentHome,
		Root:      trust.FindRoot(fsys, o.Host.Cwd, loaded.Markers, d.Walk.GitNeedsHead).Path,
		Untrusted: r.Session.Trust.Level == trust.Untrusted,
	}
	if rule := r.Session.Trust.Rule; rule != nil {
		out.Distrust = rule.Span
	}
	if n := setting(r.Effective, d.Budget.Key); n != nil {
		if limit, ok := n.Value.(int64); ok {
			out.Limit = &agentsmd.Limit{Bytes: limit, At: n.Origin.Value}
		}
	}
	if n := setting(r.Effective, d.Fallback.Key); n != nil {
		for _, e := range n.Elems {
			if name, ok := e.Value.(string); ok {
				out.Fallbacks = append(out.Fallbacks, agentsmd.Name{Text: name, At: e.Origin.Value})
			}
		}
	}
	return out
}

// setting is the effective value at a dotted key; nil when there is none.
func setting(e layers.Effective, dotted string) *layers.Node {
	key, err := layers.ParseKey(dotted)
	if err != nil || len(key) == 0 {
		return nil
	}
	return e.Root.At(key)
}
