package gittree

import (
	"bytes"
	"errors"
	"fmt"
	"io"

	"github.com/go-git/go-git/v5/plumbing"
	"github.com/go-git/go-git/v5/plumbing/format/packfile"
)

// Bounds on what one object may cost, whatever its pack says.
const (
	maxChain = 4096     // deltas on deltas; git writes 50
	maxBase  = 32 << 20 // bytes of an object that others are deltas of
	maxWork  = 1 << 30  // bytes inflated and put together for one object
)

// scan opens an entry of a pack at its header.
func (s *store) scan(p *pack, offset int64) (*packfile.Scanner, *packfile.ObjectHeader, error) {
	name := p.file + ".pack"
	f, err := s.files.get(s.place, name)
	if err != nil {
		return nil, nil, err
	}
	if offset >= f.Size() {
		return nil, nil, broken(name, "is shorter than its index says", nil)
	}
	sc := packfile.NewScanner(io.NewSectionReader(f, 0, f.Size()))
	h, err := sc.SeekObjectHeader(offset)
	if err != nil {
		return nil, nil, broken(name, "holds a broken entry", err)
	}
	return sc, h, nil
}

// packed puts together the object whose entry begins at offset. One that is larger than limit is
// tree.ErrTooLarge and comes with its first limit bytes.
func (s *store) packed(p *pack, offset, limit int64) (object, error) {
	sc, h, err := s.scan(p, offset)
	if err != nil {
		return object{}, err
	}
	if !isDelta(h.Type) && h.Length > limit {
		return s.start(p, sc, h, limit)
	}
	size, err := s.packedSize(p, offset)
	if err != nil {
		return object{}, err
	}
	if isDelta(h.Type) && size > maxBase {
		return object{}, s.tooDear(p, size)
	}
	o, err := s.whole(p, offset, limit)
	if err == nil && int64(len(o.data)) > limit {
		o.data, err = o.data[:limit:limit], tooLarge(int64(len(o.data)))
	}
	return o, err
}

// start inflates the first limit bytes of an entry that is larger.
func (s *store) start(p *pack, sc *packfile.Scanner, h *packfile.ObjectHeader, limit int64) (object, error) {
	s.reads++
	size := h.Length
	r, err := sc.ReadObject()
	if err != nil {
		return object{}, broken(p.file+".pack", "holds a broken entry", err)
	}
	data, err := io.ReadAll(io.LimitReader(r, max(limit, 0)))
	if err := errors.Join(err, r.Close()); err != nil {
		return object{}, broken(p.file+".pack", "holds a broken entry", err)
	}
	return object{h.Type, data}, tooLarge(size)
}

// whole inflates the entry at offset and what it is a delta of.
func (s *store) whole(p *pack, offset, limit int64) (object, error) {
	var deltas []int64 // entries to apply, the wanted one first
	for {
		if held, ok := s.bases.get(p, offset); ok {
			return s.apply(p, held, deltas)
		}
		sc, h, err := s.scan(p, offset)
		if err != nil {
			return object{}, err
		}
		if !isDelta(h.Type) {
			most := int64(maxBase)
			if len(deltas) == 0 {
				most = limit
			}
			o, err := s.inflate(p, sc, h, most)
			if err != nil {
				return object{}, err
			}
			s.bases.put(p, offset, o)
			return s.apply(p, o, deltas)
		}
		if deltas = append(deltas, offset); len(deltas) > maxChain {
			return object{}, broken(p.file+".pack", "holds deltas on deltas without end", nil)
		}
		if offset, err = s.baseOf(p, h); err != nil {
			return object{}, err
		}
	}
}

// tooDear refuses to put a large object together out of deltas.
func (s *store) tooDear(p *pack, size int64) error {
	return &Error{
		Code: CodeTooLarge, Path: p.file + ".pack",
		Summary: fmt.Sprintf("an object takes %d bytes to put together, more than is allowed", size),
		Fix:     "check the revision out and look at that folder",
	}
}

