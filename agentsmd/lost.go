package agentsmd

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
	for _, h := range headings(d.Source, parsed) {
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

// Headings lists the headings of the document as far as it was read and is searched for them; nil when it was
// not read.
func (d Document) Headings() []Heading {
	if d.Source == nil {
		return nil
	}
	return headings(d.Source, maxMarkdownBytes)
}
