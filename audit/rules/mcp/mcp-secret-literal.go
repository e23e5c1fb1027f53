package mcp

import (
	"strings"

	"github.com/agentlayers/layers/audit"
	"github.com/agentlayers/layers/audit/facts"
	"github.com/agentlayers/layers/audit/source"
	"github.com/agentlayers/layers/diag"
	"github.com/agentlayers/layers/internal/doc"
)

func secretLiteral() audit.Rule {
	return audit.Rule{
		ID:         "mcp-secret-literal",
		Title:      "a credential is written out in the configuration",
		Severity:   audit.High,
		Confidence: audit.Firm,
		Doc: audit.Doc{
			Why:   "Whoever can read the repository, or any copy of its history, has the credential.",
			Fires: "a literal token, key or password in the environment, headers, arguments or address of a server, or in another table of variables.",
			Quiet: "variables, placeholders, the keys of documentation, passwords of databases on this machine.",
			File:  ".mcp.json",
			Bad:   `{ "mcpServers": { "q": { "url": "https://mcp.example.com", "headers": { "Authorization": "Bearer 7f3c9b1e5d2a80467f3c" } } } }`,
			Good:  `{ "mcpServers": { "q": { "url": "https://mcp.example.com", "headers": { "Authorization": "Bearer ${Q_TOKEN}" } } } }`,
			Fix:   "revoke the credential, and name a variable instead",
		},
		Check: func(p *audit.Pass) {
			for s := range servers(p) {
				inTable(p, s, s.Table, nil)
			}
			for v := range p.Variables() {
				if v.File.User || v.File.Kind == source.Env || strings.HasPrefix(v.What, "MCP server ") || strings.HasPrefix(v.Name, "ANTHROPIC_") {
					continue
				}
				if secret, ok := literal(v.Name, v.Value); ok {
					p.Report(audit.Finding{
						File: v.File, Span: v.At, Key: v.Key, Gate: gateOf(v), Secret: secretAt(v.File, lineOf(v), secret),
						Message: audit.What("the value of ", v.Name, " is a credential"),
					})
				}
			}
		},
	}
}

// gateOf is the gate of a variable where the resolved layers do not tell.
func gateOf(v facts.Variable) facts.Gate {
	if v.File.Is(".codex/config.toml", ".claude/settings.json", ".claude/settings.local.json") && v.Gate == facts.Trust && !strings.HasPrefix(v.What, "MCP") {
		return 0
	}
	return v.Gate
}

// lineOf is the rest of the text from a variable's name on: the value follows it.
func lineOf(v facts.Variable) diag.Span {
	at := v.At
	if v.File.Text != nil {
		at = v.File.Span(v.At.Start.Offset, len(v.File.Text.Bytes))
	}
	return at
}

// namesOnly are keys of a server whose values are names of variables.
var namesOnly = map[string]bool{
	"bearer_token_env_var": true, "env_http_headers": true, "env_vars": true, "apiKeyEnvVar": true, "inputs": true,
}

// maxTables bounds how deep a server's table is looked at.
const maxTables = 6

// inTable looks at every text below a server.
func inTable(p *audit.Pass, s facts.Server, v *doc.Value, above []string) {
	if len(above) > maxTables {
		return
	}
	for _, m := range source.Members(v) {
		key := append(append([]string{}, above...), m.Name)
		switch {
		case namesOnly[m.Name]:
		case m.Value.Kind == doc.Table:
			inTable(p, s, m.Value, key)
		case m.Value.Kind == doc.Array:
			option := ""
			for _, e := range m.Value.Elems {
				text, _ := source.String(e)
				if secret, ok := literal(option, text); ok {
					reportSecret(p, s, e.Span(), secret, key, option)
				}
				if option = ""; strings.HasPrefix(text, "-") && !strings.Contains(text, "=") {
					option = text
				}
				if e.Kind == doc.Table {
					inTable(p, s, e, key)
				}
			}
		default:
			text, _ := source.String(m.Value)
			name := m.Name
			if name == "command" || name == "cwd" {
				name = ""
			}
			if secret, ok := literal(name, text); ok {
				reportSecret(p, s, source.Where(&m), secret, key, m.Name)
			}
		}
	}
}

func reportSecret(p *audit.Pass, s facts.Server, at diag.Span, secret string, key []string, name string) {
	f := about(s, at, key...)
	f.Secret = secretAt(s.File, at, secret)
	f.Message = audit.What("server "+s.Name+" holds a credential in ", strings.TrimLeft(name, "-"))
	if name == "" {
		f.Message = audit.What("server " + s.Name + " holds a credential in its arguments")
	}
	p.Report(f)
}

// secretAt is where the credential stands in the text of a place; the whole place when it is written in another
// way there.
func secretAt(f *source.File, at diag.Span, secret string) diag.Span {
	raw := f.Raw(at)
	if i := strings.Index(raw, secret); i >= 0 {
		start := at.Start.Offset + i
		return f.Span(start, start+len(secret))
	}
	return at
}
