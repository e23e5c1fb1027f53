package golden

import (
	"fmt"
	"io/fs"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

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
	tally, tables := newTally(), compiled(r.Dialects)
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
					r.runCase(t, f, tables, tally)
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

func (r Run) runCase(t *testing.T, file string, tables map[string]*dialect.Compiled, tally *Tally) {
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
		for i, d := range dialectsOf(r.Dialects, c.Agent) {
			version := d.Name + "-" + d.Version
			recorded, ok, err := c.Recorded(version)
			if err != nil {
				t.Fatal(err)
			}
			if !ok && i > 0 {
				continue
			}
			views, err := c.resolve(t.Context(), d, tables[d.ID()], fsys)
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

// compiled are the key tables of dialects by their id: compiling them takes longer than resolving a case.
func compiled(all []dialect.Dialect) map[string]*dialect.Compiled {
	out := map[string]*dialect.Compiled{}
	for _, d := range all {
		out[d.ID()] = d.Compile()
	}
	return out
}

// dialectsOf lists the dialects of one agent.
func dialectsOf(all []dialect.Dialect, agent string) []dialect.Dialect {
	var out []dialect.Dialect
	for _, d := range all {
		if d.Name == agent {
			out = append(out, d)
		}
	}
	return out
}

// rerun is the command that runs the current case alone.
func (r Run) rerun(t *testing.T) string {
	var parts []string
	for part := range strings.SplitSeq(t.Name(), "/") {
		parts = append(parts, "^"+regexp.QuoteMeta(part)+"$")
	}
	return fmt.Sprintf("%s -run '%s'", r.Command, strings.Join(parts, "/"))
}
