package golden

import (
	"flag"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/agentlayers/layers/dialect"
	"github.com/agentlayers/layers/golden/random"
)

var (
	liveCases = casesFlag()
	liveSeed  = flag.Uint64("seed", 0, "TestLive, TestRandom: seed of the first case; 0 takes the clock")
	liveArea  = flag.String("area", "", "TestLive, TestRandom: one area; empty takes all in turn")
	liveJobs  = flag.Int("jobs", 4, "TestLive: how many runs of the agent at a time")
	randomOut = flag.String("out", "", "TestRandom: write the cases into this folder")
)

// TestLive makes random cases, asks the installed agents and the resolver, and stops at the first difference with the
// smallest case that still shows it.
//
//	LAYERS_CODEX=0.145.0=PATH:0.171.0=PATH go test ./golden -run TestLive -cases 500
//
// The same is "-args -n 500"; without -args, -n is the go command's own and starts nothing.
// Case i is a function of its area and of seed+i, so that "-seed N -cases 1 -area NAME" makes one case again.
func TestLive(t *testing.T) {
	agents := liveAgents(t)
	seed := firstSeed()
	dir, err := os.MkdirTemp("", "layers-live-")
	if err != nil {
		t.Fatal(err)
	}
	began, tally, unstable := time.Now(), newTally(), 0
	fmt.Printf("live: seed %d, %d cases, %s\n", seed, *liveCases, agents)
	for done := 0; done < *liveCases; {
		batch := writeRandom(t, dir, seed, done, min(*liveCases, done+8**liveJobs))
		done += len(batch)
		agents.mustAsk(t, files(batch)...)
		for _, c := range batch {
			found := liveDiff(t, c.file, tally)
			if len(found) == 0 {
				continue
			}
			agents.mustAsk(t, c.file) // a message that came late is no difference of ours
			if found = liveDiff(t, c.file, newTally()); len(found) == 0 {
				unstable++
				fmt.Printf("live: area %s, seed %d: the agent's second answer is another than its first, and ours\n", c.area, c.seed)
				continue
			}
			reportLive(t, agents, c, found)
		}
	}
	fmt.Printf("live: seed %d, %d cases without a difference in %.0f s, %d of them at the second answer; %s\n",
		seed, *liveCases, time.Since(began).Seconds(), unstable, tally)
	if err := os.RemoveAll(dir); err != nil {
		t.Error(err)
	}
}

// TestRandom writes random cases for the recorder, with -out, and otherwise resolves a few: no error, no panic.
func TestRandom(t *testing.T) {
	dir, seed := *randomOut, uint64(1)
	if dir == "" {
		dir = t.TempDir()
	} else {
		seed = firstSeed()
		if err := os.MkdirAll(dir, 0o755); err != nil {
			t.Fatal(err)
		}
	}
	for _, c := range writeRandom(t, dir, seed, 0, *liveCases) {
		parsed, err := Load(c.file)
		if err != nil {
			t.Fatal(err)
		}
		fsys, err := parsed.Layout(t, Memory)
		if err != nil {
			t.Fatal(err)
		}
		for _, version := range dialect.CodexVersions {
			if _, err := parsed.Resolve(t.Context(), codex(t, version), fsys); err != nil {
				t.Errorf("area %s, seed %d, %s: %v", c.area, c.seed, version, err)
			}
		}
	}
}

// casesFlag is the flag with its two names.
func casesFlag() *int {
	n := flag.Int("cases", 20, "TestLive, TestRandom: how many random cases")
	flag.IntVar(n, "n", *n, "the same, behind -args")
	return n
}

func firstSeed() uint64 {
	if *liveSeed != 0 {
		return *liveSeed
	}
	return uint64(time.Now().UnixNano()) % 1e9
}

// randomCase is a written random case.
type randomCase struct {
	area string
	seed uint64
	file string
}

func files(batch []randomCase) []string {
	var out []string
	for _, c := range batch {
		out = append(out, c.file)
	}
	return out
}

// writeRandom writes the cases from index first up to last.
func writeRandom(t *testing.T, dir string, seed uint64, first, last int) []randomCase {
	t.Helper()
	areas := random.Areas()
	if *liveArea != "" {
		areas = []string{*liveArea}
	}
	var out []randomCase
	for i := first; i < last; i++ {
		area, at := areas[i%len(areas)], seed+uint64(i)
		c, err := random.Make(area, at)
		if err != nil {
			t.Fatal(err)
		}
		file := filepath.Join(dir, c.Name+".txtar")
		if err := os.WriteFile(file, []byte(c.Text), 0o644); err != nil {
			t.Fatal(err)
		}
		out = append(out, randomCase{area, at, file})
	}
	return out
}

// found is a fact of one version that differs.
type found struct {
	version string
	Difference
}

// liveDiff compares what was recorded into the file with the resolver's answers, in memory and on disk.
func liveDiff(t *testing.T, file string, tally *Tally) []found {
	t.Helper()
	c, err := Load(file)
	if err != nil {
		t.Fatal(err)
	}
	tally.addCase()
	var out []found
	for _, kind := range Kinds() {
		fsys, err := c.Layout(t, kind)
		if err != nil {
			t.Fatalf("%s: %v", file, err)
		}
		for _, name := range c.Versions() {
			recorded, _, err := c.Recorded(name)
			if err != nil {
				t.Fatal(err)
			}
			version := strings.TrimPrefix(name, "codex-")
			views, err := c.Resolve(t.Context(), codex(t, version), fsys)
			if err != nil {
				t.Fatalf("%s, %s: %v", file, name, err)
			}
			for _, d := range Diff(recorded, views, tally) {
				if !slices.ContainsFunc(out, func(f found) bool { return f.version == version && f.Fact == d.Fact }) {
					out = append(out, found{version, d})
				}
			}
		}
	}
	return out
}

func codex(t *testing.T, version string) dialect.Dialect {
	t.Helper()
	d, err := dialect.Codex(version)
	if err != nil {
		t.Fatal(err)
	}
	return d
}

// reportLive makes the case smaller and fails the test with it.
func reportLive(t *testing.T, agents liveAgentSet, c randomCase, all []found) {
	t.Helper()
	for _, f := range all {
		fmt.Printf("live: area %s, seed %d, codex %s: %s (-agent +resolver)\n%s\n", c.area, c.seed, f.version, f.Fact, f.Text)
	}
	small := minimise(t, agents, c.file, all[0])
	text, err := os.ReadFile(small)
	if err != nil {
		t.Fatal(err)
	}
	fmt.Printf("live: the smallest case that shows %s of codex %s: %s\n%s\n", all[0].Fact, all[0].version, small, text)
	t.Fatalf("area %s, seed %d: %d facts differ; again: -seed %d -cases 1 -area %s", c.area, c.seed, len(all), c.seed, c.area)
}
