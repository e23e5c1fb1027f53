package layers

import (
	"bytes"
	"slices"

	"github.com/agentlayers/layers/internal/tomlsrc"
)

// parsed remembers what the bytes of files gave, so that a later Load parses only those that read otherwise.
type parsed struct {
	files    map[Source]parsedFile // by what the entry was asked for
	finished map[*Node]finished    // by the tree as written
	latest   map[*Source]finished
	trusting trusting // of the layers that may grant trust
}

type parsedFile struct {
	data  []byte
	entry Entry
	written
}

// finished is a layer's tree with its paths resolved and its old keys renamed.
type finished struct {
	written, root, canonical *Node
	unresolved               bool
}

// right is the tree as written, when it has no fault.
func (f finished) right() *Node {
	if f.unresolved {
		return nil
	}
	return f.written
}

// memory is what one Load remembers, and may take over from an earlier one.
type memory struct {
	before, now parsed
	taken       map[*Source]bool // that belong to the earlier stack too
	toml        tomlsrc.Parser
}

func newMemory(before *Loaded) *memory {
	m := &memory{now: parsed{files: map[Source]parsedFile{}, finished: map[*Node]finished{}, latest: map[*Source]finished{}}, taken: map[*Source]bool{}}
	if before != nil {
		m.before = before.parsed
	}
	return m
}

// read gives the entry of the same bytes, read for the same purpose, or parses them beside what was read before.
func (m *memory) read(src Source, data []byte, parse func(before parsedFile) parsedFile) Entry {
	f, ok := m.before.files[src]
	before := f.entry.Source
	if !ok || !bytes.Equal(f.data, data) {
		f = parse(f)
		f.entry.Diags = slices.Clip(f.entry.Diags)
	}
	if ok && f.entry.Source == before {
		m.taken[before] = true
	}
	m.now.files[src] = f
	return f.entry
}

// finish gives what became of the same tree, or makes it beside what became of the source's earlier one.
func (m *memory) finish(src *Source, root *Node, make func(was finished) finished) finished {
	f, ok := m.before.finished[root]
	if !ok {
		f = make(m.before.latest[src])
	}
	m.now.finished[root], m.now.latest[src] = f, f
	return f
}

// own numbers the sources of a stack by their places, so that origins compare by address. It fails where a source that
// an earlier stack has too would get another number.
func (m *memory) own(s *ConfigLayerStack) bool {
	for i := range s.Entries {
		src := s.Entries[i].Source
		if src.Index != i && m.taken[src] {
			return false
		}
	}
	for i := range s.Entries {
		if src := s.Entries[i].Source; src.Index != i {
			src.Index = i
		}
	}
	return true
}
