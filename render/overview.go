package render

import (
	"fmt"
	"strconv"
	"strings"

	"github.com/agentlayers/layers/dialect"
	"github.com/agentlayers/layers/layers"
	"github.com/agentlayers/layers/render/term"
	"github.com/agentlayers/layers/trust"
)

// Overview writes the first screen: where we are, who is trusted, every layer with the strongest on top, what
// is enforced, what is wrong, and what to ask next.
func (s Screen) Overview() *term.Builder {
	b := s.Style.Builder()
	s.header(b)
	s.refusal(b)
	s.trustedBanner(b)
	s.untrustedBanner(b)
	s.ignoredBanner(b)
	s.layerTable(b)
	s.instructionSection(b)
	s.skillSection(b)
	s.session(b)
	s.ifTrusted(b)
	s.problemList(b)
	s.next(b)
	return b
}

func (s Screen) header(b *term.Builder) {
	r := s.Result
	sep := s.Style.Draw(" · ")
	names := term.Names{Home: r.Home}
	parts := []string{
		"layers" + sep + r.Dialect.Name + " " + r.Dialect.Version + " rules",
		s.Style.Escape(names.Name(r.Cwd)),
	}
	root := "root " + s.Style.Escape(names.Name(r.Root.Path)) + " (" + s.marker() + ")"
	switch s.Style.Layout() {
	case term.Wide:
		b.Hang("", 0, strings.Join(append(parts, root, "trust: "+s.trustWords()), sep))
		return
	case term.Compact:
		b.Line(strings.Join(parts, sep))
		b.Hang("", 0, root+sep+"trust: "+s.trustWords())
	case term.Stacked:
		b.Line(parts[0])
		b.Line(parts[1])
		b.Hang("root  ", 6, strings.TrimPrefix(root, "root "))
		b.Hang("trust ", 6, s.trustWords())
	}
}

func (s Screen) marker() string {
	if s.Result.Root.Marker == "" {
		return "no marker found, so the working directory"
	}
	return s.Style.Escape(s.Result.Root.Marker)
}

// trustWords says whether the working directory is trusted and by which entry.
func (s Screen) trustWords() string {
	d := s.Result.Trust
	main := ""
	if s.Result.Repo.Linked() {
		main = ", asked of the main checkout " + s.Style.Escape(term.Names{Home: s.Result.Home}.Name(s.Result.Repo.Main))
	}
	switch d.Level {
	case trust.Trusted:
		return "trusted by " + s.rulePlace(*d.Rule) + main
	case trust.Untrusted:
		return "marked untrusted by " + s.rulePlace(*d.Rule) + main
	}
	return "none recorded" + main
}

func (s Screen) rulePlace(r trust.Rule) string {
	if r.Span.HasPosition() {
		return s.at(r.Span)
	}
	return s.Style.Escape(r.Layer)
}

// refusal says that the agent would not start here.
func (s Screen) refusal(b *term.Builder) {
	if s.Result.Outcome.Exit == 0 {
		return
	}
	b.Blank()
	b.Line(s.Style.Paint(term.Failure, s.Style.Draw(" ✗ "+s.Result.Dialect.Name+" refuses to start here")), ": see the first problem below")
}

// untrustedBanner says that layers are off and what would turn them on.
func (s Screen) untrustedBanner(b *term.Builder) {
	off := s.disabled()
	if len(off) == 0 {
		return
	}
	verb := "was read but has"
	if len(off) > 1 {
		verb = "were read but have"
	}
	b.Blank()
	b.Line(s.Style.Paint(term.Caution, s.Style.Draw(" ⚠ UNTRUSTED")), "  ", term.Plural(len(off), "project layer"), " ", verb, " no effect.")
	seen := map[string]bool{}
	for _, e := range off {
		d := e.Disabled
		if seen[d.Decision.Key] {
			continue
		}
		seen[d.Decision.Key] = true
		b.Line("   disabled_reason: ", string(d.Code))
		b.Hang("     ", 5, s.Style.Escape(d.Text)+"; to enable, after a review:")
		for line := range strings.Lines(d.Fix) {
			b.Line("       ", s.Style.Escape(strings.TrimRight(line, "\n")))
		}
	}
}

