package gather

import (
	"path"
	"slices"

	"github.com/agentlayers/layers/dialect"
	"github.com/agentlayers/layers/layers"
	"github.com/agentlayers/layers/trust"
)

// State is what a version makes of the layers of a folder: as much of the answer as rules ask about. The layers
// of the folders above are in the states of those, so that a chain of folders costs what its files cost.
type State struct {
	Entries []layers.Entry // the folder's own layers and those of no folder, lowest first, without their text
	Schema  *dialect.Schema
	Trust   trust.Decision
	Root    trust.Root
	Repo    trust.Repo

	above     *State // of the same project
	low, high int    // of Entries: the folder's own layers lie between them
}

// newState keeps of l what rules ask about the folder dir.
func newState(l *layers.Loaded, d dialect.Dialect, dir string, above *State) *State {
	s := &State{Schema: l.Schema, Trust: l.Trust, Root: l.Root, Repo: l.Repo, above: above}
	all := d.Config.Layers
	gate := slices.IndexFunc(all, func(l dialect.Layer) bool { return l.Gated })
	for _, e := range l.Stack.Entries {
		at := slices.IndexFunc(all, func(l dialect.Layer) bool { return l.Kind == e.Source.Kind })
		if gate >= 0 && at == gate && e.Source.Path != path.Join(dir, all[gate].File) {
			continue
		}
		e.Root, e.Text, e.Reported, e.Diags = nil, nil, nil, nil
		s.Entries = append(s.Entries, e)
		if at < gate {
			s.low = len(s.Entries)
		}
		if at <= gate {
			s.high = len(s.Entries)
		}
	}
	return s
}

// Value is the effective value of a key that holds no table, nil when no layer that takes part sets it. It is for
// agents with a layer in every folder, whose higher layers replace what is below.
func (s *State) Value(key ...string) *layers.Node {
	if n := highest(s.Entries[s.high:], key); n != nil {
		return n
	}
	for at := s; at != nil; at = at.above {
		if n := highest(at.Entries[at.low:at.high], key); n != nil {
			return n
		}
	}
	return highest(s.Entries[:s.low], key)
}

func highest(entries []layers.Entry, key layers.Key) *layers.Node {
	for _, e := range slices.Backward(entries) {
		if e.Active() {
			if n := e.Canonical.At(key); n != nil {
				return n
			}
		}
	}
	return nil
}
