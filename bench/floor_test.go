// Package bench_test measures a whole resolve on made-up repositories of known size: calls of the file system
// against the least that any program must do, and time. See README.md.
package bench_test

import (
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/agentlayers/layers/dialect"
	"github.com/agentlayers/layers/resolve"
	"github.com/agentlayers/layers/tree"
	"github.com/agentlayers/layers/tree/disk"
)

// workloadEnv names the folder of one workload that another generator made: floor.txt with a line "P PATH" for each
// path to ask for, "D PATH" for each folder to list and "R PATH" for each file to read, and manifest.json with
// "cwd" and "home".
const workloadEnv = "LAYERS_WORKLOAD"

// most is how many calls of the file system a resolve may make for each of the floor's.
var most = map[string]float64{"S": 2.2, "M": 1.2, "L": 1}

func (w *workload) host(fsys tree.FS) resolve.Host {
	return resolve.HostFrom(fsys, func(name string) (string, bool) { return w.home(), name == "HOME" }, w.cwd)
}

func answer(t testing.TB, h resolve.Host) *resolve.Result {
	t.Helper()
	d, err := dialect.Codex("")
	if err != nil {
		t.Fatal(err)
	}
	r, err := resolve.Dir(t.Context(), resolve.Options{Dialect: d, Host: h})
	if err != nil {
		t.Fatal(err)
	}
	return r
}

// TestFloor prints the calls of one resolve beside the floor's, and holds them to a ratio. The answer must be the
// whole one: every skill, document and layer that the workload has.
func TestFloor(t *testing.T) {
	t.Parallel()
	fmt.Printf("%-4s %8s %8s %8s %8s %8s %8s %6s\n", "size", "ask", "list", "read", "link", "all", "floor", "ratio")
	for _, s := range sizes {
		w := s.make("/work")
		c := count(w.memory())
		r := answer(t, w.host(c))
		ratio := row(s.name, c, w.floor())
		if ratio > most[s.name] {
			t.Errorf("%s: %d calls where %d are needed, %.2f times as many; at most %.2f", s.name, c.total(), w.floor(), ratio, most[s.name])
		}
		for _, p := range w.reads {
			if c.reads[p] != 1 {
				t.Errorf("%s: %s is read %d times", s.name, p, c.reads[p])
			}
		}
		if got, want := len(r.Skills.Skills), w.skills+2*w.decoys; got != want {
			t.Errorf("%s: %d skills, want %d", s.name, got, want)
		}
		if got, want := len(r.DocumentSources), 1+w.docs; got != want {
			t.Errorf("%s: %d documents, want %d", s.name, got, want)
		}
	}
}

// row prints one line of the table and gives the ratio.
func row(name string, c *counting, floor int) float64 {
	ratio := float64(c.total()) / float64(floor)
	fmt.Printf("%-4s %8d %8d %8d %8d %8d %8d %6.2f\n", name, c.lstats, sum(c.lists), sum(c.reads), c.links, c.total(), floor, ratio)
	return ratio
}

// TestUnrelatedFilesCostNothing: files outside every root change no call.
func TestUnrelatedFilesCostNothing(t *testing.T) {
	t.Parallel()
	calls := map[int]int{}
	for _, n := range []int{0, 5000} {
		s := sizes[1]
		s.sources = n
		w := s.make("/work")
		c := count(w.memory())
		answer(t, w.host(c))
		calls[n] = c.total()
	}
	if calls[0] != calls[5000] {
		t.Errorf("%d calls without source files, %d with 5,000", calls[0], calls[5000])
	}
}

// TestGivenWorkload prints the same table for a workload that another generator made.
func TestGivenWorkload(t *testing.T) {
	dir := os.Getenv(workloadEnv)
	if dir == "" {
		t.Skip("skipped: " + workloadEnv + " names no folder with floor.txt and manifest.json")
	}
	list, err := os.ReadFile(filepath.Join(dir, "floor.txt"))
	if err != nil {
		t.Fatal(err)
	}
	data, err := os.ReadFile(filepath.Join(dir, "manifest.json"))
	if err != nil {
		t.Fatal(err)
	}
	var m struct{ Cwd, Home string }
	if err := json.Unmarshal(data, &m); err != nil {
		t.Fatal(err)
	}
	c := count(disk.FS())
	answer(t, resolve.HostFrom(c, func(name string) (string, bool) { return m.Home, name == "HOME" }, m.Cwd))
	row(filepath.Base(dir), c, strings.Count(string(list), "\n"))
}

func realTemp(t testing.TB) string {
	t.Helper()
	dir, err := filepath.EvalSymlinks(t.TempDir())
	if err != nil {
		t.Fatal(err)
	}
	return filepath.ToSlash(dir)
}
