package text

import (
	"fmt"

	"github.com/agentlayers/layers/audit"
	"github.com/agentlayers/layers/diag"
)

func docOverBudget() audit.Rule {
	return audit.Rule{
		ID:         "doc-over-budget",
		Title:      "a part of the instructions never reaches the model",
		Severity:   audit.Info,
		Confidence: audit.Certain,
		Doc: audit.Doc{
			Why:   "Agents read instructions up to a number of bytes, for Codex 32 KiB in all. What stands behind it is reviewed by people and unknown to the model: a rule there does not hold.",
			Fires: "a document of which the agent drops a part, or all, because the budget is spent, in any folder that an agent can be started in.",
			Quiet: "documents that fit together.",
			File:  "AGENTS.md",
			Bad:   "(40 KiB of text)",
			Good:  "(10 KiB of text)",
			Fix:   "split the document into folders, or shorten it",
		},
		Check: func(p *audit.Pass) {
			for _, u := range p.Set.Unsent {
				rel, _ := p.Set.Rel(u.Document.Path)
				f := p.Set.File(rel)
				if f == nil {
					continue
				}
				found := audit.Finding{File: f, Start: u.Start, Message: "none of this document reaches the model: others spend the budget"}
				if u.Document.Omitted == nil {
					found.Message = fmt.Sprintf("the last %d bytes of this document do not reach the model", u.Document.Lost.Bytes)
					found.Span = lostAt(u.Document.Lost.At)
				}
				p.Report(found)
			}
		},
	}
}

// lostAt is the first lost byte as a place that can be shown.
func lostAt(at diag.Span) diag.Span {
	if !at.HasPosition() {
		return diag.Span{}
	}
	return at
}
