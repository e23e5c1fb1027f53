package dialect_test

import (
	"encoding/json"
	"fmt"

	"github.com/agentlayers/layers/dialect"
)

// A dialect prints as JSON and loads back; a field that is misspelt is refused.
func Example() {
	d, err := dialect.Codex("0.145.0")
	if err != nil {
		fmt.Println(err)
		return
	}
	d.Name = "mine"
	d.Config.Roots.Markers = []string{".git", "go.work"}
	text, err := json.Marshal(d)
	if err != nil {
		fmt.Println(err)
		return
	}
	back, err := dialect.Load(text)
	fmt.Println(back.ID(), back.Config.Roots.Markers, err)

	near, _ := back.Compile().Config.Suggest([]string{"modle"})
	fmt.Println("did you mean", near)

	_, err = dialect.Load([]byte(`{"name": "mine", "versions": "1"}`))
	fmt.Println(err)
	// Output:
	// mine@0.145.0 [.git go.work] <nil>
	// did you mean model
	// read dialect: json: unknown field "versions"
}
