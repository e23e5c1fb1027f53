package layers

import (
	"slices"
	"strings"

	"github.com/agentlayers/layers/diag"
	"github.com/agentlayers/layers/dialect"
)

// judgeSettings is Judge for agents whose layers are settings files.
func judgeSettings(l *Loaded, o Options) Judged {
	j := settingsJudge{l: l, o: o}
	j.out.Effective = l.Stack.Effective()
	j.out.Session.Trust = l.Trust
	j.stops()
	if j.out.Outcome.Exit == 0 {
		j.managed()
		j.ignored()
		j.model()
	}
	j.out.Session.Mode = j.mode()
	j.out.Session.MemoryDir = j.memoryDir()
	for _, e := range l.Stack.Entries {
		j.out.Diags = append(j.out.Diags, j.notices(e)...)
	}
	return j.out
}

type settingsJudge struct {
	l   *Loaded
	o   Options
	out Judged
}

func (j *settingsJudge) add(d diag.Diagnostic) { j.out.Diags = append(j.out.Diags, d) }

// stops are the files without which the agent does not start.
func (j *settingsJudge) stops() {
	entries := j.l.Stack.Entries
	if f := j.l.TrustFile; f != nil {
		j.out.Diags = append(j.out.Diags, f.Diags...)
		if f.Failed {
			j.out.Outcome.Fail(diag.Event{Class: ClassUnreadable, At: diag.File(f.Source.Path)})
		}
	}
	j.commandLine()
	for _, e := range entries {
		if e.Failed {
			j.out.Outcome.Fail(diag.Event{Class: ClassUnreadable, At: diag.File(e.Source.Path)})
		}
	}
}

// commandLine refuses words that the agent's own command line refuses.
func (j *settingsJudge) commandLine() {
	launch := j.o.Launch
	for _, s := range launch.Sources {
		if s != string(dialect.User) && s != string(dialect.Project) && s != string(dialect.Local) {
			j.refuse("setting source " + quote(s) + " is none of user, project and local")
		}
	}
	k := j.l.Schema.Lookup(strings.Split(j.o.Dialect.Session.Modes.Key, "."))
	if launch.Mode != "" && k != nil && !slices.Contains(k.Values, launch.Mode) {
		j.refuse("permission mode " + quote(launch.Mode) + " is none of " + listWords(k.Values))
	}
}

func (j *settingsJudge) refuse(summary string) {
	j.out.Outcome.Fail(diag.Event{Class: "command-line-refused"})
	j.add(diag.Diagnostic{
		Code: "command-line-refused", Severity: diag.Error, Summary: summary, Effect: "the agent refuses to start",
	})
}

// The classes of warnings about managed settings.
const (
	ClassManagedInvalid = "managed-values-invalid" // Count: the values that were left out
	ClassManagedUnread  = "managed-file-unread"
)

// managed are the agent's warnings about managed files: values that were left out, and files that could not be
// read.
//
// Case: managed-wrong-values.
func (j *settingsJudge) managed() {
	invalid, unread := 0, 0
	for _, e := range j.l.Stack.Entries {
		if e.Source.Kind != dialect.Managed {
			continue
		}
		if e.Disabled != nil {
			unread++
			continue
		}
		invalid += len(e.Faults) + len(e.Lost)
	}
	if invalid > 0 {
		j.warn(diag.Event{Class: ClassManagedInvalid, Count: invalid})
	}
	if unread > 0 {
		j.warn(diag.Event{Class: ClassManagedUnread, Count: unread})
	}
}

func (j *settingsJudge) warn(e diag.Event) {
	j.out.Outcome.Warnings = append(j.out.Outcome.Warnings, e)
}

// ignored are the agent's warnings about settings that it does not act on.
func (j *settingsJudge) ignored() {
	for _, e := range j.l.Stack.Entries {
		for _, r := range e.Ignored {
			if r.Rule.Class == "" || len(r.Node.Elems) == 0 {
				continue
			}
			j.warn(diag.Event{
				Class: r.Rule.Class, At: diag.File(e.Source.Path), Keys: []string{strings.Join(r.Key, ".")},
				Count: len(r.Node.Elems), Trust: j.l.Trust.Key,
			})
		}
	}
}

// notices are our own diagnostics about one layer.
func (j *settingsJudge) notices(e Entry) diag.List {
	out := append(diag.List(nil), e.Diags...)
	effect := "the agent leaves the whole file out and starts without a word"
	severity := diag.Error
	if e.Disabled == nil {
		effect, severity = "the agent leaves this value out, says so, and starts", diag.Warning
	}
	for _, f := range e.Faults {
		if len(f.Key) == 0 {
			continue // the file's own diagnostic says it
		}
		at := f.Span
		out = append(out, diag.Diagnostic{
			Code: ClassWrongType, Severity: severity, Subject: at, Summary: f.Summary, Effect: effect,
			Fix: "correct the value, or remove the key",
		})
	}
	for _, r := range e.Lost {
		out = append(out, diag.Diagnostic{
			Code: "value-left-out", Severity: diag.Warning, Subject: r.Node.Origin.Value(),
			Summary: r.Key.String() + " is left out", Detail: r.Why, Effect: "none: the agent reads the file as if it were not there",
		})
	}
	for _, r := range e.Ignored {
		out = append(out, j.ignoredNotice(r))
	}
	return out
}

func (j *settingsJudge) ignoredNotice(r Removed) diag.Diagnostic {
	d := diag.Diagnostic{
		Code: "setting-ignored", Severity: diag.Warning, Subject: r.Node.Origin.Key(),
		Summary: r.Key.String() + " has no effect", Detail: r.Why,
		Effect: j.o.Dialect.Name + " still shows it among its settings",
	}
	if r.Rule.When == dialect.IgnoredUntrusted {
		d.Fix = "after a review, start " + j.o.Dialect.Name + " in " + j.l.Trust.Key + " and accept its question about trust"
	}
	return d
}

// setting is the effective value at a dotted key, nil when it is not set.
func (j *settingsJudge) setting(dotted string) *Node {
	if dotted == "" {
		return nil
	}
	return j.out.Effective.Root.Setting(dotted)
}

// variable is a variable of the agent's environment: the settings for it win over the process's own.
func (j *settingsJudge) variable(name string) (string, bool) {
	if n := j.setting(j.o.Dialect.AutoMemory.EnvKey); n != nil && n.Table != nil {
		if v := n.Table.Get(name); v != nil {
			return textOf(v), true
		}
	}
	if j.o.Env == nil {
		return "", false
	}
	return j.o.Env(name)
}
