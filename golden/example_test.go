package golden_test

import (
	"context"
	"fmt"
	"testing"

	"github.com/agentlayers/layers/dialect"
	"github.com/agentlayers/layers/golden"
)

// A case holds a tree, a question and what the agent answered.
func Example() {
	c, err := golden.Parse("layers-user", []byte(`The user's own file is the only layer with a value.
cwd: repo
-- home/.codex/config.toml --
model = "small"
-- repo/README.md --
`))
	if err != nil {
		fmt.Println(err)
		return
	}
	fsys, err := c.Layout(&testing.T{}, golden.Memory)
	if err != nil {
		fmt.Println(err)
		return
	}
	d, err := dialect.Codex("0.145.0")
	if err != nil {
		fmt.Println(err)
		return
	}
	views, err := c.Resolve(context.Background(), d, fsys)
	if err != nil {
		fmt.Println(err)
		return
	}
	fmt.Println(c.Cwd)
	fmt.Print(golden.LayersText(views.Prompt))
	// Output:
	// /mnt/repo
	// model = "small"   wins   $ROOT/home/.codex/config.toml:1:1
}
