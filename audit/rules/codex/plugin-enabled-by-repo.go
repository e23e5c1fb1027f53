package codex

import (
	"github.com/agentlayers/layers/audit"
	"github.com/agentlayers/layers/audit/source"
	"github.com/agentlayers/layers/internal/doc"
)

func pluginEnabled() audit.Rule {
	return audit.Rule{
		ID:         "plugin-enabled-by-repo",
		Title:      "the repository switches a plugin on",
		Severity:   audit.High,
		Confidence: audit.Certain,
		Agents:     []string{"codex", "claude", "copilot"},
		Doc: audit.Doc{
			Why:   "A plugin brings hooks, servers and commands. Which ones run is the user's decision.",
			Fires: "plugins.NAME.enabled = true in a Codex project layer; a true member of enabledPlugins in the project settings of Claude Code and Copilot.",
			Quiet: "plugins that are switched off.",
			File:  ".claude/settings.json",
			Bad:   `{ "enabledPlugins": { "helper@team": true } }`,
			Good:  `{ "enabledPlugins": { "helper@team": false } }`,
			Fix:   "let every user switch it on",
		},
		Check: func(p *audit.Pass) {
			for row := range pluginFiles(p) {
				for _, m := range source.Members(row.file.Tree(), row.plugins) {
					name, key := m.Name, row.key(row.plugins, m.Name)
					if m.Value.Kind == doc.Table {
						on := source.At(m.Value, "enabled")
						if on == nil {
							continue
						}
						m, key = *on, append(key, "enabled")
					}
					if source.IsTrue(m.Value) || len(m.Value.Elems) > 0 {
						p.Report(audit.Finding{
							File: row.file, Span: m.Key(), Key: key, Gate: row.gate,
							Message: audit.What("the repository switches the plugin ", name, " on"),
						})
					}
				}
			}
		},
	}
}
