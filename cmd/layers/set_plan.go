package main

import (
	"context"
	"fmt"
	"io/fs"

	"github.com/agentlayers/layers/diag"
	"github.com/agentlayers/layers/dialect"
	"github.com/agentlayers/layers/edit"
	"github.com/agentlayers/layers/internal/atomicfile"
	"github.com/agentlayers/layers/layers"
	"github.com/agentlayers/layers/render"
	"github.com/agentlayers/layers/resolve"
	"github.com/agentlayers/layers/tree"
)

// editor is one change on its way.
type editor struct {
	change
	app     *app
	key     layers.Key
	options resolve.Options
	before  *resolve.Result
	path    string // of the file, as its layer names it
	target  string // the file itself, links followed
	native  string // target on this machine
	lock    *atomicfile.Lock
	state   atomicfile.State
	out     render.Edit
	screen  render.Screen
}

// editor finds the file to change.
func (a *app) editor(ctx context.Context, c change, key layers.Key) (*editor, error) {
	if a.demo {
		return nil, usage("--demo is for looking: there is no file to write to")
	}
	o, err := a.options()
	if err != nil {
		return nil, err
	}
	style, err := a.style()
	if err != nil {
		return nil, err
	}
	e := &editor{change: c, app: a, key: key, options: o}
	if e.before, err = resolve.Dir(ctx, o); err != nil {
		return nil, err
	}
	if err := e.chooseFile(); err != nil {
		return nil, err
	}
	if e.target, err = landing(o.Host.FS, e.path, 0); err != nil {
		return nil, &exitError{exitUnreadable, err}
	}
	if user := e.before.Stack.Find(dialect.User); e.flags.layer != "user" && user != nil && user.Source.Path != "" {
		if own, err := landing(o.Host.FS, user.Source.Path, 0); err == nil && own == e.target {
			return nil, usage("%s is the user's own file; to change it say --layer user", e.path)
		}
	}
	if e.native, err = a.nativePath(e.target); err != nil {
		return nil, err
	}
	e.screen = render.Screen{Result: e.before, Style: style, Reveal: a.mayReveal()}
	e.out = render.Edit{Verb: c.verb, Key: key, Layer: e.flags.layer, Path: e.path, Was: e.before}
	return e, nil
}

// plan reads the file and makes the change in memory.
func (e *editor) plan() error {
	config := e.options.Dialect.Config
	limit := config.Limits.FileBytes
	state, err := atomicfile.Read(e.native, limit)
	if err != nil {
		return unwritten(err)
	}
	e.state, e.out.Before = state, state.Data
	d := edit.Document{Name: e.path, Bytes: state.Data, Config: config}
	var done edit.Edit
	if e.verb == "set" {
		v, valueErr := edit.ReadValue(e.value, config, e.before.Schema.Field(e.key))
		if valueErr != nil {
			return usage("%w", valueErr)
		}
		done, err = d.Set(e.key, v)
	} else {
		done, err = d.Unset(e.key)
	}
	e.out.After = done.After
	return err
}

// judge asks what the agent makes of the changed file. A layer that is off for want of trust is judged as if it were
// trusted: it is written for the time when it counts.
func (e *editor) judge(ctx context.Context) error {
	o := e.options
	changed := tree.NewMemory()
	changed.WriteFile(e.target, e.out.After)
	o.Host.FS = tree.Mounts(map[string]tree.FS{"/": e.options.Host.FS, e.target: changed})
	after, err := resolve.Dir(ctx, o)
	if err != nil {
		return err
	}
	before := e.before
	if off := disabledAt(after, e.path); off != nil {
		e.out.Notes = append(e.out.Notes, "the layer has no effect yet: "+off.Text)
		o.Trust = missingTrust(after)
		if after, err = resolve.Dir(ctx, o); err != nil {
			return err
		}
		o.Host.FS = e.options.Host.FS
		if before, err = resolve.Dir(ctx, o); err != nil {
			return err
		}
	}
	e.screen.Result, e.out.Was = after, before
	look := edit.Outlook{
		Dialect: o.Dialect, Schema: after.Schema, Path: e.path, Key: e.key,
		Before: viewOf(before), After: viewOf(after),
	}
	e.out.Against = e.outside()
	if e.verb == "set" {
		e.out.Against = append(e.out.Against, look.Against()...)
		e.noteUnknown(after.Schema)
	} else {
		e.out.Against = append(e.out.Against, look.Breaks()...)
	}
	return nil
}

func viewOf(r *resolve.Result) edit.View {
	return edit.View{Stack: r.Stack, Effective: r.Effective, Diags: r.Diags}
}

// disabledAt is why the layer of a file has no effect, where trust would change that.
func disabledAt(r *resolve.Result, path string) *layers.DisabledReason {
	for _, e := range r.Stack.Entries {
		if e.Source.Path == path && e.Disabled != nil && e.Disabled.Code != layers.CodeDropped {
			return e.Disabled
		}
	}
	return nil
}

// noteUnknown tells a key that the agent does not know.
func (e *editor) noteUnknown(schema *dialect.Schema) {
	if schema.Lookup(e.key) != nil || schema.Field(e.key) != nil {
		return
	}
	for i := len(e.key) - 1; i > 0; i-- {
		if f := schema.Field(e.key[:i]); f != nil && (f.Accepts("any") || f.Accepts("map")) {
			return // free names below
		}
	}
	text := fmt.Sprintf("%s %s does not know %s", e.options.Dialect.Name, e.options.Dialect.Version, e.key)
	if near, ok := schema.Suggest(e.key); ok {
		text += "; did you mean " + near + "?"
	}
	e.out.Notes = append(e.out.Notes, text)
}

// outside refuses to follow a link out of the project: whoever wrote the repository chose where it leads.
func (e *editor) outside() diag.List {
	root := tree.Canonical(e.options.Host.FS, e.before.Root.Path)
	if e.flags.layer == "user" || tree.Within(root, e.target) {
		return nil
	}
	return diag.List{{
		Code: "edit-outside", Severity: diag.Error, Subject: diag.File(e.path),
		Summary: "a link leads out of the project, to " + e.target, Fix: "edit that file itself, or remove the link",
	}}
}

// perm is the mode of a new file: the user's own configuration is nobody else's business.
func (e *editor) perm() fs.FileMode {
	if e.flags.layer == "user" {
		return 0o600
	}
	return 0o644
}
