package mcp

import (
	"strings"

	"github.com/agentlayers/layers/audit"
)

func remoteURL() audit.Rule {
	return audit.Rule{
		ID:         "mcp-remote-url",
		Title:      "a server runs on another machine",
		Severity:   audit.Low,
		Confidence: audit.Certain,
		Doc: audit.Doc{
			Why:   "What the agent asks the server leaves the machine, and what the server answers reaches the model; both may change without a commit.",
			Fires: "https: and wss: addresses of another machine.",
			Quiet: "this machine; hosts that a variable fills in.",
			File:  ".mcp.json",
			Bad:   `{ "mcpServers": { "docs": { "type": "http", "url": "https://mcp.example.com/mcp" } } }`,
			Good:  `{ "mcpServers": { "docs": { "type": "http", "url": "http://127.0.0.1:8080/mcp" } } }`,
			Fix:   "check whose server it is and what it is asked",
		},
		Check: func(p *audit.Pass) {
			for s := range servers(p) {
				for _, a := range addresses(s) {
					lower := strings.ToLower(a.url)
					if isLocal(a.host) || !strings.HasPrefix(lower, "https://") && !strings.HasPrefix(lower, "wss://") {
						continue
					}
					f := about(s, a.at, a.key)
					f.Message = audit.What("server "+s.Name+" runs at ", a.host)
					p.Report(f)
				}
			}
		},
	}
}
