package tomlsrc

// slab gives pieces of larger slices, each larger than the one before up to a bound: what lives and dies together needs
// few allocations.
type slab[T any] struct {
	rest []T
	size int
}

// smallSlab and largeSlab are the lengths of a slab's first slice and of its later ones.
const (
	smallSlab = 8
	largeSlab = 128
)

// take gives n new elements, with room for no more.
func (s *slab[T]) take(n int) []T {
	if n > len(s.rest) {
		s.size = max(smallSlab, min(2*s.size, largeSlab))
		s.rest = make([]T, max(n, s.size))
	}
	out := s.rest[:n:n]
	s.rest = s.rest[n:]
	return out
}
