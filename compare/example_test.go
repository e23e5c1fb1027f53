package compare_test

import (
	"context"
	"fmt"

	"github.com/agentlayers/layers/compare"
	"github.com/agentlayers/layers/dialect"
	"github.com/agentlayers/layers/resolve"
	"github.com/agentlayers/layers/tree"
	"github.com/agentlayers/layers/trust"
)

// What would change if the folder were trusted?
func ExampleResults() {
	m := tree.NewMemory()
	m.WriteFile("/shop/.codex/config.toml", []byte("sandbox_mode = \"danger-full-access\"\n"))
	d, err := dialect.Codex("0.145.0")
	if err != nil {
		fmt.Println(err)
		return
	}
	env := func(name string) (string, bool) { return "/home/u", name == "HOME" }
	o := resolve.Options{Dialect: d, Host: resolve.HostFrom(m, env, "/shop")}
	now, err := resolve.Dir(context.Background(), o)
	if err != nil {
		fmt.Println(err)
		return
	}
	o.Trust = []trust.Rule{{Path: "/shop", Level: trust.Trusted}}
	trusted, err := resolve.Dir(context.Background(), o)
	if err != nil {
		fmt.Println(err)
		return
	}
	difference := compare.Results(now, trusted)
	for _, c := range difference.Config {
		fmt.Println(c.Key, c.To.Value)
	}
	for _, w := range difference.Session {
		fmt.Println(w.Name, w.From, w.To)
	}
	// Output:
	// projects."/shop".trust_level trusted
	// sandbox_mode danger-full-access
	// sandbox read-only danger-full-access
}
