package resolve

import (
	"context"

	"github.com/agentlayers/layers/agentsmd"
	"github.com/agentlayers/layers/dialect"
	"github.com/agentlayers/layers/layers"
	"github.com/agentlayers/layers/tree"
	"github.com/agentlayers/layers/trust"
)

// readDocuments fills in the instruction documents and what the agent tells about them.
func (r *Result) readDocuments(ctx context.Context, fsys tree.FS, lo layers.Options, loaded *layers.Loaded) error {
	r.DocumentOptions = r.documentOptions(fsys, r.Effective, loaded)
	if r.Dialect.Instructions.Form == dialect.Blocks {
		r.DocumentOptions.Blocks = r.blockOptions(lo, loaded)
	}
	docs, err := agentsmd.Load(ctx, fsys, r.DocumentOptions)
	if err != nil {
		return err
	}
	r.Documents, r.DocumentSources, r.DocumentBudget = docs.Documents, docs.Sources, docs.Budget
	r.Instructions, r.InstructionsFor = docs.Text, docs.For
	r.Diags = append(r.Diags, docs.Diags...)
	told := docs.Warnings
	if r.Session.Records != nil {
		if r.Restarted, err = r.restart(ctx, fsys, lo); err != nil {
			return err
		}
		told = r.Restarted.Warnings
	}
	r.Outcome.Warnings = append(r.Outcome.Warnings, told...)
	return nil
}

// restart reads the documents again under the trust entry that starting a session records.
//
// Case: doc-records-trust.
func (r *Result) restart(ctx context.Context, fsys tree.FS, lo layers.Options) (*agentsmd.Loaded, error) {
	lo.Virtual = append(lo.Virtual[:len(lo.Virtual):len(lo.Virtual)], *r.Session.Records)
	again, err := layers.Load(ctx, fsys, lo)
	if err != nil {
		return nil, err
	}
	return agentsmd.Load(ctx, fsys, r.documentOptions(fsys, again.Stack.Effective(), again))
}

// documentOptions translates configuration, root and trust into the plain values that the documents need. The
// root is looked for again: an agent may take another rule for ".git" here than for its layers.
//
// Case: root-empty-git-dir.
func (r *Result) documentOptions(fsys tree.FS, effective layers.Effective, loaded *layers.Loaded) agentsmd.Options {
	d := r.Dialect.Instructions
	out := agentsmd.Options{
		Dialect: d, Cwd: r.Cwd, Home: r.Home, AgentHome: r.AgentHome,
		Root:      trust.FindRoot(fsys, r.Cwd, loaded.Markers, d.Walk.GitNeedsHead).Path,
		Untrusted: r.Session.Trust.Level == trust.Untrusted,
	}
	if rule := r.Session.Trust.Rule; rule != nil {
		out.Distrust = rule.Span
	}
	if n := setting(effective, d.Budget.Key); n != nil {
		if limit, ok := n.Value.(int64); ok {
			out.Limit = &agentsmd.Limit{Bytes: limit, At: n.Origin.Value}
		}
	}
	if n := setting(effective, d.Fallback.Key); n != nil {
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
