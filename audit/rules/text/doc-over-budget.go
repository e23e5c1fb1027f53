package text

import (
	"fmt"

	"github.com/agentlayers/layers/agentsmd"
	"github.com/agentlayers/layers/audit"
	"github.com/agentlayers/layers/audit/gather"
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
			seen := map[string]bool{}
			for _, s := range p.Set.Starts {
				for _, v := range s.Views {
					overBudget(p, s, v, seen)
				}
			}
		},
	}
}

// overBudget reports the documents of one start folder that lose a part. A file is reported once, for the first
// folder in which it does.
func overBudget(p *audit.Pass, s gather.Start, v gather.View, seen map[string]bool) {
	for _, d := range v.Trusted.Documents {
		rel, inside := p.Set.Rel(d.Path)
		f := p.Set.File(rel)
		if !inside || f == nil || seen[rel] {
			continue
		}
		found := audit.Finding{File: f, Start: s.Rel}
		switch {
		case d.Omitted != nil && d.Omitted.Code == agentsmd.OverBudget:
			found.Message = "none of this document reaches the model: others spend the budget"
		case d.Omitted == nil && d.Lost != nil && d.Lost.Bytes > 0:
			found.Message = fmt.Sprintf("the last %d bytes of this document do not reach the model", d.Lost.Bytes)
			found.Span = lostAt(d.Lost.At)
		default:
			continue
		}
		seen[rel] = true
		p.Report(found)
	}
}

// lostAt is the first lost byte as a place that can be shown.
func lostAt(at diag.Span) diag.Span {
	if !at.HasPosition() {
		return diag.Span{}
	}
	return at
}
