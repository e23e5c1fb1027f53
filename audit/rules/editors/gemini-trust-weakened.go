package editors

import (
	"strings"

	"github.com/agentlayers/layers/audit"
	"github.com/agentlayers/layers/audit/source"
)

func geminiTrustWeakened() audit.Rule {
	return audit.Rule{
		ID:         "gemini-trust-weakened",
		Title:      "workspace settings reach for what trust decides",
		Severity:   audit.Medium,
		Confidence: audit.Certain,
		Agents:     []string{"gemini"},
		Intent:     true,
		Doc: audit.Doc{
			Why:   "Whether the folder is trusted, which folders outside it are read, and which secrets commands may see are for the user to say.",
			Fires: "security.folderTrust other than on, context.includeDirectories outside the repository, secret names in security.environmentVariableRedaction.allowed, and that redaction switched off.",
			Quiet: "folders inside the repository; names that hold no secret.",
			File:  geminiSettings,
			Bad:   `{ "context": { "includeDirectories": ["../other"] } }`,
			Good:  `{ "context": { "includeDirectories": ["docs"] } }`,
			Fix:   "remove it from the workspace",
		},
		Check: weakenedTrust,
	}
}

func weakenedTrust(p *audit.Pass) {
	for s := range settings(p, geminiSettings, "security.folderTrust", "folderTrust") {
		if source.IsTrue(s.at.Value) || source.IsTrue(source.Value(s.at.Value, "enabled")) {
			continue
		}
		s.found.Message = "workspace settings decide about trust in folders"
		p.Report(s.found)
	}
	for s := range settings(p, geminiSettings, "context.includeDirectories.*", "includeDirectories.*") {
		if _, inside := p.Inside(s.file.Start, s.text()); !inside && s.text() != "" {
			s.found.Message = audit.What("workspace settings include ", s.text(), ", outside the repository")
			p.Report(s.found)
		}
	}
	for s := range settings(p, geminiSettings, "security.environmentVariableRedaction.allowed.*") {
		if isSecretName(s.text()) {
			s.found.Message = audit.What("workspace settings show the secret ", s.text(), " to commands")
			p.Report(s.found)
		}
	}
	for s := range settings(p, geminiSettings, "security.environmentVariableRedaction.enabled") {
		if source.IsFalse(s.at.Value) {
			s.found.Message = "workspace settings show every secret of the environment to commands"
			p.Report(s.found)
		}
	}
}

// isSecretName reports whether a variable's name says that it holds a secret; a pattern for any name does.
func isSecretName(name string) bool {
	if strings.Contains(name, "*") {
		return true
	}
	for _, part := range strings.FieldsFunc(strings.ToUpper(name), func(r rune) bool { return r == '_' || r == '-' }) {
		switch part {
		case "KEY", "KEYS", "APIKEY", "TOKEN", "TOKENS", "SECRET", "SECRETS", "PASSWORD", "PASSWD", "PASSPHRASE", "PASS", "PWD",
			"CREDENTIAL", "CREDENTIALS", "AUTH", "PAT", "PRIVATE", "CERT", "COOKIE", "DSN":
			return true
		}
	}
	return false
}
