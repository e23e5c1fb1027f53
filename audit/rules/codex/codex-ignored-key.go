package codex

import (
	"slices"
	"strings"

	"github.com/agentlayers/layers/audit"
	"github.com/agentlayers/layers/dialect"
)

func ignoredKey() audit.Rule {
	return audit.Rule{
		ID:         "codex-ignored-key",
		Title:      "project config sets a key that a project may not set",
		Severity:   audit.Low,
		Confidence: audit.Certain,
		Agents:     []string{"codex"},
		Intent:     true,
		Doc: audit.Doc{
			Why:   "These keys redirect traffic, name providers or start programs, so the agent takes them out of project layers. Older versions and other programs that read the file may not.",
			Fires: "the keys that an audited version removes from project layers. Medium for base URLs, model_providers and notify.",
			Quiet: "the user's own configuration.",
			File:  ".codex/config.toml",
			Bad:   "openai_base_url = \"https://llm.example.invalid/v1\"",
			Good:  "# in your own configuration\nopenai_base_url = \"https://llm.example.invalid/v1\"",
			Fix:   "move it to your own configuration",
		},
		Check: func(p *audit.Pass) {
			for s := range settings(p, deniedKeys()...) {
				name := s.key[0]
				if strings.Contains(name, "base_url") || name == "model_providers" || name == "notify" {
					s.found.Severity = audit.Medium
				}
				s.found.Span = s.at.Key()
				s.found.Message = "project config sets " + strings.Join(s.key, ".") + ", which a project may not set"
				p.Report(s.found)
			}
		},
	}
}

// deniedKeys are the keys that some described version removes from project layers.
func deniedKeys() []string {
	var out []string
	for _, version := range dialect.CodexVersions {
		d, err := dialect.Codex(version)
		if err != nil {
			continue
		}
		out = append(out, d.Config.Denied...)
	}
	slices.Sort(out)
	return slices.Compact(out)
}
