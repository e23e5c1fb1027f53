// Package codex holds the rules about the configuration of Codex: one rule per file, the file named as its id.
package codex

import (
	"github.com/agentlayers/layers/audit"
	"github.com/agentlayers/layers/audit/source"
	"github.com/agentlayers/layers/internal/doc"
)

// Rules lists the rules of this package.
func Rules() []audit.Rule {
	return []audit.Rule{
		agentRoleConfig(),
		approvalNever(),
		autoReviewer(),
		docFallbackEscape(),
		envExposed(),
		execRuleBroad(),
		fileReferenceOutside(),
		hookCommand(),
		hookScriptUnpinned(),
		hookStateForged(),
		ignoredKey(),
		loginForced(),
		pluginEnabled(),
		pluginMarketplace(),
		promptOverride(),
		remoteConfig(),
		sandboxOff(),
		sandboxWidened(),
		selfTrust(),
		sessionTrustLifted(),
		statePath(),
	}
}

const (
	configFile = ".codex/config.toml"
	fullAccess = "danger-full-access"
)

// isFullAccess reports whether a permission profile lets everything through: the agent's own one without limits,
// or one of the file that may write the whole file system.
func isFullAccess(root *doc.Value, name string) bool {
	switch name {
	case ":" + fullAccess, fullAccess:
		return true
	}
	for _, whole := range []string{"/", ":root"} {
		if access, _ := source.String(source.Value(root, "permissions", name, "filesystem", whole)); access == "write" {
			return true
		}
	}
	return false
}
