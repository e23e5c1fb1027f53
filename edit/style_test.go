package edit_test

import (
	"flag"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"golang.org/x/tools/txtar"

	"github.com/agentlayers/layers/dialect"
	"github.com/agentlayers/layers/edit"
	"github.com/agentlayers/layers/layers"
)

var update = flag.Bool("update", false, "rewrite the expectations")

// TestStyle shows where edits go: each archive is a document and, for each edit, the document after it. A section's
// name is the edit: "set KEY = VALUE" or "unset KEY".
func TestStyle(t *testing.T) {
	t.Parallel()
	files, err := filepath.Glob("testdata/*.txtar")
	if err != nil || len(files) == 0 {
		t.Fatalf("no cases: %v", err)
	}
	for _, file := range files {
		t.Run(filepath.Base(file), func(t *testing.T) {
			t.Parallel()
			archive, err := txtar.ParseFile(file)
			if err != nil {
				t.Fatal(err)
			}
			c := tomlConfig
			if strings.HasPrefix(filepath.Base(file), "json") {
				c = jsonConfig
			}
			before := archive.Files[0].Data
			for i, f := range archive.Files[1:] {
				got := apply(t, before, f.Name, c)
				if *update {
					archive.Files[i+1].Data = got
				} else if d := cmp.Diff(string(f.Data), string(got)); d != "" {
					t.Errorf("%s (-want +got):\n%s", f.Name, d)
				}
			}
			if *update {
				if err := os.WriteFile(file, txtar.Format(archive), 0o644); err != nil {
					t.Fatal(err)
				}
			}
		})
	}
}

// apply does one edit; an error is the document.
func apply(t *testing.T, before []byte, what string, c dialect.Config) []byte {
	t.Helper()
	verb, rest, _ := strings.Cut(what, " ")
	text, value, _ := strings.Cut(rest, " = ")
	key, err := layers.ParseKey(text)
	if err != nil {
		t.Fatal(err)
	}
	d := edit.Document{Name: "/f", Bytes: before, Config: c}
	var e edit.Edit
	if verb == "set" {
		v, valueErr := edit.ParseValue(value, c)
		if valueErr != nil {
			t.Fatal(valueErr)
		}
		e, err = d.Set(key, v)
	} else {
		e, err = d.Unset(key)
	}
	if err != nil {
		return []byte(err.Error() + "\n")
	}
	return e.After
}
