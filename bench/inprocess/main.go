// Command inprocess resolves one folder again and again in one process and prints what a resolve costs.
//
//	inprocess [-n N] [-codex VERSION] [-profile FILE] [-allocs FILE] HOME DIR
//
// Each resolve starts from nothing but the key tables of the dialect, which whoever resolves often compiles once. The line it prints holds medians: processor time (user and system, of the whole
// process, in ms), allocations, and bytes allocated.
package main

import (
	"context"
	"flag"
	"fmt"
	"os"
	"runtime"
	"runtime/pprof"

	"github.com/agentlayers/layers/bench/internal/usage"
	"github.com/agentlayers/layers/dialect"
	"github.com/agentlayers/layers/resolve"
	"github.com/agentlayers/layers/tree/disk"
)

func main() {
	n := flag.Int("n", 10, "how many resolves")
	version := flag.String("codex", "", "the version of codex, the newest by default")
	profile := flag.String("profile", "", "write a processor profile to `FILE`")
	allocs := flag.String("allocs", "", "write an allocation profile to `FILE`")
	flag.Parse()
	if err := measure(*n, *version, *profile, *allocs, flag.Arg(0), flag.Arg(1)); err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(1)
	}
}

func measure(n int, version, profile, allocs, home, dir string) error {
	d, err := dialect.Codex(version)
	if err != nil {
		return err
	}
	env := func(name string) (string, bool) { return home, name == "HOME" }
	opts := resolve.Options{Dialect: d, Host: resolve.HostFrom(disk.FS(), env, dir), Compiled: d.Compile()}
	if allocs != "" {
		runtime.MemProfileRate = 4096
	}
	if profile != "" {
		f, err := os.Create(profile)
		if err != nil {
			return err
		}
		defer f.Close()
		if err := pprof.StartCPUProfile(f); err != nil {
			return err
		}
		defer pprof.StopCPUProfile()
	}
	var cpu []float64
	var counts, bytes []uint64
	for range n + 1 {
		var before, after runtime.MemStats
		runtime.ReadMemStats(&before)
		start := usage.CPU()
		if _, err := resolve.Dir(context.Background(), opts); err != nil {
			return err
		}
		cpu = append(cpu, usage.CPU()-start)
		runtime.ReadMemStats(&after)
		counts = append(counts, after.Mallocs-before.Mallocs)
		bytes = append(bytes, after.TotalAlloc-before.TotalAlloc)
	}
	fmt.Printf("cpu_ms %.3f allocs %d bytes %d\n", usage.Median(cpu[1:]), usage.Median(counts[1:]), usage.Median(bytes[1:]))
	if allocs == "" {
		return nil
	}
	f, err := os.Create(allocs)
	if err != nil {
		return err
	}
	defer f.Close()
	return pprof.Lookup("allocs").WriteTo(f, 0)
}
