package mcp

import (
	"strings"

	"github.com/agentlayers/layers/audit"
	"github.com/agentlayers/layers/audit/facts"
	"github.com/agentlayers/layers/audit/source"
)

func serverDeclared() audit.Rule {
	return audit.Rule{
		ID:         "mcp-server-declared",
		Title:      "the repository declares a server",
		Severity:   audit.Info,
		Confidence: audit.Certain,
		Doc: audit.Doc{
			Why:   "A server's program runs outside the sandbox, and what it says reaches the model. This is the inventory: what would be started, or asked, for which agent.",
			Fires: "every server of every agent's configuration, with its command line or address. Credentials in it are left out.",
			Quiet: "the user's own servers.",
			File:  ".mcp.json",
			Bad:   `{ "mcpServers": { "docs": { "command": "docs-server", "args": ["--stdio"] } } }`,
			Good:  `{ "mcpServers": {} }`,
			Fix:   "nothing to fix; read the list",
		},
		Check: func(p *audit.Pass) {
			for s := range servers(p) {
				f := about(s, s.NameAt)
				f.Message = audit.What("server "+s.Name+" ", describe(s))
				p.Report(f)
			}
		},
	}
}

// describe says what a server is: the command line or the address, credentials left out.
func describe(s facts.Server) string {
	words := s.Argv()
	if words == nil && s.URL != nil {
		url, _ := source.String(s.URL.Value)
		return "is at " + withoutSecrets("url", url)
	}
	if len(words) == 0 {
		return "has neither a command nor an address"
	}
	option := ""
	for i, w := range words {
		words[i] = withoutSecrets(option, w)
		option = ""
		if strings.HasPrefix(w, "-") {
			option = w
		}
	}
	return "is started as " + strings.Join(words, " ")
}

func withoutSecrets(name, value string) string {
	if secret, ok := literal(name, value); ok {
		return strings.ReplaceAll(value, secret, "***")
	}
	return value
}
