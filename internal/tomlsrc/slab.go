package tomlsrc

// slab gives pieces of larger slices, each larger than the one before up to a bound: what lives and dies together needs
// few allocations. After reset the same memory is given again.
type slab[T any] struct {
	blocks [][]T
	next   int // the block after the one that pieces are cut from
	rest   []T
}

// smallSlab and largeSlab are the lengths of a slab's first block and the most of its later ones.
const (
	smallSlab = 8
	largeSlab = 128
)

// take gives n elements, with room for no more. What they hold is left from an earlier use.
func (s *slab[T]) take(n int) []T {
	for n > len(s.rest) {
		if s.next == len(s.blocks) {
			s.blocks = append(s.blocks, make([]T, max(n, min(smallSlab<<min(s.next, 4), largeSlab))))
		}
		s.rest = s.blocks[s.next]
		s.next++
	}
	out := s.rest[:n:n]
	s.rest = s.rest[n:]
	return out
}

func (s *slab[T]) reset() { s.next, s.rest = 0, nil }
