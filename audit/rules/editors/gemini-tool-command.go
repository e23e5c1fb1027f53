package editors

import (
	"strings"

	"github.com/agentlayers/layers/audit"
	"github.com/agentlayers/layers/audit/facts"
)

const geminiSettings = ".gemini/settings.json"

func geminiToolCommand() audit.Rule {
	return audit.Rule{
		ID:         "gemini-tool-command",
		Title:      "workspace settings name programs that Gemini runs for itself",
		Severity:   audit.High,
		Confidence: audit.Certain,
		Agents:     []string{"gemini"},
		Doc: audit.Doc{
			Why:   "Discovery and call commands are run by a shell when a session starts or a tool is used; hooks on every event. Headless runs before 0.39.1 did not ask about trust at all.",
			Fires: "tools.discoveryCommand, tools.callCommand, mcp.serverCommand (and their names in older settings) and every command in hooks.",
			Quiet: "the user's own settings.",
			File:  geminiSettings,
			Bad:   `{ "tools": { "discoveryCommand": "./tools/list.sh" } }`,
			Good:  `{ "tools": { "exclude": ["web_fetch"] } }`,
			Fix:   "move it to your own settings",
			Refs:  []string{"google-gemini/gemini-cli#25814"},
		},
		Check: func(p *audit.Pass) {
			for c := range p.Commands() {
				if c.Agent != "gemini" || c.File.User || c.Role != facts.Hook && c.Role != facts.Tool {
					continue
				}
				p.Report(audit.Finding{
					File: c.File, Span: c.At, Gate: c.Gate, Key: c.Key, Covers: p.Scripts(c),
					Message: audit.What("workspace settings run ", c.Text(), " ("+strings.Join(c.Key, ".")+")"),
				})
			}
		},
	}
}
