package audit_test

import (
	"bytes"
	"flag"
	"os"
	"path/filepath"
	"testing"

	"github.com/agentlayers/layers/audit/rules"
	"github.com/agentlayers/layers/render"
)

var update = flag.Bool("update", false, "rewrite the pages of the rules in docs/rules")

const pages = "../docs/rules"

// TestRulePages holds docs/rules to what the rules say of themselves.
func TestRulePages(t *testing.T) {
	t.Parallel()
	want := map[string][]byte{}
	var b bytes.Buffer
	if err := render.RuleIndex(&b, rules.All()); err != nil {
		t.Fatal(err)
	}
	want["README.md"] = b.Bytes()
	for _, r := range rules.All() {
		var page bytes.Buffer
		if err := render.RuleMarkdown(&page, r); err != nil {
			t.Fatal(err)
		}
		want[r.ID+".md"] = page.Bytes()
	}
	if *update {
		rewrite(t, want)
	}
	for name, text := range want {
		if got, err := os.ReadFile(filepath.Join(pages, name)); err != nil || !bytes.Equal(got, text) {
			t.Errorf("docs/rules/%s is not what its rule says; run go test ./audit -run TestRulePages -update", name)
		}
	}
	files, err := os.ReadDir(pages)
	if err != nil {
		t.Fatal(err)
	}
	for _, f := range files {
		if want[f.Name()] == nil {
			t.Errorf("docs/rules/%s belongs to no rule", f.Name())
		}
	}
}

func rewrite(t *testing.T, want map[string][]byte) {
	t.Helper()
	if err := os.RemoveAll(pages); err != nil {
		t.Fatal(err)
	}
	if err := os.MkdirAll(pages, 0o755); err != nil {
		t.Fatal(err)
	}
	for name, text := range want {
		if err := os.WriteFile(filepath.Join(pages, name), text, 0o644); err != nil {
			t.Fatal(err)
		}
	}
}
