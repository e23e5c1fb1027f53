package diag_test

import (
	"fmt"

	"github.com/agentlayers/layers/diag"
)

func Example() {
	src := diag.NewSource("/repo/.codex/config.toml", []byte("model = \"m\"\nsandbox = \"sharp\"\n"))
	problem := diag.Diagnostic{
		Code: "unknown-key", Severity: diag.Warning, Summary: "sandbox is not a known key",
		Fix: "did you mean sandbox_mode?", Subject: src.Span(12, 19),
	}
	fmt.Println(problem)
	fmt.Println(src.Line(problem.Subject.Start.Line))
	fmt.Println(problem.Fix)
	// Output:
	// /repo/.codex/config.toml:2:1: warning: sandbox is not a known key [unknown-key]
	// sandbox = "sharp"
	// did you mean sandbox_mode?
}
