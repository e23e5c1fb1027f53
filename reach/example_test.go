package reach_test

import (
	"context"
	"fmt"

	"github.com/agentlayers/layers/dialect"
	"github.com/agentlayers/layers/reach"
	"github.com/agentlayers/layers/resolve"
	"github.com/agentlayers/layers/tree"
)

func Example() {
	m := tree.NewMemory()
	m.WriteFile("/shop/.git/HEAD", []byte("ref: refs/heads/main\n"))
	m.WriteFile("/shop/api/main.go", nil)
	m.WriteFile("/shop/web/AGENTS.md", []byte("Run npm test.\n"))
	d, err := dialect.Codex("0.145.0")
	if err != nil {
		fmt.Println(err)
		return
	}
	env := func(name string) (string, bool) { return "/home/u", name == "HOME" }
	o := resolve.Options{Dialect: d, Host: resolve.HostFrom(m, env, "/shop/api")}
	res, err := resolve.Dir(context.Background(), o)
	if err != nil {
		fmt.Println(err)
		return
	}
	answer, err := reach.Explain(context.Background(), o, res, nil, "/shop/web/AGENTS.md")
	if err != nil {
		fmt.Println(err)
		return
	}
	for _, c := range answer.Conditions {
		fmt.Println(c.Met, c.Text)
	}
	fmt.Println("start in", answer.Elsewhere.Dir)
	// Output:
	// true exists
	// true name is a candidate
	// true inside the project root
	// false on the way from root to cwd
	// start in /shop/web
}
