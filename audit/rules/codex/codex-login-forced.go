package codex

import (
	"github.com/agentlayers/layers/audit"
)

func loginForced() audit.Rule {
	return audit.Rule{
		ID:         "codex-login-forced",
		Title:      "project config decides how the user logs in or where credentials are kept",
		Severity:   audit.Medium,
		Confidence: audit.Certain,
		Agents:     []string{"codex"},
		Doc: audit.Doc{
			Why:   "How to log in, to which workspace, and whether credentials lie in a file or a keyring is the user's decision.",
			Fires: "forced_login_method, forced_chatgpt_workspace_id, cli_auth_credentials_store and mcp_oauth_credentials_store in a project layer.",
			Quiet: "the user's own configuration.",
			File:  ".codex/config.toml",
			Bad:   `forced_login_method = "api"`,
			Good:  "# keep it in your own configuration",
			Fix:   "remove it",
		},
		Check: func(p *audit.Pass) {
			keys := []string{"forced_login_method", "forced_chatgpt_workspace_id", "cli_auth_credentials_store", "mcp_oauth_credentials_store"}
			for s := range settings(p, keys...) {
				s.found.Message = "project config sets " + s.at.Name
				p.Report(s.found)
			}
		},
	}
}
