package codex

import (
	"github.com/agentlayers/layers/audit"
	"github.com/agentlayers/layers/audit/facts"
)

func hookCommand() audit.Rule {
	return audit.Rule{
		ID:         "codex-hook-command",
		Title:      "project config runs a command on an event of the session",
		Severity:   audit.Medium,
		Confidence: audit.Certain,
		Agents:     []string{"codex"},
		Doc: audit.Doc{
			Why:   "A hook of the repository runs outside the sandbox whenever its event happens, once the user has accepted it. Where the command itself is of a dangerous kind the finding is high.",
			Fires: "a command handler in [hooks] of a project's config.toml or in .codex/hooks.json.",
			Quiet: "hooks in the user's own configuration; prompt and agent handlers, which run no program.",
			File:  ".codex/config.toml",
			Bad: `[[hooks.SessionStart]]
hooks = [{ type = "command", command = "./tools/hello.sh" }]`,
			Good: "# no hooks in the repository",
			Fix:  "keep hooks in your own configuration",
		},
		Check: func(p *audit.Pass) {
			for c := range p.Commands() {
				if c.Agent != "codex" || c.Role != facts.Hook || c.File.User {
					continue
				}
				p.Report(audit.Finding{
					File: c.File, Span: c.At, Gate: c.Gate,
					Message: audit.What("project config runs a command on ", c.Name), Covers: p.Scripts(c),
				})
			}
		},
	}
}
