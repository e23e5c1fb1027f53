package golden_test

import (
	"cmp"
	"fmt"
	"maps"
	"os"
	"slices"
	"strings"
	"testing"

	diff "github.com/google/go-cmp/cmp"

	"github.com/agentlayers/layers/golden"
)

// The marks around the part of the README that this test writes.
const (
	readme     = "../README.md"
	tallyBegin = "<!-- tally -->\n"
	tallyEnd   = "<!-- end of tally -->\n"
)

// TestCasesInReadme: the README says exactly what is matched. A new case changes the numbers; then
//
//	go test ./golden -run TestCases -update
func TestCasesInReadme(t *testing.T) {
	if os.Getenv(dirEnv) != "" {
		t.Skip("skipped: " + dirEnv + " names other cases than those that the README counts")
	}
	if golden.RaceDetector {
		t.Skip("skipped: the count is the same without the race detector, and nothing runs at the same time")
	}
	data, err := os.ReadFile(readme)
	if err != nil {
		t.Fatal(err)
	}
	before, rest, begins := strings.Cut(string(data), tallyBegin)
	_, after, ends := strings.Cut(rest, tallyEnd)
	if !begins || !ends {
		t.Fatalf("%s lacks the lines %s and %s", readme, strings.TrimSpace(tallyBegin), strings.TrimSpace(tallyEnd))
	}
	now := before + tallyBegin + parityText(golden.Parity(t, builtIn(t))) + tallyEnd + after
	if *update {
		if err := os.WriteFile(readme, []byte(now), 0o644); err != nil {
			t.Fatal(err)
		}
		return
	}
	if d := diff.Diff(string(data), now); d != "" {
		t.Errorf("the README counts other facts; go test ./golden -run TestCases -update (-README +now):\n%s", d)
	}
}

// parityText is the tables: totals by version, counts by fact, and what is not compared.
func parityText(versions []golden.Matched) string {
	var b strings.Builder
	b.WriteString("\n| agent | cases | facts | equal | different | pending | excluded |\n| --- | ---: | ---: | ---: | ---: | ---: | ---: |\n")
	for _, m := range versions {
		c := m.Sum()
		fmt.Fprintf(&b, "| %s %s | %d | %d | %d | %d | %d | %d |\n", m.Dialect.Name, m.Dialect.Version, m.Cases(), c.Total(), c.Equal, c.Different, c.Pending, c.Excluded)
	}
	for _, agent := range agentsOf(versions) {
		factTable(&b, agent)
	}
	b.WriteString("\n")
	return b.String()
}

// agentsOf groups the versions of each agent.
func agentsOf(versions []golden.Matched) [][]golden.Matched {
	var out [][]golden.Matched
	for _, m := range versions {
		if n := len(out); n > 0 && out[n-1][0].Dialect.Name == m.Dialect.Name {
			out[n-1] = append(out[n-1], m)
		} else {
			out = append(out, []golden.Matched{m})
		}
	}
	return out
}

// factTable has a row for every fact of an agent: equal of compared, or why it is not.
func factTable(b *strings.Builder, versions []golden.Matched) {
	names := map[string]bool{}
	for _, m := range versions {
		for name := range m.Facts() {
			names[name] = true
		}
	}
	fmt.Fprintf(b, "\n| fact of %s: equal of compared |", versions[0].Dialect.Name)
	for _, m := range versions {
		fmt.Fprintf(b, " %s |", m.Dialect.Version)
	}
	fmt.Fprintf(b, " not compared |\n| --- |%s --- |\n", strings.Repeat(" ---: |", len(versions)))
	for _, name := range slices.Sorted(maps.Keys(names)) {
		fmt.Fprintf(b, "| `%s` |", name)
		var all golden.Counts
		for _, m := range versions {
			c := m.Facts()[name]
			fmt.Fprintf(b, " %s |", equalOf(c))
			all.Pending, all.Excluded, all.Why = all.Pending+c.Pending, all.Excluded+c.Excluded, cmp.Or(all.Why, c.Why)
		}
		fmt.Fprintf(b, " %s |\n", whyNot(all))
	}
}

func equalOf(c golden.Counts) string {
	if n := c.Equal + c.Different; n > 0 {
		return fmt.Sprintf("%d of %d", c.Equal, n)
	}
	return "–"
}

func whyNot(c golden.Counts) string {
	switch {
	case c.Pending > 0:
		return fmt.Sprintf("%d pending: %s", c.Pending, c.Why)
	case c.Excluded > 0:
		return fmt.Sprintf("%d excluded: %s", c.Excluded, c.Why)
	}
	return ""
}
