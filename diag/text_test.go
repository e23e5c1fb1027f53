package diag_test

import (
	"testing"

	"github.com/agentlayers/layers/diag"
)

func TestStrings(t *testing.T) {
	t.Parallel()
	src := diag.NewSource("/a.toml", []byte("x = 1\ny = é\n"))
	for want, d := range map[string]diag.Diagnostic{
		"/a.toml:2:5: error: no value [toml-syntax]": {Code: "toml-syntax", Severity: diag.Error, Summary: "no value", Subject: src.Span(10, 12)},
		"/a.toml: warning: unused [unused]":          {Code: "unused", Severity: diag.Warning, Summary: "unused", Subject: diag.File("/a.toml")},
		"note: from a flag [flag]":                   {Code: "flag", Severity: diag.Note, Summary: "from a flag"},
	} {
		if got := d.String(); got != want {
			t.Errorf("%q, want %q", got, want)
		}
	}
}