func (s Screen) disabled() []layers.Entry {
	var out []layers.Entry
	for _, e := range s.Result.Stack.Entries {
		if e.Disabled != nil && e.Disabled.Decision.Key != "" {
			out = append(out, e)
		}
	}
	return out
}

func (s Screen) layerTable(b *term.Builder) {
	r := s.Result
	active := 0
	for _, e := range r.Stack.Entries {
		if e.Active() && e.Exists {
			active++
		}
	}
	b.Blank()
	b.Line(s.Style.Paint(term.Heading, "CONFIG"), s.Style.Draw(fmt.Sprintf("  %s, %d active · %s · %d shadowed · %d constrained",
		term.Plural(len(r.Stack.Entries), "layer"), active, term.Plural(r.Effective.Root.Count(), "effective key"),
		r.Effective.Root.ShadowedCount(), len(r.Effective.Clamped))))
	b.Line(s.Style.Draw("   ▲ wins"))
	t := term.Table{Indent: 3, Columns: []term.Column{{}, {}, {Shrink: term.ShrinkPath, Min: 24}, {Right: true}, {Shrink: term.ShrinkText}}}
	for i := len(r.Stack.Entries) - 1; i >= 0; i-- {
		t.Rows = append(t.Rows, s.layerRow(i))
	}
	for _, e := range r.Stack.Requirements.Sources {
		if e.Exists || e.Failed {
			t.Rows = append(t.Rows, s.requirementRow(e))
		}
	}
	b.Table(t)
}

func (s Screen) layerRow(i int) []term.Cell {
	e := s.Result.Stack.Entries[i]
	number := strconv.Itoa(i + 1)
	where := s.name(e.Source.Path)
	if e.Source.Kind == dialect.Runtime {
		where = s.flagNames(e)
	}
	count, sets, paint := term.Plural(e.Root.Count(), "key"), s.topKeys(e.Root), term.Plain
	switch {
	case e.Failed:
		count, sets, paint = "unreadable", "", term.Failure
	case !e.Exists:
		count, sets, paint = "(absent)", "", term.Faint
	case e.Disabled != nil && e.Disabled.Code == layers.CodeDropped:
		count, sets, paint = "left out", e.Disabled.Text, term.Failure
	case e.Disabled != nil:
		count, sets, paint = "off", "would set "+term.Plural(e.Root.Count(), "key"), term.Caution
		if s.Style.Layout() != term.Wide {
			count, sets = "off, would set "+strconv.Itoa(e.Root.Count()), ""
		}
		if len(e.Diags) > 0 && e.Root.Count() == 0 {
			count = "off, broken"
		}
	}
	row := []term.Cell{{Text: number}, {Text: e.Source.Name}, {Text: where, Paint: term.Place}, {Text: count, Paint: paint}}
	if s.Style.Layout() == term.Wide {
		row = append(row, term.Cell{Text: sets, Paint: term.Faint})
	}
	return row
}

func (s Screen) flagNames(e layers.Entry) string {
	if s.isJSON() {
		return strings.TrimSpace("--settings " + s.name(e.Source.Path))
	}
	var out []string
	if e.Root != nil {
		for key, leaf := range e.Root.Values() {
			out = append(out, "-c "+key.String()+"="+s.value(key, leaf))
		}
	}
	return strings.Join(out, " ")
}

