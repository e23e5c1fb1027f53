package resolve_test

import (
	"context"
	"fmt"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/agentlayers/layers/dialect"
	"github.com/agentlayers/layers/resolve"
	"github.com/agentlayers/layers/tree"
)

// projectsHost is a user configuration with n trust entries.
func projectsHost(n int) resolve.Host {
	var b strings.Builder
	for i := range n {
		fmt.Fprintf(&b, "[projects.\"/home/u/p%05d\"]\ntrust_level = \"trusted\"\n", i)
	}
	fsys := tree.NewMemory()
	fsys.Mkdir("/repo/.codex")
	fsys.WriteFile("/home/u/.codex/config.toml", []byte(b.String()))
	return resolve.HostFrom(fsys, func(name string) (string, bool) { return "/home/u", name == "HOME" }, "/repo")
}

// TestTrustEntriesScale: ten times the trust entries cost about ten times the memory operations, not a hundred.
// The ratio of times is printed and not judged; machines are noisy.
func TestTrustEntriesScale(t *testing.T) {
	d, err := dialect.Codex("")
	if err != nil {
		t.Fatal(err)
	}
	hosts := map[int]resolve.Host{1000: projectsHost(1000), 10000: projectsHost(10000)}
	one := func(n int) {
		if _, err := resolve.Dir(context.Background(), resolve.Options{Dialect: d, Host: hosts[n]}); err != nil {
			t.Fatal(err)
		}
	}
	small := testing.AllocsPerRun(2, func() { one(1000) })
	large := testing.AllocsPerRun(2, func() { one(10000) })
	if ratio := large / small; ratio > 12 {
		t.Errorf("10,000 entries allocate %.1f times as often as 1,000", ratio)
	}
	var ratios []float64
	for range 10 {
		ratios = append(ratios, float64(timed(func() { one(10000) }))/float64(timed(func() { one(1000) })))
	}
	slices.Sort(ratios)
	t.Logf("10,000 against 1,000 entries: %.1f times the allocations, %.1f times the time (median of 10 interleaved pairs)", large/small, ratios[5])
}

func timed(f func()) time.Duration {
	start := time.Now()
	f()
	return time.Since(start)
}
