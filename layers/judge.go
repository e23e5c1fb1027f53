package layers

import (
	"context"
	"slices"
	"strings"

	"github.com/agentlayers/layers/diag"
	"github.com/agentlayers/layers/dialect"
	"github.com/agentlayers/layers/tree"
)

// Judged is what follows from a stack: the effective configuration, the session, what the agent reports, and
// our own diagnostics.
type Judged struct {
	Effective Effective
	Session   Session
	Outcome   Outcome
	Diags     diag.List

	told told // for a later Judge
}

// Judge folds a loaded stack and checks the result as the agent does: types, rejected keys, requirements.
//
// The error is non-nil only when ctx is done.
func Judge(ctx context.Context, fsys tree.FS, l *Loaded, o Options) (Judged, error) {
	if o.Dialect.Config.Format == dialect.FormatJSON {
		return judgeSettings(l, o), ctx.Err()
	}
	j := judge{fsys: fsys, l: l, o: o, c: o.Dialect.Config, before: earlier(o, l.Schema)}
	j.now = told{schema: l.Schema, looked: map[*Node]*looked{}, plain: map[*Source]*Node{}}
	j.out.Effective, j.now.folds = l.Stack.foldLike(j.before.folds)
	j.now.root = j.out.Effective.Root
	j.readFailures()
	j.requirements()
	j.typed()
	j.rejected()
	j.loads()
	if err := j.session(ctx); err != nil {
		return j.out, err
	}
	j.warnings()
	j.unknown()
	j.out.Diags = append(j.out.Diags, j.notices()...)
	j.out.told = j.now
	return j.out, nil
}

type judge struct {
	fsys tree.FS
	l    *Loaded
	o    Options
	c    dialect.Config
	out  Judged

	before, now told
}

// fail records faults as the agent's errors and as diagnostics of ours.
func (j *judge) fail(faults ...Fault) {
	for _, f := range faults {
		j.out.Outcome.Fail(diag.Event{Class: f.Class, At: f.Reported})
		j.out.Diags = append(j.out.Diags, diag.Diagnostic{
			Code: diag.Code(f.Class), Severity: diag.Error, Summary: f.Summary, Detail: f.Detail, Fix: f.Fix,
			Subject: f.Span, Effect: j.o.Dialect.Name + " refuses to start here",
		})
	}
}

// readFailures are files that are in effect and cannot be used, in the order in which the agent reads them:
// the managed file, the requirements, then layers from the lowest up.
func (j *judge) readFailures() {
	if name := j.o.Profile; name != "" && !isPlainName(name) {
		j.out.Outcome.Fail(diag.Event{Class: classProfileName})
		j.out.Diags = append(j.out.Diags, diag.Diagnostic{
			Code: classProfileName, Severity: diag.Error, Summary: "profile " + quote(name) + " is not a plain name",
			Effect: j.o.Dialect.Name + " refuses its command line", Fix: "name the file NAME.config.toml by NAME alone",
		})
	}
	for _, e := range slices.Concat(j.l.Stack.Requirements.Sources, j.l.Stack.Entries) {
		if e.Failed {
			j.out.Outcome.Fail(readFailure(e))
		}
		if e.Source.Kind == dialect.User {
			j.profile(e) // checked before any later file is read
		}
	}
	for _, e := range j.l.Stack.Requirements.Sources {
		if e.Source.Path != j.o.Dialect.Requirements.Managed {
			j.out.Diags = append(j.out.Diags, e.Diags...)
		}
	}
	for _, e := range j.l.Stack.Entries {
		j.out.Diags = append(j.out.Diags, e.Diags...)
	}
}

// classProfileName is a profile that is selected by something else than a plain name.
const classProfileName = "profile-name-invalid"

// isPlainName reports whether a profile's name is one: no path, nothing but letters, digits, "-", "_" and ".".
func isPlainName(name string) bool {
	return name != "." && name != ".." && !strings.ContainsAny(name, "/\\")
}

// profile checks the selected profile against what the user's file still says in the old form.
func (j *judge) profile(user Entry) {
	name := j.o.Profile
	if name == "" || user.Root == nil || !isPlainName(name) {
		return
	}
	old := user.Root.Table.Get("profile")
	table := user.Root.At(Key{"profiles", name})
	if table == nil && (old == nil || old.Value != name) {
		return
	}
	at := old
	if table != nil {
		at = table
	}
	j.fail(Fault{
		Class: "profile-legacy-conflict", Key: Key{"profiles", name}, Span: at.Origin.Key(), Reported: diag.File(user.Source.Path),
		Summary: "profile " + name + " is selected while this file still defines it in the old form",
		Fix:     "move [profiles." + Key{name}.String() + "] to " + name + ".config.toml",
	})
}

// Find returns the lowest entry of a kind, or nil.
func (s ConfigLayerStack) Find(k dialect.Kind) *Entry {
	i := slices.IndexFunc(s.Entries, func(e Entry) bool { return e.Source.Kind == k })
	if i < 0 {
		return nil
	}
	return &s.Entries[i]
}

