package frontmatter_test

import (
	"fmt"
	"strings"
	"testing"
	"time"
)

// TestSlowHeadsEnd parses heads of a quarter megabyte that are made to be slow.
func TestSlowHeadsEnd(t *testing.T) {
	t.Parallel()
	if raceDetector {
		t.Skip("time is judged without the race detector only")
	}
	var aliases strings.Builder
	for i := range 20_000 {
		fmt.Fprintf(&aliases, "k%d: &a%d [*a%d]\n", i, i+1, i)
	}
	const size = 1 << 18
	for name, line := range map[string]string{
		"colons": "a: b: c\n", "brackets": "a: [\n", "at": "a: @\n", "slashes": "a: \"\\/\"\n", "nested": "- ", "flow": "[", "maps": "{a: ", "keys": "? ", "anchors": "&a ", "quotes": "a: 'b''c'\n", "comments": "# c\n", "blanks": " \n", "one line": "x",
		"aliases": "a: &a0 x\n" + aliases.String(),
	} {
		text := "---\n" + strings.Repeat(line, size/len(line)+1)[:size-100] + "\n---\n"
		start := time.Now()
		parse(text)
		if took := time.Since(start); took > time.Minute {
			t.Errorf("%s: took %v", name, took)
		} else {
			t.Logf("%s: %v", name, took)
		}
	}
}
