package render

import (
	"fmt"
	"strings"

	"github.com/agentlayers/layers/audit"
	"github.com/agentlayers/layers/diag"
	"github.com/agentlayers/layers/render/term"
)

// Audit is an audit and how it is to be shown.
type Audit struct {
	Result *audit.Result
	Style  term.Style
}

// Text writes every finding with its place, what it does now and what it would do in a trusted folder, how to fix
// it, and a line of totals.
func (a Audit) Text() *term.Builder {
	b := a.Style.Builder()
	a.reporter().Report(b, a.list())
	a.suppressed(b)
	a.ignores(b)
	a.differs(b)
	a.incomplete(b)
	b.Blank()
	b.Words(a.totals())
	if len(a.Result.Findings) > 0 {
		b.Words("suppress: layers audit --baseline FILE   (a file outside this repository)")
	}
	return b
}

func (a Audit) reporter() term.Reporter {
	secrets := a.secrets()
	return term.Reporter{
		Names: a.names(),
		Source: func(path string) *diag.Source {
			if f := a.Result.Set.Text(path); f != nil && !f.Binary {
				return f.Text
			}
			return nil
		},
		Secrets: func(path string) []diag.Span { return secrets[path] },
	}
}

func (a Audit) names() term.Names {
	return term.Names{Root: a.Result.Set.Root, Home: a.Result.Set.Home}
}

// secrets are the places of findings about values that must not be shown again, by file.
func (a Audit) secrets() map[string][]diag.Span {
	out := map[string][]diag.Span{}
	for _, f := range a.Result.Findings {
		if f.Secret != (diag.Span{}) {
			out[f.Secret.Path] = append(out[f.Secret.Path], f.Secret)
		}
	}
	return out
}

// list turns findings into problems for people, in the order of the audit.
func (a Audit) list() diag.List {
	out := make(diag.List, 0, len(a.Result.Findings))
	for _, f := range a.Result.Findings {
		out = append(out, problem(f))
	}
	return out
}

func problem(f audit.Finding) diag.Diagnostic {
	d := diag.Diagnostic{
		Code: diag.Code(f.Rule), Severity: severityWord(f.Severity), Summary: f.Message,
		Fix: f.Fix, Subject: f.Span, Related: f.Related,
	}
	for _, line := range effectLines(f.Effects) {
		d.Related = append(d.Related, diag.Related{Text: line})
	}
	return d
}

// severityWord is how a severity prints: critical and high as error, medium as warning, the rest as note.
func severityWord(s audit.Severity) diag.Severity {
	switch {
	case s >= audit.High:
		return diag.Error
	case s == audit.Medium:
		return diag.Warning
	}
	return diag.Note
}

// effectLines words the effects: one line for now and one for a trusted folder, with names where the agents or
// their versions differ.
func effectLines(effects []audit.Effect) []string {
	if len(effects) == 0 {
		return nil
	}
	now := perAgent(effects, func(e audit.Effect) string { return e.Now })
	trusted := perAgent(effects, func(e audit.Effect) string { return e.Trusted })
	if now == trusted {
		return []string{"effect: " + now}
	}
	return []string{"effect now: " + now, "if trusted: " + trusted}
}

// perAgent joins what is said of each agent: those of which the same is said stand together.
func perAgent(effects []audit.Effect, of func(audit.Effect) string) string {
	var texts []string
	names := map[string][]string{}
	for _, e := range effects {
		text := of(e)
		if names[text] == nil {
			texts = append(texts, text)
		}
		names[text] = append(names[text], e.Name())
	}
	if len(texts) == 1 {
		return texts[0] + " (" + strings.Join(names[texts[0]], ", ") + ")"
	}
	for i, text := range texts {
		texts[i] = strings.Join(names[text], ", ") + ": " + text
	}
	return strings.Join(texts, "; ")
}

func (a Audit) suppressed(b *term.Builder) {
	if len(a.Result.Suppressed) == 0 {
		return
	}
	b.Blank()
	b.Line(a.Style.Paint(term.Heading, "suppressed by the baseline"))
	for _, f := range a.Result.Suppressed {
		text := string(f.Rule) + "  " + a.Style.Place(a.names(), f.Span)
		if f.Suppressed != "" {
			text += "  " + a.Style.Escape(f.Suppressed)
		}
		b.Hang("  ", 2, text)
	}
}

// ignores lists what the repository asks to leave out.
func (a Audit) ignores(b *term.Builder) {
	if len(a.Result.Ignores) == 0 {
		return
	}
	b.Blank()
	b.Line(a.Style.Paint(term.Heading, "comments in the repository that ask to leave findings out: none is heeded"))
	for _, span := range a.Result.Ignores {
		b.Line("  ", a.Style.Place(a.names(), span))
	}
}

// differs lists where the work tree is not what was audited.
func (a Audit) differs(b *term.Builder) {
	if len(a.Result.Differs) == 0 {
		return
	}
	b.Blank()
	b.Line(a.Style.Paint(term.Heading, "the work tree differs from this commit; layers audit without --rev looks at it"))
	for _, d := range a.Result.Differs {
		b.Hang("  ", 2, a.Style.Escape(d.Rel)+"  "+d.Why)
	}
}

func (a Audit) incomplete(b *term.Builder) {
	if a.Result.Complete() {
		return
	}
	b.Blank()
	b.Line(a.Style.Paint(term.Failure, "this audit is incomplete"))
	for _, why := range a.Result.Incomplete {
		b.Hang("  ", 2, a.Style.Escape(why))
	}
}

// totals is the last line: what was found, and what was looked at.
func (a Audit) totals() string {
	r := a.Result
	files := fmt.Sprintf("%s read, %s skipped", term.Plural(r.Set.Read, "file"), term.Count(r.Set.Skipped))
	if r.Since != "" {
		files += fmt.Sprintf(", %s in %s already", term.Plural(r.Known, "finding"), a.Style.Escape(r.Since))
	}
	if len(r.Findings) == 0 {
		return "no findings (" + files + ")"
	}
	counts := map[diag.Severity]int{}
	for _, f := range r.Findings {
		counts[severityWord(f.Severity)]++
	}
	parts := []string{term.Plural(len(r.Findings), "finding")}
	for _, s := range []diag.Severity{diag.Error, diag.Warning, diag.Note} {
		if counts[s] > 0 {
			parts = append(parts, term.Plural(counts[s], s.String()))
		}
	}
	return strings.Join(append(parts, files, "0 programs run", "0 requests sent"), " · ")
}
