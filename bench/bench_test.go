package bench_test

import (
	"testing"

	"github.com/agentlayers/layers/tree/disk"
)

// BenchmarkResolveCold resolves from nothing, with files on disk.
func BenchmarkResolveCold(b *testing.B) {
	each(b, func(b *testing.B, w *workload) {
		c := count(disk.FS())
		answer(b, w.host(c), nil)
		for b.Loop() {
			answer(b, w.host(disk.FS()), nil)
		}
		b.ReportMetric(float64(c.total()), "calls/op")
		b.ReportMetric(float64(sum(c.reads)), "files-read/op")
		b.ReportMetric(float64(c.total())/float64(w.floor()), "calls/floor")
	})
}

// BenchmarkResolveWarm resolves again when nothing has changed.
func BenchmarkResolveWarm(b *testing.B) {
	each(b, func(b *testing.B, w *workload) {
		first := answer(b, w.host(disk.FS()), nil)
		c := count(disk.FS())
		answer(b, w.host(c), first)
		for b.Loop() {
			answer(b, w.host(disk.FS()), first)
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

func each(b *testing.B, run func(*testing.B, *workload)) {
	for _, s := range sizes {
		b.Run(s.name, func(b *testing.B) {
			b.ReportAllocs()
			w := s.make(realTemp(b))
			w.disk(b)
			run(b, w)
		})
	}
}
