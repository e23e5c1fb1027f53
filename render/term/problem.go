package term

import (
	"strings"

	"github.com/agentlayers/layers/diag"
)

// Reporter writes problems for people.
type Reporter struct {
	Names   Names
	Source  func(path string) *diag.Source // text of a file, nil where there is none; may be nil
	Secrets func(path string) []diag.Span  // values not to be shown; may be nil
	Context int                            // lines of the file above and below a place
}

// Report adds the problems of list in its order, each with its place, the text there, and what to do:
//
//	error[toml-syntax]: the table name is not closed
//	  --> .codex/config.toml:2:9
//	   │
//	 2 │ [sandbox
//	   │         ^
//	   │
//	   = effect: codex refuses to start here
//	   = fix: write [sandbox]
//
// Related places in the same file are labels in the text, others are lines of their own.
func (r Reporter) Report(b *Builder, list diag.List) {
	for _, d := range list {
		b.Blank()
		r.report(b, d)
	}
}

// Short adds one line for each problem, path:line:column: severity[code]: summary, for editors and grep.
func (r Reporter) Short(b *Builder, list diag.List) {
	for _, d := range list {
		place := b.Style.Place(r.Names, d.Subject)
		if place != "" {
			place += ": "
		}
		b.Line(place, title(d), ": ", b.Style.message(d.Summary))
	}
}

// title is the word that a problem starts with: "error[toml-syntax]", or "error" without a code.
func title(d diag.Diagnostic) string {
	if d.Code == "" {
		return d.Severity.String()
	}
	return d.Severity.String() + "[" + string(d.Code) + "]"
}

func paintOf(s diag.Severity) Paint {
	switch s {
	case diag.Error:
		return Failure
	case diag.Warning:
		return Caution
	default:
		return Info
	}
}

const (
	arrow       = "  --> "
	noteStart   = "   = " // '=' stands below the bar of the snippet
	leastDigits = 2
)

func (r Reporter) report(b *Builder, d diag.Diagnostic) {
	st := b.Style
	word := title(d)
	lines := Wrap(word+": "+st.message(d.Summary), st.room(0))
	if rest, ok := strings.CutPrefix(lines[0], word); ok {
		lines[0] = st.Paint(paintOf(d.Severity), word) + st.Paint(Heading, rest)
	}
	for _, line := range lines {
		b.Line(line)
	}
	if place := st.Place(r.Names, d.Subject); place != "" {
		b.Line(arrow, st.Paint(Place, st.ShortenPath(place, st.Width-len(arrow))))
	}
	drawn, notes := r.related(d)
	digits := r.snippet(b, d, drawn)
	indent := strings.Repeat(" ", max(0, digits-leastDigits))
	note := func(label, text string) {
		start := indent + noteStart + label + ": "
		for i, line := range strings.Split(text, "\n") {
			if i > 0 {
				start = strings.Repeat(" ", Width(start))
			}
			b.Hang(start, Width(start), st.message(line))
		}
	}
	if d.Detail != "" {
		note("because", d.Detail)
	}
	for _, rel := range notes {
		r.relatedNote(b, indent, rel)
	}
	if d.Effect != "" {
		note("effect", d.Effect)
	}
	if d.Fix != "" {
		r.fix(b, indent, d.Fix)
	}
}

// fix adds the lines of a fix unwrapped, so that they can be copied.
func (r Reporter) fix(b *Builder, indent, text string) {
	start := indent + noteStart + "fix: "
	for line := range strings.SplitSeq(text, "\n") {
		b.Line(start, b.Style.message(line))
		start = strings.Repeat(" ", Width(start))
	}
}

// related divides the related places of d into those drawn in its snippet and the others.
func (r Reporter) related(d diag.Diagnostic) (drawn, notes []diag.Related) {
	for _, rel := range d.Related {
		src := r.source(rel.Span.Path)
		if rel.Span.Path == d.Subject.Path && src != nil && d.Subject.HasPosition() &&
			rel.Span.HasPosition() && rel.Span.Start.Line <= src.LineCount() {
			drawn = append(drawn, rel)
		} else {
			notes = append(notes, rel)
		}
	}
	return drawn, notes
}

// snippet adds the text around d with its labels, and gives the width of its line numbers.
func (r Reporter) snippet(b *Builder, d diag.Diagnostic, drawn []diag.Related) int {
	s := Snippet{
		Source:   r.source(d.Subject.Path),
		Labels:   []Label{{Span: d.Subject, Mark: Primary, Paint: paintOf(d.Severity)}},
		Before:   r.Context,
		After:    r.Context,
		Secrets:  r.secrets(d.Subject.Path),
		MinDigit: leastDigits,
	}
	for _, rel := range drawn {
		s.Labels = append(s.Labels, Label{Span: rel.Span, Text: rel.Text, Mark: Secondary})
	}
	v := b.view(s)
	if v == nil {
		return leastDigits
	}
	b.Line(v.gutter("", "│"))
	b.Snippet(s)
	if d.Detail != "" || d.Effect != "" || d.Fix != "" || len(drawn) < len(d.Related) {
		b.Line(v.gutter("", "│"))
	}
	return v.digits
}

// relatedNote adds a place in another file, with the text of its line where that is known.
func (r Reporter) relatedNote(b *Builder, indent string, rel diag.Related) {
	st := b.Style
	text := noteStart + st.message(rel.Text)
	place := st.Place(r.Names, rel.Span)
	if place == "" {
		b.Hang(indent+noteStart, Width(indent+noteStart), st.message(rel.Text))
		return
	}
	if rel.Text != "" {
		text += ": "
	}
	line := r.quote(st, rel.Span)
	start := indent + text + place
	switch room := st.Width - Width(start) - 2; {
	case line == "":
		b.Line(indent, text, st.Paint(Place, place))
	case st.Width <= 0 || room >= minText:
		b.Line(indent, text, st.Paint(Place, place), "  ", st.ShortenValue(line, room))
	default: // no room beside the place
		b.Line(indent, text, st.Paint(Place, place))
		below := indent + strings.Repeat(" ", len(noteStart))
		b.Line(below, st.ShortenValue(line, st.room(len(below))))
	}
}

// quote is the line at the start of span, on one line without blanks around it.
func (r Reporter) quote(st Style, span diag.Span) string {
	src := r.source(span.Path)
	if src == nil || !span.HasPosition() {
		return ""
	}
	n := span.Start.Line
	line := st.line(src, n, r.secrets(span.Path), 0, bytesPerColumn*maxSnippetWidth)
	w := window{width: maxSnippetWidth, gap: st.Draw("…")}
	return w.cut(strings.TrimSpace(line.all()))
}

func (r Reporter) source(path string) *diag.Source {
	if r.Source == nil || path == "" {
		return nil
	}
	return r.Source(path)
}

func (r Reporter) secrets(path string) []diag.Span {
	if r.Secrets == nil {
		return nil
	}
	return r.Secrets(path)
}
