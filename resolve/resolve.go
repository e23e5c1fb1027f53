// Package resolve is the one place that knows all of the others: it wires file system, dialect, trust and
// layers into one Result. It holds no rules of its own.
package resolve

import (
	"context"

	"github.com/agentlayers/layers/agentsmd"
	"github.com/agentlayers/layers/diag"
	"github.com/agentlayers/layers/dialect"
	"github.com/agentlayers/layers/layers"
	"github.com/agentlayers/layers/skills"
	"github.com/agentlayers/layers/tree"
	"github.com/agentlayers/layers/trust"
)

// Options is one question.
type Options struct {
	Dialect   dialect.Dialect
	Host      Host
	Overrides []string          // run-time overrides as typed, "key=value"
	Profile   string            // selected profile, "" for none
	Trust     []trust.Rule      // "what if" rules, as if the user's configuration held them
	Enforced  []Policy          // requirements that an embedder holds, highest authority first
	Window    int64             // context window in tokens, instead of what the configuration says; 0 for that
	Launch    layers.Launch     // what the agent's own command line says
	Compiled  *dialect.Compiled // Dialect's key tables, for whoever resolves many folders; nil: compiled here
	Previous  *Result           // an earlier answer for the same place: skills that have not changed are not read again
}

// Result is everything that was found out, plain data. Share it freely; change nothing in it.
type Result struct {
	Dialect   dialect.Dialect
	Cwd       string // as asked; with links resolved where the agent resolves them
	Home      string // the user's home folder, for short paths
	AgentHome string // the agent's own folder, links resolved; "" when there is none
	Root      trust.Root
	Repo      trust.Repo
	Trust     trust.Decision // for the working directory
	Rules     []trust.Rule   // the trust table that the layers are judged by
	Stack     layers.ConfigLayerStack
	Effective layers.Effective
	Schema    *dialect.Schema
	Session   layers.Session
	Outcome   layers.Outcome
	Documents []agentsmd.Document // every candidate, in the order in which the agent meets them

	DocumentOptions agentsmd.Options // the question that Documents answer

	Instructions    string // the documents' text as it reaches the model
	InstructionsFor string // the folder that its heading names; "" when there is none
	DocumentBudget  agentsmd.Budget
	DocumentSources []string // the documents that the agent itself lists

	// Restarted is what a session reads where starting it records trust (Session.Records): project layers then
	// count, which may bring other names and another budget. nil where a session reads what is above.
	Restarted *agentsmd.Loaded

	Skills  *skills.Set
	Catalog skills.Catalog
	Memory  skills.Memory

	Inputs []tree.Access
	Diags  diag.List // every problem, layers' own included
}

// Dir resolves what the agent of o.Dialect loads in o.Host.Cwd.
//
// The error is for "no result possible": ctx is done, or o.Host lacks what a resolve needs. Everything about
// the user's files is in Result.Diags, beside a Result as complete as can be.
func Dir(ctx context.Context, o Options) (*Result, error) {
	if err := o.Host.validate(); err != nil {
		return nil, err
	}
	if err := o.Dialect.Validate(); err != nil {
		return nil, err
	}
	fsys := tree.NewRecorder(o.Host.FS)
	o.Host.FS = fsys
	if o.Dialect.Physical {
		o.Host.Cwd = tree.Canonical(fsys, o.Host.Cwd)
	}
	home, diags, fatal := o.Host.agentHome(o.Dialect.Home)
	lo := layers.Options{
		Dialect: o.Dialect, Cwd: o.Host.Cwd, Home: o.Host.Home, AgentHome: home, Hostname: o.Host.Hostname,
		Overrides: o.Overrides, Profile: o.Profile, Virtual: o.Trust, Enforced: o.policies(),
		Launch: o.Launch, StateDir: o.Host.stateDir(o.Dialect.Home), Env: o.Host.Env, Compiled: o.Compiled,
	}
	loaded, err := layers.Load(ctx, fsys, lo)
	if err != nil {
		return nil, err
	}
	judged, err := layers.Judge(ctx, fsys, loaded, lo)
	if err != nil {
		return nil, err
	}
	judged.Outcome.Fail(fatal...)
	r := &Result{
		Dialect: o.Dialect, Cwd: o.Host.Cwd, Home: o.Host.Home, AgentHome: home,
		Root: loaded.Root, Repo: loaded.Repo, Trust: loaded.Trust, Rules: loaded.Rules.All(),
		Stack: loaded.Stack, Effective: judged.Effective, Schema: loaded.Schema,
		Session: judged.Session, Outcome: judged.Outcome,
		Diags: append(append(diags, loaded.Diags...), judged.Diags...),
	}
	if err := r.readDocuments(ctx, fsys, lo, loaded); err != nil {
		return nil, err
	}
	if err := r.addSkills(ctx, fsys, o); err != nil {
		return nil, err
	}
	r.Inputs = fsys.Accesses()
	return r, nil
}
