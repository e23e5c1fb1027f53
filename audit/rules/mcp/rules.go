// Package mcp holds the rules about servers, the commands that agents run, and the variables they get: one rule per file, the file named as its id.
package mcp

import "github.com/agentlayers/layers/audit"

// Rules lists the rules of this package.
func Rules() []audit.Rule {
	return []audit.Rule{
		downloadExec(),
		editsTrust(),
		persistence(),
		readsSecrets(),
		autoApproved(),
		cleartextURL(),
		credentialForwarded(),
		inlineShell(),
		nameShadows(),
		remoteURL(),
		repoLocalCommand(),
		secretLiteral(),
		serverDeclared(),
		unpinnedPackage(),
		envCodeInjection(),
		envProxyRedirect(),
		envTLSWeakened(),
		telemetryRedirect(),
	}
}
