package main

import (
	"context"
	"fmt"
	"path"
	"strings"

	"github.com/agentlayers/layers/dialect"
	"github.com/agentlayers/layers/layers"
	"github.com/agentlayers/layers/reach"
	"github.com/agentlayers/layers/render"
	"github.com/agentlayers/layers/resolve"
)

// explainForce are the flags that say what explain's argument is.
type explainForce struct{ key, path bool }

// explainTarget answers for a skill, a path or a key.
func (a *app) explainTarget(ctx context.Context, s render.Screen, text string, force explainForce) error {
	o, err := a.options()
	if err != nil {
		return err
	}
	if !force.key && !force.path {
		if handled, err := a.explainSkill(s, o.Host.FS, text); handled {
			return err
		}
	}
	if s.Before != nil {
		o.Trust = missingTrust(s.Before)
	}
	if p, ok := a.pathOf(s.Result, o.Host, text, force); ok {
		return a.explainPath(ctx, s, o, text, p)
	}
	return a.explainKey(s, text)
}

// pathOf gives the path that the argument of explain names; ok is false when it is a key.
//
// What exists, or holds a slash, is a path, and so is the name of an instruction document. A key whose quoted
// part holds a slash, such as projects."/x".trust_level, is a key when some layer sets it.
func (a *app) pathOf(r *resolve.Result, h resolve.Host, text string, force explainForce) (p string, ok bool) {
	if force.key {
		return "", false
	}
	p, exists := reach.Find(h.FS, r, slash(text))
	switch {
	case force.path:
		return p, true
	case strings.ContainsAny(text, `"'`) && a.isSet(r, text):
		return "", false
	}
	return p, exists || strings.Contains(slash(text), "/") || isDocumentName(r.Dialect, text)
}

// isSet reports whether text is a key that some layer sets.
func (a *app) isSet(r *resolve.Result, text string) bool {
	key, err := layers.ParseKey(text)
	if err != nil {
		return false
	}
	for _, e := range r.Stack.Entries {
		if e.Root != nil && e.Root.At(key) != nil {
			return true
		}
	}
	return r.Effective.Root.At(key) != nil
}

func isDocumentName(d dialect.Dialect, text string) bool {
	for _, s := range d.Instructions.Sources {
		for _, n := range s.Names {
			if path.Base(n.File) == text {
				return true
			}
		}
	}
	return false
}

// explainPath answers whether a path is loaded from here.
func (a *app) explainPath(ctx context.Context, s render.Screen, o resolve.Options, text, p string) error {
	answer, err := reach.Explain(ctx, o, s.Result, dialect.BuiltIn(), p)
	if err != nil {
		return err
	}
	if a.isSet(s.Result, text) {
		fmt.Fprintf(a.stderr, "note: %s is also a key: layers explain --key %s\n", s.Style.Escape(text), s.Style.Escape(text))
	}
	if a.json {
		err = s.PathJSON(a.stdout, version(), answer)
	} else {
		err = a.show(s.Path(answer))
	}
	if err != nil {
		return err
	}
	if !answer.State.Loads() {
		return exit(exitProblems)
	}
	return nil
}

// explainAgents shows the folder as several agents see it. list is NAME[@VERSION],...
func (a *app) explainAgents(ctx context.Context, list string) error {
	var agents []dialect.Dialect
	for name := range strings.SplitSeq(list, ",") {
		d, err := dialect.Named(strings.TrimSpace(name))
		if err != nil {
			return usage("--agents: %w", err)
		}
		agents = append(agents, d)
	}
	if len(agents) < 2 {
		return usage("--agents takes two or more, such as codex,claude")
	}
	a.agent = agents[0].ID()
	o, err := a.options()
	if err != nil {
		return err
	}
	style, err := a.style()
	if err != nil {
		return err
	}
	c, err := reach.Compare(ctx, o, agents)
	if err != nil {
		return err
	}
	s := render.Screen{Result: c.Results[0], Style: style, Reveal: a.mayReveal()}
	if a.json {
		return s.AgentsJSON(a.stdout, version(), c)
	}
	return a.show(s.Agents(c))
}
