package acts

import (
	"strings"
	"testing"
	"time"

	"github.com/agentlayers/layers/audit/shell"
)

// TestCost: text made to be slow to look at takes no more than a moment.
func TestCost(t *testing.T) {
	t.Parallel()
	for name, text := range map[string]string{
		"pipes of shells":   strings.Repeat("sh -c 'a|b'|", 5000) + "c",
		"shells in shells":  strings.Repeat("sh -c ", 9000) + "x",
		"short calls":       strings.Repeat("a\n", 200_000),
		"short pipes":       strings.Repeat("a|", 30_000) + "b",
		"variables":         strings.Repeat("x=$(curl y)\necho $z\n", 5000),
		"many variables":    manyVariables(),
		"words":             "echo " + strings.Repeat("~/a ", 16_000),
		"evals":             strings.Repeat("eval a;", 8000),
		"open substitution": strings.Repeat("$(a ", 400) + strings.Repeat(")", 400),
		"here documents":    strings.Repeat("sh <<E\nsh -c 'x'\nE\n", 3000),
		"no shell":          strings.Repeat(")\n", 100_000),
	} {
		start := time.Now()
		Find(shell.Script(text))
		if took := time.Since(start); took > 20*time.Second {
			t.Errorf("%s: %v", name, took)
		} else {
			t.Logf("%s: %v", name, took)
		}
	}
}

func manyVariables() string {
	var b strings.Builder
	for i := range 2000 {
		name := strings.Repeat("v", 1+i%7) + string(rune('a'+i%26)) + string(rune('a'+i/26%26)) + string(rune('a'+i/676))
		b.WriteString(name + "=$(curl x)\neval $y\n")
	}
	return b.String()
}
