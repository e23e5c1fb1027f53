package agentsmd

import "slices"

// lost describes what of a file does not reach the model when only its first sent bytes do.
func (r *reader) lost(d *Document, sent int64) *Lost {
	l := &Lost{Bytes: d.Bytes - sent}
	if d.Source == nil {
		l.Unread = d.Bytes
		return l
	}
	l.At = d.Source.Span(int(sent), len(d.Source.Bytes))
	parsed := min(len(d.Source.Bytes), maxMarkdownBytes, r.markdown)
	r.markdown -= parsed
	l.Unread = d.Bytes - int64(parsed)
	all := headings(d.Source, parsed)
	first := slices.IndexFunc(all, func(h Heading) bool { return int64(h.At.Start.Offset) >= sent })
	if first < 0 {
		first = len(all)
	} else {
		l.Headings = all[first:]
	}
	if first > 0 && int64(all[first-1].At.Start.Offset)+all[first-1].Bytes > sent {
		l.Inside = &all[first-1]
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

// Headings lists the headings of the document as far as it was read and is searched for them; nil when it was
// not read.
func (d Document) Headings() []Heading {
	if d.Source == nil {
		return nil
	}
	return headings(d.Source, maxMarkdownBytes)
}
