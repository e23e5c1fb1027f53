// Package paths holds the rules about where paths lead and what kind of file stands there: one rule per file, the file named as its id.
package paths

import "github.com/agentlayers/layers/audit"

// Rules lists the rules of this package.
func Rules() []audit.Rule {
	return []audit.Rule{
		configDuplicateKey(),
		configUnparsable(),
		oversizedAgentFile(),
		specialFile(),
		importOutsideRepo(),
		pathCaseCollision(),
		pathTrickName(),
		reviewHidden(),
		symlinkBrokenOrLoop(),
		symlinkEscapesRepo(),
	}
}
