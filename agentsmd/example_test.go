package agentsmd_test

import (
	"context"
	"fmt"

	"github.com/agentlayers/layers/agentsmd"
	"github.com/agentlayers/layers/dialect"
	"github.com/agentlayers/layers/tree"
)

func Example() {
	m := tree.NewMemory()
	m.WriteFile("/shop/AGENTS.md", []byte("Prices are integers.\n"))
	m.WriteFile("/shop/web/AGENTS.md", []byte("Run npm test.\n"))
	d, err := dialect.Codex("0.145.0")
	if err != nil {
		fmt.Println(err)
		return
	}
	loaded, err := agentsmd.Load(context.Background(), m, agentsmd.Options{
		Dialect: d.Instructions, Cwd: "/shop/web", Root: "/shop", AgentHome: "/home/u/.codex",
		Limit: &agentsmd.Limit{Bytes: 30},
	})
	if err != nil {
		fmt.Println(err)
		return
	}
	for _, d := range loaded.Documents {
		if d.Exists {
			fmt.Println(d.Path, d.Bytes, "bytes,", d.Sent, "sent")
		}
	}
	fmt.Printf("%q\n", loaded.Text)
	// Output:
	// /shop/AGENTS.md 21 bytes, 21 sent
	// /shop/web/AGENTS.md 14 bytes, 9 sent
	// "Prices are integers.\n\n\nRun npm t"
}
