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
	mu    sync.Mutex
	cases int
	facts map[string]*Counts
}

// Counts are the facts of one name.
type Counts struct {
	Equal, Different, Pending, Excluded int
	Why                                 string // why those that were not compared were not
}

// Total is how many there are.
func (c Counts) Total() int { return c.Equal + c.Different + c.Pending + c.Excluded }

func (c *Counts) add(o Counts) {
	c.Equal += o.Equal
	c.Different += o.Different
	c.Pending += o.Pending
	c.Excluded += o.Excluded
}

func newTally() *Tally { return &Tally{facts: map[string]*Counts{}} }

func (t *Tally) addCase() {
	t.mu.Lock()
	defer t.mu.Unlock()
	t.cases++
}

// count adds to what is known of one fact.
func (t *Tally) count(name string, c Counts) {
	t.mu.Lock()
	defer t.mu.Unlock()
	if t.facts[name] == nil {
		t.facts[name] = &Counts{}
	}
	t.facts[name].add(c)
	if c.Why != "" {
		t.facts[name].Why = c.Why
	}
}

func (t *Tally) compared(name string, equal bool) {
	if equal {
		t.count(name, Counts{Equal: 1})
		return
	}
	t.count(name, Counts{Different: 1})
}

func (t *Tally) skip(a area) {
	if a.pending != "" {
		t.count(a.name, Counts{Pending: 1, Why: a.pending})
		return
	}
	t.count(a.name, Counts{Excluded: 1, Why: a.excluded})
}

// Cases is how many cases were counted.
func (t *Tally) Cases() int {
	t.mu.Lock()
	defer t.mu.Unlock()
	return t.cases
}

// Facts gives the counts by the name of the fact.
func (t *Tally) Facts() map[string]Counts {
	t.mu.Lock()
	defer t.mu.Unlock()
	out := map[string]Counts{}
	for name, c := range t.facts {
		out[name] = *c
	}
	return out
}

// Sum adds up all facts.
func (t *Tally) Sum() Counts {
	var sum Counts
	for _, c := range t.Facts() {
		sum.add(c)
	}
	return sum
}

// String is the one-line summary.
func (t *Tally) String() string {
	c := t.Sum()
	return fmt.Sprintf("golden: %d cases, %d facts, %d equal, %d different, %d pending, %d excluded",
		t.Cases(), c.Total(), c.Equal, c.Different, c.Pending, c.Excluded)
}

// Details lists by name what was not compared and why, one fact a line.
func (t *Tally) Details() string {
	facts := t.Facts()
	var pending, excluded strings.Builder
	for _, name := range slices.Sorted(maps.Keys(facts)) {
		c := facts[name]
		if c.Pending > 0 {
			fmt.Fprintf(&pending, "pending %d %s: %s\n", c.Pending, name, c.Why)
		}
		if c.Excluded > 0 {
			fmt.Fprintf(&excluded, "excluded %d %s: %s\n", c.Excluded, name, c.Why)
		}
	}
	return pending.String() + excluded.String()
}
