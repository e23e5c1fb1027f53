package reach_test

import (
	"context"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/agentlayers/layers/agentsmd"
	"github.com/agentlayers/layers/dialect"
	"github.com/agentlayers/layers/golden"
	"github.com/agentlayers/layers/reach"
	"github.com/agentlayers/layers/resolve"
)

// TestCases asks about every document, layer and other file of the recorded trees: the verdict agrees with the
// resolver, a condition fails exactly when the file does not load, and a reason is given exactly then.
func TestCases(t *testing.T) {
	t.Parallel()
	var files []string
	for _, pattern := range []string{"codex/doc-*", "codex/layers-*", "codex/trust-*", "claude/*", "field/*"} {
		found, err := filepath.Glob("../golden/testdata/" + pattern + ".txtar")
		if err != nil || len(found) == 0 {
			t.Fatalf("no cases %s: %v", pattern, err)
		}
		files = append(files, found...)
	}
	agents := dialect.BuiltIn()
	var tables []*dialect.Compiled
	for _, d := range agents {
		tables = append(tables, d.Compile())
	}
	asked := 0
	for _, file := range files {
		c, err := golden.Load(file)
		if err != nil {
			t.Fatal(err)
		}
		fsys, err := c.Layout(t, golden.Memory)
		if err != nil {
			t.Fatal(err)
		}
		for i, d := range agents {
			o := c.Options(d, fsys)
			o.Compiled = tables[i]
			asked += checkCase(t, c, o)
		}
	}
	if asked < 2000 {
		t.Errorf("only %d paths asked", asked)
	}
}

func checkCase(t *testing.T, c *golden.Case, o resolve.Options) int {
	t.Helper()
	r, err := resolve.Dir(context.Background(), o)
	if err != nil {
		t.Fatalf("%s: %v", c.Name, err)
	}
	paths := []string{}
	for _, a := range r.Inputs {
		if a.Found == "file" || a.Found == "absent" || a.Found == "other" {
			paths = append(paths, a.Path)
		}
	}
	for _, d := range r.Documents {
		paths = append(paths, d.Path)
	}
	slices.Sort(paths)
	paths = slices.Compact(paths)
	for _, p := range paths {
		f := reach.Gather(o.Host.FS, o.Host.Cwd, p)
		v := reach.Judge(r, f)
		if problem := inconsistent(r, f, v); problem != "" {
			t.Errorf("%s, %s, %s: %s\n%+v", c.Name, r.Dialect.ID(), p, problem, v)
		}
	}
	return len(paths)
}

func inconsistent(r *resolve.Result, f reach.Facts, v reach.Verdict) string {
	loads := loadsByItself(r, f.Path) || !f.Link && loadsByItself(r, f.Real)
	switch failed := v.Failed(); {
	case v.Kind == reach.Document && v.State.Loads() != loads:
		return "the resolver says otherwise"
	case v.Kind == reach.Other && loads:
		return "it loads"
	case v.State.Loads() == (failed != nil):
		return "a condition fails exactly when it does not load"
	case v.State.Loads() != (v.Why == ""):
		return "a reason is given exactly when it does not load"
	case failed != nil && failed.Code == "other":
		return "no condition is known for this reason"
	case strings.Contains(v.Why, "\n"):
		return "the reason is more than a line"
	}
	return ""
}

func loadsByItself(r *resolve.Result, p string) bool {
	return p != "" && slices.ContainsFunc(r.Documents, func(d agentsmd.Document) bool {
		return d.Loaded() && d.Role != agentsmd.Setting && (d.Path == p || d.Real == p)
	})
}
