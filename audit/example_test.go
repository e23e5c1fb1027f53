package audit_test

import (
	"context"
	"fmt"

	"github.com/agentlayers/layers/audit"
	"github.com/agentlayers/layers/audit/gather"
	"github.com/agentlayers/layers/audit/rules"
	"github.com/agentlayers/layers/resolve"
	"github.com/agentlayers/layers/tree"
)

func Example() {
	m := tree.NewMemory()
	m.WriteFile("/shop/.codex/config.toml", []byte("sandbox_mode = \"danger-full-access\"\n"))
	dialects, err := audit.Dialects()
	if err != nil {
		fmt.Println(err)
		return
	}
	set, err := gather.Dir(context.Background(), gather.Options{
		Host: resolve.Host{FS: m, Cwd: "/shop"}, Root: "/shop", Dialects: dialects,
	})
	if err != nil {
		fmt.Println(err)
		return
	}
	result := audit.Run(context.Background(), set, rules.All(), audit.Options{})
	for _, f := range result.Findings {
		fmt.Println(f.Span, f.Severity, f.Rule)
		for _, e := range f.Effects {
			fmt.Println(" ", e.Name(), "now:", e.Now, "if trusted:", e.Trusted)
		}
	}
	fmt.Println(result.Complete(), result.Worst() >= audit.Medium)
	// Output:
	// /shop/.codex/config.toml:1:16 high codex-sandbox-off
	//   codex@0.145.0 now: none, the project is not trusted if trusted: takes effect
	//   codex@0.171.0 now: none, the project is not trusted if trusted: takes effect
	// true true
}
