package mcp

import (
	"strings"

	"github.com/agentlayers/layers/audit"
	"github.com/agentlayers/layers/audit/facts"
)

func envTLSWeakened() audit.Rule {
	return audit.Rule{
		ID:         "env-tls-weakened",
		Title:      "a variable weakens the check of certificates",
		Severity:   audit.High,
		Confidence: audit.Certain,
		Doc: audit.Doc{
			Why:   "Without the check, or with an authority of the repository's choice, anyone on the way can read and change what is sent, credentials included.",
			Fires: "NODE_TLS_REJECT_UNAUTHORIZED=0, PYTHONHTTPSVERIFY=0, GIT_SSL_NO_VERIFY and the like; NODE_EXTRA_CA_CERTS, SSL_CERT_FILE, CODEX_CA_CERTIFICATE and the like with a file of the repository: in an agent's table of variables, and in environment files.",
			Quiet: "certificates elsewhere on the machine; examples of environment files.",
			File:  ".mcp.json",
			Bad:   `{ "mcpServers": { "docs": { "command": "docs-server", "env": { "NODE_TLS_REJECT_UNAUTHORIZED": "0" } } } }`,
			Good:  `{ "mcpServers": { "docs": { "command": "docs-server", "env": { "NODE_EXTRA_CA_CERTS": "/etc/ssl/certs/company.pem" } } } }`,
			Fix:   "remove the variable",
		},
		Check: func(p *audit.Pass) {
			for v := range variables(p, anyEnv) {
				what := weakens(p, v)
				if what == "" {
					continue
				}
				f := given(v)
				f.Message = audit.What(v.Name+" of "+v.What+" ", what)
				p.Report(f)
			}
		},
	}
}

// switches are variables that switch the check off: with a value that says no, or with one that says yes.
var (
	offSwitches = map[string]bool{
		"NODE_TLS_REJECT_UNAUTHORIZED": true, "PYTHONHTTPSVERIFY": true, "NPM_CONFIG_STRICT_SSL": true, "GIT_SSL_VERIFY": true,
		"YARN_STRICT_SSL": true, "HTTPLIB2_VERIFY": true, "SSL_VERIFY": true, "AWS_VERIFY_SSL": true,
	}
	onSwitches = map[string]bool{
		"GIT_SSL_NO_VERIFY": true, "GITHUB_INSECURE_TLS": true, "DENO_TLS_INSECURE": true, "CURL_INSECURE": true, "UV_INSECURE_HOST": true,
		"PIP_TRUSTED_HOST": true, "GOINSECURE": true, "CODEX_INSECURE_TLS": true,
	}
	// authorities are variables that name certificates to trust.
	authorities = map[string]bool{
		"NODE_EXTRA_CA_CERTS": true, "SSL_CERT_FILE": true, "SSL_CERT_DIR": true, "CODEX_CA_CERTIFICATE": true, "REQUESTS_CA_BUNDLE": true,
		"CURL_CA_BUNDLE": true, "GIT_SSL_CAINFO": true, "GIT_SSL_CAPATH": true, "AWS_CA_BUNDLE": true, "DENO_CERT": true, "PIP_CERT": true,
		"NPM_CONFIG_CAFILE": true, "CARGO_HTTP_CAINFO": true, "GRPC_DEFAULT_SSL_ROOTS_FILE_PATH": true, "BUN_CA_BUNDLE_PATH": true,
		"CLAUDE_CODE_CLIENT_CERT": true,
	}
)

func weakens(p *audit.Pass, v facts.Variable) string {
	name := strings.ToUpper(v.Name)
	switch {
	case offSwitches[name] && isOff(v.Value), onSwitches[name] && isOn(v.Value):
		return "switches the check of certificates off"
	case authorities[name] && strings.TrimSpace(v.Value) != "" && fromRepo(p, v, strings.TrimSpace(v.Value)):
		return "trusts certificates of the repository"
	}
	return ""
}
