package render

import (
	"fmt"
	"strings"

	"github.com/agentlayers/layers/audit"
	"github.com/agentlayers/layers/diag"
	"github.com/agentlayers/layers/dialect"
	"github.com/agentlayers/layers/layers"
	"github.com/agentlayers/layers/render/term"
	"github.com/agentlayers/layers/review"
	"github.com/agentlayers/layers/trust"
)

// Trust is what is known about the trust of one root: what the agent decides, and what the user has reviewed.
type Trust struct {
	Screen   Screen     // the agent's answer
	Root     string     // what a review is about
	Repo     trust.Repo // of Root, both directions of a link verified
	Store    string     // folder of the records
	Status   review.Status
	Snapshot *review.Snapshot // nil when there is none
	Audit    *audit.Result    // nil when there was none
	Refused  error            // why the root can never be trusted
	Open     []audit.Finding  // findings that keep it from being trusted
	Accepted []audit.Finding  // findings in spite of which it is trusted
	Edit     *Edit            // of the user's configuration, made or only looked at
	Moved    bool             // another folder than the one that was reviewed lies at Root
}

// Show writes both facts, with their places and everything that was looked up.
func (t Trust) Show() *term.Builder {
	b := t.Screen.Style.Builder()
	t.agentFact(b)
	b.Blank()
	t.reviewFact(b)
	return b
}

// name is a path for people, from the home folder.
func (t Trust) name(p string) string {
	return t.Screen.Style.Escape(term.Names{Home: t.Screen.Result.Home}.Name(p))
}

func (t Trust) heading(b *term.Builder, parts ...string) {
	b.Line(t.Screen.Style.Paint(term.Heading, strings.Join(parts, "")))
}

// agentFact says what the agent decides.
func (t Trust) agentFact(b *term.Builder) {
	r, st := t.Screen.Result, t.Screen.Style
	t.heading(b, "what ", r.Dialect.Name, " ", r.Dialect.Version, " decides")
	word, paint := "none recorded", term.Caution
	if r.Trust.Level != trust.None {
		word = string(r.Trust.Level)
	}
	if r.Trust.Level == trust.Trusted {
		paint = term.Winner
	}
	if t.Borrowed() {
		word, paint = word+st.Draw(" ⚠ borrowed"), term.Caution
	}
	line := "  " + t.name(r.Cwd) + "   " + st.Paint(paint, word)
	if r.Trust.Rule != nil {
		line += "   " + st.Paint(term.Place, t.Screen.rulePlace(*r.Trust.Rule))
	}
	b.Line(line)
	switch {
	case t.Borrowed():
		t.lender(b)
	case r.Repo.Linked():
		b.Hang("  worktree  ", 12, "linked to "+t.name(r.Repo.Main)+": the key trusts that main checkout, and every worktree of it")
	}
	t.lookups(b)
	if t.Borrowed() {
		t.borrowedProblem(b)
	}
}

// lookups lists every key that the agent looked for.
func (t Trust) lookups(b *term.Builder) {
	r, st := t.Screen.Result, t.Screen.Style
	table := term.Table{Indent: 4, Columns: []term.Column{{}, {Shrink: term.ShrinkPath}, {}}}
	for _, l := range r.Trust.Considered {
		found := "no entry"
		if l.Hit {
			found = "found"
		}
		table.Rows = append(table.Rows, []term.Cell{{Text: l.What}, {Text: st.Escape(l.Key), Paint: term.Place}, {Text: found}})
	}
	b.Line("  looked up")
	b.Table(table)
	for _, m := range r.Trust.NearMisses {
		b.Hang("    ", 4, "near miss: "+st.Escape(m.Rule.Path)+"   "+st.Escape(m.Why))
	}
	if d := r.Dialect.Trust; d.Key != "" && len(d.Files) == 0 {
		key := layers.Key{d.Key, r.Trust.Key, d.Level}
		label := "  key  "
		if r.Trust.Level != trust.Trusted {
			label = "  would enable  "
		}
		b.Hang(label, len(label), st.Escape(key.String()+" = ")+layers.FormatValue(d.Trusted))
	}
}

// Borrowed reports whether the agent takes the trust of another checkout on the word of a ".git" file that is not
// to be believed.
func (t Trust) Borrowed() bool {
	r := t.Screen.Result
	return r.Trust.Level == trust.Trusted && t.Repo.Refused != "" && r.Repo.Linked() && r.Trust.Key == r.Repo.Main
}

