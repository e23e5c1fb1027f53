// Package claude holds the rules about the settings of Claude Code: one rule per file, the file named as its id.
package claude

import "github.com/agentlayers/layers/audit"

// Rules lists the rules of this package.
func Rules() []audit.Rule {
	return []audit.Rule{
		additionalDirs(),
		allowBroad(),
		baseURL(),
		credentialHelper(),
		helperCommand(),
		hookCommand(),
		inlineShell(),
		permissionBypass(),
		sandboxWeakened(),
		toolGrantBroad(),
	}
}
