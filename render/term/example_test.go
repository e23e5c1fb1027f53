package term_test

import (
	"fmt"

	"github.com/agentlayers/layers/render/term"
)

func Example() {
	st := term.Style{Width: 40}
	b := st.Builder()
	b.Line(st.Escape("a name that holds an escape: \x1b[31m"))
	b.Hang("why", 6, "text that is longer than the screen is wide goes on below its first word")
	fmt.Print(b)
	// Output:
	// a name that holds an escape: ⟦U+001B⟧[31m
	// why   text that is longer than the
	//       screen is wide goes on below its
	//       first word
}