// apply makes the wanted object out of a base, the last of deltas first.
func (s *store) apply(p *pack, o object, deltas []int64) (object, error) {
	work := int64(len(o.data))
	for i := len(deltas) - 1; i >= 0; i-- {
		sc, h, err := s.scan(p, deltas[i])
		if err != nil {
			return o, err
		}
		delta, err := s.inflate(p, sc, h, maxBase)
		if err != nil {
			return o, err
		}
		target := deltaTarget(delta.data)
		if work += int64(len(delta.data)) + target; target > maxBase || work > maxWork {
			return o, s.tooDear(p, max(target, work))
		}
		if o.data, err = packfile.PatchDelta(o.data, delta.data); err != nil {
			return o, broken(p.file+".pack", "holds a broken delta", err)
		}
		s.bases.put(p, deltas[i], o)
	}
	return o, nil
}

// inflate reads the content of an entry of at most so many bytes.
func (s *store) inflate(p *pack, sc *packfile.Scanner, h *packfile.ObjectHeader, most int64) (object, error) {
	if h.Length > most {
		return object{}, s.tooDear(p, h.Length)
	}
	s.reads++
	var out bytes.Buffer
	n, _, err := sc.NextObject(&out)
	if err != nil || n != h.Length {
		return object{}, broken(p.file+".pack", "holds an entry that is not as long as it says", err)
	}
	return object{h.Type, out.Bytes()}, nil
}

// packedSize reads how large an object is: from its entry, or from the first bytes of its delta.
func (s *store) packedSize(p *pack, offset int64) (int64, error) {
	sc, h, err := s.scan(p, offset)
	if err != nil || !isDelta(h.Type) {
		if h == nil {
			return 0, err
		}
		return h.Length, err
	}
	r, err := sc.ReadObject()
	if err != nil {
		return 0, broken(p.file+".pack", "holds a broken delta", err)
	}
	var start [20]byte // two numbers of at most ten bytes
	n, _ := io.ReadFull(r, start[:min(20, max(h.Length, 0))])
	if err := r.Close(); err != nil {
		return 0, err
	}
	return deltaTarget(start[:n]), nil
}

// baseOf is where the base of a delta begins; it is always in the same pack.
func (s *store) baseOf(p *pack, h *packfile.ObjectHeader) (int64, error) {
	if h.Type == plumbing.OFSDeltaObject {
		return h.OffsetReference, nil
	}
	offset, found, err := s.find(p, h.Reference)
	if err == nil && !found {
		err = broken(p.file+".pack", "holds a delta whose base "+h.Reference.String()+" is missing", nil)
	}
	return offset, err
}

func isDelta(t plumbing.ObjectType) bool {
	return t == plumbing.OFSDeltaObject || t == plumbing.REFDeltaObject
}

// deltaTarget is the size of what a delta makes: the second number at its start, seven bits a byte. A number
// that does not fit is larger than every limit.
func deltaTarget(delta []byte) int64 {
	var n int64
	for range 2 {
		n = 0
		for shift := 0; len(delta) > 0; shift += 7 {
			c := delta[0]
			delta = delta[1:]
			if shift > 49 {
				return 1 << 62
			}
			n |= int64(c&0x7f) << shift
			if c&0x80 == 0 {
				break
			}
		}
	}
	return n
}

// Bounds on the kept bases, in bytes.
const (
	maxHeld    = 2 << 20
	maxAllHeld = 16 << 20
)

// bases keeps objects that others are deltas of: neighbours in a folder's history share them.
type bases struct {
	held map[baseKey]object
	size int
}

type baseKey struct {
	pack   *pack
	offset int64
}

func (b *bases) get(p *pack, offset int64) (object, bool) {
	o, ok := b.held[baseKey{p, offset}]
	return o, ok
}

func (b *bases) put(p *pack, offset int64, o object) {
	if len(o.data) > maxHeld {
		return
	}
	if b.held == nil || b.size+len(o.data) > maxAllHeld {
		b.held, b.size = map[baseKey]object{}, 0
	}
	b.held[baseKey{p, offset}] = o
	b.size += len(o.data)
}
