package golden

import (
	"testing"

	"github.com/agentlayers/layers/dialect"
)

// Matched is how far the resolver agrees with one version of one agent.
type Matched struct {
	Dialect dialect.Dialect
	*Tally
}

// Parity counts the facts of every version apart, each case laid out once and in memory. Facts that differ are
// counted and fail nothing: that is what Compare does.
func Parity(t testing.TB, r Run) []Matched {
	t.Helper()
	var out []Matched
	tables := compiled(r.Dialects)
	for _, d := range r.Dialects {
		out = append(out, Matched{d, newTally()})
	}
	for _, dir := range r.Dirs {
		files, err := archives(dir)
		if err != nil {
			t.Fatal(err)
		}
		for _, f := range files {
			if err := countCase(t, f, tables, out); err != nil {
				t.Fatalf("%s: %v", f, err)
			}
		}
	}
	return out
}

func countCase(t testing.TB, file string, tables map[string]*dialect.Compiled, versions []Matched) error {
	c, err := Load(file)
	if err != nil {
		return err
	}
	fsys, err := c.Layout(t, Memory)
	if err != nil {
		return err
	}
	for _, m := range versions {
		if m.Dialect.Name != c.Agent {
			continue
		}
		recorded, ok, err := c.Recorded(m.Dialect.Name + "-" + m.Dialect.Version)
		if err != nil {
			return err
		}
		if !ok {
			continue
		}
		views, err := c.resolve(t.Context(), m.Dialect, tables[m.Dialect.ID()], fsys)
		if err != nil {
			return err
		}
		m.addCase()
		Diff(recorded, views, m.Tally)
	}
	return nil
}
