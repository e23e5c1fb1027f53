package disk_test

import (
	"fmt"
	"os"

	"github.com/agentlayers/layers/tree"
	"github.com/agentlayers/layers/tree/disk"
)

func Example() {
	cwd, err := os.Getwd()
	if err != nil {
		fmt.Println(err)
		return
	}
	file, _, err := tree.Read(disk.FS(), disk.Slash(cwd)+"/slash.go", 1<<20)
	fmt.Println(len(file.Data) > 0, err)
	_, _, err = tree.Read(disk.FS(), disk.Slash(cwd)+"/none.go", 1<<20)
	fmt.Println(tree.IsMissing(err))
	// Output:
	// true <nil>
	// true
}
