package edit

import (
	"bytes"
	"slices"

	"github.com/agentlayers/layers/internal/doc"
	"github.com/agentlayers/layers/layers"
)

// inline is an inline table as it is written.
type inline struct {
	text       []byte
	open, shut int // offsets of the brackets
	pairs      []pair
}

func (w *draft) inlineAt(path layers.Key) inline {
	v := at(w.root, path)
	in := inline{text: w.text, open: v.Span().Start.Offset, shut: v.Span().End.Offset - 1}
	var collect func(v *doc.Value, path layers.Key)
	collect = func(v *doc.Value, path layers.Key) {
		for _, m := range v.Members {
			if at := path.Child(m.Name); literal(w.text, m.Value) {
				in.pairs = append(in.pairs, pairOf(at, m))
			} else {
				collect(m.Value, at)
			}
		}
	}
	collect(v, path)
	slices.SortFunc(in.pairs, func(a, b pair) int { return a.key - b.key })
	return in
}

// skip moves over white space, line ends and comments.
func (in inline) skip(at int) int {
	for at < in.shut {
		switch in.text[at] {
		case ' ', '\t', '\r', '\n':
			at++
		case '#':
			at = lineEnd(in.text, at)
		default:
			return at
		}
	}
	return in.shut
}

// comma is the offset of the comma after the i-th member, or -1.
func (in inline) comma(i int) int {
	if at := in.skip(in.pairs[i].end); in.text[at] == ',' {
		return at
	}
	return -1
}

// start is where the key of the i-th member begins, all its dotted parts included.
func (in inline) start(i int) int {
	if i == 0 {
		return in.skip(in.open + 1)
	}
	return in.skip(in.comma(i-1) + 1)
}

// ownLine reports whether the i-th member and what may follow it, a comma and a comment, fill whole lines.
func (in inline) ownLine(i int) bool {
	start, end := in.start(i), in.pairs[i].end
	if comma := in.comma(i); comma >= lineEnd(in.text, end) {
		return false
	} else if comma >= 0 {
		end = comma + 1
	}
	return isBlank(in.text[lineStart(in.text, start):start]) && kindOfLine(in.text, end) != otherLine &&
		bytes.IndexByte(in.text[end:], '\n') >= 0
}

// addInline adds a member at the end of the inline table at path.
func (w *draft) addInline(path, key layers.Key, value string) {
	in := w.inlineAt(path)
	member := key.String() + " = " + value
	last := len(in.pairs) - 1
	switch {
	case last < 0 && isBlank(in.text[in.open+1:in.shut]):
		w.replace(in.open+1, in.shut, " "+member+" ")
	case last < 0:
		w.replace(in.open+1, in.open+1, " "+member)
	case !in.ownLine(last):
		w.replace(in.pairs[last].end, in.pairs[last].end, ", "+member)
	default:
		w.addInlineLine(in, last, member)
	}
}

// addInlineLine adds a member on a line of its own below the last one.
func (w *draft) addInlineLine(in inline, last int, member string) {
	end := in.pairs[last].end
	below := lineEnd(in.text, end)
	text := indentOf(in.text, in.start(last)) + member
	switch comma := in.comma(last); {
	case comma < 0:
		w.replace(below, below, text+newline(in.text, below))
		w.replace(end, end, ",")
	case comma < below:
		w.replace(below, below, text+","+newline(in.text, below))
	default: // the comma stands on a later line
		w.replace(end, end, ", "+member)
	}
}

// removeInline takes out the first member of the inline table at path that is at key or below it.
func (w *draft) removeInline(path, key layers.Key) {
	in := w.inlineAt(path)
	i := slices.IndexFunc(in.pairs, func(p pair) bool { return hasPrefix(p.path, key) })
	if i < 0 {
		return // an empty table that nothing spells
	}
	start, end := in.start(i), in.pairs[i].end
	comma := in.comma(i)
	switch {
	case in.ownLine(i):
		w.replace(lineStart(in.text, start), lineEnd(in.text, end), "")
	case len(in.pairs) == 1 && comma < 0 && isBlank(in.text[in.open+1:start]) && isBlank(in.text[end:in.shut]):
		w.replace(in.open+1, in.shut, "")
	case comma >= 0 && isBlank(in.text[end:comma]):
		end = comma + 1
		for in.text[end] == ' ' || in.text[end] == '\t' {
			end++
		}
		w.replace(start, end, "")
	case i > 0 && isBlank(in.text[in.comma(i-1)+1:start]):
		w.replace(in.pairs[i-1].end, end, string(in.text[in.pairs[i-1].end:in.comma(i-1)]))
	case comma >= 0: // a comment stands before the comma, and stays
		w.replace(comma, comma+1, "")
		w.replace(start, end, "")
	default:
		w.replace(start, end, "")
	}
}
