// Command compare measures layers beside the agent that it describes, on generated workloads, and prints the ratios
// with the goals next to them. compare.sh builds what it needs and starts it.
//
// Every figure is the median of ratios of pairs that ran one after the other, with the lowest and the highest, so
// that what else the machine does falls out. What is not installed is skipped, and the reason printed.
package main

import (
	"flag"
	"fmt"
	"os"
	"path/filepath"
	"strings"
)

// options are the command line.
type options struct {
	bin, generator, work string
	sizes                []string
	runs                 int
	agents               []agent
}

// agent is one installed version of the real program.
type agent struct{ version, path string }

func main() {
	var o options
	flag.StringVar(&o.bin, "bin", "", "the folder of the built programs")
	flag.StringVar(&o.generator, "generator", "", "mkworkload.py")
	flag.StringVar(&o.work, "work", "", "an empty folder for the workloads")
	sizes := flag.String("size", "S,M,L,XL", "workloads")
	flag.IntVar(&o.runs, "runs", 10, "pairs of runs")
	flag.Parse()
	o.sizes = strings.Split(*sizes, ",")
	var err error
	if o.agents, err = agentsFrom(os.Getenv("LAYERS_CODEX")); err == nil {
		err = o.compare()
	}
	if err != nil {
		fmt.Fprintln(os.Stderr, "compare:", err)
		os.Exit(1)
	}
}

// agentsFrom reads VERSION=PATH, several of them separated by ":".
func agentsFrom(text string) ([]agent, error) {
	var out []agent
	for part := range strings.SplitSeq(text, ":") {
		if part == "" {
			continue
		}
		version, path, ok := strings.Cut(part, "=")
		if !ok {
			return nil, fmt.Errorf("LAYERS_CODEX: %q is not VERSION=PATH", part)
		}
		if _, err := os.Stat(path); err != nil {
			fmt.Printf("skipped: codex %s: %v\n", version, err)
			continue
		}
		out = append(out, agent{version, path})
	}
	if len(out) == 0 {
		fmt.Println("skipped: everything beside codex, as LAYERS_CODEX (VERSION=PATH:VERSION=PATH) names no installed one")
	}
	return out, nil
}

func (o options) compare() error {
	isolate, reason := noNetwork()
	if reason != "" {
		fmt.Println("skipped: codex without network:", reason)
	}
	for _, size := range o.sizes {
		goal, ok := goals[size]
		if !ok {
			return fmt.Errorf("there is no size %s", size)
		}
		own, err := o.workload("layers", size)
		if err != nil {
			return err
		}
		t := table{goal: goal}
		t.heading(size, own)
		m := measure{o: o, own: own, size: size, table: &t, isolate: isolate}
		for _, a := range o.agents {
			// The agent writes into its own folder: it has a tree of its own, made anew.
			theirs, err := o.workload("codex-"+a.version, size)
			if err != nil {
				return err
			}
			if err := m.beside(a, theirs); err != nil {
				return err
			}
			if err := os.RemoveAll(theirs.dir); err != nil {
				return err
			}
		}
		if err := m.floors(); err != nil {
			return err
		}
		if err := os.RemoveAll(own.dir); err != nil {
			return err
		}
	}
	return nil
}

// workload is one generated tree.
type workload struct {
	dir, Home, Cwd string
	Codex          string `json:"codex_home"`
	Counts         struct {
		Files  int `json:"files"`
		Skills int `json:"skills_found"`
		Layers int `json:"config_layers"`
	}
	Files int `json:"must_read_files"`
	Lists int `json:"must_list_dirs"`
}

func (w workload) floor() string { return filepath.Join(w.dir, "floor.txt") }

// environment is what a measured program sees: nothing of the user's.
func (w workload) environment() []string {
	return []string{"HOME=" + w.Home, "CODEX_HOME=" + w.Codex, "PATH=" + os.Getenv("PATH"), "LC_ALL=C.UTF-8", "TERM=dumb"}
}
