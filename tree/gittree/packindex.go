package gittree

import (
	"bytes"
	"encoding/binary"
	"encoding/hex"
	"sort"

	"github.com/go-git/go-git/v5/plumbing"

	"github.com/agentlayers/layers/tree"
)

const (
	idBytes     = 20
	fanoutBytes = 256 * 4
)

// pack is one pack and its index. The index is searched where it lies: only its first table is kept, so that
// opening costs the same for a large repository as for a small one.
type pack struct {
	file   string // without .idx or .pack
	fanout [256]uint32
	old    bool // version 1: offset and id side by side
	ready  bool
}

func (p *pack) count() int { return int(p.fanout[255]) }

// index opens the index of p and checks its shape.
func (s *store) index(p *pack) (tree.Handle, error) {
	name := p.file + ".idx"
	f, err := s.files.get(s.place, name)
	if err != nil || p.ready {
		return f, err
	}
	head := make([]byte, 8+fanoutBytes)
	if _, err := f.ReadAt(head, 0); err != nil {
		return nil, broken(name, "is too short for an index", err)
	}
	p.old = !bytes.Equal(head[:4], []byte{0xff, 't', 'O', 'c'})
	if !p.old {
		if v := binary.BigEndian.Uint32(head[4:]); v != 2 {
			return nil, broken(name, "is an index of an unknown version", nil)
		}
		head = head[8:]
	}
	last := uint32(0)
	for i := range p.fanout {
		p.fanout[i] = binary.BigEndian.Uint32(head[4*i:])
		if p.fanout[i] < last {
			return nil, broken(name, "is out of order", nil)
		}
		last = p.fanout[i]
	}
	if need := p.idPlace(p.count()); f.Size() < need {
		return nil, broken(name, "is shorter than it says", nil)
	}
	p.ready = true
	return f, nil
}

// idPlace is where the i-th id stands in the index.
func (p *pack) idPlace(i int) int64 {
	if p.old {
		return fanoutBytes + int64(i)*(4+idBytes) + 4
	}
	return 8 + fanoutBytes + int64(i)*idBytes
}

// lowest is the place of the first id that is not below id.
func (p *pack) lowest(f tree.Handle, id []byte) (int, error) {
	low, high := 0, int(p.fanout[id[0]])
	if id[0] > 0 {
		low = int(p.fanout[id[0]-1])
	}
	var failed error
	at := make([]byte, idBytes)
	n := sort.Search(high-low, func(i int) bool {
		if _, err := f.ReadAt(at, p.idPlace(low+i)); err != nil {
			failed = err
		}
		return bytes.Compare(at, id) >= 0
	})
	return low + n, failed
}

// find gives the place in the pack where the entry of id begins.
func (s *store) find(p *pack, id plumbing.Hash) (offset int64, found bool, err error) {
	f, err := s.index(p)
	if err != nil {
		return 0, false, err
	}
	i, err := p.lowest(f, id[:])
	if err != nil || i >= p.count() {
		return 0, false, err
	}
	var at plumbing.Hash
	if _, err := f.ReadAt(at[:], p.idPlace(i)); err != nil || at != id {
		return 0, false, err
	}
	offset, err = p.offset(f, i)
	return offset, err == nil, err
}

// offset reads where the i-th entry begins.
func (p *pack) offset(f tree.Handle, i int) (int64, error) {
	var word [8]byte
	if p.old {
		_, err := f.ReadAt(word[:4], p.idPlace(i)-4)
		return int64(binary.BigEndian.Uint32(word[:])), err
	}
	n := int64(p.count())
	offsets := p.idPlace(p.count()) + 4*n // after the check sums
	if _, err := f.ReadAt(word[:4], offsets+4*int64(i)); err != nil {
		return 0, broken(p.file+".idx", "is shorter than it says", err)
	}
	small := binary.BigEndian.Uint32(word[:])
	if small&(1<<31) == 0 {
		return int64(small), nil
	}
	if _, err := f.ReadAt(word[:], offsets+4*n+8*int64(small&^(1<<31))); err != nil {
		return 0, broken(p.file+".idx", "is shorter than it says", err)
	}
	return int64(binary.BigEndian.Uint64(word[:]) &^ (1 << 63)), nil
}

// prefix calls add for each id of the pack that starts with the hex digits, until it says false.
func (s *store) prefix(p *pack, digits string, add func(plumbing.Hash) bool) error {
	f, err := s.index(p)
	if err != nil {
		return err
	}
	first := plumbing.NewHash(digits + "0000000000000000000000000000000000000000"[len(digits):])
	i, err := p.lowest(f, first[:])
	if err != nil {
		return err
	}
	for ; i < p.count(); i++ {
		var id plumbing.Hash
		if _, err := f.ReadAt(id[:], p.idPlace(i)); err != nil {
			return err
		}
		if hex.EncodeToString(id[:])[:len(digits)] != digits || !add(id) {
			return nil
		}
	}
	return nil
}
