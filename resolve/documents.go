package resolve

import (
	"context"

	"github.com/agentlayers/layers/agentsmd"
	"github.com/agentlayers/layers/dialect"
	"github.com/agentlayers/layers/layers"
	"github.com/agentlayers/layers/tree"
	"github.com/agentlayers/layers/trust"
)

// addDocuments fills in the instruction documents and what the agent tells about them.
func (r *Result) addDocuments(ctx context.Context, run *run, before *kept, lo layers.Options) error {
	now, loaded := r.kept, r.kept.loaded.answer
	var err error
	now.asked, err = do(run, before.asked, now.judged.answer, equal, func(fsys tree.FS) (*agentsmd.Options, error) {
		o := r.documentOptions(fsys, values(r.Effective), loaded)
		if r.Dialect.Instructions.Form == dialect.Blocks {
			o.Blocks = r.blockOptions(lo, loaded)
		}
		return &o, nil
	})
	if err != nil {
		return err
	}
	r.DocumentOptions = *now.asked.answer
	now.documents, err = do(run, before.documents, now.asked.answer, alike, loadDocuments(ctx, now.asked.answer))
	if err != nil {
		return err
	}
	docs := now.documents.answer
	r.Documents, r.DocumentSources, r.DocumentBudget = docs.Documents, docs.Sources, docs.Budget
	r.Instructions, r.InstructionsFor = docs.Text, docs.For
	r.Diags = append(r.Diags, docs.Diags...)
	told := docs.Warnings
	if r.Session.Records != nil {
		if err := r.restart(ctx, run, before, lo); err != nil {
			return err
		}
		told = r.Restarted.Warnings
	}
	r.Outcome.Warnings = append(r.Outcome.Warnings, told...)
	return nil
}

func loadDocuments(ctx context.Context, o *agentsmd.Options) func(tree.FS) (*agentsmd.Loaded, error) {
	return func(fsys tree.FS) (*agentsmd.Loaded, error) { return agentsmd.Load(ctx, fsys, *o) }
}

// restart reads the documents again under the trust entry that starting a session records.
//
// Case: doc-records-trust.
func (r *Result) restart(ctx context.Context, run *run, before *kept, lo layers.Options) error {
	now := &r.kept.restart
	var err error
	now.loaded, err = do(run, before.restart.loaded, r.kept.judged.answer, equal, func(fsys tree.FS) (*layers.Loaded, error) {
		lo.Virtual, lo.Previous = append(lo.Virtual[:len(lo.Virtual):len(lo.Virtual)], *r.Session.Records), r.kept.loaded.answer
		return layers.Load(ctx, fsys, lo)
	})
	if err != nil {
		return err
	}
	again := now.loaded.answer
	now.asked, err = do(run, before.restart.asked, again, equal, func(fsys tree.FS) (*agentsmd.Options, error) {
		o := r.documentOptions(fsys, values(again.Stack.Effective()), again)
		return &o, nil
	})
	if err != nil {
		return err
	}
	now.documents, err = do(run, before.restart.documents, now.asked.answer, alike, loadDocuments(ctx, now.asked.answer))
	if err != nil {
		return err
	}
	r.Restarted = now.documents.answer
	return nil
}

// documentOptions translates configuration, root and trust into the plain values that the documents need. The
// root is looked for again: an agent may take another rule for ".git" here than for its layers.
//
// Case: root-empty-git-dir.
func (r *Result) documentOptions(fsys tree.FS, value func(dotted string) *layers.Node, loaded *layers.Loaded) agentsmd.Options {
	d := r.Dialect.Instructions
	out := agentsmd.Options{
		Dialect: d, Cwd: r.Cwd, Home: r.Home, AgentHome: r.AgentHome,
		Root:      trust.FindRoot(fsys, r.Cwd, loaded.Markers, d.Walk.GitNeedsHead).Path,
		Untrusted: r.Session.Trust.Level == trust.Untrusted,
	}
	if rule := r.Session.Trust.Rule; rule != nil {
		out.Distrust = rule.Span
	}
	if n := value(d.Budget.Key); n != nil {
		if limit, ok := n.Value.(int64); ok {
			out.Limit = &agentsmd.Limit{Bytes: limit, At: n.Origin.Value()}
		}
	}
	if n := value(d.Fallback.Key); n != nil {
		for _, e := range n.Elems {
			if name, ok := e.Value.(string); ok {
				out.Fallbacks = append(out.Fallbacks, agentsmd.Name{Text: name, At: e.Origin.Value()})
			}
		}
	}
	return out
}

// values gives the effective values of a configuration.
func values(e layers.Effective) func(dotted string) *layers.Node {
	return func(dotted string) *layers.Node { return setting(e, dotted) }
}

// setting is the effective value at a dotted key; nil when there is none.
func setting(e layers.Effective, dotted string) *layers.Node {
	return e.Root.Setting(dotted)
}
