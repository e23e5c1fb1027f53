package edit

import (
	"slices"

	"github.com/agentlayers/layers/layers"
)

// unsetTOML takes out what stands at key or below it. In inline tables it is one member at a time: call it until the
// key is gone.
func (w *draft) unsetTOML(key layers.Key) {
	if owner := w.inlineOwner(key[:len(key)-1]); owner >= 0 {
		w.removeInline(key[:owner], key)
		return
	}
	l := w.layout()
	var gone []Splice
	for i := range l.sections {
		s := &l.sections[i]
		if len(s.path) > 0 && hasPrefix(s.path, key) {
			gone = append(gone, Splice{Start: s.start, End: l.last(s)})
			continue
		}
		for _, p := range s.pairs {
			if hasPrefix(p.path, key) {
				start := max(lineStart(l.text, p.key), l.sections[0].start)
				gone = append(gone, Splice{Start: start, End: lineEnd(l.text, p.end)})
			}
		}
	}
	for _, g := range slices.Backward(gone) {
		start, end := g.Start, g.End
		if isHeader(l, start) {
			start, end = w.closeGap(l.sections[0].start, start, end)
		}
		w.replace(start, end, "")
	}
}

func isHeader(l *layout, start int) bool {
	return slices.ContainsFunc(l.sections[1:], func(s section) bool { return s.start == start })
}

// closeGap widens the place of a removed table over blank lines, so that no two gaps meet and none ends the file.
func (w *draft) closeGap(top, start, end int) (int, int) {
	after := end
	for after < len(w.text) && kindOfLine(w.text, after) == blankLine {
		after = lineEnd(w.text, after)
	}
	if after == len(w.text) {
		for start > top && kindOfLine(w.text, lineStart(w.text, start-1)) == blankLine {
			start = max(lineStart(w.text, start-1), top)
		}
		return start, after
	}
	if start == top || kindOfLine(w.text, lineStart(w.text, start-1)) == blankLine {
		return start, after
	}
	return start, end
}
