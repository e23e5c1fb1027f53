package golden

import (
	"fmt"
	"io/fs"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"sync"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/agentlayers/layers/dialect"
)

// Run says what Compare compares.
type Run struct {
	Dirs     []string           // folders of archives, searched with their subfolders
	Dialects []dialect.Dialect  // each is compared with the section "want/NAME-VERSION.json" of a case
	Kinds    []Kind             // where to lay cases out; empty: everywhere
	Sections map[string]Section // our own sections by name; nil: Sections()
	Update   bool               // rewrite our own sections instead of comparing them
	Command  string             // what runs the test, for the hint to rerun one case; "" for "go test"
}

// Compare runs every case as a parallel subtest and returns the count of its facts. A fact that differs fails
// its case with a difference, what was recorded first, and the command that runs the case alone.
func Compare(t *testing.T, r Run) *Tally {
	t.Helper()
	if len(r.Kinds) == 0 {
		r.Kinds = Kinds()
	}
	if r.Sections == nil {
		r.Sections = Sections()
	}
	if r.Command == "" {
		r.Command = "go test"
	}
	tally := newTally()
	t.Run("cases", func(t *testing.T) {
		for _, dir := range r.Dirs {
			files, err := archives(dir)
			if err != nil {
				t.Fatal(err)
			}
			for _, f := range files {
				rel, err := filepath.Rel(dir, f)
				if err != nil {
					t.Fatal(err)
				}
				name := filepath.ToSlash(filepath.Join(filepath.Base(dir), strings.TrimSuffix(rel, ".txtar")))
				t.Run(name, func(t *testing.T) {
					t.Parallel()
					r.runCase(t, f, tally)
				})
			}
		}
	})
	return tally
}

// archives lists the cases below dir.
func archives(dir string) ([]string, error) {
	var out []string
	err := filepath.WalkDir(dir, func(p string, d fs.DirEntry, err error) error {
		if err == nil && !d.IsDir() && strings.HasSuffix(p, ".txtar") {
			out = append(out, p)
		}
		return err
	})
	if err == nil && len(out) == 0 {
		err = fmt.Errorf("no case in %s", dir)
	}
	return out, err
}

func (r Run) runCase(t *testing.T, file string, tally *Tally) {
	c, err := Load(file)
	if err != nil {
		t.Fatal(err)
	}
	tally.addCase()
	for _, kind := range r.Kinds {
		fsys, err := c.Layout(t, kind)
		if err != nil {
			t.Fatal(err)
		}
		for i, d := range r.Dialects {
			version := d.Name + "-" + d.Version
			recorded, ok, err := c.Recorded(version)
			if err != nil {
				t.Fatal(err)
			}
			if !ok && i > 0 {
				continue
			}
			views, err := c.Resolve(t.Context(), d, fsys)
			if err != nil {
				t.Fatalf("case %s, %s, %s: %v", c.Name, version, kind, err)
			}
			if i == 0 {
				r.ownSections(t, c, file, views, kind)
			}
			if ok {
				for _, d := range Diff(recorded, views, tally) {
					t.Errorf("case %s, %s, %s: %s (-recorded +resolved)\nrerun: %s\n%s",
						c.Name, version, kind, d.Fact, r.rerun(t), d.Text)
				}
			}
		}
	}
}

// rerun is the command that runs the current case alone.
func (r Run) rerun(t *testing.T) string {
	var parts []string
	for part := range strings.SplitSeq(t.Name(), "/") {
		parts = append(parts, "^"+regexp.QuoteMeta(part)+"$")
	}
	return fmt.Sprintf("%s -run '%s'", r.Command, strings.Join(parts, "/"))
}

// Difference is one fact on which resolver and recording disagree.
type Difference struct {
	Fact string // name of the fact
	Text string // what was recorded with "-", what was resolved with "+"
}

