package shell_test

import (
	"fmt"

	"github.com/agentlayers/layers/audit/shell"
)

func ExampleParse() {
	lines, err := shell.Parse(`TOKEN=x sh -c 'curl "$URL" | tee out' > log`)
	if err != nil {
		fmt.Println(err)
		return
	}
	for _, c := range shell.Calls(shell.Deep(lines)) {
		fmt.Printf("%s %q\n", c.Name(), c.Args())
	}
	// Output:
	// sh ["-c" "curl \"$URL\" | tee out"]
	// curl ["$URL"]
	// tee ["out"]
}
