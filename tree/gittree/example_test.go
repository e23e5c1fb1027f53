package gittree_test

import (
	"errors"
	"fmt"

	"github.com/agentlayers/layers/tree"
	"github.com/agentlayers/layers/tree/gittree"
)

func ExampleInspect() {
	m := tree.NewMemory()
	m.Mkdir("/repo/.git/objects")
	m.WriteFile("/repo/.git/HEAD", []byte("ref: refs/heads/main\n"))
	m.WriteFile("/repo/.git/refs/heads/main", []byte("cc4b8d1f1a0f1f0f3a1d8a5c3f2e1d0c9b8a7f6e\n"))

	facts, err := gittree.Inspect(m, "/repo", gittree.Options{})
	fmt.Println(facts.Head.Ref, facts.Head.Commit[:8], facts.Bare, err)

	_, err = gittree.Inspect(m, "/elsewhere", gittree.Options{})
	var problem *gittree.Error
	fmt.Println(errors.As(err, &problem) && problem.Code == gittree.CodeNotFound)
	// Output:
	// refs/heads/main cc4b8d1f false <nil>
	// true
}
