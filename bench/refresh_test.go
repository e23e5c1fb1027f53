package bench_test

import (
	"os"
	"strings"
	"testing"
	"time"

	"github.com/agentlayers/layers/resolve"
	"github.com/agentlayers/layers/tree/disk"
)

func refresh(t testing.TB, r *resolve.Result, changed []string) *resolve.Result {
	t.Helper()
	next, err := resolve.Refresh(t.Context(), r, changed)
	if err != nil {
		t.Fatal(err)
	}
	return next
}

// lastSkill is one skill file.
func (w *workload) lastSkill() string {
	last := ""
	for p := range w.files {
		if strings.HasSuffix(p, "/SKILL.md") && p > last {
			last = p
		}
	}
	return last
}

// edit writes a file of the workload anew, with more text at its end.
func (w *workload) edit(t testing.TB, p, more string) {
	t.Helper()
	if err := os.WriteFile(p, []byte(w.files[p]+more), 0o600); err != nil {
		t.Fatal(err)
	}
}

// TestRefreshReads: one changed file, skill or configuration, is one file read; with nothing changed nothing is
// opened, whether somebody told so or every input was looked at.
func TestRefreshReads(t *testing.T) {
	t.Parallel()
	for _, s := range sizes[:2] {
		t.Run(s.name, func(t *testing.T) {
			t.Parallel()
			w := s.make(realTemp(t))
			w.disk(t)
			c := count(disk.FS())
			h := w.host(c)
			h.Now = func() time.Time { return time.Now().Add(time.Hour) } // everything is old
			r := answer(t, h)
			none := func(what string) {
				t.Helper()
				if n := sum(c.reads) + sum(c.lists); n != 0 {
					t.Errorf("%s: %d files and folders are opened: %v %v", what, n, c.reads, c.lists)
				}
			}
			c.reset()
			r = refresh(t, r, nil)
			none("nothing changed")
			r = refresh(t, r, r.Changed())
			none("nothing changed, every input looked at")
			for _, p := range []string{w.lastSkill(), w.home() + "/.codex/config.toml", w.base + "/repo/.codex/config.toml", w.home() + "/.codex/AGENTS.md"} {
				for _, told := range []bool{true, false} {
					w.edit(t, p, map[bool]string{true: "# one\n", false: "# two more\n"}[told])
					changed := []string{p}
					if !told {
						changed = r.Changed()
					}
					c.reset()
					r = refresh(t, r, changed)
					if sum(c.reads) != 1 || c.reads[p] != 1 || sum(c.lists) != 0 {
						t.Errorf("%s: read %v, listed %v", p, c.reads, c.lists)
					}
				}
			}
		})
	}
}
