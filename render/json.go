package render

import (
	"crypto/sha256"
	"encoding/hex"
	"io"
	"math"
	"strconv"

	"github.com/agentlayers/layers/diag"
	"github.com/agentlayers/layers/internal/doc"
	"github.com/agentlayers/layers/internal/jsonout"
	"github.com/agentlayers/layers/layers"
	"github.com/agentlayers/layers/resolve"
	"github.com/agentlayers/layers/trust"
)

// Schema names the JSON format. Additive changes keep it; a rename, a removal or a changed meaning gets a new
// name.
const Schema = "layers/v1"

// envelope starts every document.
type envelope struct {
	Schema string     `json:"schema"`
	Kind   string     `json:"kind"`
	Tool   toolJSON   `json:"tool"`
	Target targetJSON `json:"target"`
}

type toolJSON struct {
	Name    string `json:"name"`
	Version string `json:"version"`
	Rules   string `json:"rules"` // dialect: "codex@0.145.0"
}

type targetJSON struct {
	Cwd       string        `json:"cwd"`
	Home      string        `json:"home"`
	AgentHome string        `json:"agentHome"`
	Root      string        `json:"root"`
	Marker    string        `json:"marker"`
	Checkout  *checkoutJSON `json:"checkout"` // null outside a repository
	Trust     decisionJSON  `json:"trust"`
	AsTrusted bool          `json:"asTrusted"` // the answer as if the project were trusted
}

type checkoutJSON struct {
	Root    string   `json:"root"`
	Main    string   `json:"main"`          // folder that trust asks about; the main checkout of a linked worktree
	Linked  bool     `json:"linked"`        // this is a linked worktree
	Refused string   `json:"refused"`       // why a .git file was not believed
	Git     *gitJSON `json:"git,omitempty"` // what the repository itself says, with explain
}

// placeJSON is a position; line and column count from 1, columns in code points, offset and length bytes.
type placeJSON struct {
	Path      string `json:"path"`
	Line      int    `json:"line"`
	Column    int    `json:"column"`
	EndLine   int    `json:"endLine"`
	EndColumn int    `json:"endColumn"`
	Offset    int    `json:"offset"`
	Length    int    `json:"length"`
}

type decisionJSON struct {
	State      string         `json:"state"` // "trusted", "untrusted" or "none"
	Key        string         `json:"key"`
	By         *ruleJSON      `json:"by"`
	Considered []lookupJSON   `json:"considered"`
	NearMisses []nearMissJSON `json:"nearMisses"`
}

type lookupJSON struct {
	Key  string `json:"key"`
	What string `json:"what"`
	Form string `json:"form"`
	Hit  bool   `json:"hit"`
}

type ruleJSON struct {
	Path  string     `json:"path"`
	Level string     `json:"level"`
	Layer string     `json:"layer"`
	At    *placeJSON `json:"at"`
}

type nearMissJSON struct {
	Rule ruleJSON `json:"rule"`
	Key  string   `json:"key"`
	Why  string   `json:"why"`
}

type problemJSON struct {
	Code     string        `json:"code"`
	Severity string        `json:"severity"`
	Summary  string        `json:"summary"`
	Detail   string        `json:"detail,omitempty"`
	Effect   string        `json:"effect,omitempty"`
	Fix      string        `json:"fix,omitempty"`
	At       *placeJSON    `json:"at"`
	Related  []relatedJSON `json:"related,omitempty"`
}

type relatedJSON struct {
	Text string     `json:"text"`
	At   *placeJSON `json:"at"`
}

func (s Screen) envelope(kind, version string) envelope {
	r := s.Result
	t := targetJSON{
		Cwd: r.Cwd, Home: r.Home, AgentHome: r.AgentHome, Root: r.Root.Path, Marker: r.Root.Marker,
		Trust: decision(r.Trust), AsTrusted: s.Before != nil,
	}
	if r.Repo.Root != "" {
		t.Checkout = &checkoutJSON{Root: r.Repo.Root, Main: r.Repo.Main, Linked: r.Repo.Linked(), Refused: r.Repo.Refused, Git: s.git()}
	}
	return envelope{Schema: Schema, Kind: kind, Tool: toolJSON{"layers", version, r.Dialect.ID()}, Target: t}
}