// lender shows the ".git" file and where its word leads.
func (t Trust) lender(b *term.Builder) {
	r, st := t.Screen.Result, t.Screen.Style
	b.Blank()
	b.Line("  ", t.name(r.Repo.Root+"/.git"), "   is a file, it says")
	b.Hang("     ", 5, "gitdir: "+t.name(r.Repo.Target)+"   "+st.Paint(term.Failure, st.Draw("✗ "))+t.Screen.Style.Escape(t.Repo.Refused))
	b.Hang("  ", 2, "so "+r.Dialect.Name+" "+r.Dialect.Version+" treats this directory as a worktree of "+t.name(r.Repo.Main)+", which you trusted")
	b.Blank()
}

func (t Trust) borrowedProblem(b *term.Builder) {
	r := t.Screen.Result
	d := diag.Diagnostic{
		Code: "gitfile-untrusted-target", Severity: diag.Error, Summary: "trust borrowed through a .git file",
		Effect: t.actsNow(), Fix: "delete .git, or update " + r.Dialect.Name,
	}
	if v := refusingVersion(); v != "" {
		d.Detail = r.Dialect.Name + " " + v + " refuses this: layers --agent codex@" + v + " trust --show"
	}
	b.Blank()
	t.Screen.reporter().Report(b, diag.List{d})
}

// refusingVersion is the first described version that asks for both directions of a link.
func refusingVersion() string {
	for _, v := range dialect.CodexVersions {
		if d, err := dialect.Codex(v); err == nil && d.Trust.Worktree == "verified" {
			return v
		}
	}
	return ""
}

// actsNow counts what the project's layers do.
func (t Trust) actsNow() string {
	active, programs := 0, 0
	for _, e := range t.Screen.Result.Stack.Entries {
		if e.Source.Kind != dialect.Project || !e.Active() || !e.Exists {
			continue
		}
		active++
		if servers := e.Canonical.At(layers.Key{"mcp_servers"}); servers != nil && servers.Table != nil {
			for _, m := range servers.Table.Members {
				if m.Node.At(layers.Key{"command"}) != nil {
					programs++
				}
			}
		}
	}
	verb := " is"
	if active != 1 {
		verb = "s are"
	}
	text := fmt.Sprintf("%d project layer%s active", active, verb)
	if programs > 0 {
		text += ", starting " + term.Plural(programs, "program")
	}
	return text
}

// reviewFact says what the user has reviewed.
func (t Trust) reviewFact(b *term.Builder) {
	st := t.Screen.Style
	t.heading(b, "what you have reviewed")
	if t.Refused != nil {
		b.Hang("  ", 2, st.Escape(t.Refused.Error()))
		return
	}
	b.Line("  ", t.name(t.Root), "   ", t.stateWords())
	t.statusLines(b)
	if t.Snapshot != nil {
		for _, scope := range []review.Scope{review.Active, review.All} {
			b.Line("  pin  ", t.Snapshot.Pin(scope), "  scope ", string(scope))
		}
		for _, what := range t.Snapshot.Uncovered {
			b.Hang("  not covered  ", 15, st.Escape(what))
		}
	}
	if t.Audit != nil {
		b.Line("  audit  ", Audit{Result: t.Audit, Style: st}.totals())
	}
	if r := t.Status.Record; r != nil {
		b.Line("  record  ", t.name(review.Store{Dir: t.Store}.Path(r.Root)))
		return
	}
	b.Line("  store  ", t.name(t.Store))
}

func (t Trust) stateWords() string {
	st := t.Screen.Style
	switch t.Status.State {
	case review.Trusted:
		return st.Paint(term.Winner, "trusted")
	case review.Legacy:
		return st.Paint(term.Caution, "legacy") + ": trusted by its path alone, never reviewed"
	case review.None:
		return "none"
	case review.Stale:
		return st.Paint(term.Caution, "stale") + ": " + t.staleWords()
	case review.Denied:
		return st.Paint(term.Caution, "denied")
	case review.Errored:
	}
	return st.Paint(term.Failure, "error") + ": never trusted"
}

// statusLines are the record and what differs from it.
func (t Trust) statusLines(b *term.Builder) {
	st := t.Screen.Style
	if t.Status.Err != nil {
		b.Hang("  ", 2, st.Escape(t.Status.Err.Error()))
	}
	if r := t.Status.Record; r != nil {
		t.recordLine(b, r)
	}
	if t.Status.Inherited != "" {
		b.Hang("  ", 2, "compared with the review of its main checkout "+t.name(t.Status.Inherited))
	}
	t.unlinked(b)
	if t.Moved {
		b.Hang("  ", 2, "this is not the folder that was reviewed: it was made again, or copied; its content decides")
	}
	t.changes(b)
}

