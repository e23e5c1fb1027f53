package main

import (
	"context"

	"github.com/agentlayers/layers/layers"
	"github.com/agentlayers/layers/render"
	"github.com/agentlayers/layers/resolve"
	"github.com/agentlayers/layers/trust"
)

// app is one run of the program.
type app struct {
	host
	globals
	settings settings
	window   int64 // context window in tokens to assume; 0 for the configured one
}

// options turns the global flags into the resolver's question.
func (a *app) options() (resolve.Options, error) {
	d, err := dialectOf(a.agentName())
	if err != nil {
		return resolve.Options{}, err
	}
	if err := a.checkStart(d); err != nil {
		return resolve.Options{}, err
	}
	h, err := a.resolveHost(a.globals)
	if err != nil {
		return resolve.Options{}, err
	}
	return resolve.Options{Dialect: d, Host: h, Overrides: a.overrides, Profile: a.profile, Window: a.window, Launch: a.Launch}, nil
}

func (a *app) agentName() string {
	if a.agent != "" {
		return a.agent
	}
	return a.settings.Agent
}

// look resolves the start folder. trusted asks for the answer with every disabled project layer trusted, beside
// the present one.
func (a *app) look(ctx context.Context, trusted bool) (render.Screen, error) {
	o, err := a.options()
	if err != nil {
		return render.Screen{}, err
	}
	s, err := a.screen(ctx, o)
	if err != nil || !trusted {
		return s, err
	}
	if a.json && !a.demo {
		s.Git = gitFacts(o.Host.FS, s.Result.Repo.Root)
	}
	if o.Trust = missingTrust(s.Result); len(o.Trust) == 0 {
		return s, nil
	}
	s.AsTrusted, err = resolve.Dir(ctx, o)
	return s, err
}

// screen resolves one question.
func (a *app) screen(ctx context.Context, o resolve.Options) (render.Screen, error) {
	style, err := a.style()
	if err != nil {
		return render.Screen{}, err
	}
	r, err := resolve.Dir(ctx, o)
	if err != nil {
		return render.Screen{}, err
	}
	return render.Screen{Result: r, Style: style, Reveal: a.mayReveal()}, nil
}

// missingTrust are the entries that would enable the disabled project layers, and settings that want trust.
func missingTrust(r *resolve.Result) []trust.Rule {
	var out []trust.Rule
	seen := map[string]bool{}
	for _, e := range r.Stack.Entries {
		for _, key := range e.TrustKeys(r.Trust) {
			if !seen[key] {
				seen[key] = true
				out = append(out, trust.Rule{Path: key, Level: trust.Trusted})
			}
		}
	}
	return out
}

// lookCode is the exit code of a command that looks: 5 when something in effect could not be read, 4 when a
// requirement overrides a configured value of these keys under --strict.
func (a *app) lookCode(r *resolve.Result, keys ...layers.Key) int {
	if r.Diags.HasErrors() && !a.demo { // the demo has a broken file on purpose
		return exitUnreadable
	}
	if !a.strict {
		return exitFine
	}
	for _, c := range r.Effective.Clamped {
		if c.Wanted == nil {
			continue
		}
		if len(keys) == 0 {
			return exitRefused
		}
		for _, k := range keys {
			if c.Key.Equal(k) {
				return exitRefused
			}
		}
	}
	return exitFine
}
