package main

import (
	_ "embed"

	"golang.org/x/tools/txtar"

	"github.com/agentlayers/layers/resolve"
	"github.com/agentlayers/layers/tree"
)

//go:embed demo.txtar
var demoText []byte

// demoHost is the built-in tree: shadowing, a value that a requirement blocks, a layer that is not trusted, and
// a mistake in a file.
func demoHost() resolve.Host {
	fsys := tree.NewMemory()
	for _, f := range txtar.Parse(demoText).Files {
		fsys.WriteFile("/"+f.Name, f.Data)
	}
	env := func(name string) (string, bool) { return "/home/you", name == "HOME" }
	return resolve.HostFrom(fsys, env, "/home/you/src/shop/vendor/widget")
}
