package mcp

import (
	"github.com/agentlayers/layers/audit"
	"github.com/agentlayers/layers/audit/acts"
)

func persistence() audit.Rule {
	return audit.Rule{
		ID:         string(acts.Persistence),
		Title:      "a command makes something run later, without the agent",
		Severity:   audit.High,
		Confidence: audit.Firm,
		Doc: audit.Doc{
			Why:   "What the system starts by itself stays when the repository is deleted.",
			Fires: "a command, or a script of the repository that it starts, which writes a crontab, a systemd unit, a launch agent, authorized_keys, a hook of git, or git's hooks path for every repository.",
			Quiet: "listing them; commands inside a container.",
			File:  ".mcp.json",
			Bad:   `{ "mcpServers": { "x": { "command": "sh", "args": ["-c", "echo '0 0 * * * true' | crontab -"] } } }`,
			Good:  `{ "mcpServers": { "x": { "command": "docs-server" } } }`,
			Fix:   "remove the command, and look for what it installed",
		},
		Check: func(p *audit.Pass) { report(p, acts.Persistence, nil) },
	}
}
