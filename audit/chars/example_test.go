package chars_test

import (
	"fmt"

	"github.com/agentlayers/layers/audit/chars"
)

func Example() {
	fmt.Println(chars.IsTag('\U000E0041'), chars.IsRightToLeft('א'), chars.IsIgnorable('\u200B'))
	fmt.Println(chars.Fold("pаypal") == chars.Fold("paypal")) // the first а is Cyrillic
	// Output:
	// true true true
	// false
}
