package diag

// Extent is a stretch of a text in bytes: 8 bytes in place of the 64 of a Span, for what keeps a place for every value
// of a file. The Source of the text makes it a Span when somebody asks. The zero Extent is no place.
type Extent struct{ start, end uint32 } // one more than the offsets, so that the start of a text is a place too

// NewExtent gives the bytes from start up to, not including, end. What lies before the text begins at its start. Texts
// are bounded far below the 4 GiB that fit.
func NewExtent(start, end int) Extent {
	return Extent{uint32(max(start, 0)) + 1, uint32(max(end, 0)) + 1}
}

// IsZero reports whether e is no place.
func (e Extent) IsZero() bool { return e == Extent{} }

// Start is the offset of the first byte.
func (e Extent) Start() int { return max(int(e.start)-1, 0) }

// End is the offset after the last byte.
func (e Extent) End() int { return max(int(e.end)-1, 0) }

// At gives an extent of s its lines and columns. No place, or one in no text, is the zero Span.
func (s *Source) At(e Extent) Span {
	if s == nil || e.IsZero() {
		return Span{}
	}
	return s.Span(e.Start(), e.End())
}

// Extent gives the bytes of s.
func (s Span) Extent() Extent {
	if !s.HasPosition() {
		return Extent{}
	}
	return NewExtent(s.Start.Offset, s.End.Offset)
}
