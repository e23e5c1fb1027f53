package codex

import (
	"github.com/agentlayers/layers/audit"
	"github.com/agentlayers/layers/audit/source"
)

func pluginMarketplace() audit.Rule {
	return audit.Rule{
		ID:         "plugin-marketplace-registered",
		Title:      "the repository registers a plugin marketplace",
		Severity:   audit.Medium,
		Confidence: audit.Certain,
		Agents:     []string{"codex", "claude", "copilot"},
		Doc: audit.Doc{
			Why:   "A marketplace is a source of code that runs with the agent. Together with a plugin that the repository enables it is critical: the repository then chooses what runs.",
			Fires: "[marketplaces] of a Codex project layer; extraKnownMarketplaces in the project settings of Claude Code and Copilot.",
			Quiet: "the manifest by which a plugin's own repository publishes itself.",
			File:  ".claude/settings.json",
			Bad:   `{ "extraKnownMarketplaces": { "team": { "source": { "source": "github", "repo": "example/none" } } } }`,
			Good:  `{ "extraKnownMarketplaces": {} }`,
			Fix:   "tell people which marketplace to add, and pin it",
			Refs:  []string{"CVE-2025-59536"},
		},
		Check: func(p *audit.Pass) {
			for row := range pluginFiles(p) {
				m := source.At(row.file.Tree(), row.marketplaces)
				if m == nil || len(m.Value.Members) == 0 && len(m.Value.Elems) == 0 {
					continue
				}
				p.Report(audit.Finding{
					File: row.file, Span: m.Key(), Key: row.key(m.Name), Gate: row.gate,
					Message: audit.What("the repository registers the plugin marketplace ", names(m.Value)),
				})
			}
		},
	}
}
