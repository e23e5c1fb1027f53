package codex

import (
	"path"

	"github.com/agentlayers/layers/audit"
)

func agentRoleConfig() audit.Rule {
	return audit.Rule{
		ID:         "codex-agent-role-config",
		Title:      "project config gives an agent role a configuration file of its own",
		Severity:   audit.Medium,
		Confidence: audit.Certain,
		Agents:     []string{"codex"},
		Doc: audit.Doc{
			Why:   "The file of a role is configuration too, read when the role is started. It is audited with the same rules; whether keys that a project may not set are dropped from it is not known.",
			Fires: "agents.NAME.config_file in a project layer.",
			Quiet: "roles without a file.",
			File:  ".codex/config.toml",
			Bad: `[agents.reviewer]
config_file = "reviewer.toml"`,
			Good: `[agents.reviewer]
description = "Reviews diffs"`,
			Fix: "write the role's settings into config.toml",
		},
		Check: func(p *audit.Pass) {
			for s := range settings(p, "agents.*.config_file") {
				s.found.Message = audit.What("the agent role ", s.key[1], " reads a configuration file of its own")
				if rel, inside := p.Inside(path.Dir(s.file.Rel), s.text()); inside {
					s.found.Covers = []string{rel}
				}
				p.Report(s.found)
			}
		},
	}
}
