package codex

import (
	"github.com/agentlayers/layers/audit"
)

func autoReviewer() audit.Rule {
	return audit.Rule{
		ID:         "codex-auto-reviewer",
		Title:      "project config lets a model answer approval prompts",
		Severity:   audit.Medium,
		Confidence: audit.Certain,
		Agents:     []string{"codex"},
		Doc: audit.Doc{
			Why:   "Approval prompts go to a reviewer model instead of the user, and the repository may even write the policy it decides by.",
			Fires: `approvals_reviewer "auto_review" or "guardian_subagent", also for single apps, and any auto_review.policy, in a project layer.`,
			Quiet: `approvals_reviewer = "user".`,
			File:  ".codex/config.toml",
			Bad:   `approvals_reviewer = "auto_review"`,
			Good:  `approvals_reviewer = "user"`,
			Fix:   "remove approvals_reviewer and auto_review from the project config",
		},
		Check: func(p *audit.Pass) {
			for s := range settings(p, "approvals_reviewer", "apps.*.approvals_reviewer") {
				if who := s.text(); who == "auto_review" || who == "guardian_subagent" {
					p.Report(s.found)
				}
			}
			for s := range settings(p, "auto_review.policy") {
				s.found.Message = "project config writes the policy of the model that answers approval prompts"
				p.Report(s.found)
			}
		},
	}
}
