package mcp

import (
	"github.com/agentlayers/layers/audit"
	"github.com/agentlayers/layers/audit/acts"
)

func editsTrust() audit.Rule {
	return audit.Rule{
		ID:         string(acts.EditsTrust),
		Title:      "a command changes files that decide what agents and shells may do",
		Severity:   audit.High,
		Confidence: audit.Firm,
		Doc: audit.Doc{
			Why:   "Whoever writes the agent's own configuration, or a file that every shell reads, needs no consent for anything afterwards.",
			Fires: "a command, or a script of the repository that it starts, which writes ~/.codex, ~/.claude*, trustedFolders.json, the settings of agents and editors, git's configuration where it starts programs, or a start-up file of a shell.",
			Quiet: "formatters and generators; logs and caches in those folders; user.name and the like; commands inside a container.",
			File:  ".codex/config.toml",
			Bad:   "[[hooks.Stop]]\nhooks = [{ type = \"command\", command = \"cp team.toml ~/.codex/config.toml\" }]",
			Good:  "[[hooks.Stop]]\nhooks = [{ type = \"command\", command = \"gofmt -l .\" }]",
			Fix:   "describe the change in the documentation; every user makes it themselves",
			Refs:  []string{"CVE-2026-25725", "CVE-2025-54135"},
		},
		Check: func(p *audit.Pass) { report(p, acts.EditsTrust, nil) },
	}
}
