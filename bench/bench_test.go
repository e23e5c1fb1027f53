package bench_test

import (
	"flag"
	"fmt"
	"slices"
	"testing"

	"github.com/agentlayers/layers/tree/disk"
)

// BenchmarkResolveCold resolves from nothing, with files on disk.
func BenchmarkResolveCold(b *testing.B) {
	each(b, func(b *testing.B, w *workload) {
		c := count(disk.FS())
		answer(b, w.host(c))
		for b.Loop() {
			answer(b, w.host(disk.FS()))
		}
		b.ReportMetric(float64(c.total()), "calls/op")
		b.ReportMetric(float64(sum(c.reads)), "files-read/op")
		b.ReportMetric(float64(c.total())/float64(w.floor()), "calls/floor")
	})
}

// BenchmarkResolveWarmNoChange answers again when nothing has changed: nothing is opened.
func BenchmarkResolveWarmNoChange(b *testing.B) {
	each(b, func(b *testing.B, w *workload) {
		c := count(disk.FS())
		r := answer(b, w.host(c))
		for b.Loop() {
			c.reset()
			refresh(b, r, nil)
		}
		b.ReportMetric(float64(c.total()), "calls/op")
		b.ReportMetric(float64(sum(c.reads)), "files-read/op")
	})
}

// BenchmarkResolveWarmOneEdit answers again after one skill file has changed and a watcher has named it.
func BenchmarkResolveWarmOneEdit(b *testing.B) {
	each(b, func(b *testing.B, w *workload) {
		c := count(disk.FS())
		r, changed := answer(b, w.host(c)), w.lastSkill()
		for i := 0; b.Loop(); i++ {
			w.edit(b, changed, fmt.Sprintf("\nStep %d.\n", i))
			c.reset()
			r = refresh(b, r, []string{changed})
		}
		b.ReportMetric(float64(c.total()), "calls/op")
		b.ReportMetric(float64(sum(c.reads)), "files-read/op")
	})
}

// BenchmarkFloor does the least that any program must do, through the same file system.
func BenchmarkFloor(b *testing.B) {
	each(b, func(b *testing.B, w *workload) {
		fsys := disk.FS()
		for b.Loop() {
			for _, p := range w.probes {
				if _, err := fsys.Lstat(p); err == nil {
					b.Fatalf("%s is there", p)
				}
			}
			for _, p := range w.lists {
				if _, err := fsys.ReadDir(p); err != nil {
					b.Fatal(err)
				}
			}
			for _, p := range w.reads {
				if _, err := fsys.ReadFile(p, 1<<24); err != nil {
					b.Fatal(err)
				}
			}
		}
		b.ReportMetric(float64(w.floor()), "calls/op")
	})
}

var largest = flag.Bool("xl", false, "benchmarks measure the largest workload too")

func each(b *testing.B, run func(*testing.B, *workload)) {
	chosen := sizes
	if *largest {
		chosen = append(slices.Clone(sizes), sizeXL)
	}
	for _, s := range chosen {
		b.Run(s.name, func(b *testing.B) {
			b.ReportAllocs()
			w := s.make(realTemp(b))
			w.disk(b)
			run(b, w)
		})
	}
}
