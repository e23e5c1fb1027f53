package render

import (
	"io"
	"strings"
	"time"

	"github.com/agentlayers/layers/audit"
	"github.com/agentlayers/layers/diag"
	"github.com/agentlayers/layers/render/term"
	"github.com/agentlayers/layers/review"
)

// Trusted is what was written for one root.
type Trusted struct {
	Record  *review.Record // nil when none was written
	Path    string         // of the record
	Removed bool           // there was a record, and it is gone
}

// Findings says why nothing was written, and which words accept the findings.
func (t Trust) Findings() *term.Builder {
	b, st := t.Screen.Style.Builder(), t.Screen.Style
	errs := 0
	var names []string
	seen := map[string]bool{}
	for _, f := range t.Open {
		if severityWord(f.Severity) == diag.Error {
			errs++
		}
		if !seen[f.Rule] {
			seen[f.Rule] = true
			names = append(names, f.Rule)
		}
	}
	b.Line(st.Paint(term.Failure, st.Draw("✗ ")), term.Plural(len(t.Open), "audit finding"), ", ", term.Plural(errs, "error"), ". Nothing was written.")
	t.findings(b, t.Open)
	b.Line("  see them:  layers audit ", t.name(t.Root))
	b.Line("  anyway:    layers trust ", t.name(t.Root), " --accept ", strings.Join(names, ","))
	return b
}

// findings lists findings with their places.
func (t Trust) findings(b *term.Builder, list []audit.Finding) {
	table := term.Table{Indent: 2, Columns: []term.Column{{}, {Shrink: term.ShrinkPath}, {Shrink: term.ShrinkText}}}
	for _, f := range list {
		at := t.Screen.Style.Place(term.Names{Root: t.Root, Home: t.Screen.Result.Home}, f.Span)
		table.Rows = append(table.Rows, []term.Cell{{Text: f.Rule}, {Text: at, Paint: term.Place}, {Text: t.Screen.Style.Escape(f.Message)}})
	}
	b.Table(table)
}

// Accepting lists the findings that are accepted, as they are now.
func (t Trust) Accepting() *term.Builder {
	b := t.Screen.Style.Builder()
	b.Line("in spite of ", term.Plural(len(t.Accepted), "audit finding"), ", as they are now:")
	t.findings(b, t.Accepted)
	return b
}

// Done says what was written and what the agent makes of it.
func (t Trust) Done(d Trusted) *term.Builder {
	b, st := t.Screen.Style.Builder(), t.Screen.Style
	tick := st.Paint(term.Winner, st.Draw("✓ "))
	switch {
	case d.Record != nil && d.Record.Decision == review.No:
		b.Line(tick, "denied  ", t.name(t.Root), st.Draw(" · "), "layers trust --revoke takes it away")
		b.Line("  record  ", t.name(d.Path))
	case d.Record != nil:
		b.Line(tick, "reviewed  ", t.name(t.Root), st.Draw(" · "), term.Plural(len(d.Record.Entries), "item"), st.Draw(" · "), "scope ", string(d.Record.Scope))
		b.Line("  pin     ", d.Record.Pin)
		if d.Record.Expires != "" {
			b.Line("  expires ", st.Escape(d.Record.Expires), " (the agent's own entry does not)")
		}
		b.Line("  record  ", t.name(d.Path))
	case d.Removed:
		b.Line(tick, "the review of ", t.name(t.Root), " is gone")
	default:
		b.Line("there was no review of ", t.name(t.Root))
	}
	if t.Edit != nil {
		b.Line(tick, t.Edit.Verb, " ", st.Escape(t.Edit.Key.String()), "  ", st.Paint(term.Place, t.name(t.Edit.Path)))
	}
	t.after(b, d)
	return b
}

// after says what the agent decides now, and what was not covered.
func (t Trust) after(b *term.Builder, d Trusted) {
	r, st := t.Screen.Result, t.Screen.Style
	word := "none recorded"
	if r.Trust.Level != "" {
		word = string(r.Trust.Level)
	}
	place := ""
	if r.Trust.Rule != nil {
		place = "  " + st.Paint(term.Place, t.Screen.rulePlace(*r.Trust.Rule))
	}
	b.Line("  ", r.Dialect.Name, " ", r.Dialect.Version, " decides: ", word, place)
	if r.Repo.Linked() && t.Repo.Linked() && t.Edit != nil {
		b.Hang("  ", 2, "this is a linked worktree: the key trusts the main checkout "+t.name(r.Repo.Main)+" and every worktree of it")
	}
	if t.Edit == nil && len(r.Dialect.Trust.Files) > 0 {
		b.Hang("  ", 2, "the agent's own entry is not ours to write: "+r.Dialect.Name+" asks when it is started")
	}
	if d.Record == nil || d.Record.Decision == review.No {
		return
	}
	for _, what := range t.Snapshot.Uncovered {
		b.Hang("  not covered: ", 15, st.Escape(what))
	}
	b.Hang("  ", 2, "not covered: what the named scripts and build tools go on to run")
}

// Preview is the change of the user's configuration in unified form.
func (t Trust) Preview(d Trusted) *term.Builder {
	if t.Edit != nil {
		return t.Screen.Diff(*t.Edit)
	}
	b := t.Screen.Style.Builder()
	b.Line("the agent's configuration would not change; the record: ", t.name(d.Path))
	return b
}

// TrustList is what the store holds.
type TrustList struct {
	Store, Home string
	Records     []review.Listed
	Now         time.Time // to tell a review that has expired
	Style       term.Style
}

