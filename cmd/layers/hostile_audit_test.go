package main

import (
	"cmp"
	"fmt"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"
)

// hostileAudit is a tree that means harm to who audits it.
type hostileAudit struct {
	build  func(t *testing.T, repo string)
	benign func(t *testing.T, repo string) // of the same size; nil: one small file
	during func(repo string)               // what goes on meanwhile, over and over; nil: nothing
	args   []string                        // after "audit"
	user   bool                            // by somebody who may not read everything
	codes  []int                           // the exit codes that are right
	want   string                          // what the output says
}

// fullEnv asks for the sizes of the promise, and a table; without it the trees are as small as still shows how the cost
// grows, and the suite takes seconds. LAYERS_HOSTILE_FULL=1 go test ./cmd/layers -run TestHostileAudit -v
const fullEnv = "LAYERS_HOSTILE_FULL"

// size is the size of the promise, or the small one.
func size(full, small int) int {
	if os.Getenv(fullEnv) != "" {
		return full
	}
	return small
}

// TestHostileAudit: bad input ends an audit with the right code, costs neither time nor memory out of proportion, and
// opens nothing outside.
func TestHostileAudit(t *testing.T) {
	if reason := cannotMeasure(); reason != "" {
		t.Skip("skipped: " + reason)
	}
	table := fmt.Sprintf("%-28s %5s %9s %9s %6s %5s\n", "tree", "exit", "CPU", "twin", "ratio", "MiB")
	trees := auditTrees()
	for _, name := range slices.Sorted(maps.Keys(trees)) {
		t.Run(name, func(t *testing.T) { // one after the other: they are measured
			table += judgeHostile(t, name, trees[name])
		})
	}
	t.Logf("sizes in full: %v\n%s", os.Getenv(fullEnv) != "", table)
}

// judgeHostile audits one tree and its twin, and gives a line of the table.
func judgeHostile(t *testing.T, name string, h hostileAudit) string {
	bad, good := hostileDir(t), hostileDir(t)
	repo := filepath.Join(bad, "repo")
	for _, name := range []string{"AGENTS.md", ".codex/config.toml", "secret"} {
		put(t, filepath.Join(bad, "outside", name), "canary \u202e\n")
	}
	symlink(t, "../outside", filepath.Join(repo, "out"))
	h.build(t, repo)
	if h.benign == nil {
		h.benign = file("AGENTS.md", "# A\n")
	}
	h.benign(t, filepath.Join(good, "repo"))
	opened := watchOutside(t, filepath.Join(bad, "outside"))
	args := append([]string{"audit", "--timeout", backstop().String()}, h.args...)
	_, _, base := measured(t, good, "audit", "--timeout", backstop().String())
	if h.during != nil {
		defer meanwhile(func() { h.during(repo) })()
	}
	out, code, used := measuredAs(t, bad, h.user, args...)
	if limit := min(maxHostileCPU*base.CPU, maxHostileTime); used.CPU > limit {
		t.Errorf("%s of CPU, %s for a benign tree", used.CPU, base.CPU)
	}
	if used.Bytes > maxHostileBytes {
		t.Errorf("%d MiB", used.Bytes>>20)
	}
	if !slices.Contains(h.codes, code) {
		t.Errorf("exit %d, want one of %d", code, h.codes)
	}
	flat := strings.Join(strings.Fields(out), " ")
	if !strings.Contains(flat, h.want) {
		t.Errorf("nothing says %q", h.want)
	}
	if n := opened(); n > 0 || strings.Contains(out, "canary") {
		t.Errorf("something outside was opened (%d bytes of notes)", n)
	}
	if t.Failed() {
		t.Log(out[:min(len(out), 3000)])
	}
	return fmt.Sprintf("%-28s %5d %9s %9s %6.1f %5d\n", name, code, used.CPU.Round(time.Millisecond), base.CPU.Round(time.Millisecond),
		float64(used.CPU)/float64(cmp.Or(base.CPU, 1)), used.Bytes>>20)
}

// meanwhile does something over and over until it is stopped.
func meanwhile(do func()) (stop func()) {
	quit, done := make(chan struct{}), make(chan struct{})
	go func() {
		defer close(done)
		for {
			select {
			case <-quit:
				return
			default:
				do()
			}
		}
	}()
	return func() { close(quit); <-done }
}

// auditTrees are the trees, by what is wrong with them.
func auditTrees() map[string]hostileAudit {
	out := map[string]hostileAudit{}
	for _, some := range []map[string]hostileAudit{specialTrees(), nameTrees(), movingTrees(), gitTrees(), largeTrees(), deepTrees(), bombTrees()} {
		maps.Copy(out, some)
	}
	return out
}

// The codes: what was found was looked at in full, or was not.
var (
	wholeCodes = []int{exitFine, exitFindings}
	partCodes  = []int{exitUnreadable}
	anyCodes   = []int{exitFine, exitFindings, exitUnreadable}
)
