// Package text holds the rules about what a model reads and a person does not see: one rule per file, the file named as its id.
package text

import "github.com/agentlayers/layers/audit"

// Rules lists the rules of this package.
func Rules() []audit.Rule {
	return []audit.Rule{
		unicodeTagCharacters(),
		unicodeBidiOverride(),
		unicodeBidiUnbalanced(),
		unicodeZeroWidth(),
		unicodeVariationSelectorRun(),
		unicodeInvisibleFiller(),
		controlCharacter(),
		mixedScriptName(),
		instructionHiddenComment(),
		instructionDisablesSafety(),
		instructionOverride(),
		instructionConceal(),
		instructionReadsSecrets(),
		instructionFetchAndRun(),
		encodedBlob(),
		docOverBudget(),
		instructionShadowed(),
	}
}
