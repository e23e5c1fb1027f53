package bench_test

import (
	"testing"

	"github.com/agentlayers/layers/diag"
	"github.com/agentlayers/layers/dialect"
	"github.com/agentlayers/layers/internal/frontmatter"
	"github.com/agentlayers/layers/internal/tomlsrc"
	"github.com/agentlayers/layers/skills"
	"github.com/agentlayers/layers/tree/disk"
	"github.com/agentlayers/layers/trust"
)

// BenchmarkParseTOML reads the user's configuration.
func BenchmarkParseTOML(b *testing.B) {
	each(b, func(b *testing.B, w *workload) {
		text := []byte(w.files[w.home()+"/.codex/config.toml"])
		b.SetBytes(int64(len(text)))
		for b.Loop() {
			if _, problems := tomlsrc.Parse(diag.NewSource("/config.toml", text), tomlsrc.Options{}); len(problems) > 0 {
				b.Fatal(problems)
			}
		}
	})
}

// BenchmarkMergeOrigins folds the layers, with the origin of every value.
func BenchmarkMergeOrigins(b *testing.B) {
	each(b, func(b *testing.B, w *workload) {
		r := answer(b, w.host(disk.FS()))
		for b.Loop() {
			r.Stack.Effective()
		}
	})
}

// BenchmarkFindRoot looks for the project's root from the working directory up.
func BenchmarkFindRoot(b *testing.B) {
	each(b, func(b *testing.B, w *workload) {
		c := count(disk.FS())
		for b.Loop() {
			c.reset()
			if r := trust.FindRoot(c, w.cwd, []string{".git"}, false); r.Path != w.base+"/repo" {
				b.Fatal(r)
			}
		}
		b.ReportMetric(float64(c.total()), "calls/op")
	})
}

// BenchmarkSkillScan finds and reads every skill.
func BenchmarkSkillScan(b *testing.B) {
	each(b, func(b *testing.B, w *workload) {
		d, err := dialect.Codex("")
		if err != nil {
			b.Fatal(err)
		}
		c := count(disk.FS())
		o := skills.Options{Dialect: d.Skills, Cwd: w.cwd, Root: w.base + "/repo", Home: w.home(), AgentHome: w.home() + "/.codex"}
		for b.Loop() {
			c.reset()
			set, err := skills.Find(b.Context(), c, o)
			if err != nil || len(set.Skills) < w.skills/2 {
				b.Fatal(len(set.Skills), err)
			}
		}
		b.ReportMetric(float64(c.total()), "calls/op")
		b.ReportMetric(float64(sum(c.reads)), "files-read/op")
	})
}

// BenchmarkFrontmatter reads the head of one skill file.
func BenchmarkFrontmatter(b *testing.B) {
	each(b, func(b *testing.B, w *workload) {
		text := []byte(w.files[w.lastSkill()])
		for b.Loop() {
			if _, problem := frontmatter.Parse(diag.NewSource("/SKILL.md", text), 0, nil); problem != nil {
				b.Fatal(problem)
			}
		}
	})
}
