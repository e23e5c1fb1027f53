package render_test

import (
	"context"
	"fmt"
	"os"

	"github.com/agentlayers/layers/dialect"
	"github.com/agentlayers/layers/layers"
	"github.com/agentlayers/layers/render"
	"github.com/agentlayers/layers/render/term"
	"github.com/agentlayers/layers/resolve"
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
	env := func(name string) (string, bool) { return "/home/u", name == "HOME" }
	res, err := resolve.Dir(context.Background(), resolve.Options{Dialect: d, Host: resolve.HostFrom(m, env, "/shop")})
	if err != nil {
		fmt.Println(err)
		return
	}
	screen := render.Screen{Result: res, Style: term.Style{Width: 80}}
	err = screen.List(os.Stdout, layers.Key{"model"}, render.ListOptions{Scope: true, Origin: true, Shadowed: true})
	fmt.Println(err)
	key, known := screen.Key(layers.Key{"model"})
	fmt.Println(known)
	fmt.Print(key)
	// Output:
	// project	.codex/config.toml:1:1	model="large"
	// user	~/.codex/config.toml:1:1	# model="small"
	// <nil>
	// true
	// model = "large"                                                  type string
	//
	// ▶ 3  project root  "large"  .codex/config.toml:1:1    wins
	// 2    user          "small"  ~/.codex/config.toml:1:1  shadowed by 3
	// 1    system        –        /etc/codex/config.toml    file absent
	// 0    default  (chosen by codex itself)
	//
	//   .codex/config.toml
	//   1 │ model = "large"
	//     ╵ ───────────────  this line wins
	//
	// why   a project root layer beats a user layer
	// to change it
	//   for you   edit ~/.codex/config.toml
	//   once      codex -c model=VALUE
}