func decision(d trust.Decision) decisionJSON {
	out := decisionJSON{State: string(d.Level), Key: d.Key, Considered: []lookupJSON{}, NearMisses: []nearMissJSON{}}
	if d.Level == trust.None {
		out.State = "none"
	}
	if d.Rule != nil {
		r := rule(*d.Rule)
		out.By = &r
	}
	for _, l := range d.Considered {
		out.Considered = append(out.Considered, lookupJSON(l))
	}
	for _, m := range d.NearMisses {
		out.NearMisses = append(out.NearMisses, nearMissJSON{rule(m.Rule), m.Key, m.Why})
	}
	return out
}

func rule(r trust.Rule) ruleJSON {
	return ruleJSON{Path: r.Path, Level: string(r.Level), Layer: r.Layer, At: place(r.Span)}
}

func place(s diag.Span) *placeJSON {
	if s.IsZero() {
		return nil
	}
	return &placeJSON{
		Path: s.Path, Line: s.Start.Line, Column: s.Start.Column, EndLine: s.End.Line, EndColumn: s.End.Column,
		Offset: s.Start.Offset, Length: s.End.Offset - s.Start.Offset,
	}
}

// problemsJSON orders problems as the text does.
func problemsJSON(r *resolve.Result) []problemJSON {
	return problemList(r.Diags.Sorted())
}

func problemList(list diag.List) []problemJSON {
	out := []problemJSON{}
	for _, d := range list {
		p := problemJSON{
			Code: string(d.Code), Severity: d.Severity.String(), Summary: d.Summary, Detail: d.Detail,
			Effect: d.Effect, Fix: d.Fix, At: place(d.Subject),
		}
		for _, rel := range d.Related {
			p.Related = append(p.Related, relatedJSON{rel.Text, place(rel.Span)})
		}
		out = append(out, p)
	}
	return out
}

// redacted stands for a secret: enough to see whether two are the same.
type redacted struct {
	Redacted bool   `json:"redacted"`
	SHA256   string `json:"sha256_8"`
}

// plain gives a node as JSON can hold it, secrets masked. Dates are {"date": text}; the numbers that JSON lacks
// are text.
func (s Screen) plain(key layers.Key, n *layers.Node) any {
	switch {
	case n == nil:
		return nil
	case n.Table != nil:
		out := make(map[string]any, len(n.Table.Members))
		for _, m := range n.Table.Members {
			out[m.Name] = s.plain(key.Child(m.Name), m.Node)
		}
		return out
	case n.Elems != nil:
		out := make([]any, len(n.Elems))
		for i, e := range n.Elems {
			out[i] = s.plain(key, e)
		}
		return out
	case !s.Reveal && s.IsSecret(key, n.Value):
		text, _ := n.Value.(string)
		sum := sha256.Sum256([]byte(text))
		return redacted{true, hex.EncodeToString(sum[:4])}
	}
	return scalarJSON(n.Value)
}

func scalarJSON(v any) any {
	switch v := v.(type) {
	case doc.Time:
		return map[string]any{"date": v.Text}
	case float64:
		if math.IsNaN(v) || math.IsInf(v, 0) {
			return layers.FormatValue(v)
		}
	}
	return v
}

// layerName numbers a layer as the text does: "1" is the lowest.
func layerName(index int) string { return strconv.Itoa(index + 1) }

// write encodes a document. HTML characters stay readable; control and direction characters are escaped.
func write(w io.Writer, v any) error { return jsonout.Write(w, v, "  ") }

// writeLine is write on one line.
func writeLine(w io.Writer, v any) error { return jsonout.Write(w, v, "") }