// topKeys names the first few top-level keys of a layer.
func (s Screen) topKeys(root *layers.Node) string {
	if root == nil {
		return ""
	}
	const shown = 4
	var names []string
	for i, m := range root.Table.Members {
		if i == shown {
			names = append(names, s.Style.Draw("…")+" +"+strconv.Itoa(len(root.Table.Members)-shown))
			break
		}
		name := s.Style.Escape(layers.Key{m.Name}.String())
		if m.Node.Table != nil && len(m.Node.Table.Members) == 1 {
			name += "." + s.Style.Escape(layers.Key{m.Node.Table.Members[0].Name}.String())
		}
		names = append(names, name)
	}
	return strings.Join(names, ", ")
}

func (s Screen) requirementRow(e layers.Entry) []term.Cell {
	text, paint, fields := "unreadable", term.Failure, ""
	if e.Root != nil {
		text, paint, fields = term.Plural(len(e.Root.Table.Members), "constraint"), term.Plain, s.topKeys(e.Root)
	}
	row := []term.Cell{{Text: "!"}, {Text: "requirements"}, {Text: s.name(e.Source.Path), Paint: term.Place}, {Text: text, Paint: paint}}
	if s.Style.Layout() == term.Wide {
		row = append(row, term.Cell{Text: fields, Paint: term.Faint})
	}
	return row
}

// session says what a new session starts with, and where its trust differs from the layers'.
func (s Screen) session(b *term.Builder) {
	s.mode(b)
	if s.Result.Session.Approval == nil {
		return
	}
	b.Blank()
	approval, _ := s.Result.Session.Approval.(string)
	if approval == "" {
		approval = "granular"
	}
	sb := s.Result.Session.Sandbox
	text := "approval " + s.Style.Escape(approval) + s.Style.Draw(" · ") + "sandbox " + s.Style.Escape(sb.Mode)
	if p := s.Result.Session.Profile; p != "" {
		text += " by profile " + s.Style.Escape(p)
	}
	if sb.NetworkAccess {
		text += s.Style.Draw(" · ") + "network on"
	}
	if sb.CwdReadOnly {
		text += s.Style.Draw(" · ") + "this folder is read-only"
	}
	if n := len(sb.WritableRoots); n > 0 {
		text += s.Style.Draw(" · ") + term.Plural(n, "further writable root")
	}
	b.Line(s.Style.Paint(term.Heading, "SESSION"), "  ", text)
	d := s.Result.Session.Trust
	if r := s.Result.Session.Records; r != nil {
		b.Hang("   ", 3, "starting it records "+s.Style.Escape(r.Path)+" as trusted, and this is what results: project layers take part from then on")
	} else if d.Level != s.Result.Trust.Level {
		b.Hang("   ", 3, "its defaults follow another trust question than the layers: "+s.decisionWords(d))
	}
}

// decisionWords says what a trust decision rests on.
func (s Screen) decisionWords(d trust.Decision) string {
	if d.Rule != nil {
		return s.Style.Escape(d.Key) + " is " + string(d.Level) + " by " + s.rulePlace(*d.Rule)
	}
	return "no entry for " + s.Style.Escape(d.Key)
}

// next names commands that answer the questions this screen raises.
func (s Screen) next(b *term.Builder) {
	var asks []string
	if key := s.interestingKey(); key != "" {
		asks = append(asks, "layers explain "+key)
	}
	asks = append(asks, "layers list --show-origin")
	if len(s.Result.DocumentSources) > 0 {
		asks = append(asks, "layers instructions")
	}
	if s.AsTrusted != nil {
		asks = append(asks, "layers explain --as-trusted")
	}
	b.Blank()
	b.Hang("next: ", 6, strings.Join(asks, s.Style.Draw(" · ")))
}

// interestingKey is a key worth explaining: one that a requirement refused, else one that hides another, else
// the first that is set.
func (s Screen) interestingKey() string {
	for _, c := range s.Result.Effective.Clamped {
		return s.Style.Escape(c.Key.String())
	}
	first := ""
	for key, n := range s.Result.Effective.Root.Values() {
		text := s.Style.Escape(key.String())
		if len(n.Shadowed) > 0 {
			return text
		}
		if first == "" && len(key) == 1 {
			first = text
		}
	}
	return first
}
