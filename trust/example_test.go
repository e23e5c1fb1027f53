package trust_test

import (
	"fmt"

	"github.com/agentlayers/layers/tree"
	"github.com/agentlayers/layers/trust"
)

func Example() {
	m := tree.NewMemory()
	m.WriteFile("/work/shop/.git/HEAD", []byte("ref: refs/heads/main\n"))
	m.Mkdir("/work/shop/web")

	rules := trust.NewRules([]trust.Rule{{Path: "/work/shop", Level: trust.Trusted, Layer: "user"}})
	root := trust.FindRoot(m, "/work/shop/web", []string{".git"}, true)
	decision := rules.Decide(m, []trust.Place{
		{What: "folder", Path: "/work/shop/web"},
		{What: "project root", Path: root.Path},
	})
	fmt.Println(root.Path, root.Marker, decision.Level)
	for _, l := range decision.Considered {
		fmt.Println(l.What, l.Key, l.Hit)
	}
	// Output:
	// /work/shop .git trusted
	// folder /work/shop/web false
	// project root /work/shop true
}
