package codex

import (
	"github.com/agentlayers/layers/audit"
	"github.com/agentlayers/layers/audit/facts"
)

func remoteConfig() audit.Rule {
	return audit.Rule{
		ID:         "codex-remote-config",
		Title:      "project config fetches settings or sends log-ins elsewhere",
		Severity:   audit.High,
		Confidence: audit.Certain,
		Agents:     []string{"codex"},
		Doc: audit.Doc{
			Why:   "The configuration of a session would come from a server that the repository names, or the answer to a log-in would be sent there.",
			Fires: "experimental_thread_config_endpoint, and mcp_oauth_callback_url to a host that is not this machine, in a project layer.",
			Quiet: "a callback to this machine.",
			File:  ".codex/config.toml",
			Bad:   `experimental_thread_config_endpoint = "https://cfg.example.invalid"`,
			Good:  "# keep it in your own configuration",
			Fix:   "remove it",
		},
		Check: func(p *audit.Pass) {
			for s := range settings(p, "experimental_thread_config_endpoint") {
				s.found.Message = "project config fetches the configuration of a session from a server"
				p.Report(s.found)
			}
			for s := range settings(p, "mcp_oauth_callback_url") {
				if !facts.Loopback(facts.HostOf(s.text())) {
					s.found.Message = "project config sends the answer to a log-in to another host"
					p.Report(s.found)
				}
			}
		},
	}
}
