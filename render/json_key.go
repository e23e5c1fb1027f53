package render

import (
	"io"
	"strings"

	"github.com/agentlayers/layers/layers"
)

// explainJSON is the answer about one key.
type explainJSON struct {
	envelope
	Key        layers.Key      `json:"key"`
	Known      bool            `json:"known"` // the agent's version knows the key
	Type       string          `json:"type"`
	Value      any             `json:"value"`    // what the merge gives; null when not set
	Enforced   any             `json:"enforced"` // what a requirement puts in its place; null without one
	Default    *string         `json:"default"`  // recorded built-in value as TOML text; null where none is recorded
	Winner     *string         `json:"winner"`   // layer of the ladder; null when not set, or merged from several
	Ladder     []rungJSON      `json:"ladder"`   // strongest first
	Settings   []settingJSON   `json:"settings"` // below a table: every setting with its origin
	Constraint *constraintJSON `json:"constraint"`
	Problems   []problemJSON   `json:"problems"`
}

type rungJSON struct {
	Layer      string        `json:"layer"`
	Source     string        `json:"source"`
	Name       string        `json:"name"`
	Path       string        `json:"path,omitempty"`
	Present    bool          `json:"present"`
	State      string        `json:"state"`
	ShadowedBy string        `json:"shadowedBy,omitempty"`
	Value      any           `json:"value,omitempty"`
	At         *placeJSON    `json:"at,omitempty"`
	KeyAt      *placeJSON    `json:"keyAt,omitempty"`
	Elements   []elementJSON `json:"elements,omitempty"` // of an array, each with its place
}

type elementJSON struct {
	Value any        `json:"value"`
	At    *placeJSON `json:"at"`
}

type constraintJSON struct {
	Field   string     `json:"field"`
	Key     layers.Key `json:"key"`
	Allowed []any      `json:"allowed"`
	Source  string     `json:"source"`
	At      *placeJSON `json:"at"`
	Why     string     `json:"why,omitempty"`
}

// KeyJSON writes the answer about one key and reports whether it is set.
func (s Screen) KeyJSON(w io.Writer, version string, key layers.Key) (bool, error) {
	n := s.Result.Effective.Root.At(key)
	out := explainJSON{
		envelope: s.envelope("Explain", version), Key: key, Value: s.plain(key, n),
		Ladder: []rungJSON{}, Settings: []settingJSON{}, Problems: problemsJSON(s.Result),
	}
	if k := s.Result.Schema.Lookup(key); k != nil {
		out.Known, out.Type = true, k.Type
	}
	if d, ok := s.Result.Dialect.Config.DefaultOf(strings.Join(key, ".")); ok {
		out.Default = &d
	}
	for _, r := range s.Result.Stack.Ladder(key, s.Result.Effective) {
		out.Ladder = append(out.Ladder, s.rungJSON(key, r))
		if r.State == layers.Wins {
			name := layerName(r.Layer)
			out.Winner = &name
		}
	}
	if n != nil && n.Table != nil {
		out.Settings = s.settings(key, n, true)
	}
	c, clamped := s.clamp(key)
	if clamped {
		out.Enforced = c.Got
		j := constraintOf(c.Constraint)
		j.Why = c.Why
		out.Constraint = &j
	} else if c, ok := s.Result.Stack.Requirements.Find(key); ok {
		j := constraintOf(c)
		out.Constraint = &j
	}
	return n != nil || clamped, write(w, out)
}

func (s Screen) rungJSON(key layers.Key, r layers.Rung) rungJSON {
	out := rungJSON{
		Layer: layerName(r.Layer), Source: string(r.Source.Kind), Name: r.Source.Name, Path: r.Source.Path,
		Present: r.Node != nil, State: string(r.State),
	}
	if r.State == layers.Shadowed && r.By >= 0 {
		out.ShadowedBy = layerName(r.By)
	}
	if r.Node == nil {
		return out
	}
	out.Value, out.At, out.KeyAt = s.plain(key, r.Node), place(r.Node.Origin.Value()), place(r.Node.Origin.Key())
	for _, e := range r.Node.Elems {
		out.Elements = append(out.Elements, elementJSON{s.plain(key, e), place(e.Origin.Value())})
	}
	return out
}

func constraintOf(c layers.Constraint) constraintJSON {
	out := constraintJSON{Field: c.Field, Key: c.Key, Allowed: c.Allowed, At: place(c.Origin.Value())}
	if out.Key == nil {
		out.Key = layers.Key{}
	}
	if out.Allowed == nil {
		out.Allowed = []any{}
	}
	if c.Origin.Source != nil {
		out.Source = c.Origin.Source.Name
	}
	return out
}
