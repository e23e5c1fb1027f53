//go:build unix

package bench_test

import (
	"encoding/json"
	"flag"
	"fmt"
	"os"
	"path/filepath"
	"runtime"
	"slices"
	"strings"
	"syscall"
	"testing"
	"time"

	"github.com/agentlayers/layers/resolve"
	"github.com/agentlayers/layers/tree"
	"github.com/agentlayers/layers/tree/disk"
)

var pairs = flag.Int("refresh.pairs", 0, "interleaved pairs of a resolve and a refresh that TestRefreshCost measures on disk; 0: count once, in memory")

// leastGain is how many times less a refresh after one changed file must allocate than a resolve from nothing. A
// changed configuration file alone is parsed again, whole; of what follows from the stack only what is another node by
// then is judged anew.
var leastGain = map[string]map[string]float64{
	"S":  {"skill": 5, "layer": 2.5, "layer, top": 2.5, "user": 2, "user, top": 2},
	"M":  {"skill": 10, "layer": 4, "layer, top": 3, "user": 6.5, "user, top": 5},
	"L":  {"skill": 50, "layer": 18, "layer, top": 15, "user": 5, "user, top": 4},
	"XL": {"skill": 100, "layer": 40, "user": 3},
}

// mostRefreshed is how many allocations a refresh of S takes at most: a resolve from nothing takes few there, so the
// ratio alone says little.
var mostRefreshed = map[string]uint64{"skill": 200, "layer": 550, "layer, top": 550, "user": 650, "user, top": 750}

// edited is one file that is changed again and again.
type edited struct {
	name, path, text string
	first            bool // at its beginning, so that everything below moves; else at its end
}

// TestRefreshCost prints what a refresh after one changed file costs beside a resolve from nothing: allocations, held
// to a ratio, and processor time, as the median of ratios of interleaved pairs, which is not judged.
func TestRefreshCost(t *testing.T) {
	fmt.Printf("%-4s %-10s %12s %12s %8s %12s %12s %8s\n", "size", "file", "allocations", "refreshed", "ratio", "cpu", "refreshed", "ratio")
	for _, s := range sizes {
		w := s.make(realTemp(t))
		m := measurement{size: s.name}
		if *pairs > 0 {
			w.disk(t)
			m.fsys, m.write = disk.FS(), writeFile(t)
		} else {
			memory := w.memory()
			m.fsys, m.write = memory, func(p, text string) { memory.WriteFile(p, []byte(text)) }
		}
		m.count = count(m.fsys)
		list := []edited{
			{name: "skill", path: w.lastSkill()},
			{name: "layer", path: w.cwd + "/.codex/config.toml"},
			{name: "layer, top", path: w.cwd + "/.codex/config.toml", first: true},
			{name: "user", path: w.home() + "/.codex/config.toml"},
			{name: "user, top", path: w.home() + "/.codex/config.toml", first: true},
		}
		for i := range list {
			list[i].text = w.files[list[i].path]
		}
		m.run(t, answer(t, w.host(m.count)), list)
	}
	if dir := os.Getenv(workloadEnv); dir != "" {
		givenCosts(t, dir)
	}
}

// measurement is one workload whose files can be written.
type measurement struct {
	size  string
	fsys  tree.FS
	count *counting // fsys, counted
	write func(p, text string)
}

func writeFile(t *testing.T) func(p, text string) {
	return func(p, text string) {
		t.Helper()
		if err := os.WriteFile(p, []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
	}
}

// givenCosts measures a workload that another generator made, and leaves it as it was.
func givenCosts(t *testing.T, dir string) {
	t.Helper()
	data, err := os.ReadFile(filepath.Join(dir, "manifest.json"))
	if err != nil {
		t.Fatal(err)
	}
	var m struct{ Cwd, Home string }
	if err := json.Unmarshal(data, &m); err != nil {
		t.Fatal(err)
	}
	c := count(disk.FS())
	h := resolve.HostFrom(c, func(name string) (string, bool) { return m.Home, name == "HOME" }, m.Cwd)
	r := answer(t, h)
	list := []edited{{name: "user", path: m.Home + "/.codex/config.toml"}}
	if n := len(r.Skills.Skills); n > 0 {
		list = append(list, edited{name: "skill", path: r.Skills.Skills[n/2].Path})
	}
	for _, e := range r.Stack.Entries {
		if e.Source.Name == "project" && e.Exists {
			list = append(list, edited{name: "layer", path: e.Source.Path})
			break
		}
	}
	for i := range list {
		text, err := os.ReadFile(list[i].path)
		if err != nil {
			t.Fatal(err)
		}
		list[i].text = string(text)
		defer func() { _ = os.WriteFile(list[i].path, text, 0o600) }()
	}
	measurement{filepath.Base(dir), disk.FS(), c, writeFile(t)}.run(t, r, list)
}

func (m measurement) run(t *testing.T, r *resolve.Result, files []edited) {
	t.Helper()
	h := resolve.HostFrom(m.fsys, func(n string) (string, bool) { return r.Home, n == "HOME" }, r.Cwd)
	for _, f := range files {
		var cpu, refreshed, ratios []float64
		var cold, warm uint64
		for i := range max(1, *pairs) {
			comment := "\n# Step " + strings.Repeat("+", i+1) + "\n" // of another length each time
			text := f.text + comment
			if f.first {
				text = comment + f.text
			}
			if f.name == "skill" && i%2 == 0 {
				text = strings.Replace(text, "description: ", "description: Another ", 1)
				text = strings.Replace(text, "description: Another \"", "description: \"Another ", 1)
			}
			m.write(f.path, text)
			a, b := measured(func() { answer(t, h) })
			m.count.reset()
			x, y := measured(func() { r = refresh(t, r, []string{f.path}) })
			if n := sum(m.count.reads); n != 1 {
				t.Errorf("%s %s: %d files read", m.size, f.name, n)
			}
			cold, warm = a, max(warm, x)
			cpu, refreshed, ratios = append(cpu, b), append(refreshed, y), append(ratios, b/y)
		}
		gain := float64(cold) / float64(warm)
		fmt.Printf("%-4s %-10s %12d %12d %8.1f %10.2fms %10.2fms %8.1f\n", m.size, f.name, cold, warm, gain, median(cpu), median(refreshed), median(ratios))
		if most := mostRefreshed[f.name]; m.size == "S" && warm > most {
			t.Errorf("S %s: a refresh allocates %d times, at most %d", f.name, warm, most)
		}
		if least := leastGain[m.size][f.name]; gain < least {
			t.Errorf("%s %s: a refresh allocates %d times, a resolve %d times: %.1f times as often, at least %.1f", m.size, f.name, warm, cold, gain, least)
		}
	}
}

func median(list []float64) float64 {
	slices.Sort(list)
	return list[len(list)/2]
}

// measured gives the allocations of f, and its processor time in milliseconds, a collection of garbage included.
func measured(f func()) (allocations uint64, cpu float64) {
	runtime.GC()
	var before, after runtime.MemStats
	runtime.ReadMemStats(&before)
	start := processorTime()
	f()
	used := processorTime() - start
	runtime.ReadMemStats(&after)
	return after.Mallocs - before.Mallocs, float64(used) / float64(time.Millisecond)
}

func processorTime() time.Duration {
	var u syscall.Rusage
	if err := syscall.Getrusage(syscall.RUSAGE_SELF, &u); err != nil {
		return 0
	}
	return time.Duration(u.Utime.Nano() + u.Stime.Nano())
}
