package codex

import (
	"github.com/agentlayers/layers/audit"
	"github.com/agentlayers/layers/audit/facts"
)

func hookScriptUnpinned() audit.Rule {
	return audit.Rule{
		ID:         "hook-script-unpinned",
		Title:      "the accepted hook runs a script that can change later",
		Severity:   audit.Low,
		Confidence: audit.Certain,
		Agents:     []string{"codex"},
		Doc: audit.Doc{
			Why:   "Codex asks once and remembers the text of the hook's command. The script that the command names is not part of what was accepted: changing it changes what runs, without a question.",
			Fires: "a hook of Codex whose command names a file of the repository.",
			Quiet: "commands that stand in the configuration in full.",
			File:  ".codex/config.toml",
			Bad: `[[hooks.Stop]]
hooks = [{ type = "command", command = "./tools/check.sh" }]`,
			Good: `[[hooks.Stop]]
hooks = [{ type = "command", command = "go vet ./..." }]`,
			Fix: "write the command into the hook, or pin the script: layers trust",
		},
		Check: func(p *audit.Pass) {
			for c := range p.Commands() {
				if c.Agent != "codex" || c.Role != facts.Hook || c.File.User {
					continue
				}
				for _, rel := range p.Scripts(c) {
					p.Report(audit.Finding{
						File: c.File, Span: c.At, Gate: c.Gate, Covers: []string{rel},
						Message: audit.What("the hook runs ", rel, ", which can change after the hook was accepted"),
					})
				}
			}
		},
	}
}
