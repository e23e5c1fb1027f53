package edit_test

import (
	"fmt"

	"github.com/agentlayers/layers/dialect"
	"github.com/agentlayers/layers/edit"
	"github.com/agentlayers/layers/layers"
)

func ExampleDocument_Set() {
	d, err := dialect.Codex("0.145.0")
	if err != nil {
		fmt.Println(err)
		return
	}
	doc := edit.Document{Name: "/home/u/.codex/config.toml", Config: d.Config, Bytes: []byte(`# mine
model = "small"   # cheap

[tools]
web_search = true
`)}
	v, err := edit.ParseValue(`"large"`, d.Config)
	if err != nil {
		fmt.Println(err)
		return
	}
	e, err := doc.Set(layers.Key{"model"}, v)
	fmt.Print(string(e.After))
	fmt.Println(len(e.Splices), "place differs", err)

	_, err = doc.Unset(layers.Key{"none"})
	fmt.Println(err)
	// Output:
	// # mine
	// model = "large"   # cheap
	//
	// [tools]
	// web_search = true
	// 1 place differs <nil>
	// no such key
}
