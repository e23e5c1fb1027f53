// Package rules is the list of every audit rule.
//
//	audit/rules/codex, claude, mcp, text, ... ─> All, Find ─> audit.Rule ─> audit.Run
package rules

import (
	"slices"

	"github.com/agentlayers/layers/audit"
	"github.com/agentlayers/layers/audit/rules/claude"
	"github.com/agentlayers/layers/audit/rules/codex"
	"github.com/agentlayers/layers/audit/rules/editors"
	"github.com/agentlayers/layers/audit/rules/mcp"
	"github.com/agentlayers/layers/audit/rules/paths"
	"github.com/agentlayers/layers/audit/rules/repo"
	"github.com/agentlayers/layers/audit/rules/text"
)

// All lists every rule, by catalogue section.
func All() []audit.Rule {
	return slices.Concat(
		text.Rules(), paths.Rules(), codex.Rules(), mcp.Rules(), claude.Rules(), editors.Rules(), repo.Rules(),
	)
}

// Find is the rule of that id.
func Find(id string) (audit.Rule, bool) {
	for _, r := range All() {
		if r.ID == id {
			return r, true
		}
	}
	return audit.Rule{}, false
}
