// Package resolve is the one place that knows all of the others: it wires file system, dialect, trust and
// layers into one Result. It holds no rules of its own, and it is what an agent imports for its start-up.
//
//	Host: files, folder, environment ─┐                  ┌─> Config, Decode: settings, requirements enforced
//	Dialect: which agent ─────────────┼─> Dir ─> Result ─┼─> Instructions, Prompt: what the model reads
//	Policy, overrides, what if ───────┘            ^     ├─> Catalog, LoadSkill: what it may ask for
//	                                               │     ├─> Session, Outcome: how the agent starts
//	files that changed ─> Refresh ─────────────────┘     ├─> Diags, Strict: what is wrong, and where
//	                                                     └─> Inputs, Changed: what the answer rests on
//
// A Result is plain data: keep it, and share it between any number of goroutines. See examples/agent for a whole start-up.
package resolve

import (
	"context"
	"maps"
	"slices"

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

	Inputs []tree.Access // every path that was asked for, found or not, in byte order
	Diags  diag.List     // every problem, layers' own included

	kept *kept // for Refresh
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
	o = o.prepared()
	files := tree.NewRecorder(o.Host.FS)
	files.Begun(o.Host.now())
	return o.resolve(ctx, &run{files: files}, &kept{options: &o})
}

// prepared fills in what every resolve of the same question shares.
func (o Options) prepared() Options {
	if o.Compiled == nil {
		o.Compiled = o.Dialect.Compile()
	}
	return o
}

// place is where an answer holds.
type place struct {
	at    where
	diags diag.List
	fatal []diag.Event
}

type where struct{ cwd, agentHome string }

func (o Options) place(fsys tree.FS) (place, error) {
	h := o.Host
	h.FS = fsys
	if o.Dialect.Physical {
		h.Cwd = tree.Canonical(fsys, h.Cwd)
	}
	home, diags, fatal := h.agentHome(o.Dialect.Home)
	return place{where{h.Cwd, home}, diags, fatal}, nil
}

func (o Options) layers(at where) layers.Options {
	o.Host.Cwd = at.cwd
	return layers.Options{
		Dialect: o.Dialect, Cwd: at.cwd, Home: o.Host.Home, AgentHome: at.agentHome, Hostname: o.Host.Hostname,
		Overrides: o.Overrides, Profile: o.Profile, Virtual: o.Trust, Enforced: o.policies(),
		Launch: o.Launch, StateDir: o.Host.stateDir(o.Dialect.Home), Env: o.Host.Env, Compiled: o.Compiled,
	}
}

// resolve answers stage by stage; before holds those of an earlier answer to the same question, or none.
func (o Options) resolve(ctx context.Context, run *run, before *kept) (*Result, error) {
	now := &kept{options: before.options, files: run.files, env: map[string]variable{}}
	maps.Copy(now.env, before.env)
	o.Host.Env = remember(o.Host.Env, now.env)
	var err error
	now.place, err = do(run, before.place, struct{}{}, equal, o.place)
	if err != nil {
		return nil, err
	}
	at := now.place.answer.at
	lo := o.layers(at)
	now.loaded, err = do(run, before.loaded, at, equal, func(fsys tree.FS) (*layers.Loaded, error) {
		lo := lo
		if before.loaded != nil {
			lo.Previous = before.loaded.answer
		}
		return layers.Load(ctx, fsys, lo)
	})
	if err != nil {
		return nil, err
	}
	loaded := now.loaded.answer
	now.judged, err = do(run, before.judged, loaded, equal, func(fsys tree.FS) (*layers.Judged, error) {
		lo := lo
		if before.judged != nil {
			lo.Judged = before.judged.answer
		}
		j, err := layers.Judge(ctx, fsys, loaded, lo)
		return &j, err
	})
	if err != nil {
		return nil, err
	}
	judged := now.judged.answer
	r := &Result{
		Dialect: o.Dialect, Cwd: at.cwd, Home: o.Host.Home, AgentHome: at.agentHome,
		Root: loaded.Root, Repo: loaded.Repo, Trust: loaded.Trust, Rules: loaded.Rules.All(),
		Stack: loaded.Stack, Effective: judged.Effective, Schema: loaded.Schema,
		Session: judged.Session, Outcome: judged.Outcome.Clone(),
		Diags: slices.Concat(now.place.answer.diags, loaded.Diags, judged.Diags), kept: now,
	}
	r.Outcome.Fail(now.place.answer.fatal...)
	if err := r.addDocuments(ctx, run, before, lo); err != nil {
		return nil, err
	}
	if err := r.addSkills(ctx, run, before, o); err != nil {
		return nil, err
	}
	now.inputs, now.all = run.inputs, tree.Renew(before.all, before.inputs, run.inputs)
	r.Inputs = now.all
	run.files.Seal(r.Inputs)
	return r, nil
}

// remember notes what is asked of the environment.
func remember(env func(string) (string, bool), seen map[string]variable) func(string) (string, bool) {
	if env == nil {
		return nil
	}
	return func(name string) (string, bool) {
		value, set := env(name)
		seen[name] = variable{value, set}
		return value, set
	}
}
