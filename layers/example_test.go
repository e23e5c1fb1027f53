package layers_test

import (
	"context"
	"fmt"

	"github.com/agentlayers/layers/dialect"
	"github.com/agentlayers/layers/layers"
	"github.com/agentlayers/layers/tree"
)

func Example() {
	m := tree.NewMemory()
	m.WriteFile("/home/u/.codex/config.toml", []byte("model = \"small\"\n[projects.\"/shop\"]\ntrust_level = \"trusted\"\n"))
	m.WriteFile("/shop/.codex/config.toml", []byte("model = \"large\"\n"))
	d, err := dialect.Codex("0.145.0")
	if err != nil {
		fmt.Println(err)
		return
	}
	loaded, err := layers.Load(context.Background(), m, layers.Options{
		Dialect: d, Cwd: "/shop", Home: "/home/u", AgentHome: "/home/u/.codex",
	})
	if err != nil {
		fmt.Println(err)
		return
	}
	for _, e := range loaded.Stack.Entries {
		fmt.Println(e.Source.Name, e.Exists, e.Active())
	}
	model := loaded.Stack.Effective().Root.At(layers.Key{"model"})
	fmt.Println(model.Value, model.Origin.Value())
	fmt.Println("instead of", model.Shadowed[0].Value, model.Shadowed[0].Origin.Value())
	// Output:
	// system false true
	// user true true
	// project root true true
	// large /shop/.codex/config.toml:1:9
	// instead of small /home/u/.codex/config.toml:1:9
}

// Decode tells the place of every value that does not fit.
func ExampleEffective_Decode() {
	d := dialect.Dialect{Config: dialect.Config{Format: dialect.FormatTOML, Limits: dialect.Limits{Depth: 20, KeyParts: 20}}}
	e := layers.ParseRequirements("/home/u/settings.toml", []byte("[server]\nport = \"http\"\nhost = \"localhost\"\n"), d)
	var into struct {
		Server struct {
			Port int
			Host string
		}
	}
	err := layers.Effective{Root: e.Root}.Decode(&into)
	fmt.Println(into.Server.Host)
	fmt.Println(err)
	// Output:
	// localhost
	// /home/u/settings.toml:2:8: server.port: cannot parse value as 'int': strconv.ParseInt: invalid syntax
}
