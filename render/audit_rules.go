package render

import (
	"strings"

	"github.com/agentlayers/layers/audit"
	"github.com/agentlayers/layers/render/term"
)

// RuleList writes every rule on a line.
func RuleList(st term.Style, rules []audit.Rule) *term.Builder {
	b := st.Builder()
	wide := 0
	for _, r := range rules {
		wide = max(wide, term.Width(r.ID))
	}
	for _, r := range rules {
		note := ""
		if r.Persona == audit.Auditor {
			note = " (persona auditor)"
		}
		b.Hang(term.PadRight(r.ID, wide)+"  "+term.PadRight(r.Severity.String(), len("critical"))+"  ", wide+len("critical")+4, r.Title+note)
	}
	b.Blank()
	b.Line(term.Plural(len(rules), "rule"))
	return b
}

// RulePage explains one rule.
func RulePage(st term.Style, r audit.Rule) *term.Builder {
	b := st.Builder()
	b.Line(st.Paint(term.Heading, r.ID), "  ", r.Severity.String(), ", ", string(r.Confidence))
	b.Hang("", 0, r.Title)
	b.Blank()
	b.Hang("", 0, r.Doc.Why)
	section := func(title, text string) {
		if text == "" {
			return
		}
		b.Blank()
		b.Line(st.Paint(term.Heading, title))
		b.Hang("  ", 2, text)
	}
	agents := "every agent's files"
	if len(r.Agents) > 0 {
		agents = strings.Join(r.Agents, ", ")
	}
	section("agents", agents)
	section("reported", r.Doc.Fires)
	section("not reported", r.Doc.Quiet)
	example(b, st, "bad, in "+r.Doc.File, r.Doc.Bad)
	example(b, st, "good", r.Doc.Good)
	section("fix", r.Doc.Fix)
	section("references", strings.Join(r.Doc.Refs, ", "))
	return b
}

// example adds lines of a file as they are written there.
func example(b *term.Builder, st term.Style, title, text string) {
	if text == "" {
		return
	}
	b.Blank()
	b.Line(st.Paint(term.Heading, title))
	for line := range strings.SplitSeq(text, "\n") {
		b.Line("  ", st.Escape(line))
	}
}
