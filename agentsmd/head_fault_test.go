package agentsmd_test

import (
	"testing"

	"github.com/agentlayers/layers/diag"
)

// TestHeadFaults: a head that is not YAML is named with its line and what the agent makes of it.
func TestHeadFaults(t *testing.T) {
	t.Parallel()
	for head, want := range map[string]struct {
		line     int
		severity diag.Severity
		effect   string
	}{
		"paths: '*.ts'":                       {},
		"title: [unclosed":                    {},
		"paths: [unclosed":                    {2, diag.Note, "the agent takes its values as plain text; paths: [unclosed"},
		"title: x\npaths: **/*.ts":            {3, diag.Note, "the agent takes its values as plain text; paths: **/*.ts"},
		"paths:\n  - a\n - b\n  : c":          {3, diag.Warning, "the agent finds no paths in it and loads the rule for every file"},
		"\r\ntitle: x\r\npaths: *.go\r\nz: 1": {4, diag.Note, "the agent takes its values as plain text; paths: *.go"},
	} {
		m, o := claudeIn(t, "/r", map[string]string{"/r/.claude/rules/a.md": "---\n" + head + "\n---\nx"})
		d := document(t, loadAll(t, m, o), "/r/.claude/rules/a.md")
		if want.line == 0 {
			if len(d.Diags) > 0 {
				t.Errorf("%q: %+v", head, d.Diags)
			}
			continue
		}
		if len(d.Diags) != 1 || d.Diags[0].Code != "doc-head-invalid" {
			t.Errorf("%q: problems %+v", head, d.Diags)
			continue
		}
		if got := d.Diags[0]; got.Subject.Start.Line != want.line || got.Severity != want.severity || got.Effect != want.effect {
			t.Errorf("%q: line %d, %s, %q; want %+v", head, got.Subject.Start.Line, got.Severity, got.Effect, want)
		}
	}
}
