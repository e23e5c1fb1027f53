package gittree

import (
	"errors"
	"fmt"
	"path"
	"strings"
	"sync"

	"github.com/go-git/go-git/v5/plumbing"

	"github.com/agentlayers/layers/tree"
)

// Bounds on one object, in bytes.
const (
	maxMeta = 16 << 20 // a commit or a tag
	maxTree = 32 << 20 // a folder of about 800,000 names
)

// object is an inflated object.
type object struct {
	kind plumbing.ObjectType
	data []byte
}

// store finds objects by id: loose ones and packs of the repository, then those of its alternates.
type store struct {
	mu      sync.Mutex
	place   *place
	facts   Facts
	dirs    []*objectDir
	files   handles
	bases   bases
	trees   map[plumbing.Hash][]entry
	entries int // in trees
	reads   int
	closed  bool
}

// objectDir is one folder of objects.
type objectDir struct {
	path   string
	packs  []*pack
	listed bool
}

func newStore(p *place, f Facts) *store {
	s := &store{place: p, facts: f, dirs: []*objectDir{{path: p.objectsDir()}}}
	for _, a := range f.Alternates {
		if !a.Missing {
			s.dirs = append(s.dirs, &objectDir{path: a.Path})
		}
	}
	return s
}

func (s *store) close() error {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.closed = true
	return s.files.close()
}

func (s *store) count() int {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.reads
}

var errClosed = errors.New("the repository is closed")

// read inflates an object of at most limit bytes. A larger one is tree.ErrTooLarge and comes with its first
// limit bytes; no more than those were inflated, unless it is kept as a delta.
func (s *store) read(id plumbing.Hash, limit int64) (object, error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.readLocked(id, limit)
}

func (s *store) readLocked(id plumbing.Hash, limit int64) (object, error) {
	var out object
	err := s.visit(id, func(p *pack, offset int64) (err error) {
		out, err = s.packed(p, offset, limit)
		return err
	}, func(file string) (err error) {
		s.reads++
		out, err = s.loose(file, limit)
		return err
	})
	return out, err
}

// size is the size of an object, in bytes, without inflating it.
func (s *store) size(id plumbing.Hash) (int64, error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	var size int64
	err := s.visit(id, func(p *pack, offset int64) (err error) {
		size, err = s.packedSize(p, offset)
		return err
	}, func(file string) (err error) {
		_, size, err = s.looseHeader(file)
		return err
	})
	return size, err
}

// visit calls the function that fits the first place where id is found. Packs are listed anew before an object
// counts as missing: git may have packed it in the meantime.
func (s *store) visit(id plumbing.Hash, packed func(*pack, int64) error, loose func(file string) error) error {
	if s.closed {
		return errClosed
	}
	for range 2 {
		for _, d := range s.dirs {
			if found, err := s.visitDir(d, id, packed, loose); found || err != nil {
				return err
			}
		}
		for _, d := range s.dirs {
			d.packs, d.listed = nil, false
		}
	}
	return s.missing(id)
}

func (s *store) visitDir(d *objectDir, id plumbing.Hash, packed func(*pack, int64) error, loose func(file string) error) (found bool, err error) {
	if err := s.listPacks(d); err != nil {
		return false, err
	}
	for i, p := range d.packs {
		offset, found, err := s.find(p, id)
		if err != nil {
			return false, err
		}
		if found {
			d.packs[0], d.packs[i] = d.packs[i], d.packs[0] // the next object is likely in the same pack
			return true, packed(p, offset)
		}
	}
	hex := id.String()
	file := path.Join(d.path, hex[:2], hex[2:])
	if _, err := s.place.fsys.Lstat(file); err != nil {
		return false, nil
	}
	return true, loose(file)
}

// missing explains why an object may not be here.
func (s *store) missing(id plumbing.Hash) error {
	e := &Error{Code: CodeMissing, Path: s.place.objectsDir(), Summary: "object " + id.String() + " is missing", Fix: "git fsck names what is missing"}
	var gone []string
	for _, a := range s.facts.Alternates {
		if a.Missing {
			gone = append(gone, a.Path)
		}
	}
	switch {
	case len(gone) > 0:
		e.Summary += "; the alternate " + gone[0] + " does not exist"
		e.Fix = "restore the repository that objects are borrowed from"
	case s.facts.Partial:
		e.Summary += "; this is a partial clone"
		e.Fix = "git checkout of the revision fetches what it needs"
	case s.facts.Shallow:
		e.Summary += "; this is a shallow clone"
		e.Fix = "git fetch --unshallow"
	}
	return e
}

// listPacks finds the packs of a folder of objects: those with an index.
func (s *store) listPacks(d *objectDir) error {
	if d.listed {
		return nil
	}
	dir := path.Join(d.path, "pack")
	entries, err := s.place.list(dir)
	if err != nil {
		return err
	}
	for _, e := range entries {
		if name, ok := strings.CutSuffix(e.Name(), ".idx"); ok {
			d.packs = append(d.packs, &pack{file: path.Join(dir, name)})
		}
	}
	d.listed = true
	return nil
}

// withPrefix lists the ids that start with the hex digits, at most max of them.
func (s *store) withPrefix(hex string, max int) ([]plumbing.Hash, error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	seen := map[plumbing.Hash]bool{}
	var out []plumbing.Hash
	add := func(id plumbing.Hash) bool {
		if !seen[id] {
			seen[id] = true
			out = append(out, id)
		}
		return len(out) < max
	}
	for _, d := range s.dirs {
		if err := s.listPacks(d); err != nil {
			return nil, err
		}
		for _, p := range d.packs {
			if err := s.prefix(p, hex, add); err != nil {
				return nil, err
			}
		}
		entries, err := s.place.list(path.Join(d.path, hex[:2]))
		if err != nil {
			return nil, err
		}
		for _, e := range entries {
			if id := hex[:2] + e.Name(); isID(id) && strings.HasPrefix(id, hex) && !add(plumbing.NewHash(id)) {
				break
			}
		}
	}
	return out, nil
}

// tooLarge is the refusal of an object by its size.
func tooLarge(size int64) error { return fmt.Errorf("%w: %d bytes", tree.ErrTooLarge, size) }

// kind tells what an object is, without inflating it where its entry says so.
func (s *store) kind(id plumbing.Hash) (kind plumbing.ObjectType, err error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	err = s.visit(id, func(p *pack, offset int64) error {
		for range maxChain {
			_, h, err := s.scan(p, offset)
			if err != nil || !isDelta(h.Type) {
				if err == nil {
					kind = h.Type
				}
				return err
			}
			if offset, err = s.baseOf(p, h); err != nil {
				return err
			}
		}
		return broken(p.file+".pack", "holds deltas on deltas without end", nil)
	}, func(file string) (err error) {
		kind, _, err = s.looseHeader(file)
		return err
	})
	return kind, err
}
