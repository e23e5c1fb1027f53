package gather_test

import (
	"context"
	"fmt"

	"github.com/agentlayers/layers/audit"
	"github.com/agentlayers/layers/audit/gather"
	"github.com/agentlayers/layers/resolve"
	"github.com/agentlayers/layers/tree"
)

func ExampleDir() {
	m := tree.NewMemory()
	m.WriteFile("/shop/AGENTS.md", []byte("Prices are integers.\n"))
	m.WriteFile("/shop/web/.mcp.json", []byte("{}"))
	m.WriteFile("/shop/web/main.go", []byte("package main\n"))
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
	for _, f := range set.Files {
		fmt.Println(f.Rel, f.Kind, f.Agents)
	}
	for _, s := range set.Starts {
		fmt.Println("start", s.Rel, len(s.Views), "views")
	}
	fmt.Println(set.Read, "read,", len(set.Entries), "seen")
	// Output:
	// AGENTS.md instructions [codex copilot cursor gemini opencode]
	// web/.mcp.json config [claude]
	// start . 3 views
	// start web 3 views
	// 2 read, 4 seen
}
