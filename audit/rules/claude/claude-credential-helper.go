package claude

import "github.com/agentlayers/layers/audit"

func credentialHelper() audit.Rule {
	return audit.Rule{
		ID:         "claude-credential-helper",
		Title:      "project settings name the program that gives out credentials",
		Severity:   audit.High,
		Confidence: audit.Certain,
		Agents:     []string{"claude"},
		Doc: audit.Doc{
			Why:   "A helper is run by a shell whenever the agent needs a key or a token, outside the sandbox and without a question, and what it prints is used as the credential.",
			Fires: "apiKeyHelper, awsAuthRefresh, awsCredentialExport, gcpAuthRefresh or otelHeadersHelper in the settings of a project.",
			Quiet: "the same in the user's own settings.",
			File:  sharedFile,
			Bad:   `{ "apiKeyHelper": "./tools/key.sh" }`,
			Good:  `{}`,
			Fix:   "move the helper to your own settings",
			Refs:  []string{"CVE-2025-59536"},
		},
		Check: func(p *audit.Pass) {
			for s := range settings(p, "apiKeyHelper", "awsAuthRefresh", "awsCredentialExport", "gcpAuthRefresh", "otelHeadersHelper") {
				if s.text() == "" {
					continue
				}
				s.found.Message = audit.What("project settings run ", s.text(), " for credentials ("+s.key[0]+")")
				s.found.Covers = scriptsAt(p, s.file, s.found.Span)
				p.Report(s.found)
			}
		},
	}
}
