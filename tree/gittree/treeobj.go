package gittree

import (
	"bytes"
	"errors"
	"io/fs"
	"slices"
	"sort"
	"strconv"
	"strings"

	"github.com/go-git/go-git/v5/plumbing"

	"github.com/agentlayers/layers/tree"
)

// entry is one name of a folder in a commit.
type entry struct {
	name string
	mode fs.FileMode
	link bool // to a commit of another repository: a submodule
	id   plumbing.Hash
}

// maxTreesHeld bounds the parsed folders that are kept, in names.
const maxTreesHeld = 200_000

// folder reads a tree object: its names in byte order.
func (s *store) folder(id plumbing.Hash) ([]entry, error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	if held, ok := s.trees[id]; ok {
		return held, nil
	}
	o, err := s.readLocked(id, maxTree)
	if errors.Is(err, tree.ErrTooLarge) || err == nil && o.kind != plumbing.TreeObject {
		err = broken(s.place.objectsDir(), "object "+id.String()+" is not a folder", err)
	}
	if err != nil {
		return nil, err
	}
	entries, why := parseTree(o.data)
	if why != "" {
		return nil, broken(s.place.objectsDir(), "folder "+id.String()+" "+why, nil)
	}
	if s.trees == nil || s.entries+len(entries) > maxTreesHeld {
		s.trees, s.entries = map[plumbing.Hash][]entry{}, 0
	}
	s.trees[id] = entries
	s.entries += len(entries)
	return entries, nil
}

// parseTree reads the entries and sorts them by name. why says what git would never have written there: such
// a folder cannot be checked out.
func parseTree(data []byte) (entries []entry, why string) {
	for len(data) > 0 {
		mode, rest, ok := bytes.Cut(data, []byte(" "))
		bits, err := strconv.ParseUint(string(mode[:min(len(mode), 12)]), 8, 32)
		if !ok || err != nil || len(mode) > 12 {
			return nil, "is damaged"
		}
		name, rest, ok := bytes.Cut(rest, []byte{0})
		if !ok || len(rest) < idBytes {
			return nil, "is damaged"
		}
		e := entry{name: string(name)}
		if e.name == "" || e.name == "." || e.name == ".." || strings.Contains(e.name, "/") {
			return nil, "holds the name " + strconv.Quote(e.name) + ", which no file can have"
		}
		e.mode, e.link = fileMode(uint32(bits))
		copy(e.id[:], rest)
		entries = append(entries, e)
		data = rest[idBytes:]
	}
	slices.SortFunc(entries, func(a, b entry) int { return strings.Compare(a.name, b.name) })
	for i := 1; i < len(entries); i++ {
		if entries[i].name == entries[i-1].name {
			return nil, "holds the name " + strconv.Quote(entries[i].name) + " twice"
		}
	}
	return entries, ""
}

// fileMode turns git's mode into the one a checkout gives. Anything that is neither file, folder nor link is a
// submodule to git.
func fileMode(bits uint32) (mode fs.FileMode, submodule bool) {
	switch bits & 0o170000 {
	case 0o100000:
		if bits&0o100 != 0 {
			return 0o755, false
		}
		return 0o644, false
	case 0o120000:
		return fs.ModeSymlink | 0o777, false
	case 0o040000:
		return fs.ModeDir | 0o755, false
	}
	return fs.ModeDir | 0o755, true
}

// named finds a name in a folder.
func named(entries []entry, name string) (entry, bool) {
	i := sort.Search(len(entries), func(i int) bool { return entries[i].name >= name })
	if i < len(entries) && entries[i].name == name {
		return entries[i], true
	}
	return entry{}, false
}
