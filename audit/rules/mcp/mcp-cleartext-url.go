package mcp

import (
	"strings"

	"github.com/agentlayers/layers/audit"
)

func cleartextURL() audit.Rule {
	return audit.Rule{
		ID:         "mcp-cleartext-url",
		Title:      "a remote server is reached without encryption, or by a bare number",
		Severity:   audit.High,
		Confidence: audit.Certain,
		Doc: audit.Doc{
			Why:   "Anyone on the way reads what the agent sends and answers in the server's name. A bare IP address has no name that a certificate could vouch for.",
			Fires: "http: and ws: addresses of another machine, and addresses whose host is an IP number.",
			Quiet: "this machine; hosts that a variable fills in.",
			File:  ".codex/config.toml",
			Bad:   "[mcp_servers.q]\nurl = \"http://mcp.example.com/mcp\"",
			Good:  "[mcp_servers.q]\nurl = \"https://mcp.example.com/mcp\"",
			Fix:   "use https and a host name",
		},
		Check: func(p *audit.Pass) {
			for s := range servers(p) {
				for _, a := range addresses(s) {
					if isLocal(a.host) {
						continue
					}
					f := about(s, a.at, a.key)
					switch {
					case isClear(a.url):
						f.Message = audit.What("server "+s.Name+" is reached without encryption at ", a.host)
					case isNumber(a.host):
						f.Message = audit.What("server "+s.Name+" is reached at the bare number ", a.host)
					default:
						continue
					}
					p.Report(f)
				}
			}
		},
	}
}

func isClear(url string) bool {
	lower := strings.ToLower(strings.TrimSpace(url))
	return strings.HasPrefix(lower, "http://") || strings.HasPrefix(lower, "ws://")
}

// isNumber reports whether a host is an IP address, in any of the ways that programs accept one.
func isNumber(host string) bool {
	if strings.Contains(host, ":") { // version 6, without its brackets
		return strings.Trim(host, "0123456789abcdef:.%") == ""
	}
	for _, part := range strings.Split(host, ".") {
		digits, hex := strings.CutPrefix(part, "0x")
		if digits == "" || strings.Trim(digits, "0123456789") != "" && !(hex && strings.Trim(digits, "0123456789abcdef") == "") {
			return false
		}
	}
	return true
}
