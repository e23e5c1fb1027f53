package audit

import (
	"cmp"
	"slices"

	"github.com/agentlayers/layers/audit/facts"
	"github.com/agentlayers/layers/audit/source"
	"github.com/agentlayers/layers/diag"
)

// Finding is one thing found. A rule fills in File, Span, Message and what differs from its own defaults; Report
// adds the rest.
type Finding struct {
	Rule       string
	Severity   Severity
	Confidence Confidence
	Persona    Persona

	Message string       // what is wrong here, one line, lower case, no full stop; may hold text of the file
	File    *source.File // where it was found
	Span    diag.Span    // the smallest place that is wrong; the zero Span stands for the whole file
	Related []diag.Related
	Secret  diag.Span // a value inside Span that no output may repeat
	Layer   string    // the configuration layer that the file is: "project", "user"
	Key     []string  // path of the key, where there is one
	Start   string    // folder below the root in which an agent would meet it, "." for the root

	Gate    facts.Gate // what stands before it, where no dialect tells; by default what the file's kind says
	Effects []Effect   // per agent and version
	Fix     string
	Refs    []string
	Covers  []string // files below the root whose content belongs to it: the script that a command names

	Fingerprint string // the same for the same finding when lines shift; another when what it is about changes
	Suppressed  string // the reason, when a baseline names it
	Path        string // for output: File.Rel
}

// Effect is what one version of an agent makes of a finding.
type Effect struct {
	Agent    string `json:"agent"`
	Version  string `json:"version,omitempty"` // "" where no versions are told apart
	Now      string `json:"now"`               // in words: "none, the project is not trusted"
	Trusted  string `json:"ifTrusted"`         // once the folder is trusted
	Honoured bool   `json:"honoured"`          // this version pays attention to it at all
	Active   bool   `json:"active"`            // takes effect now
}

// Name is "codex@0.145.0", or the agent alone.
func (e Effect) Name() string {
	if e.Version == "" {
		return e.Agent
	}
	return e.Agent + "@" + e.Version
}

// Agents are the agents that the finding is about, each once, in order.
func (f Finding) Agents() []string {
	var out []string
	for _, e := range f.Effects {
		if !slices.Contains(out, e.Agent) {
			out = append(out, e.Agent)
		}
	}
	return out
}

// order sorts findings by file, place and rule.
func order(a, b Finding) int {
	return cmp.Or(
		cmp.Compare(a.Path, b.Path),
		cmp.Compare(a.Span.Start.Line, b.Span.Start.Line),
		cmp.Compare(a.Span.Start.Column, b.Span.Start.Column),
		cmp.Compare(a.Rule, b.Rule),
		cmp.Compare(a.Span.End.Offset, b.Span.End.Offset),
		cmp.Compare(a.Message, b.Message),
	)
}
