package audit_test

import (
	"context"
	"fmt"
	"os"
	"path"
	"path/filepath"
	"runtime"
	"slices"
	"testing"

	"github.com/agentlayers/layers/audit"
	"github.com/agentlayers/layers/audit/gather"
	"github.com/agentlayers/layers/audit/rules"
	"github.com/agentlayers/layers/resolve"
)

// tally counts what the cases showed.
type tally struct{ cases, expected, found, missing, alarms int }

// TestCases audits every case as a work tree and as the tree of a commit, and compares with what it expects.
//
// LAYERS_AUDIT_DIR names another folder of cases; LAYERS_AUDIT_RULE keeps the rules to one, for work on it.
func TestCases(t *testing.T) {
	dir := os.Getenv("LAYERS_AUDIT_DIR")
	if dir == "" {
		dir = "testdata/cases"
	}
	files, err := filepath.Glob(filepath.Join(dir, "*.txtar"))
	if err != nil || len(files) == 0 {
		t.Fatalf("no cases in %s (%v)", dir, err)
	}
	only := os.Getenv("LAYERS_AUDIT_RULE")
	var sum tally
	for _, file := range files {
		c := readCase(t, file)
		if slices.Contains(c.directives["platform"], "unix") && runtime.GOOS == "windows" {
			continue
		}
		sum.cases++
		t.Run(c.name, func(t *testing.T) { sum.compare(t, c, only) })
	}
	fmt.Printf("audit: %d cases, %d expected, %d found, %d missing, %d false alarms\n",
		sum.cases, sum.expected, sum.found, sum.missing, sum.alarms)
}

// compare runs one case in its modes and counts. A finding that is expected counts once for all modes.
func (s *tally) compare(t *testing.T, c *auditCase, only string) {
	got := map[string]*audit.Result{}
	for _, mode := range []string{"worktree", "tree"} {
		if c.runs(mode) {
			got[mode] = c.audit(t, mode)
		}
	}
	for _, w := range c.want.Findings {
		if only != "" && w.Rule != only {
			continue
		}
		s.expected++
		ok := true
		for mode, r := range got {
			if !hasFinding(r, w) {
				t.Errorf("%s: missing %s %s at %s:%d; found\n%s", mode, w.Severity, w.Rule, w.File, w.Line, list(r))
				ok = false
			}
		}
		if ok {
			s.found++
		} else {
			s.missing++
		}
	}
	alarms := map[string]bool{}
	for mode, r := range got {
		for _, f := range r.Findings {
			if only != "" && f.Rule != only {
				continue
			}
			if c.want.Clean && f.Severity >= audit.Low || slices.Contains(c.want.Forbid, f.Rule) {
				t.Errorf("%s: false alarm: %s", mode, line(f))
				alarms[line(f)] = true
			}
		}
	}
	s.alarms += len(alarms)
	if len(got) == 2 {
		if a, b := list(got["worktree"]), list(got["tree"]); a != b {
			t.Errorf("the modes differ\nwork tree:\n%s\ncommit:\n%s", a, b)
		}
	}
}

// audit runs every rule on the case.
func (c *auditCase) audit(t *testing.T, mode string) *audit.Result {
	t.Helper()
	fsys, base := c.layOut(t, mode)
	dialects, err := audit.Dialects()
	if err != nil {
		t.Fatal(err)
	}
	env := func(name string) (string, bool) { return path.Join(base, "home"), name == "HOME" }
	root := path.Join(base, "repo")
	set, err := gather.Dir(context.Background(), gather.Options{
		Host: resolve.HostFrom(fsys, env, root), Root: root, Dialects: dialects, Commit: mode == "tree",
	})
	if err != nil {
		t.Fatal(err)
	}
	o := audit.Options{}
	if c.is("persona", string(audit.Auditor)) {
		o.Persona = audit.Auditor
	}
	return audit.Run(context.Background(), set, rules.All(), o)
}

func hasFinding(r *audit.Result, w wanted) bool {
	return slices.ContainsFunc(r.Findings, func(f audit.Finding) bool {
		return f.Rule == w.Rule && f.Severity.String() == w.Severity && f.Path == w.File &&
			(w.Line == 0 || f.Span.Start.Line == w.Line)
	})
}

func line(f audit.Finding) string {
	return fmt.Sprintf("%s %s %s:%d: %q", f.Severity, f.Rule, f.Path, f.Span.Start.Line, f.Message)
}

// list names the findings that both modes can have, one a line.
func list(r *audit.Result) string {
	out := ""
	for _, f := range r.Findings {
		if rule, ok := rules.Find(f.Rule); ok && !rule.WorkTree {
			out += line(f) + "\n"
		}
	}
	return out
}
