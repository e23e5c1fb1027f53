// Package repo holds the rules about git, environment files and skills: one rule per file, the file named as its id.
package repo

import "github.com/agentlayers/layers/audit"

// Rules lists the rules of this package.
func Rules() []audit.Rule {
	return []audit.Rule{
		dotenvRedirectsAgent(),
		gitActiveHook(),
		gitConfigExec(),
		gitEmbeddedBareRepo(),
		gitfileUntrustedTarget(),
		gitmodulesSuspicious(),
		skillAlwaysOn(),
		skillDangerousScript(),
		skillNameShadows(),
		skillRemoteDependency(),
		submoduleUnaudited(),
	}
}
