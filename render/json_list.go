package render

import (
	"io"

	"github.com/agentlayers/layers/layers"
)

// listJSON is the effective configuration, one entry a setting.
type listJSON struct {
	envelope
	Prefix   layers.Key    `json:"prefix"`
	Settings []settingJSON `json:"settings"`
	Problems []problemJSON `json:"problems"`
}

type settingJSON struct {
	Key      layers.Key  `json:"key"`
	Value    any         `json:"value"`
	Layer    string      `json:"layer"`
	Source   string      `json:"source"`
	At       *placeJSON  `json:"at"`
	Shadowed []loserJSON `json:"shadowed,omitempty"`
}

type loserJSON struct {
	Value  any        `json:"value"`
	Layer  string     `json:"layer"`
	Source string     `json:"source"`
	At     *placeJSON `json:"at"`
}

// ListJSON writes every setting below prefix.
func (s Screen) ListJSON(w io.Writer, version string, prefix layers.Key, o ListOptions) error {
	out := listJSON{envelope: s.envelope("List", version), Prefix: prefix, Settings: []settingJSON{}, Problems: problemsJSON(s.Result)}
	if prefix == nil {
		out.Prefix = layers.Key{}
	}
	if n := s.Result.Effective.Root.At(prefix); n != nil {
		out.Settings = s.settings(prefix, n, o.Shadowed)
	}
	return write(w, out)
}

// settings lists what stands below n, whose key is prefix.
func (s Screen) settings(prefix layers.Key, n *layers.Node, shadowed bool) []settingJSON {
	out := []settingJSON{}
	for sub, leaf := range n.Values() {
		key := append(prefix[:len(prefix):len(prefix)], sub...)
		j := settingJSON{Key: key, Value: s.plain(key, leaf), At: place(leaf.Origin.Value())}
		j.Layer, j.Source = sourceNames(leaf.Origin)
		if shadowed {
			for _, low := range leaf.Shadowed {
				l := loserJSON{Value: s.plain(key, low), At: place(low.Origin.Value())}
				l.Layer, l.Source = sourceNames(low.Origin)
				j.Shadowed = append(j.Shadowed, l)
			}
		}
		out = append(out, j)
	}
	return out
}

func sourceNames(o layers.Origin) (layer, source string) {
	if o.Source == nil {
		return "", ""
	}
	return o.Source.Name, string(o.Source.Kind)
}
