package tree_test

import (
	"fmt"

	"github.com/agentlayers/layers/tree"
)

// A tree in memory: the link is followed by Read, and each hop is told.
func Example() {
	m := tree.NewMemory()
	m.WriteFile("/repo/docs/AGENTS.md", []byte("Be brief.\n"))
	m.Symlink("/repo/AGENTS.md", "docs/AGENTS.md")

	fsys := tree.NewRecorder(m)
	file, where, err := tree.Read(fsys, "/repo/AGENTS.md", 1<<20)
	fmt.Printf("%q %v\n", file.Data, err)
	fmt.Println(where.Path, len(where.Hops), "hop")
	for _, a := range fsys.Accesses() {
		fmt.Println(a.Path, a.Found)
	}
	// Output:
	// "Be brief.\n" <nil>
	// /repo/docs/AGENTS.md 1 hop
	// /repo folder
	// /repo/AGENTS.md link
	// /repo/docs folder
	// /repo/docs/AGENTS.md file
}
