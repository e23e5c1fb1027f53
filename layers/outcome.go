package layers

import (
	"slices"
	"strings"

	"github.com/agentlayers/layers/diag"
	"github.com/agentlayers/layers/dialect"
)

// Outcome is what the agent itself would say when it is started in the directory.
type Outcome struct {
	Exit         int            // the agent's exit status: 0, 1 after an error, 2 when it refuses its own command line
	Errors       []diag.Event   // the error it stops at; at most one, the first that it meets
	Warnings     []diag.Event   // in the order in which they arise
	Untyped      []Key          // merged keys that the agent's typed view drops
	Differs      []Differs      // leaves that the typed view shows with another value
	Requirements map[string]any // the requirements as the agent reports them; nil when there are none
}

// Differs is a leaf that the typed view shows with another value.
type Differs struct {
	Key   Key
	Value any
}

// Clone is an Outcome of its own: what is added to it does not reach o.
func (o Outcome) Clone() Outcome {
	o.Errors, o.Warnings = slices.Clip(o.Errors), slices.Clip(o.Warnings)
	return o
}

// Fail records errors in the order in which the agent would meet them; only the first is kept.
func (o *Outcome) Fail(events ...diag.Event) {
	for _, e := range events {
		if len(o.Errors) > 0 {
			return
		}
		o.Exit, o.Errors = 1, []diag.Event{e}
		if e.Class == string(codeOverrideFlag) || e.Class == classProfileName {
			o.Exit = 2
		}
	}
}

// reported are the requirements in the agent's own spelling.
func (r Requirements) reported(fields []dialect.RequirementField, schema *dialect.Schema) map[string]any {
	out := map[string]any{}
	for _, f := range fields {
		n := r.Root.Table.Get(f.Name)
		if f.Report == "" || n == nil {
			continue
		}
		if f.Enforce != dialect.AllowList {
			out[f.Report] = inFull(n, schema.Field([]string{f.Name}))
			continue
		}
		out[f.Report] = constraint(f, n).Allowed
	}
	if len(out) == 0 {
		return nil
	}
	return out
}

// inFull shows a table with known members as the agent prints it: every member, those that are not set as
// null, their names in camel case. A table of free names stays as it is.
func inFull(n *Node, f *dialect.Field) any {
	if n.Table == nil || f == nil || len(f.Names) == 0 {
		return n.Plain()
	}
	out := map[string]any{}
	for _, name := range f.Names {
		if f.Named(name).Key.Has(dialect.FlagHidden) {
			continue
		}
		out[camel(name)] = nil
		if m := n.Table.Get(name); m != nil {
			out[camel(name)] = inFull(m, f.Named(name))
		}
	}
	return out
}

// camel turns a_name into aName.
func camel(name string) string {
	words := strings.Split(name, "_")
	for i, w := range words[1:] {
		if w != "" {
			words[i+1] = strings.ToUpper(w[:1]) + w[1:]
		}
	}
	return strings.Join(words, "")
}

// readFailure is the event for a file that is there and cannot be used.
func readFailure(e Entry) diag.Event {
	for _, d := range e.Diags {
		if d.Severity != diag.Error {
			continue
		}
		switch {
		case e.Source.Path == "":
			return diag.Event{Class: string(d.Code)}
		case d.Subject.HasPosition() && d.Code != "invalid-utf8":
			return diag.Event{Class: "toml-syntax", At: d.Subject}
		}
		return diag.Event{Class: "unreadable", At: diag.File(d.Subject.Path)}
	}
	return diag.Event{Class: "unreadable", At: diag.File(e.Source.Path)}
}