// unlinked says why no review of a main checkout can count.
func (t Trust) unlinked(b *term.Builder) {
	if t.Repo.Refused != "" {
		b.Hang("  ", 2, "its .git file is not believed: "+t.Screen.Style.Escape(t.Repo.Refused)+"; if the worktree was moved: git worktree repair")
	}
}

// recordLine says when and how the user has decided.
func (t Trust) recordLine(b *term.Builder, r *review.Record) {
	st := t.Screen.Style
	if r.Decision == review.No {
		b.Hang("  denied  ", 10, st.Escape(r.At)+st.Draw(" · ")+"whatever the content is; layers trust --revoke takes it away")
		return
	}
	words := []string{
		st.Escape(r.At), "scope " + string(r.Scope), term.Plural(len(r.Entries), "item"),
		term.Plural(len(r.Accepted), "accepted finding"),
	}
	if r.Expires != "" {
		words = append(words, "expires "+st.Escape(r.Expires))
	}
	b.Hang("  reviewed  ", 12, strings.Join(words, st.Draw(" · ")))
}

// staleWords says why a review no longer holds.
func (t Trust) staleWords() string {
	s, st := t.Status, t.Screen.Style
	var why []string
	if s.Expired {
		why = append(why, "the review expired on "+st.Escape(s.Record.Expires))
	}
	if s.Older {
		why = append(why, "another version of layers made the review, and looked at other content")
	}
	if n := len(s.Changes); n > 0 {
		why = append(why, term.Plural(n, "change")+" since you looked   layers diff --since-trust")
	}
	return strings.Join(why, "; ")
}

// changes lists what differs from the review.
func (t Trust) changes(b *term.Builder) {
	st := t.Screen.Style
	table := term.Table{Indent: 1, Columns: []term.Column{{}, {Shrink: term.ShrinkPath}, {Shrink: term.ShrinkText}}}
	row := func(c review.Change, note string) {
		mark := map[string]string{"added": "+", "removed": "-", "changed": "~"}[c.How]
		table.Rows = append(table.Rows, []term.Cell{
			{Text: mark, Paint: term.Caution}, {Text: st.Escape(c.Path), Paint: term.Place}, {Text: t.changeWords(c) + note},
		})
	}
	for _, c := range t.Status.Changes {
		row(c, "")
	}
	for _, c := range t.Status.Reported {
		row(c, " (reported only: scope active)")
	}
	b.Table(table)
}

func (t Trust) changeWords(c review.Change) string {
	st := t.Screen.Style
	var parts []string
	for _, k := range c.Keys {
		parts = append(parts, st.Escape(layers.Key(k).String()))
	}
	for _, r := range c.Runs {
		parts = append(parts, "runs "+st.Escape(t.Screen.withoutSecrets(r)))
	}
	switch {
	case c.Text && c.Why == "":
		parts = append(parts, "instruction text")
	case c.Why != "":
		parts = append(parts, "instruction text, and "+c.Why+" finds something in it")
	case len(parts) == 0 && c.Kind == review.Link:
		parts = append(parts, "a link")
	case len(parts) == 0 && c.Kind == review.GitKey:
		parts = append(parts, "a setting of git that runs a program")
	}
	text := strings.Join(parts, ", ")
	if c.How != "changed" {
		text = strings.TrimSuffix(map[string]string{"added": "new", "removed": "gone"}[c.How]+": "+text, ": ")
	}
	return text
}

// Check is the short answer of a gate.
func (t Trust) Check(held bool) *term.Builder {
	b, st := t.Screen.Style.Builder(), t.Screen.Style
	s := t.Status
	switch {
	case t.Refused != nil:
		b.Hang(st.Draw("✗ "), 2, st.Escape(t.Refused.Error()))
		return b
	case held && s.State != review.Trusted:
		b.Line(st.Paint(term.Winner, st.Draw("✓ ")), "the content has the pin that was named; the review: ", t.stateWords())
	case s.State == review.Stale:
		b.Hang(st.Paint(term.Failure, st.Draw("✗ "))+"stale: ", 9, t.staleWords())
	case held:
		b.Line(st.Paint(term.Winner, st.Draw("✓ ")), t.name(t.Root), "   ", t.stateWords())
	default:
		b.Line(st.Paint(term.Failure, st.Draw("✗ ")), t.name(t.Root), "   ", t.stateWords())
	}
	if s.Err != nil {
		b.Hang("  ", 2, st.Escape(s.Err.Error()))
	}
	if !held {
		t.unlinked(b)
	}
	t.changes(b)
	return b
}
