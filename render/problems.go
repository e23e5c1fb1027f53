package render

import (
	"strconv"
	"strings"

	"github.com/agentlayers/layers/diag"
	"github.com/agentlayers/layers/render/term"
)

// Problems writes every problem: whole, or one line each.
func (s Screen) Problems(short bool) *term.Builder {
	b := s.Style.Builder()
	list := s.Result.Diags.Sorted()
	switch {
	case len(list) == 0:
		b.Line("no problems")
	case short:
		s.reporter().Short(b, list)
	default:
		s.reporter().Report(b, list[:min(len(list), maxWhole)])
		if rest := list[min(len(list), maxWhole):]; len(rest) > 0 {
			b.Blank()
			b.Line("and ", term.Count(len(rest)), " more, one line each:")
			s.reporter().Short(b, rest)
		}
	}
	return b
}

// maxWhole is how many problems are shown with their lines of text; nobody reads more.
const maxWhole = 500

// Errors writes the problems that keep the agent from starting.
func (s Screen) Errors() *term.Builder {
	var list diag.List
	for _, d := range s.Result.Diags.Sorted() {
		if d.Severity == diag.Error {
			list = append(list, d)
		}
	}
	b := s.Style.Builder()
	s.reporter().Report(b, list)
	return b
}

// maxProblems is how many problems the overview shows; the others are counted.
const maxProblems = 5

// problemList is the overview's short list of problems: errors whole, the others with their fix.
func (s Screen) problemList(b *term.Builder) {
	list := s.Result.Diags.Sorted()
	if len(list) == 0 {
		return
	}
	b.Blank()
	b.Line(s.Style.Paint(term.Heading, term.Plural(len(list), "problem")))
	for _, d := range list[:min(len(list), maxProblems)] {
		s.problem(b, d)
	}
	if more := len(list) - maxProblems; more > 0 {
		b.Line("  and ", strconv.Itoa(more), " more: layers explain --problems")
	}
}

func (s Screen) problem(b *term.Builder, d diag.Diagnostic) {
	if d.Severity == diag.Error {
		s.reporter().Report(b, diag.List{d})
		b.Blank()
		return
	}
	word := d.Severity.String() + "[" + string(d.Code) + "]"
	text := func(t string) string { return s.Style.Escape(s.Style.Draw(strings.ReplaceAll(t, "\n", "  "))) }
	place := s.at(d.Subject)
	if place != "" {
		place += "  "
	}
	b.Hang("  ", 2, word+" "+place+text(d.Summary))
	if d.Effect != "" && s.Style.Layout() == term.Wide {
		b.Hang("      effect: ", 14, text(d.Effect))
	}
	if d.Fix != "" {
		b.Hang("      fix: ", 11, text(d.Fix))
	}
}
