package review_test

import (
	"context"
	"fmt"

	"github.com/agentlayers/layers/audit"
	"github.com/agentlayers/layers/audit/gather"
	"github.com/agentlayers/layers/audit/rules"
	"github.com/agentlayers/layers/resolve"
	"github.com/agentlayers/layers/review"
	"github.com/agentlayers/layers/tree"
)

// A pin names what was reviewed; a change of something that can act gives another one.
func Example() {
	m := tree.NewMemory()
	m.WriteFile("/shop/.mcp.json", []byte(`{"mcpServers": {"docs": {"command": "docs-server"}}}`))
	snapshot := func() *review.Snapshot {
		dialects, err := audit.Dialects()
		if err != nil {
			panic(err)
		}
		set, err := gather.Dir(context.Background(), gather.Options{
			Host: resolve.Host{FS: m, Cwd: "/shop"}, Root: "/shop", Dialects: dialects,
		})
		if err != nil {
			panic(err)
		}
		s, err := review.Take(audit.Run(context.Background(), set, rules.All(), audit.Options{Persona: audit.Auditor}))
		if err != nil {
			panic(err)
		}
		return s
	}
	reviewed := snapshot()
	record := review.NewRecord(reviewed, review.Active)
	m.WriteFile("/shop/.mcp.json", []byte(`{"mcpServers": {"docs": {"command": "sh"}}}`))
	now := snapshot()
	fmt.Println(review.IsPin(record.Pin), record.Pin == now.Pin(review.Active))
	for _, c := range record.Changes(now) {
		fmt.Println(c.Path, c.How)
	}
	// Output:
	// true false
	// .mcp.json changed
}
