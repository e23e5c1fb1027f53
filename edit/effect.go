package edit

import (
	"fmt"
	"slices"
	"strings"

	"github.com/agentlayers/layers/diag"
	"github.com/agentlayers/layers/dialect"
	"github.com/agentlayers/layers/layers"
)

// Outlook is what an agent makes of the configuration with an edited file, beside what it makes of it now.
type Outlook struct {
	Dialect       dialect.Dialect
	Schema        *dialect.Schema
	Path          string // of the edited file, as its layer names it
	Key           layers.Key
	Before, After View
}

// View is one answer of the agent.
type View struct {
	Stack     layers.ConfigLayerStack
	Effective layers.Effective
	Diags     diag.List
}

// The codes of reasons against an edit.
const (
	CodeNotRead     diag.Code = "edit-not-read"    // the agent does not read this file from here
	CodeDenied      diag.Code = "edit-denied"      // this layer may not set the key
	CodeShadowed    diag.Code = "edit-shadowed"    // another layer wins
	CodeRequirement diag.Code = "edit-requirement" // a requirement enforces another value
	CodeNoEffect    diag.Code = "edit-no-effect"   // the agent would not act on the value here
)

// Against lists the reasons against setting the key: the agent would refuse or ignore the value, or another layer or
// a requirement would win anyway. Each is an Error. Spans in the edited file are places in its new text.
func (o Outlook) Against() diag.List {
	if out := o.Breaks(); len(out) > 0 {
		return out
	}
	e := entryOf(o.After.Stack, o.Path)
	if e == nil {
		return diag.List{problem(CodeNotRead, diag.File(o.Path),
			fmt.Sprintf("%s does not read this file from here", o.Dialect.Name), "start in another folder with -C, or choose another --layer")}
	}
	if d := o.ignored(*e); d != nil {
		return diag.List{*d}
	}
	if e.Root == nil {
		return nil
	}
	if own := e.Root.At(o.Key); own != nil && !o.acts(own) {
		return diag.List{o.loses(own)}
	}
	return o.clamped()
}

// Breaks lists the errors that the agent would report with the edited file and does not report now.
func (o Outlook) Breaks() diag.List {
	known := map[string]bool{}
	for _, d := range o.errors(o.Before) {
		known[string(d.Code)+" "+d.Summary] = true
	}
	var out diag.List
	for _, d := range o.errors(o.After) {
		id := string(d.Code) + " " + d.Summary
		if !known[id] {
			out = append(out, d)
		}
		known[id] = true
	}
	return out
}

// errors are the agent's errors, and what is of a wrong type at the key although another layer hides it. What else a
// layer lacks by itself another one may add.
func (o Outlook) errors(v View) diag.List {
	var out diag.List
	for _, d := range v.Diags {
		if d.Severity == diag.Error {
			out = append(out, d)
		}
	}
	e := entryOf(v.Stack, o.Path)
	if e == nil || e.Root == nil || o.Dialect.Config.Format == dialect.FormatJSON {
		return out // every settings file is checked by itself
	}
	for _, f := range layers.CheckTypes(e.Root, o.Schema, layers.ReadAlone) {
		reported := slices.ContainsFunc(out, func(d diag.Diagnostic) bool { return d.Subject == f.Span })
		if reported || f.Class != layers.ClassWrongType || !hasPrefix(f.Key, o.Key) {
			continue
		}
		out = append(out, diag.Diagnostic{
			Code: diag.Code(f.Class), Severity: diag.Error, Subject: f.Span, Summary: f.Summary, Detail: f.Detail, Fix: f.Fix,
		})
	}
	return out
}

func entryOf(s layers.ConfigLayerStack, path string) *layers.Entry {
	i := slices.IndexFunc(s.Entries, func(e layers.Entry) bool { return e.Source.Path == path })
	if i < 0 {
		return nil
	}
	return &s.Entries[i]
}

func problem(code diag.Code, at diag.Span, summary, fix string) diag.Diagnostic {
	return diag.Diagnostic{Code: code, Severity: diag.Error, Subject: at, Summary: summary, Fix: fix}
}

