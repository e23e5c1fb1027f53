package render

import (
	"fmt"
	"slices"
	"strings"

	"github.com/aymanbagabas/go-udiff"

	"github.com/agentlayers/layers/diag"
	"github.com/agentlayers/layers/layers"
	"github.com/agentlayers/layers/render/term"
)

// Diff is the change in unified form, secrets masked. Line ends are not shown.
func (s Screen) Diff(e Edit) *term.Builder {
	b := s.Style.Builder()
	before := string(e.Before)
	u, err := udiff.ToUnifiedDiff("", "", before, udiff.Lines(before, string(e.After)), udiff.DefaultContextLines)
	if err != nil || len(u.Hunks) == 0 {
		return b
	}
	name := s.Style.Escape(s.names().Name(e.Path))
	b.Line(s.Style.Paint(term.Heading, "--- "+name))
	b.Line(s.Style.Paint(term.Heading, "+++ "+name))
	was := s
	was.Result = e.Was
	d := differ{b: b, from: was.maskingOf(e.Path, e.Before), to: s.maskingOf(e.Path, e.After)}
	for _, h := range u.Hunks {
		d.hunk(h)
	}
	return b
}

// differ writes the hunks of a difference between two texts.
type differ struct {
	b        *term.Builder
	from, to masking
}

func (d differ) hunk(h *udiff.Hunk) {
	from, to := 0, 0
	for _, l := range h.Lines {
		if l.Kind != udiff.Insert {
			from++
		}
		if l.Kind != udiff.Delete {
			to++
		}
	}
	st := d.b.Style
	d.b.Line(st.Paint(term.Place, fmt.Sprintf("@@ -%s +%s @@", lineRange(h.FromLine, from), lineRange(h.ToLine, to))))
	from, to = h.FromLine, h.ToLine
	for _, l := range h.Lines {
		switch l.Kind {
		case udiff.Delete:
			d.b.Line(st.Paint(term.Failure, "-"+d.from.line(st, from)))
			from++
		case udiff.Insert:
			d.b.Line(st.Paint(term.Winner, "+"+d.to.line(st, to)))
			to++
		case udiff.Equal:
			d.b.Line(" " + d.to.line(st, to))
			from, to = from+1, to+1
		}
		if !strings.HasSuffix(l.Content, "\n") {
			d.b.Line(`\ No newline at end of file`)
		}
	}
}

// lineRange is where a hunk stands in one text: its first line and the number of lines. An empty stretch counts from
// the line above it.
func lineRange(first, lines int) string {
	if lines == 0 {
		first--
	}
	if lines == 1 {
		return fmt.Sprint(first)
	}
	return fmt.Sprintf("%d,%d", first, lines)
}

// masking is a text whose secrets are not shown.
type masking struct {
	src     *diag.Source
	secrets []diag.Span
	guessed bool // the file is no layer of the result
}

// maskingOf finds the secrets in one file of the result. In a file that is no layer they are guessed.
func (s Screen) maskingOf(path string, text []byte) masking {
	m := masking{src: diag.NewSource(path, text)}
	m.guessed = !slices.ContainsFunc(s.entries(), func(e layers.Entry) bool { return e.Source.Path == path && e.Text != nil })
	switch {
	case s.Reveal:
	case m.guessed:
		m.secrets = guessSecrets(m.src)
	default:
		m.secrets = s.secretSpans(path)
	}
	return m
}

// line is the n-th line, escaped.
func (m masking) line(st term.Style, n int) string {
	text, at := m.src.Line(n), 0
	var b strings.Builder
	for _, span := range m.secrets {
		if n < span.Start.Line || n > span.End.Line {
			continue
		}
		start, end := 0, len(text)
		if n == span.Start.Line {
			start = columnOffset(text, span.Start.Column)
		}
		if n == span.End.Line {
			end = columnOffset(text, span.End.Column)
		}
		if start < at || end <= start {
			continue
		}
		b.WriteString(st.Escape(text[at:start]) + st.Draw(masked))
		at = end
	}
	return b.String() + st.Escape(text[at:])
}

// columnOffset is the byte offset of a column, which counts code points from 1.
func columnOffset(line string, column int) int {
	for i := range line {
		if column--; column == 0 {
			return i
		}
	}
	return len(line)
}
