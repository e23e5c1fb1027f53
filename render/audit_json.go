package render

import (
	"io"
	"slices"
	"strings"

	"github.com/agentlayers/layers/audit"
	"github.com/agentlayers/layers/diag"
)

// auditJSON is the document of an audit: kind "Audit". Paths are relative to target.root.
type auditJSON struct {
	Schema     string          `json:"schema"`
	Kind       string          `json:"kind"`
	Tool       toolJSON        `json:"tool"`
	Target     auditTargetJSON `json:"target"`
	Complete   bool            `json:"complete"`
	Incomplete []string        `json:"incomplete"` // why it does not cover everything
	Files      auditFilesJSON  `json:"files"`
	Counts     map[string]int  `json:"counts"` // findings by severity
	Findings   []findingJSON   `json:"findings"`
	Suppressed []findingJSON   `json:"suppressed"`
	Differs    []differsJSON   `json:"differs"` // where the work tree is not what the commit holds
	Ignores    []placeJSON     `json:"ignores"` // comments that ask to leave findings out; none is heeded
}

type auditTargetJSON struct {
	Root   string `json:"root"`
	Commit string `json:"commit,omitempty"` // id of the commit whose tree it is; absent for a folder
	Since  string `json:"since,omitempty"`  // findings that this revision has are left out
}

type differsJSON struct {
	Path string `json:"path"`
	Why  string `json:"why"`
}

type auditFilesJSON struct {
	Read    int `json:"read"`
	Skipped int `json:"skipped"`
}

type findingJSON struct {
	Rule        string         `json:"rule"`
	Severity    string         `json:"severity"`
	Confidence  string         `json:"confidence"`
	Persona     string         `json:"persona"`
	Message     string         `json:"message"`
	At          placeJSON      `json:"at"`
	Layer       string         `json:"layer"`
	Key         []string       `json:"key"`
	Start       string         `json:"start"`
	Agents      []string       `json:"agents"`
	Effects     []audit.Effect `json:"effects"`
	Fix         string         `json:"fix"`
	Refs        []string       `json:"refs"`
	Covers      []string       `json:"covers"`
	Related     []relatedJSON  `json:"related"`
	Fingerprint string         `json:"fingerprint"`
	Reason      string         `json:"reason,omitempty"` // why a baseline suppresses it
}

// JSON writes the audit as one document. version is that of the program.
func (a Audit) JSON(w io.Writer, version string) error {
	r := a.Result
	doc := auditJSON{
		Schema: Schema, Kind: "Audit", Tool: toolJSON{"layers", version, strings.Join(a.agents(), ",")},
		Target:   auditTargetJSON{Root: r.Set.Root, Commit: r.Commit, Since: r.Since},
		Complete: r.Complete(), Incomplete: orEmpty(r.Incomplete),
		Files: auditFilesJSON{r.Set.Read, r.Set.Skipped}, Counts: map[string]int{},
		Findings: []findingJSON{}, Suppressed: []findingJSON{}, Ignores: []placeJSON{}, Differs: []differsJSON{},
	}
	for _, d := range r.Differs {
		doc.Differs = append(doc.Differs, differsJSON{d.Rel, d.Why})
	}
	for _, span := range r.Ignores {
		doc.Ignores = append(doc.Ignores, a.at(span))
	}
	for _, f := range r.Findings {
		doc.Counts[f.Severity.String()]++
		doc.Findings = append(doc.Findings, a.finding(f))
	}
	for _, f := range r.Suppressed {
		doc.Suppressed = append(doc.Suppressed, a.finding(f))
	}
	return write(w, doc)
}

func (a Audit) finding(f audit.Finding) findingJSON {
	out := findingJSON{
		Rule: f.Rule, Severity: f.Severity.String(), Confidence: string(f.Confidence), Persona: string(f.Persona),
		Message: f.Message, At: a.at(f.Span), Layer: f.Layer, Key: orEmpty(f.Key), Start: f.Start,
		Agents: orEmpty(f.Agents()), Effects: f.Effects, Fix: f.Fix, Refs: orEmpty(f.Refs), Covers: orEmpty(f.Covers),
		Related: []relatedJSON{}, Fingerprint: f.Fingerprint, Reason: f.Suppressed,
	}
	if out.Effects == nil {
		out.Effects = []audit.Effect{}
	}
	for _, rel := range f.Related {
		at := a.at(rel.Span)
		out.Related = append(out.Related, relatedJSON{rel.Text, &at})
	}
	return out
}

// at is a place with its path relative to the root, where it lies there.
func (a Audit) at(span diag.Span) placeJSON {
	p := placeJSON{
		Path: span.Path, Line: span.Start.Line, Column: span.Start.Column, EndLine: span.End.Line,
		EndColumn: span.End.Column, Offset: span.Start.Offset, Length: span.End.Offset - span.Start.Offset,
	}
	if rel, inside := a.Result.Set.Rel(span.Path); inside {
		p.Path = rel
	}
	return p
}

// agents are the versions that were resolved.
func (a Audit) agents() []string {
	var out []string
	for _, s := range a.Result.Set.Starts {
		for _, v := range s.Views {
			if name := v.Agent + "@" + v.Version; !slices.Contains(out, name) {
				out = append(out, name)
			}
		}
	}
	return out
}

// Baseline writes a baseline that accepts every finding.
func (a Audit) Baseline(w io.Writer) error { return write(w, a.Result.Baseline()) }

func orEmpty[T any](list []T) []T {
	if list == nil {
		return []T{}
	}
	return list
}
