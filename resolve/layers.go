package resolve

import (
	"context"

	"github.com/agentlayers/layers/agentsmd"
	"github.com/agentlayers/layers/layers"
)

// Layers is the first part of Dir, for whoever asks about many folders: the layers of o.Host.Cwd, neither folded nor
// judged. above is the answer for a folder above in the same project, to the same question otherwise, or nil; see
// layers.Options.Above.
//
// The error is that of Dir. A tree.Recorder as Host.FS lets all questions share what they read.
func Layers(ctx context.Context, o Options, above *layers.Loaded) (*layers.Loaded, error) {
	at, err := o.ready()
	if err != nil {
		return nil, err
	}
	lo := o.layers(at)
	lo.Above = above
	return layers.Load(ctx, o.Host.FS, lo)
}

// DocumentOptions is the question about the instruction documents of o.Host.Cwd whose layers are loaded; value gives
// the effective value of a dotted key, nil when there is none. It is for agents with joined documents.
func DocumentOptions(o Options, loaded *layers.Loaded, value func(dotted string) *layers.Node) (agentsmd.Options, error) {
	at, err := o.ready()
	if err != nil {
		return agentsmd.Options{}, err
	}
	r := &Result{Dialect: o.Dialect, Cwd: at.cwd, Home: o.Host.Home, AgentHome: at.agentHome}
	r.Session.Trust = loaded.Trust
	return r.documentOptions(o.Host.FS, value, loaded), nil
}

// ready checks a question and says where its answer holds.
func (o Options) ready() (where, error) {
	if err := o.Host.validate(); err != nil {
		return where{}, err
	}
	if err := o.Dialect.Validate(); err != nil {
		return where{}, err
	}
	p, err := o.place(o.Host.FS)
	return p.at, err
}
