package facts_test

import (
	"fmt"

	"github.com/agentlayers/layers/audit/facts"
	"github.com/agentlayers/layers/audit/source"
	"github.com/agentlayers/layers/diag"
)

func ExampleServers() {
	place, _ := source.Classify(".mcp.json")
	f := &source.File{
		Path: "/shop/.mcp.json", Rel: ".mcp.json", Place: place,
		Text: diag.NewSource("/shop/.mcp.json", []byte(`{"mcpServers": {"docs": {"command": "npx", "args": ["-y", "docs-server"]}}}`)),
	}
	for _, s := range facts.Servers(f) {
		fmt.Println(s.Agent, s.Name, s.NameAt, s.Argv())
	}
	// Output:
	// claude docs /shop/.mcp.json:1:17 [npx -y docs-server]
}
