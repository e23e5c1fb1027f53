package editors

import (
	"github.com/agentlayers/layers/audit"
	"github.com/agentlayers/layers/audit/facts"
	"github.com/agentlayers/layers/audit/source"
)

func copilotHook() audit.Rule {
	return audit.Rule{
		ID:         "copilot-hook",
		Title:      "the repository runs a command on an event of a Copilot session",
		Severity:   audit.Medium,
		Confidence: audit.Certain,
		Agents:     []string{"copilot"},
		Doc: audit.Doc{
			Why:   "Hooks of the repository run with the rights of whoever starts the session, on a desk or in the cloud.",
			Fires: "a command in .github/hooks/*.json. High on sessionStart.",
			Quiet: "files with disableAllHooks.",
			File:  ".github/hooks/start.json",
			Bad:   `{ "version": 1, "hooks": { "sessionStart": [{ "type": "command", "bash": "./tools/hello.sh" }] } }`,
			Good:  `{ "version": 1, "disableAllHooks": true, "hooks": {} }`,
			Fix:   "remove the hook, or keep it in your own settings",
		},
		Check: func(p *audit.Pass) {
			for c := range p.Commands() {
				if c.Agent != "copilot" || c.Role != facts.Hook || c.File.User || source.IsTrue(source.Value(c.File.Tree(), "disableAllHooks")) {
					continue
				}
				p.Report(audit.Finding{
					File: c.File, Span: c.At, Gate: c.Gate, Severity: startSeverity(c.Name, "sessionStart"),
					Message: audit.What("a hook runs ", c.Text(), " on "+c.Name), Covers: p.Scripts(c),
				})
			}
		},
	}
}
