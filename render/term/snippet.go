package term

import (
	"slices"
	"strconv"
	"strings"

	"github.com/agentlayers/layers/diag"
)

// Snippet is some lines of a file with places in them pointed out.
type Snippet struct {
	Source   *diag.Source
	Labels   []Label     // the first one decides which part of a long line is shown
	Before   int         // lines of context above the first label
	After    int         // lines of context below the last label
	Secrets  []diag.Span // shown as bullets
	Indent   int         // blanks before each row
	MinDigit int         // least width of the line numbers
}

// Label points at one place. Text may hold anything; it is escaped.
type Label struct {
	Span  diag.Span
	Text  string
	Mark  Mark
	Paint Paint // Plain stands for the paint of the mark
}

// Mark is how a label is underlined.
type Mark int

// The marks.
const (
	Primary   Mark = iota + 1 // ^^^ what is wrong
	Secondary                 // --- what belongs to it
	Quiet                     // ─── a place that is not a problem
)

// Snippet adds s. Labels that name no line of the file are left out; without any label left, or without
// a source, nothing is added.
func (b *Builder) Snippet(s Snippet) {
	v := b.view(s)
	if v == nil {
		return
	}
	last := 0
	for _, n := range v.lines() {
		if last > 0 && n > last+1 {
			b.Line(v.gutter("", "…"))
		}
		v.line(b, n)
		last = n
	}
}

// view is a snippet being laid out.
type view struct {
	Snippet
	style  Style
	digits int
	room   int // columns for the text of a line
}

// view prepares s, or gives nil when it has nothing to show.
func (b *Builder) view(s Snippet) *view {
	if s.Source == nil {
		return nil
	}
	s.Labels = slices.DeleteFunc(slices.Clone(s.Labels), func(l Label) bool {
		return l.Span.Start.Line < 1 || l.Span.Start.Line > s.Source.LineCount()
	})
	if len(s.Labels) == 0 {
		return nil
	}
	v := &view{Snippet: s, style: b.Style}
	numbers := v.lines()
	v.digits = max(s.MinDigit, len(strconv.Itoa(numbers[len(numbers)-1])))
	v.room = maxSnippetWidth
	if used := s.Indent + v.digits + len(" | "); b.Style.Width > 0 && !b.Style.Full {
		v.room = max(b.Style.Width-used, minText)
	}
	return v
}

// maxSnippetWidth bounds a line of a snippet where the screen does not: a file may be a single line.
const maxSnippetWidth = 400

// bytesPerColumn bounds the work on one huge line: bytes looked at for each column of room.
const bytesPerColumn = 4

// lines gives the numbers of the lines to show, in order: those with a label and those around them.
func (v *view) lines() []int {
	shown := map[int]bool{}
	first, last := v.Source.LineCount(), 1
	for _, l := range v.Labels {
		n := l.Span.Start.Line
		shown[n] = true
		first, last = min(first, n), max(last, n)
	}
	for n := first - v.Before; n <= last+v.After; n++ {
		if (n < first || n > last) && n >= 1 && n <= v.Source.LineCount() {
			shown[n] = true
		}
	}
	numbers := make([]int, 0, len(shown))
	for n := range shown {
		numbers = append(numbers, n)
	}
	slices.Sort(numbers)
	if end := v.Source.LineCount(); len(numbers) > 1 && numbers[len(numbers)-1] == end && len(v.Source.LineBytes(end)) == 0 && !v.labelled(end) {
		numbers = numbers[:len(numbers)-1] // what follows the last line feed is no line to people
	}
	return numbers
}

func (v *view) labelled(n int) bool {
	return slices.ContainsFunc(v.Labels, func(l Label) bool { return l.Span.Start.Line == n })
}

// gutter is the start of a row: a line number or blanks, and a bar.
func (v *view) gutter(number, bar string) string {
	bar = v.style.Draw(bar)
	return strings.Repeat(" ", v.Indent) +
		v.style.Paint(Place, PadLeft(number, v.digits)+" "+bar)
}

// line adds line n and a row for each label on it.
func (v *view) line(b *Builder, n int) {
	var labels []Label
	for _, l := range v.Labels {
		if l.Span.Start.Line == n {
			labels = append(labels, l)
		}
	}
	focus := 0
	if len(labels) > 0 {
		focus = v.Source.Index(n, labels[0].Span.Start.Column)
	}
	text := v.style.line(v.Source, n, v.Secrets, focus, bytesPerColumn*v.room)
	ends := make([]columns, len(labels))
	for i, l := range labels {
		ends[i] = text.columns(l.Span)
	}
	w := window{width: v.room, gap: v.style.Draw("…")}
	if len(ends) > 0 {
		w.focus = ends[0]
	}
	b.Line(v.gutter(strconv.Itoa(n), "│"), " ", w.cut(text.all()))
	for i, l := range labels {
		v.label(b, l, w.move(ends[i]))
	}
}

// label adds the rows of one label whose underline covers at.
func (v *view) label(b *Builder, l Label, at columns) {
	glyph, bar, space, paint := "^", "│", " ", Failure
	switch l.Mark {
	case Secondary:
		glyph, paint = "-", Info
	case Quiet:
		glyph, bar, space, paint = "─", "╵", "  ", Winner
	case Primary:
	}
	if l.Paint != Plain {
		paint = l.Paint
	}
	blank := " " + strings.Repeat(" ", at.from)
	under := strings.Repeat(v.style.Draw(glyph), at.to-at.from)
	words := v.style.message(l.Text)
	if words != "" && at.to+Width(space+words) <= v.room {
		b.Line(v.gutter("", bar), blank, v.style.Paint(paint, under+space+words))
		return
	}
	b.Line(v.gutter("", bar), blank, v.style.Paint(paint, under))
	if words == "" {
		return
	}
	start := min(at.from, max(0, v.room-minText))
	for _, row := range Wrap(words, v.room-start) {
		b.Line(v.gutter("", bar), " ", strings.Repeat(" ", start), v.style.Paint(paint, row))
	}
}

// message prepares words that may hold both drawing characters of ours and text of a file.
func (st Style) message(text string) string { return st.Escape(st.Draw(text)) }
