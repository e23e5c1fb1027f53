package audit_test

import (
	"bytes"
	"encoding/json"
	"io"
	"path/filepath"
	"strings"
	"testing"
	"unicode"

	"github.com/owenrumney/go-sarif/v3/pkg/report/v210/sarif"

	"github.com/agentlayers/layers/audit"
	"github.com/agentlayers/layers/render"
	"github.com/agentlayers/layers/render/term"
)

var formats = map[string]func(render.Audit, io.Writer) error{
	"text":   func(a render.Audit, w io.Writer) error { _, err := a.Text().WriteTo(w); return err },
	"json":   func(a render.Audit, w io.Writer) error { return a.JSON(w, "1.2.3") },
	"sarif":  func(a render.Audit, w io.Writer) error { return a.SARIF(w, "1.2.3") },
	"github": func(a render.Audit, w io.Writer) error { return a.GitHub(w) },
}

// TestFormats writes every case in every format: two audits give the same bytes, nothing that a terminal acts on
// or nobody sees gets through, JSON is JSON, SARIF is valid.
func TestFormats(t *testing.T) {
	t.Parallel()
	files, err := filepath.Glob("testdata/cases/*.txtar")
	if err != nil || len(files) == 0 {
		t.Fatalf("no cases: %v", err)
	}
	for _, file := range files {
		c := readCase(t, file)
		mode := "tree"
		if !c.runs(mode) {
			continue // what differs from run to run is the folder on disk
		}
		t.Run(c.name, func(t *testing.T) {
			t.Parallel()
			a, b := c.audit(t, mode), c.audit(t, mode)
			for name, write := range formats {
				one, two := output(t, write, a), output(t, write, b)
				if !bytes.Equal(one, two) {
					t.Errorf("%s: two audits of one tree differ", name)
				}
				if r := hidden(string(one)); r >= 0 {
					t.Errorf("%s: U+%04X gets through", name, r)
				}
				switch name {
				case "json":
					if !json.Valid(one) {
						t.Error("json: this is no JSON")
					}
				case "sarif":
					checkSARIF(t, one)
				}
			}
		})
	}
}

func output(t *testing.T, write func(render.Audit, io.Writer) error, r *audit.Result) []byte {
	t.Helper()
	var b bytes.Buffer
	if err := write(render.Audit{Result: r, Style: term.Style{Width: 80}}, &b); err != nil {
		t.Fatal(err)
	}
	return b.Bytes()
}

// hidden finds a character that no output may hold as it is; -1 when there is none. Tags, selectors and joiners
// of honest emoji are shown by the text format.
func hidden(text string) rune {
	for _, r := range text {
		switch {
		case r == '\n', r == 0xFE0E, r == 0xFE0F:
		case unicode.In(r, unicode.Cc, unicode.Cf, unicode.Zl, unicode.Zp, unicode.Co), r == 0x3164:
			return r
		}
	}
	return -1
}

// checkSARIF holds a log against the schema and against the fields that the schema knows.
func checkSARIF(t *testing.T, log []byte) {
	t.Helper()
	if _, err := sarif.FromBytes(log, sarif.WithStrictValidation()); err != nil {
		t.Errorf("sarif: %v", err)
	}
	var any any
	if err := json.Unmarshal(log, &any); err != nil {
		t.Fatal(err)
	}
	if path := emptyText(any, "$"); path != "" {
		t.Errorf("sarif: %s is empty, which code scanning refuses", path)
	}
}

// emptyText finds an empty string.
func emptyText(v any, path string) string {
	switch v := v.(type) {
	case string:
		if v == "" {
			return path
		}
	case []any:
		for _, e := range v {
			if p := emptyText(e, path+"[]"); p != "" {
				return p
			}
		}
	case map[string]any:
		for k, e := range v {
			if p := emptyText(e, path+"."+k); p != "" && !strings.Contains(p, ".properties.") {
				return p
			}
		}
	}
	return ""
}