// Diff compares the facts of one version with the resolver's answer, counts them in tally and returns those that
// differ. recorded is what Case.Recorded gives. A recorded key that no area knows is a difference.
func Diff(recorded map[string]any, v Views, tally *Tally) []Difference {
	var out []Difference
	known := map[string]bool{}
	failed := failedStages(recorded)
	for _, a := range areas {
		known[a.recordedKey()] = true
		want, state := a.recorded(recorded)
		switch {
		case a.pending != "" || a.excluded != "":
			if state != absent {
				tally.skip(a)
			}
			continue
		case state == outOfScope:
			tally.skip(area{name: a.name, excluded: "what was recorded is out of scope"})
			continue
		case state == absent && a.unobserved(v, failed):
			continue
		}
		text, counted := a.compare(want, state, v)
		if !counted {
			continue
		}
		tally.compared(text == "")
		if text != "" {
			out = append(out, Difference{a.name, text})
		}
	}
	for key := range recorded {
		if !known[key] {
			out = append(out, Difference{key, "this key is in no area: compare it, or say why not"})
		}
	}
	return out
}

// recorded takes the area's part of the recorded facts.
func (a area) recorded(facts map[string]any) (any, presence) {
	v, ok := facts[a.recordedKey()]
	if !ok {
		return nil, absent
	}
	if a.part == nil {
		return v, present
	}
	return a.part(v)
}

// unobserved reports that the recorder could not have seen the fact.
func (a area) unobserved(v Views, failed []string) bool {
	if len(a.stages) == 0 {
		return false
	}
	return !v.ServerAsked || slices.ContainsFunc(a.stages, func(s string) bool { return slices.Contains(failed, s) })
}

// failedStages lists the requests that the agent answered with an error.
func failedStages(recorded map[string]any) []string {
	var out []string
	for _, e := range tables(recorded["errors"]) {
		if stage, ok := e["stage"].(string); ok {
			out = append(out, stage)
		}
	}
	return out
}

// compare gives the difference, "" for none; counted is false when neither side says anything.
func (a area) compare(want any, state presence, v Views) (text string, counted bool) {
	raw, gotState := a.got(v, want)
	if state == absent && gotState == absent {
		return "", false
	}
	var got any
	if gotState == present {
		var err error
		if got, err = Canonical(raw); err != nil {
			return err.Error(), true
		}
	}
	if state != gotState {
		return cmp.Diff(map[string]any{"present": state == present, "value": want},
			map[string]any{"present": gotState == present, "value": got}), true
	}
	return cmp.Diff(want, got), true
}

// Tally counts facts. One fact is one key of one version on one kind of file system.
type Tally struct {
	mu       sync.Mutex
	cases    int
	equal    int
	differ   int
	pending  map[string]int // by fact
	excluded map[string]int
	reasons  map[string]string
}

func newTally() *Tally {
	return &Tally{pending: map[string]int{}, excluded: map[string]int{}, reasons: map[string]string{}}
}

func (t *Tally) addCase() {
	t.mu.Lock()
	defer t.mu.Unlock()
	t.cases++
}

func (t *Tally) compared(equal bool) {
	t.mu.Lock()
	defer t.mu.Unlock()
	if equal {
		t.equal++
	} else {
		t.differ++
	}
}

func (t *Tally) skip(a area) {
	t.mu.Lock()
	defer t.mu.Unlock()
	if a.pending != "" {
		t.pending[a.name]++
		t.reasons[a.name] = a.pending
		return
	}
	t.excluded[a.name]++
	t.reasons[a.name] = a.excluded
}

// String is the one-line summary.
func (t *Tally) String() string {
	t.mu.Lock()
	defer t.mu.Unlock()
	p, e := total(t.pending), total(t.excluded)
	return fmt.Sprintf("golden: %d cases, %d facts, %d equal, %d different, %d pending, %d excluded",
		t.cases, t.equal+t.differ+p+e, t.equal, t.differ, p, e)
}

// Details lists by name what was not compared and why, one fact a line.
func (t *Tally) Details() string {
	t.mu.Lock()
	defer t.mu.Unlock()
	var b strings.Builder
	for _, part := range []struct {
		word   string
		counts map[string]int
	}{{"pending", t.pending}, {"excluded", t.excluded}} {
		names := make([]string, 0, len(part.counts))
		for name := range part.counts {
			names = append(names, name)
		}
		slices.Sort(names)
		for _, name := range names {
			fmt.Fprintf(&b, "%s %d %s: %s\n", part.word, part.counts[name], name, t.reasons[name])
		}
	}
	return b.String()
}

func total(counts map[string]int) int {
	n := 0
	for _, c := range counts {
		n += c
	}
	return n
}
