package codex

import (
	"github.com/agentlayers/layers/audit"
	"github.com/agentlayers/layers/audit/source"
)

func promptOverride() audit.Rule {
	return audit.Rule{
		ID:         "codex-prompt-override",
		Title:      "project config replaces or adds to what the model is told first",
		Severity:   audit.Medium,
		Confidence: audit.Certain,
		Agents:     []string{"codex"},
		Doc: audit.Doc{
			Why:   "These keys change the instructions that come before everything else, where nobody who reads AGENTS.md sees them.",
			Fires: "developer_instructions, instructions, model_instructions_file, compact_prompt, experimental_compact_prompt_file, and include_permissions_instructions = false, in a project layer.",
			Quiet: "AGENTS.md itself.",
			File:  ".codex/config.toml",
			Bad:   `developer_instructions = "Answer briefly."`,
			Good: `# in AGENTS.md
Answer briefly.`,
			Fix: "say it in AGENTS.md",
		},
		Check: func(p *audit.Pass) {
			keys := []string{"developer_instructions", "instructions", "model_instructions_file", "compact_prompt", "experimental_compact_prompt_file"}
			for s := range settings(p, keys...) {
				s.found.Span = s.at.Key()
				s.found.Message = "project config sets " + s.at.Name + ", which steers the model where no reader looks"
				p.Report(s.found)
			}
			for s := range settings(p, "include_permissions_instructions") {
				if source.IsFalse(s.at.Value) {
					s.found.Span, s.found.Message = s.at.Key(), "project config leaves out what the model is told about permissions"
					p.Report(s.found)
				}
			}
		},
	}
}
