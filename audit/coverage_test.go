package audit_test

import (
	"bufio"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/agentlayers/layers/audit/rules"
)

// TestEveryRule holds each rule to what a rule must have: a page, a file named as its id, a hostile case that
// expects it, and a benign one. Benign is a case that forbids the rule, or a clean case that testdata/benign.txt
// names for it.
func TestEveryRule(t *testing.T) {
	t.Parallel()
	files, err := filepath.Glob("testdata/cases/*.txtar")
	if err != nil {
		t.Fatal(err)
	}
	hostile, benign, clean := map[string]bool{}, map[string]bool{}, map[string]bool{}
	for _, file := range files {
		c := readCase(t, file)
		clean[c.name] = c.want.Clean
		for _, w := range c.want.Findings {
			hostile[w.Rule] = true
		}
		for _, id := range c.want.Forbid {
			benign[id] = true
		}
	}
	for id, name := range benignTable(t) {
		if !clean[name] {
			t.Errorf("testdata/benign.txt: %s is no clean case", name)
		}
		benign[id] = true
	}
	seen := map[string]bool{}
	for _, r := range rules.All() {
		if seen[r.ID] {
			t.Errorf("%s: two rules have this id", r.ID)
		}
		seen[r.ID] = true
		if !hostile[r.ID] {
			t.Errorf("%s: no case expects it", r.ID)
		}
		if !benign[r.ID] {
			t.Errorf("%s: no benign case: forbid it in one, or name a clean case in testdata/benign.txt", r.ID)
		}
		if found, _ := filepath.Glob("rules/*/" + r.ID + ".go"); len(found) != 1 {
			t.Errorf("%s: no file of that name", r.ID)
		}
		for field, text := range map[string]string{
			"Title": r.Title, "Confidence": string(r.Confidence), "Why": r.Doc.Why, "Fires": r.Doc.Fires,
			"Quiet": r.Doc.Quiet, "File": r.Doc.File, "Bad": r.Doc.Bad, "Good": r.Doc.Good, "Fix": r.Doc.Fix,
		} {
			if text == "" {
				t.Errorf("%s: %s is empty", r.ID, field)
			}
		}
		if r.Severity == 0 || strings.HasSuffix(r.Title, ".") {
			t.Errorf("%s: severity %v, title %q", r.ID, r.Severity, r.Title)
		}
	}
}

// benignTable reads "rule case" lines.
func benignTable(t *testing.T) map[string]string {
	t.Helper()
	f, err := os.Open("testdata/benign.txt")
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	out := map[string]string{}
	for s := bufio.NewScanner(f); s.Scan(); {
		if id, name, ok := strings.Cut(strings.TrimSpace(s.Text()), " "); ok && !strings.HasPrefix(id, "#") {
			out[id] = strings.TrimSpace(name)
		}
	}
	return out
}