// ignored says why the agent takes the key out of this layer; nil when it does not.
func (o Outlook) ignored(e layers.Entry) *diag.Diagnostic {
	if r := o.listed(e.Removed); r != nil {
		d := problem(CodeDenied, r.Node.Origin.Key(),
			fmt.Sprintf("%s takes %s out of project layers", o.Dialect.Name, r.Key), "set it with --layer user")
		return &d
	}
	if r := o.listed(e.Replaced); r != nil {
		d := problem(CodeNoEffect, r.Node.Origin.Key(),
			fmt.Sprintf("in a linked worktree %s takes %s from the main checkout", o.Dialect.Name, r.Key), "set it in the main checkout")
		return &d
	}
	for _, list := range [][]layers.Removed{e.Ignored, e.Lost} {
		if r := o.listed(list); r != nil {
			d := problem(CodeNoEffect, r.Node.Origin.Value(), r.Key.String()+" would have no effect here", "")
			d.Detail = r.Why
			return &d
		}
	}
	return nil
}

// listed finds the entry about the key, or about what stands above or below it.
func (o Outlook) listed(list []layers.Removed) *layers.Removed {
	for i, r := range list {
		if n := min(len(r.Key), len(o.Key)); n > 0 && r.Key[:n].Equal(o.Key[:n]) {
			return &list[i]
		}
	}
	return nil
}

// canonical is the key under the name that the agent merges it by.
func (o Outlook) canonical() layers.Key {
	for _, a := range o.Dialect.Config.Aliases {
		if old := layers.Key(strings.Split(a.Old, ".")); hasPrefix(o.Key, old) {
			return append(layers.Key(strings.Split(a.New, ".")), o.Key[len(old):]...)
		}
	}
	return o.Key
}

// acts reports whether any part of the value that was set is part of the effective configuration.
func (o Outlook) acts(own *layers.Node) bool {
	if own.Table != nil && len(own.Table.Members) == 0 {
		return true // an empty table never changes anything, and is never in the way
	}
	places := map[diag.Span]bool{}
	each(own, func(n *layers.Node) { places[n.Origin.Value()] = true })
	found := false
	if n := o.After.Effective.Root.At(o.canonical()); n != nil {
		each(n, func(n *layers.Node) { found = found || places[n.Origin.Value()] })
	}
	return found
}

// each calls f for n and for everything below it.
func each(n *layers.Node, f func(*layers.Node)) {
	f(n)
	for _, e := range n.Elems {
		each(e, f)
	}
	if n.Table != nil {
		for _, m := range n.Table.Members {
			each(m.Node, f)
		}
	}
}

// loses names the layer that wins.
func (o Outlook) loses(own *layers.Node) diag.Diagnostic {
	key := o.canonical()
	for n := o.After.Effective.Root.At(key); n == nil && len(key) > 0; n = o.After.Effective.Root.At(key) {
		key = key[:len(key)-1] // a scalar further up hides the whole table
	}
	winner := o.After.Effective.Root.At(key)
	if winner == nil || winner.Origin.Source == nil || winner.Table != nil {
		return problem(CodeNoEffect, own.Origin.Key(), o.Key.String()+" would have no effect here", "")
	}
	d := problem(CodeShadowed, own.Origin.Key(),
		fmt.Sprintf("%s would have no effect here: the %s layer wins", o.Key, winner.Origin.Source.Name), "change it there")
	if winner.Origin.Key().HasPosition() {
		d.Related = []diag.Related{{Span: winner.Origin.Key(), Text: "set by"}}
	}
	return d
}

// clamped names the requirement that refuses the value.
func (o Outlook) clamped() diag.List {
	for _, c := range o.After.Effective.Clamped {
		if c.Wanted == nil || !c.Key.Equal(o.canonical()) || c.Wanted.Origin.Value().Path != o.Path {
			continue
		}
		d := problem(CodeRequirement, c.Wanted.Origin.Value(),
			fmt.Sprintf("%s is not allowed to be %s: a requirement enforces another value", o.Key, layers.Format(c.Wanted)), "")
		d.Effect = layers.FormatValue(c.Got) + " is used"
		d.Related = []diag.Related{{Span: c.Constraint.Origin.Key(), Text: "required by"}}
		return diag.List{d}
	}
	return nil
}
