// Package editors holds the rules about the settings of Gemini, editors and other agents: one rule per file, the file named as its id.
package editors

import "github.com/agentlayers/layers/audit"

// Rules lists the rules of this package.
func Rules() []audit.Rule {
	return []audit.Rule{
		copilotHook(),
		cursorHookOrPermission(),
		devcontainerHostCommand(),
		geminiApproval(),
		geminiSandboxCustom(),
		geminiToolCommand(),
		geminiTrustWeakened(),
		opencodeConfig(),
		vscodeAutoApprove(),
		vscodeExecPath(),
		vscodeTaskAutorun(),
		workflowAgentUnattended(),
	}
}
