package golden

import (
	"cmp"
	"context"
	"encoding/json"
	"runtime"
	"slices"

	"github.com/agentlayers/layers/dialect"
	"github.com/agentlayers/layers/resolve"
	"github.com/agentlayers/layers/tree"
)

// Views are the two answers of one case: the recorder asked one part of the agent in the physical working
// directory and the other with the directory as the case names it. They differ only behind a symbolic link.
type Views struct {
	Prompt *resolve.Result // physical directory
	Server *resolve.Result // directory as named; the same Result where that is the same
	// ServerAsked is false when a profile is selected: that part of the agent takes none.
	ServerAsked bool
	Mentions    []string // user texts that were sent
	Claude      ClaudeStart
	FS          tree.FS // the tree of the case
}

// Options is the case as a question to the resolver, with the working directory as the case names it.
func (c *Case) Options(d dialect.Dialect, fsys tree.FS) resolve.Options {
	var overrides []string
	if c.Agent != claudeAgent {
		overrides, _ = c.Overrides() // checked when the case was parsed
	}
	launch := c.Claude.Launch
	launch.AddDirs, launch.Plugins = c.Claude.AddDirs, c.Claude.PluginDirs
	return resolve.Options{
		Dialect: d,
		Host: resolve.Host{
			FS: fsys, Cwd: c.Cwd, Home: c.Env["HOME"], OS: runtime.GOOS,
			Env: func(name string) (string, bool) { v, ok := c.Env[name]; return v, ok },
		},
		Overrides: overrides,
		Profile:   c.Profile,
		Launch:    launch,
	}
}

// Resolve answers the case for one dialect on a tree that Layout made.
func (c *Case) Resolve(ctx context.Context, d dialect.Dialect, fsys tree.FS) (Views, error) {
	return c.resolve(ctx, d, nil, fsys)
}

func (c *Case) resolve(ctx context.Context, d dialect.Dialect, tables *dialect.Compiled, fsys tree.FS) (Views, error) {
	o := c.Options(d, fsys)
	o.Compiled = tables
	named, err := resolve.Dir(ctx, o)
	if err != nil {
		return Views{}, err
	}
	v := Views{Prompt: named, Server: named, ServerAsked: c.Profile == "", Mentions: c.Mentions, Claude: c.Claude, FS: fsys}
	if physical := tree.Canonical(fsys, c.Cwd); physical != c.Cwd {
		o.Host.Cwd = physical
		v.Prompt, err = resolve.Dir(ctx, o)
	}
	return v, err
}

// tables lists the tables of a list.
func tables(list any) []map[string]any {
	items, _ := list.([]any)
	var out []map[string]any
	for _, item := range items {
		if t, ok := item.(map[string]any); ok {
			out = append(out, t)
		}
	}
	return out
}

// sorted returns the list in the order of its elements' JSON, for facts whose order says nothing.
func sorted(list []any) []any {
	out := slices.Clone(list)
	slices.SortFunc(out, func(a, b any) int { return cmp.Compare(jsonText(a), jsonText(b)) })
	return out
}

func jsonText(v any) string {
	data, err := json.Marshal(v)
	if err != nil {
		return err.Error()
	}
	return string(data)
}
