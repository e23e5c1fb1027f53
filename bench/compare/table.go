package main

import (
	"fmt"
	"slices"
)

// table prints one size's rows.
type table struct{ goal goal }

func (table) heading(size string, w workload) {
	fmt.Printf("\n%s: %d files, %d skills, %d layers; at least %d files to read, %d folders to list\n",
		size, w.Counts.Files, w.Counts.Skills, w.Counts.Layers, w.Files, w.Lists)
	fmt.Printf("  %-46s %10s %10s %8s  %-17s %6s\n", "", "layers", "other", "ratio", "lowest..highest", "goal")
}

// pairs are the two figures of each pair of runs.
type pairs struct{ ours, theirs []float64 }

func (p *pairs) add(ours, theirs float64) {
	p.ours, p.theirs = append(p.ours, ours), append(p.theirs, theirs)
}

// row prints the median of the ratios. A goal of 0 is none.
func (t *table) row(name string, p pairs, goal float64) {
	ratios := make([]float64, 0, len(p.ours))
	for i := range p.ours {
		if p.theirs[i] > 0 {
			ratios = append(ratios, p.ours[i]/p.theirs[i])
		}
	}
	if len(ratios) == 0 {
		t.skip(name, "there is nothing to divide by")
		return
	}
	slices.Sort(ratios)
	mid := ratios[len(ratios)/2]
	spread := ""
	if len(ratios) > 1 {
		spread = short(ratios[0]) + ".." + short(ratios[len(ratios)-1])
	}
	fmt.Printf("  %-46s %10s %10s %8s  %-17s", name, number(p.ours), number(p.theirs), short(mid), spread)
	switch {
	case goal == 0:
	case mid <= goal:
		fmt.Printf(" %6s met", short(goal))
	default:
		fmt.Printf(" %6s NOT MET", short(goal))
	}
	fmt.Println()
}

func (*table) skip(name, reason string) { fmt.Printf("  %-46s skipped: %s\n", name, reason) }

// number is the median of figures.
func number(values []float64) string {
	v := slices.Clone(values)
	slices.Sort(v)
	m := v[len(v)/2]
	if m >= 1000 {
		return fmt.Sprintf("%.0f", m)
	}
	return fmt.Sprintf("%.2f", m)
}

// short writes a ratio as people say it: 1/12.3 or 2.1.
func short(r float64) string {
	if r < 1 && r > 0 {
		return fmt.Sprintf("1/%.3g", 1/r)
	}
	return fmt.Sprintf("%.3g", r)
}
