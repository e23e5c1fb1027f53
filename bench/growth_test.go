package bench_test

import (
	"fmt"
	"runtime"
	"testing"
)

// mostGrowth is how many times the allocations of a resolve may grow when what it is asked about doubles.
const mostGrowth = 2.2

// TestGrowth: twice as many tables, skills, layers or folders cost at most 2.2 times the allocations and the calls of
// the file system, and so no step is quadratic. With -xl it goes on to 16,000.
func TestGrowth(t *testing.T) { //nolint:paralleltest // it counts allocations
	base := size{name: "G", depth: 1, layers: 1, docs: 1, skills: 1, roots: 4}
	for _, g := range []struct {
		name  string
		with  func(s size, n int) size
		sizes []int
	}{
		{"tables", func(s size, n int) size { s.projects = n; return s }, []int{1000, 2000, 4000}},
		{"skills", func(s size, n int) size { s.skills = n; return s }, []int{1000, 2000, 4000}},
		{"layers", func(s size, n int) size { s.depth, s.layers = n, n; return s }, []int{50, 100, 200}},
		{"depth", func(s size, n int) size { s.depth = n; return s }, []int{50, 100, 200}},
	} {
		if *largest && g.sizes[0] == 1000 {
			g.sizes = append(g.sizes, 8000, 16000)
		}
		var before, callsBefore float64
		for _, n := range g.sizes {
			w := g.with(base, n).make("/g")
			c := count(w.memory())
			answer(t, w.host(c)) // what is made once
			c.reset()
			var start, end runtime.MemStats
			runtime.ReadMemStats(&start)
			answer(t, w.host(c))
			runtime.ReadMemStats(&end)
			allocs, calls := float64(end.Mallocs-start.Mallocs), float64(c.total())
			if before > 0 && (allocs > mostGrowth*before || calls > mostGrowth*callsBefore) {
				t.Errorf("%d %s: %.0f allocations and %.0f calls, half as many: %.0f and %.0f", n, g.name, allocs, calls, before, callsBefore)
			}
			fmt.Printf("%-7s %6d %10.0f allocations %8.0f calls\n", g.name, n, allocs, calls)
			before, callsBefore = allocs, calls
		}
	}
}
