package rules_test

import (
	"fmt"

	"github.com/agentlayers/layers/audit/rules"
)

func ExampleFind() {
	rule, ok := rules.Find("codex-sandbox-off")
	fmt.Println(rule.ID, rule.Severity, ok)
	fmt.Println(rule.Doc.Bad)
	fmt.Println(rule.Doc.Fix)
	// Output:
	// codex-sandbox-off high true
	// sandbox_mode = "danger-full-access"
	// remove it, or set "workspace-write"
}
