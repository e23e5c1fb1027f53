//go:build unix

package audit_test

import (
	"context"
	"fmt"
	"os"
	"path/filepath"
	"runtime"
	"slices"
	"syscall"
	"testing"
	"time"

	"github.com/agentlayers/layers/audit"
	"github.com/agentlayers/layers/audit/gather"
	"github.com/agentlayers/layers/audit/rules"
	"github.com/agentlayers/layers/resolve"
	"github.com/agentlayers/layers/tree"
	"github.com/agentlayers/layers/tree/disk"
)

// maxCost is what an audit of a large repository may cost, in times of listing it.
const maxCost = 2.5

// pairs is how often both are measured, one right after the other, so that a machine that does other things as well
// slows both alike. The middle of their ratios counts.
const pairs = 7

// TestCost compares the processor time of an audit of 100,000 files, 20 of them agents', with that of listing them
// once. It runs by itself: other tests would be counted too.
func TestCost(t *testing.T) {
	if testing.Short() {
		t.Skip("builds a tree of 100,000 files")
	}
	folders := 1000
	if raceDetector {
		folders = 50 // nothing is judged
	}
	root := tree.Canonical(disk.FS(), t.TempDir())
	for d := range folders {
		dir := filepath.Join(root, fmt.Sprintf("d%d", d/100), fmt.Sprintf("s%d", d))
		if err := os.MkdirAll(dir, 0o755); err != nil {
			t.Fatal(err)
		}
		for i := range 100 {
			name := fmt.Sprintf("f%d.go", i)
			if d%50 == 0 && i == 0 {
				name = "AGENTS.md"
			}
			f, err := os.Create(filepath.Join(dir, name))
			if err != nil {
				t.Fatal(err)
			}
			f.Close()
		}
	}
	dialects, err := audit.Dialects()
	if err != nil {
		t.Fatal(err)
	}
	var ratios []float64
	for i := range pairs + 1 {
		list := cpu(t, func() { listAll(t, root) })
		whole := cpu(t, func() {
			host := resolve.Host{FS: disk.FS(), Cwd: root, Home: root + "/nobody"}
			set, err := gather.Dir(context.Background(), gather.Options{Host: host, Root: root, Dialects: dialects})
			if err != nil || len(set.Incomplete) > 0 || set.Read != folders/50 {
				t.Fatalf("audit: %v, %+v", err, set)
			}
			audit.Run(context.Background(), set, rules.All(), audit.Options{})
		})
		if i > 0 { // the first one fills caches
			ratios = append(ratios, float64(whole)/float64(list))
			t.Logf("listing %v, audit %v, ratio %.2f", list, whole, ratios[i-1])
		}
	}
	slices.Sort(ratios)
	ratio := ratios[pairs/2]
	t.Logf("an audit costs %.2f times as much as listing, at most %v", ratio, maxCost)
	if ratio > maxCost && !raceDetector {
		t.Errorf("an audit costs %.2f times as much as listing, more than %v", ratio, maxCost)
	}
}

func listAll(t *testing.T, dir string) {
	entries, err := disk.FS().ReadDir(dir)
	if err != nil {
		t.Fatal(err)
	}
	for _, e := range entries {
		if e.IsDir() {
			listAll(t, dir+"/"+e.Name())
		}
	}
}

// cpu is the processor time that do takes.
func cpu(t *testing.T, do func()) time.Duration {
	t.Helper()
	runtime.GC() // of what was done before
	before := used(t)
	do()
	return used(t) - before
}

func used(t *testing.T) time.Duration {
	t.Helper()
	var r syscall.Rusage
	if err := syscall.Getrusage(syscall.RUSAGE_SELF, &r); err != nil {
		t.Fatal(err)
	}
	return time.Duration(r.Utime.Nano() + r.Stime.Nano())
}
