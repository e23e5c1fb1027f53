package agentsmd

import "github.com/agentlayers/layers/diag"

// lost describes what of a file does not reach the model when only its first sent bytes do. src holds the file
// as far as it was read; size is its length on disk.
func lost(src *diag.Source, sent, size int64) *Lost {
	l := &Lost{Bytes: size - sent}
	if src == nil {
		l.Unread = size
		return l
	}
	l.At = src.Span(int(sent), len(src.Bytes))
	l.Unread = size - int64(min(len(src.Bytes), maxMarkdown))
	for _, h := range headings(src) {
		start := int64(h.At.Start.Offset)
		switch {
		case start >= sent:
			l.Headings = append(l.Headings, h)
		case start+h.Bytes > sent:
			l.Inside = &h
		}
	}
	return l
}

// First is the first heading that is hurt: the one cut in two, else the first one lost whole; nil for none.
func (l *Lost) First() *Heading {
	switch {
	case l.Inside != nil:
		return l.Inside
	case len(l.Headings) > 0:
		return &l.Headings[0]
	}
	return nil
}
