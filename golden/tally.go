package golden

import (
	"fmt"
	"maps"
	"slices"
	"strings"
	"sync"
)

// Tally counts facts. One fact is one key of one version on one kind of file system.
type Tally struct {
	mu       sync.Mutex
	cases    int
	equal    int
	differ   int
	pending  map[string]int // by fact
	excluded map[string]int
	reasons  map[string]string
}

func newTally() *Tally {
	return &Tally{pending: map[string]int{}, excluded: map[string]int{}, reasons: map[string]string{}}
}

func (t *Tally) addCase() {
	t.mu.Lock()
	defer t.mu.Unlock()
	t.cases++
}

func (t *Tally) compared(equal bool) {
	t.mu.Lock()
	defer t.mu.Unlock()
	if equal {
		t.equal++
	} else {
		t.differ++
	}
}

func (t *Tally) skip(a area) {
	t.mu.Lock()
	defer t.mu.Unlock()
	if a.pending != "" {
		t.pending[a.name]++
		t.reasons[a.name] = a.pending
		return
	}
	t.excluded[a.name]++
	t.reasons[a.name] = a.excluded
}

// String is the one-line summary.
func (t *Tally) String() string {
	t.mu.Lock()
	defer t.mu.Unlock()
	p, e := total(t.pending), total(t.excluded)
	return fmt.Sprintf("golden: %d cases, %d facts, %d equal, %d different, %d pending, %d excluded",
		t.cases, t.equal+t.differ+p+e, t.equal, t.differ, p, e)
}

// Details lists by name what was not compared and why, one fact a line.
func (t *Tally) Details() string {
	t.mu.Lock()
	defer t.mu.Unlock()
	var b strings.Builder
	for _, part := range []struct {
		word   string
		counts map[string]int
	}{{"pending", t.pending}, {"excluded", t.excluded}} {
		for _, name := range slices.Sorted(maps.Keys(part.counts)) {
			fmt.Fprintf(&b, "%s %d %s: %s\n", part.word, part.counts[name], name, t.reasons[name])
		}
	}
	return b.String()
}

func total(counts map[string]int) int {
	n := 0
	for _, c := range counts {
		n += c
	}
	return n
}
