package reach

import (
	"context"
	"path"

	"github.com/agentlayers/layers/dialect"
	"github.com/agentlayers/layers/resolve"
	"github.com/agentlayers/layers/tree"
)

// Comparison is one folder as several agents see it.
type Comparison struct {
	Results []*resolve.Result // one for each agent, in the order asked
	Rows    []Row             // files that one of them knows of: the first agent's in its order, then what others add
}

// Row is one file, and what becomes of it with each agent.
type Row struct {
	Path  string // as the first agent that knows it names it
	Cells []Verdict
}

// Differs reports whether the agents do not agree.
func (r Row) Differs() bool {
	for _, c := range r.Cells[1:] {
		if c.State != r.Cells[0].State {
			return true
		}
	}
	return false
}

// Kind is what the file is to the first agent that looks at it.
func (r Row) Kind() Kind {
	for _, c := range r.Cells {
		if c.State != NotSeen && c.Kind != Other {
			return c.Kind
		}
	}
	return r.Cells[0].Kind
}

// Compare resolves the folder of o for each agent. A file that one agent names through a link and another one
// without is one row.
//
// The error is non-nil only when ctx is done or o lacks what a resolve needs.
func Compare(ctx context.Context, o resolve.Options, agents []dialect.Dialect) (Comparison, error) {
	var c Comparison
	o.Host.FS = tree.NewRecorder(o.Host.FS)
	var paths []string
	seen := map[string]bool{}
	for _, d := range agents {
		r, err := resolve.Dir(ctx, as(o, d))
		if err != nil {
			return c, err
		}
		c.Results = append(c.Results, r)
		for _, i := range Items(r) {
			key := path.Join(tree.Canonical(o.Host.FS, path.Dir(i.Path)), path.Base(i.Path))
			if !seen[key] {
				seen[key] = true
				paths = append(paths, i.Path)
			}
		}
	}
	for _, p := range paths {
		row := Row{Path: p}
		for _, r := range c.Results {
			a := Answer{Facts: Gather(o.Host.FS, o.Host.Cwd, p)}
			a.Verdict = Judge(r, a.Facts)
			if err := a.later(ctx, o, r); err != nil {
				return c, err
			}
			row.Cells = append(row.Cells, a.Verdict)
		}
		c.Rows = append(c.Rows, row)
	}
	return c, nil
}
