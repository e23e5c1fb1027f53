package tree

import (
	"sync"
	"time"
)

// answers is what an FS said, shared by the parts of one record.
type answers struct {
	fsys FS
	at   *time.Time // not after the first question; zero without a clock

	mu     sync.Mutex
	own    map[string]*fact // nil for what an earlier record said and no longer holds
	base   map[string]*fact // of earlier records; never changed
	ways   map[string]*way  // of folders
	facts  slab[fact]
	steps  slab[way]
	record uint32   // how many records came before
	parts  uint32   // how many there are
	sealed bool     // whoever asks now gets what the FS says now
	asked  []Access // what counts after Seal, in byte order
	before []Access // what counted in the record before
}

// ordinary is more paths than an ordinary resolve asks for.
const ordinary = 100

// known is what was said about p; nil for nothing. The lock is held, or the record sealed.
func (a *answers) known(p string) *fact {
	if f, ok := a.own[p]; ok {
		return f
	}
	return a.base[p]
}

// fact is what is known about p, for this record to add to; after Seal it is of nobody. The lock is held.
func (a *answers) fact(p string) *fact {
	if a.sealed {
		return &fact{path: p}
	}
	f := a.known(p)
	switch {
	case f == nil:
		f = a.facts.take()
		*f = fact{path: p, at: a.at, record: a.record}
	case f.record == a.record:
		return f
	default:
		mine := a.facts.take()
		*mine = *f
		mine.record, mine.part = a.record, 0
		f = mine
	}
	a.own[p] = f
	return f
}

// part is a new reader of the record.
func (a *answers) part() *Recorder {
	a.mu.Lock()
	defer a.mu.Unlock()
	a.parts++
	return &Recorder{answers: a, number: a.parts}
}

// slab makes many values of one type at once: they live and go together.
type slab[T any] struct {
	free []T
	made int
}

// maxSlab is the most values that are made at once.
const maxSlab = 16

func (s *slab[T]) take() *T {
	if len(s.free) == 0 {
		s.made = min(max(2*s.made, 4), maxSlab)
		s.free = make([]T, s.made)
	}
	next := &s.free[0]
	s.free = s.free[1:]
	return next
}