// Screen lists the records.
func (l TrustList) Screen() *term.Builder {
	b := l.Style.Builder()
	names := term.Names{Home: l.Home}
	if len(l.Records) == 0 {
		b.Line("no reviews in ", l.Style.Escape(names.Name(l.Store)))
		return b
	}
	table := term.Table{Columns: []term.Column{{Shrink: term.ShrinkPath}, {}, {}, {}, {}, {}}}
	for _, r := range l.Records {
		if r.Err != nil {
			continue
		}
		x := r.Record
		scope, end := "scope "+string(x.Scope), ""
		if x.Decision == review.No {
			scope = ""
		}
		switch {
		case x.Expired(l.Now):
			end = "expired " + x.Expires
		case x.Expires != "":
			end = "expires " + x.Expires
		}
		table.Rows = append(table.Rows, []term.Cell{
			{Text: l.Style.Escape(names.Name(x.Root)), Paint: term.Place},
			{Text: string(x.Decision)},
			{Text: scope},
			{Text: l.Style.Escape(x.Agent)},
			{Text: l.Style.Escape(x.At)},
			{Text: end, Paint: term.Caution},
		})
	}
	b.Table(table)
	for _, r := range l.Records {
		if r.Err != nil {
			b.Hang(l.Style.Paint(term.Failure, l.Style.Draw("✗ ")), 2, l.Style.Escape(r.Err.Error()))
		}
	}
	return b
}

// trustJSON is both facts.
type trustJSON struct {
	envelope
	Root      string            `json:"root"`
	State     review.State      `json:"state"`
	Borrowed  bool              `json:"borrowed"` // the agent takes the trust of another checkout on a file's word
	Refused   string            `json:"refused"`  // why the root can never be trusted
	Error     string            `json:"error"`
	Inherited string            `json:"inherited"` // the main checkout whose review counts
	Pins      map[string]string `json:"pins"`      // by scope
	Record    *recordJSON       `json:"record"`
	Changes   []review.Change   `json:"changes"`   // that count
	Reported  []review.Change   `json:"reported"`  // that do not, in this scope
	Expired   bool              `json:"expired"`   // the review had an end, and that has passed
	Older     bool              `json:"older"`     // a program made the review that looked at other content
	Moved     bool              `json:"moved"`     // another folder than the one reviewed, the content decides
	Uncovered []string          `json:"uncovered"` // in words
	Open      []findingDiffJSON `json:"open"`      // findings that keep it from being trusted
	Diff      string            `json:"diff"`      // of the user's configuration, unified, secrets masked
	Store     string            `json:"store"`
}

type recordJSON struct {
	Path     string            `json:"path"` // of the record
	Root     string            `json:"root"`
	Decision review.Decision   `json:"decision"`
	Scope    review.Scope      `json:"scope"`
	Pin      string            `json:"pin"`
	Agent    string            `json:"agent"`
	At       string            `json:"at"`
	Entries  int               `json:"entries"`
	Accepted []review.Accepted `json:"accepted"`
	Expires  string            `json:"expires"` // "" for never
}

func recordOf(store string, r *review.Record) *recordJSON {
	if r == nil {
		return nil
	}
	return &recordJSON{review.Store{Dir: store}.Path(r.Root), r.Root, r.Decision, r.Scope, r.Pin, r.Agent, r.At, len(r.Entries), r.Accepted, r.Expires}
}

// JSON writes both facts as one document, kind "Trust".
func (t Trust) JSON(w io.Writer, version string) error {
	out := trustJSON{
		envelope: t.Screen.envelope("Trust", version), Root: t.Root, State: t.Status.State, Borrowed: t.Borrowed(),
		Inherited: t.Status.Inherited, Pins: map[string]string{}, Record: recordOf(t.Store, t.Status.Record),
		Changes: t.Screen.shownChanges(t.Status.Changes), Reported: t.Screen.shownChanges(t.Status.Reported), Expired: t.Status.Expired, Older: t.Status.Older, Moved: t.Moved, Uncovered: []string{}, Store: t.Store,
		Open: findingsDiff(t.Open),
	}
	if t.Edit != nil {
		s := t.Screen
		s.Style.Color = false
		out.Diff = s.Diff(*t.Edit).String()
	}
	if t.Refused != nil {
		out.State, out.Refused = review.Errored, t.Refused.Error()
	}
	if t.Status.Err != nil {
		out.Error = t.Status.Err.Error()
	}
	if t.Snapshot != nil {
		for _, scope := range []review.Scope{review.Active, review.All} {
			out.Pins[string(scope)] = t.Snapshot.Pin(scope)
		}
		out.Uncovered = append(out.Uncovered, t.Snapshot.Uncovered...)
	}
	return write(w, out)
}

// trustListJSON is what the store holds.
type trustListJSON struct {
	Schema  string        `json:"schema"`
	Kind    string        `json:"kind"`
	Tool    toolJSON      `json:"tool"`
	Store   string        `json:"store"`
	Records []*recordJSON `json:"records"`
	Errors  []string      `json:"errors"`
}

// JSON writes the list as one document, kind "TrustList".
func (l TrustList) JSON(w io.Writer, version string) error {
	out := trustListJSON{
		Schema: Schema, Kind: "TrustList", Tool: toolJSON{"layers", version, ""}, Store: l.Store,
		Records: []*recordJSON{}, Errors: []string{},
	}
	for _, r := range l.Records {
		if r.Err != nil {
			out.Errors = append(out.Errors, r.Err.Error())
			continue
		}
		out.Records = append(out.Records, recordOf(l.Store, r.Record))
	}
	return write(w, out)
}
