package term

import (
	"slices"
	"strings"
	"unicode/utf8"

	"github.com/agentlayers/layers/diag"
)

// tabStop is the distance between tab stops in a snippet.
const tabStop = 4

// secret stands for text that must not be shown. Its length says nothing about the text.
const secret = "••••••••"

// bytesRange is a stretch of bytes within one line.
type bytesRange struct{ from, to int }

// columns is a stretch of screen columns from 0.
type columns struct{ from, to int }

// sourceLine is a line of a file, or the part of it worth looking at, with what must be hidden in it.
type sourceLine struct {
	style    Style
	source   *diag.Source
	number   int
	raw      []byte
	from, to int          // the bytes of raw to show
	hidden   []bytesRange // in order, apart
}

// line takes the part of line n that lies within margin bytes of focus.
func (st Style) line(src *diag.Source, n int, secrets []diag.Span, focus, margin int) sourceLine {
	raw := src.LineBytes(n)
	from, to := max(0, focus-margin), min(len(raw), focus+margin)
	for from > 0 && !utf8.RuneStart(raw[from]) {
		from--
	}
	for to < len(raw) && !utf8.RuneStart(raw[to]) {
		to++
	}
	return sourceLine{style: st, source: src, number: n, raw: raw, from: from, to: to, hidden: rangesOn(secrets, n, src)}
}

// all is the whole line as shown.
func (l sourceLine) all() string {
	shown := l.until(l.to)
	if l.to < len(l.raw) {
		shown += l.style.Draw("…")
	}
	return shown
}

// until is the line as shown up to a byte. A secret that begins before the byte is shown whole.
func (l sourceLine) until(end int) string {
	var b strings.Builder
	end = min(end, l.to)
	at := l.from
	if at > 0 {
		b.WriteString(l.style.Draw("…"))
	}
	for _, h := range l.hidden {
		if h.to <= at {
			continue
		}
		if h.from >= end {
			break
		}
		if h.from > at {
			l.visible(&b, string(l.raw[at:h.from]))
		}
		b.WriteString(l.style.Draw(secret))
		at = h.to
	}
	if at < end {
		l.visible(&b, string(l.raw[at:end]))
	}
	return b.String()
}

// visible writes text escaped, with each tab filled up to the next stop.
func (l sourceLine) visible(b *strings.Builder, text string) {
	column := Width(b.String())
	for i, part := range strings.Split(text, "\t") {
		if i > 0 {
			gap := tabStop - column%tabStop
			b.WriteString(strings.Repeat(" ", gap))
			column += gap
		}
		part = l.style.Escape(part)
		b.WriteString(part)
		column += Width(part)
	}
}

// columns gives where a span that starts on this line is shown: one column at least, and no further
// than the end of the line.
func (l sourceLine) columns(span diag.Span) columns {
	from := l.source.Index(l.number, span.Start.Column)
	to := len(l.raw)
	if span.End.Line == span.Start.Line {
		to = l.source.Index(l.number, span.End.Column)
	}
	c := columns{from: Width(l.until(from)), to: Width(l.until(max(from, to)))}
	c.to = max(c.to, c.from+1)
	return c
}

// rangesOn gives the parts of spans that lie on line n of src, in order and merged.
func rangesOn(spans []diag.Span, n int, src *diag.Source) []bytesRange {
	var out []bytesRange
	for _, s := range spans {
		if !s.HasPosition() || n < s.Start.Line || n > s.End.Line {
			continue
		}
		r := bytesRange{to: len(src.LineBytes(n))}
		if n == s.Start.Line {
			r.from = src.Index(n, s.Start.Column)
		}
		if n == s.End.Line {
			r.to = src.Index(n, s.End.Column)
		}
		if r.from < r.to {
			out = append(out, r)
		}
	}
	slices.SortFunc(out, func(a, b bytesRange) int { return a.from - b.from })
	merged := out[:0]
	for _, r := range out {
		if last := len(merged) - 1; last >= 0 && r.from <= merged[last].to {
			merged[last].to = max(merged[last].to, r.to)
			continue
		}
		merged = append(merged, r)
	}
	return merged
}

// window cuts a line that is wider than the room for it, so that the focus stays in sight.
type window struct {
	width int     // columns to fill
	gap   string  // stands for what is left out
	focus columns // what must be seen

	shift int // how far the text was moved to the left; set by cut
}

// cut gives the part of shown in the window, with gap where something is left out.
func (w *window) cut(shown string) string {
	total := Width(shown)
	if total <= w.width {
		return shown
	}
	gap := Width(w.gap)
	room := w.width - 2*gap
	start := 0
	if w.focus.to > w.width-gap { // a third of the room stays for what leads to the focus
		start = max(0, w.focus.from-max(room/3, room-(w.focus.to-w.focus.from)-room/3))
	}
	start = min(start, total-room)
	if start <= gap {
		return head(shown, w.width-gap) + w.gap
	}
	lead := head(shown, start)
	rest := shown[len(lead):]
	w.shift = Width(lead) - gap
	if Width(rest) <= w.width-gap {
		return w.gap + rest
	}
	return w.gap + head(rest, room) + w.gap
}

// move gives where columns of the line are after cut: inside the window, one column at least.
func (w *window) move(c columns) columns {
	from := min(max(c.from-w.shift, 0), w.width-1)
	return columns{from: from, to: max(from+1, min(c.to-w.shift, w.width))}
}
