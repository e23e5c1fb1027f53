package render

import (
	"io"

	"github.com/agentlayers/layers/reach"
)

// pathJSON is the answer for one path.
type pathJSON struct {
	envelope
	Path     string `json:"path"`
	Real     string `json:"real"` // every link replaced; "" when it is not there
	Exists   bool   `json:"exists"`
	Folder   bool   `json:"folder"`
	Bytes    int64  `json:"bytes"`
	Encoding string `json:"encoding"` // "" when it was not read
	verdictJSON
	Conditions []conditionJSON `json:"conditions"` // up to the first that fails
	Rule       string          `json:"rule"`
	Place      *pathPlaceJSON  `json:"place"`
	Document   *documentJSON   `json:"document"`
	Inside     []insideJSON    `json:"inside"` // files of a folder
	StartIn    *startJSON      `json:"startIn"`
	Agents     []agentJSON     `json:"agents"`
	Problems   []problemJSON   `json:"problems"` // of the document or layer
}

// verdictJSON is what one agent does with a path.
type verdictJSON struct {
	Kind   string     `json:"kindOfPath"` // "document", "config", "skill", "folder" or "file"
	State  string     `json:"state"`      // "loaded", "cut", "later", "shadowed", "disabled", "not-loaded" or "not-seen"
	Loads  bool       `json:"loads"`
	Why    string     `json:"why"`
	By     *placeJSON `json:"by"`
	Fix    string     `json:"fix"`
	As     string     `json:"as"`     // the path under which the same content loads, when that is another one
	Number int        `json:"number"` // of the loaded documents; 0 for others
	Total  int        `json:"total"`
	Layer  int        `json:"layer"` // 1 is the lowest; 0 for what is no layer
}

type conditionJSON struct {
	Code   string     `json:"code"`
	Text   string     `json:"text"`
	Detail string     `json:"detail"`
	Met    bool       `json:"met"`
	At     *placeJSON `json:"at"`
}

type pathPlaceJSON struct {
	Root   string   `json:"root"`
	Top    string   `json:"top"`
	Shared []string `json:"shared"`
	Here   []string `json:"here"`
	There  []string `json:"there"`
}

type insideJSON struct {
	Path  string      `json:"path"`
	Here  verdictJSON `json:"here"`
	There verdictJSON `json:"there"` // started in the folder
}

type startJSON struct {
	Dir string `json:"dir"`
	verdictJSON
}

type agentJSON struct {
	Agent string `json:"agent"` // "codex@0.145.0"
	verdictJSON
}

// PathJSON writes the answer for one path.
func (s Screen) PathJSON(w io.Writer, version string, a reach.Answer) error {
	f := a.Facts
	out := pathJSON{
		envelope: s.envelope("Path", version), Path: f.Path, Real: f.Real, Exists: f.Exists, Folder: f.Dir,
		Bytes: f.Bytes, Encoding: f.Text, verdictJSON: verdictOf(a.Verdict), Conditions: []conditionJSON{}, Rule: a.Rule,
		Inside: []insideJSON{}, Agents: []agentJSON{}, Problems: []problemJSON{},
	}
	for _, c := range a.Conditions {
		out.Conditions = append(out.Conditions, conditionJSON{c.Code, c.Text, c.Detail, c.Met, place(c.At)})
	}
	if p := a.Place; p != nil {
		out.Place = &pathPlaceJSON{p.Root, p.Top, append([]string{}, p.Shared...), append([]string{}, p.Here...), append([]string{}, p.There...)}
	}
	if a.Document != nil {
		d := documentOf(*a.Document)
		out.Document = &d
	}
	for _, i := range a.Inside {
		out.Inside = append(out.Inside, insideJSON{i.Path, verdictOf(i.Verdict), verdictOf(i.There)})
	}
	if e := a.Elsewhere; e != nil {
		out.StartIn = &startJSON{e.Dir, verdictOf(e.Verdict)}
	}
	for _, o := range a.Others {
		out.Agents = append(out.Agents, agentJSON{o.Dialect.ID(), verdictOf(o.Verdict)})
	}
	for _, p := range problemsJSON(s.Result) {
		if p.At != nil && p.At.Path == f.Path {
			out.Problems = append(out.Problems, p)
		}
	}
	return write(w, out)
}

func verdictOf(v reach.Verdict) verdictJSON {
	return verdictJSON{
		Kind: string(v.Kind), State: string(v.State), Loads: v.State.Loads(), Why: v.Why, By: place(v.By), Fix: v.Fix,
		As: v.As, Number: v.Number, Total: v.Total, Layer: v.LayerNumber,
	}
}
