package golden

import (
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"golang.org/x/tools/txtar"
)

// minimiseTime bounds how long a case is made smaller.
const minimiseTime = 4 * time.Minute

// minimise removes files, directives and lines as long as the same fact of the same version differs, and returns the
// file of the smallest case, recorded with that version.
func minimise(t *testing.T, agents liveAgentSet, file string, want found) string {
	t.Helper()
	data, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	m := &minimiser{
		t: t, agents: agents.only(want.version), want: want, dir: filepath.Dir(file),
		out: strings.TrimSuffix(file, ".txtar") + "-small.txtar", until: time.Now().Add(minimiseTime),
	}
	best := txtar.Parse(data)
	best.Files = slices.DeleteFunc(best.Files, func(f txtar.File) bool { return strings.HasPrefix(f.Name, "want/") })
	for size := 0; size != len(txtar.Format(best)) && time.Now().Before(m.until); {
		size = len(txtar.Format(best))
		best.Files = reduce(best.Files, func(files []txtar.File) *txtar.Archive { return &txtar.Archive{Comment: best.Comment, Files: files} }, m)
		header := strings.SplitAfter(strings.TrimSuffix(string(best.Comment), "\n"), "\n")
		header = reduce(header, func(lines []string) *txtar.Archive {
			return &txtar.Archive{Comment: []byte(strings.Join(lines, "") + "\n"), Files: best.Files}
		}, m)
		best.Comment = []byte(strings.Join(header, "") + "\n")
		for i := range best.Files {
			lines := strings.SplitAfter(strings.TrimSuffix(string(best.Files[i].Data), "\n"), "\n")
			with := func(lines []string) *txtar.Archive {
				files := slices.Clone(best.Files)
				files[i].Data = []byte(strings.Join(lines, "") + "\n")
				return &txtar.Archive{Comment: best.Comment, Files: files}
			}
			best = with(reduce(lines, with, m))
		}
	}
	m.write(m.out, best)
	m.agents.mustAsk(t, m.out)
	return m.out
}

type minimiser struct {
	t      *testing.T
	agents liveAgentSet
	want   found
	dir    string
	out    string
	until  time.Time
}

func (m *minimiser) write(file string, a *txtar.Archive) {
	if err := os.WriteFile(file, txtar.Format(a), 0o644); err != nil {
		m.t.Fatal(err)
	}
}

// reduce is delta debugging: it leaves out ever smaller pieces of the list, several tries at a time.
func reduce[T any](list []T, with func([]T) *txtar.Archive, m *minimiser) []T {
	for size := len(list); size >= 1; {
		var tries [][]T
		for at := 0; at < len(list); at += size {
			tries = append(tries, append(slices.Clone(list[:at]), list[min(len(list), at+size):]...))
		}
		better := false
		for len(tries) > 0 && !better && time.Now().Before(m.until) {
			n := min(len(tries), *liveJobs)
			var archives []*txtar.Archive
			for _, try := range tries[:n] {
				archives = append(archives, with(try))
			}
			if i := m.first(archives); i >= 0 {
				list, better = tries[i], true
			}
			tries = tries[n:]
		}
		if !better || size > len(list) {
			size = min(size, len(list)+1) / 2
		}
	}
	return list
}

// first is the index of the first archive that still shows the difference, or -1. One that is no case shows nothing.
func (m *minimiser) first(archives []*txtar.Archive) int {
	var names []string
	at := map[string]int{}
	for i, a := range archives {
		file := filepath.Join(m.dir, fmt.Sprintf("try-%d.txtar", i))
		m.write(file, a)
		c, err := Load(file)
		if err == nil {
			_, err = c.Layout(m.t, Memory)
		}
		if err == nil {
			names = append(names, file)
			at[file] = i
		}
	}
	if len(names) == 0 {
		return -1
	}
	if err := m.agents.ask(m.t.Context(), names...); err != nil {
		m.t.Log(err) // the others are recorded
	}
	for _, file := range names {
		for _, f := range liveDiff(m.t, file, newTally()) {
			if f.version == m.want.version && f.Fact == m.want.Fact {
				return at[file]
			}
		}
	}
	return -1
}
