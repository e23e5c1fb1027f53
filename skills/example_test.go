package skills_test

import (
	"context"
	"fmt"

	"github.com/agentlayers/layers/dialect"
	"github.com/agentlayers/layers/skills"
	"github.com/agentlayers/layers/tree"
)

func Example() {
	m := tree.NewMemory()
	m.WriteFile("/shop/.agents/skills/release/SKILL.md", []byte("---\nname: release\ndescription: Cut a release.\n---\nRun scripts/tag.sh.\n"))
	m.WriteFile("/shop/.agents/skills/release/scripts/tag.sh", []byte("git tag $1\n"))
	m.WriteFile("/shop/.agents/skills/old/SKILL.md", []byte("no head\n"))
	d, err := dialect.Codex("0.145.0")
	if err != nil {
		fmt.Println(err)
		return
	}
	set, err := skills.Find(context.Background(), m, skills.Options{Dialect: d.Skills, Cwd: "/shop", Root: "/shop"})
	if err != nil {
		fmt.Println(err)
		return
	}
	for _, line := range set.Catalog().Lines {
		fmt.Println(line)
	}
	for _, f := range set.Failed {
		fmt.Println(f.Path, f.Class)
	}
	call, err := set.Call(context.Background(), m, "release", skills.Bounds{})
	fmt.Printf("%q %v %v\n", call.Text, call.Resources, err)
	_, err = set.Call(context.Background(), m, "relaese", skills.Bounds{})
	fmt.Println(err)
	// Output:
	// - release: Cut a release. (file: /shop/.agents/skills/release/SKILL.md)
	// /shop/.agents/skills/old/SKILL.md missing-frontmatter
	// "Run scripts/tag.sh.\n" [scripts/tag.sh] <nil>
	// no skill is named "relaese"; did you mean release?; available: release
}