// rejected are keys whose mere presence stops the agent.
func (j *judge) rejected() {
	for _, r := range j.c.Rejected {
		if n := j.out.Effective.Root.Setting(r.Key); n != nil {
			j.fail(Fault{Class: r.Class, Key: strings.Split(r.Key, "."), Span: n.Origin.Key(), Summary: r.Reason, Fix: r.Fix})
		}
	}
}

func (j *judge) requirements() {
	req := j.l.Stack.Requirements
	j.fail(RequirementTypeFaults(req.Sources, j.l.Required, j.o.Dialect)...)
	j.fail(req.Faults(j.o.Dialect.Requirements)...)
	j.fail(req.profileFaults(j.o.Dialect.Session.Permissions)...)
	j.out.Outcome.Requirements = req.reported(j.o.Dialect.Requirements.Fields, j.l.Required)
}

func (j *judge) session(ctx context.Context) error {
	j.now.rules = rulesOf(j.out.Effective.Root, j.o.Dialect.Trust, true, j.before.rules)
	s, clamps, events, faults := sessionOf(j.fsys, j.l, j.out.Effective, j.o, j.now.rules.rules)
	j.out.Session, j.out.Effective.Clamped = s, clamps
	for _, f := range j.o.Dialect.Requirements.Fields {
		for _, c := range clamps {
			if c.Constraint.Field == f.Name && f.Enforce == dialect.Pin && slices.Contains(f.Shown, c.Key[len(c.Key)-1]) {
				j.out.Outcome.Differs = append(j.out.Outcome.Differs, Differs{c.Key, c.Got})
			}
		}
	}
	j.fail(faults...)
	switch {
	case j.out.Outcome.Exit == 0:
		j.out.Outcome.Warnings = append(j.out.Outcome.Warnings, events...)
	case j.o.Dialect.Session.Retries:
		j.out.Outcome.Warnings = append(j.out.Outcome.Warnings, j.retry()...)
	}
	return j.restart(ctx)
}

// retry is what the agent says about requirements when it starts with what is left after an error: without the
// user's and the projects' files.
//
// Case: req-fallback-after-error.
func (j *judge) retry() []diag.Event {
	left := *j.l
	left.Stack.Entries = slices.DeleteFunc(slices.Clone(j.l.Stack.Entries), isPersonal)
	_, _, events, _ := SessionOf(j.fsys, &left, left.Stack.Effective(), j.o)
	return events
}

// restart follows a session that records its folder as trusted: such a session starts again under the new entry,
// project layers included, and what it starts with is the second start's.
//
// Case: codex-random/layers-2c5da67b.
func (j *judge) restart(ctx context.Context) error {
	rule := recordedTrust(j.out.Session, j.o.Dialect.Session)
	if rule == nil || j.out.Outcome.Exit != 0 {
		return nil
	}
	o := j.o
	o.Virtual, o.Previous = append(o.Virtual[:len(o.Virtual):len(o.Virtual)], *rule), j.l
	again, err := Load(ctx, j.fsys, o)
	if err != nil {
		return err
	}
	j.out.Session, _, _, _ = SessionOf(j.fsys, again, again.Stack.Effective(), o)
	j.out.Session.Records = rule
	j.out.Outcome.Warnings = append(j.out.Outcome.Warnings, ignoredKeys(again.Stack)...)
	if j.c.NameUnknown > 0 {
		j.unrecognized(slices.Concat(again.Stack.Entries, j.requirementFiles()))
	}
	return nil
}

// warnings are what the agent says when it starts: keys taken out of project layers, project layers that are
// off, deprecated keys. After an error there are no project layers to speak of.
func (j *judge) warnings() {
	if j.out.Outcome.Exit != 0 {
		return
	}
	for _, e := range ignoredKeys(j.l.Stack) {
		j.warn(e)
	}
	var off []string
	for _, e := range j.l.Stack.Entries {
		if e.Disabled != nil {
			off = append(off, e.Source.Dir)
		}
	}
	if len(off) > 0 {
		j.warn(diag.Event{Class: "project-layers-disabled", Folders: off})
	}
	for _, d := range j.c.Deprecated {
		if j.isSet(d.Key, d.Kinds) {
			j.warn(diag.Event{Class: "deprecated-key"})
		}
	}
}

// isSet reports whether an active layer of one of the kinds, or of any kind when there are none, sets key.
func (j *judge) isSet(key string, kinds []dialect.Kind) bool {
	return slices.ContainsFunc(j.l.Stack.Entries, func(e Entry) bool {
		return e.Active() && e.Canonical.Setting(key) != nil && (len(kinds) == 0 || slices.Contains(kinds, e.Source.Kind))
	})
}

// ignoredKeys is the agent's warning about keys taken out of each project layer that takes part.
func ignoredKeys(s ConfigLayerStack) []diag.Event {
	var out []diag.Event
	for _, e := range s.Entries {
		if e.Disabled != nil || len(e.Removed) == 0 {
			continue
		}
		ev := diag.Event{Class: "project-keys-ignored", At: diag.File(e.Source.Path)}
		for _, r := range e.Removed {
			ev.Keys = append(ev.Keys, strings.Join(r.Key, "."))
		}
		out = append(out, ev)
	}
	return out
}

func (j *judge) warn(e diag.Event) {
	j.out.Outcome.Warnings = append(j.out.Outcome.Warnings, e)
}
