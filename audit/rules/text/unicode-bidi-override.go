package text

import (
	"github.com/agentlayers/layers/audit"
	"github.com/agentlayers/layers/audit/source"
)

func unicodeBidiOverride() audit.Rule {
	return audit.Rule{
		ID:         "unicode-bidi-override",
		Title:      "a direction override shows the text in another order than it is read",
		Severity:   audit.High,
		Confidence: audit.Certain,
		Alone:      true,
		Intent:     true,
		Doc: audit.Doc{
			Why:   "After U+202D or U+202E every character runs in one direction, whatever it is. What people see is not what the model reads. No language needs it.",
			Fires: "U+202D or U+202E in a file that an agent reads, or in its path.",
			Quiet: "the names of these characters as text, such as \"U+202E\".",
			File:  "AGENTS.md",
			Bad:   "The release branch is \\u{202E}niam.",
			Good:  "The release branch is main.",
			Fix:   "delete it",
			Refs:  []string{"CVE-2021-42574"},
		},
		Check: func(p *audit.Pass) {
			reportMarks(p, func(*source.File) matcher { return overrides }, func(b body, found []stretch) string {
				return audit.What("a direction override reorders \"", around(b, found[0]), "\"")
			})
		},
	}
}

func overrides(b body, i int, r rune) (end int, found bool) {
	_, end = b.at(i)
	return end, isOverride(r)
}

func isOverride(r rune) bool { return r == 0x202D || r == 0x202E }
