package resolve_test

import (
	"context"
	"fmt"

	"github.com/agentlayers/layers/dialect"
	"github.com/agentlayers/layers/resolve"
	"github.com/agentlayers/layers/tree"
)

// The files are in memory here; a program passes disk.FS(), os.LookupEnv and disk.Slash of its working directory.
func Example() {
	m := tree.NewMemory()
	m.WriteFile("/home/u/.codex/config.toml", []byte("model = \"small\"\n[projects.\"/shop\"]\ntrust_level = \"trusted\"\n"))
	m.WriteFile("/shop/.codex/config.toml", []byte("model = \"large\"\nmodle = 1\n"))
	m.WriteFile("/shop/AGENTS.md", []byte("Prices are integers.\n"))
	env := func(name string) (string, bool) { return "/home/u", name == "HOME" }

	d, err := dialect.Codex("0.145.0")
	if err != nil {
		fmt.Println(err)
		return
	}
	res, err := resolve.Dir(context.Background(), resolve.Options{Dialect: d, Host: resolve.HostFrom(m, env, "/shop")})
	if err != nil {
		fmt.Println(err)
		return
	}
	model, origin, ok := res.Effective.Get("model")
	fmt.Println(model, origin.Value(), ok)

	var settings struct {
		Model string `koanf:"model"`
	}
	fmt.Println(res.Decode(&settings), settings.Model)
	fmt.Printf("%q\n", res.Instructions)
	for _, d := range res.Diags {
		fmt.Println(d)
	}
	fmt.Println(res.Strict("unknown-key") != nil)
	// Output:
	// large /shop/.codex/config.toml:1:9 true
	// <nil> large
	// "Prices are integers.\n"
	// /shop/.codex/config.toml:2:1: warning: modle is not a known key [unknown-key]
	// true
}

// A changed file gives a new Result; the earlier one stays as it is.
func ExampleRefresh() {
	m := tree.NewMemory()
	m.WriteFile("/home/u/.codex/config.toml", []byte("model = \"small\"\n"))
	env := func(name string) (string, bool) { return "/home/u", name == "HOME" }
	d, err := dialect.Codex("0.145.0")
	if err != nil {
		fmt.Println(err)
		return
	}
	before, err := resolve.Dir(context.Background(), resolve.Options{Dialect: d, Host: resolve.HostFrom(m, env, "/shop")})
	if err != nil {
		fmt.Println(err)
		return
	}
	m.WriteFile("/home/u/.codex/config.toml", []byte("model = \"large\"\n"))
	after, err := resolve.Refresh(context.Background(), before, []string{"/home/u/.codex/config.toml"})
	if err != nil {
		fmt.Println(err)
		return
	}
	was, _, _ := before.Effective.Get("model")
	is, _, _ := after.Effective.Get("model")
	fmt.Println(was, is)
	// Output:
	// small large
}
