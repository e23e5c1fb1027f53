package render

import (
	"io"
	"strings"

	"github.com/agentlayers/layers/diag"
	"github.com/agentlayers/layers/layers"
	"github.com/agentlayers/layers/render/term"
	"github.com/agentlayers/layers/resolve"
)

// Edit is a change of one configuration file. The screen's Result is the answer with the change, Was the answer
// without it.
type Edit struct {
	Verb          string // "set", "unset"
	Key           layers.Key
	Layer         string // "user", "project", ...
	Path          string // of the file, as its layer names it
	Before, After []byte
	Written       bool
	Was           *resolve.Result
	Against       diag.List // reasons against it; with Written they were overruled
	Firm          bool      // they cannot be overruled
	Notes         []string
}

// Edited says what was done and what the agent makes of it.
func (s Screen) Edited(e Edit) *term.Builder {
	b := s.Style.Builder()
	file := s.Style.Escape(s.names().Name(e.Path))
	what := s.Style.Escape(e.Key.String())
	n := s.written(e)
	if n != nil && e.Verb == "set" {
		what += " = " + s.value(e.Key, n)
		file = s.place(n.Origin)
	}
	switch {
	case string(e.Before) == string(e.After):
		b.Line(s.Style.Draw("✓ "), what, " stands there already; nothing is written: ", file)
	case e.Verb == "set":
		b.Line(s.Style.Paint(term.Winner, s.Style.Draw("✓ ")), "set ", what, "  ", s.Style.Paint(term.Place, file))
	default:
		b.Line(s.Style.Paint(term.Winner, s.Style.Draw("✓ ")), "unset ", what, "  ", s.Style.Paint(term.Place, file))
		s.remains(b, e.Key)
	}
	s.notes(b, e)
	return b
}

// written is the value as it stands in the edited file, nil when the agent has no use for the file.
func (s Screen) written(e Edit) *layers.Node {
	for _, entry := range s.Result.Stack.Entries {
		if entry.Source.Path == e.Path && entry.Root != nil {
			return entry.Root.At(e.Key)
		}
	}
	return nil
}

// remains says what a key is once one layer no longer sets it.
func (s Screen) remains(b *term.Builder, key layers.Key) {
	n := s.Result.Effective.Root.At(key)
	if n == nil {
		if d, ok := s.Result.Dialect.Config.DefaultOf(strings.Join(key, ".")); ok {
			b.Line("  now ", s.Style.Escape(d), "  the default")
			return
		}
		b.Line("  now not set")
		return
	}
	b.Line("  now ", s.value(key, n), "  ", s.Style.Paint(term.Place, s.place(n.Origin)))
}

// Notes says what was overruled, and what else there is to know.
func (s Screen) Notes(e Edit) *term.Builder {
	b := s.Style.Builder()
	s.notes(b, e)
	return b
}

func (s Screen) notes(b *term.Builder, e Edit) {
	for _, d := range e.Against {
		b.Hang("  but ", 6, s.Style.Escape(s.Style.Draw(d.Summary)))
	}
	for _, text := range e.Notes {
		b.Hang("  note ", 7, s.Style.Escape(s.Style.Draw(text)))
	}
}

// Refusal is why nothing was written.
func (s Screen) Refusal(e Edit) *term.Builder {
	b := s.Style.Builder()
	r := s.reporter()
	if m := s.maskingOf(e.Path, e.After); m.guessed {
		known := r.Source
		r.Source = func(p string) *diag.Source {
			if p == e.Path {
				return m.src
			}
			return known(p)
		}
		r.Secrets = func(p string) []diag.Span {
			if p == e.Path {
				return m.secrets
			}
			return s.secretSpans(p)
		}
	}
	r.Report(b, e.Against)
	if e.Firm {
		b.Line("nothing was written")
	} else {
		b.Line("nothing was written; --force writes it still")
	}
	return b
}

// editJSON is a change of one file.
type editJSON struct {
	envelope
	Verb    string        `json:"verb"`
	Key     layers.Key    `json:"key"`
	Layer   string        `json:"layer"`
	Path    string        `json:"path"`
	Changes bool          `json:"changes"` // the file would be another one
	Written bool          `json:"written"`
	Diff    string        `json:"diff"` // unified, secrets masked
	Value   any           `json:"value"`
	Against []problemJSON `json:"against"` // reasons not to; with written they were overruled
	Notes   []string      `json:"notes"`
}

// EditJSON writes a change, made, only looked at, or refused.
func (s Screen) EditJSON(w io.Writer, version string, e Edit) error {
	s.Style.Color = false
	out := editJSON{
		envelope: s.envelope("Edit", version), Verb: e.Verb, Key: e.Key, Layer: e.Layer, Path: e.Path,
		Changes: string(e.Before) != string(e.After), Written: e.Written, Diff: s.Diff(e).String(),
		Against: problemList(e.Against), Notes: append([]string{}, e.Notes...),
	}
	if n := s.Result.Effective.Root.At(e.Key); n != nil {
		out.Value = s.plain(e.Key, n)
	}
	return write(w, out)
}
