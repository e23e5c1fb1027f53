package main

import (
	"bytes"
	"context"
	"encoding/json"
	"flag"
	"os"
	"testing"

	"github.com/google/go-cmp/cmp"
	"golang.org/x/tools/txtar"

	"github.com/agentlayers/layers/tree"
)

var update = flag.Bool("update", false, "write testdata/want.txt anew")

func TestRun(t *testing.T) {
	t.Parallel()
	archive, err := txtar.ParseFile("testdata/tree.txtar")
	if err != nil {
		t.Fatal(err)
	}
	fsys := tree.NewMemory()
	for _, f := range archive.Files {
		fsys.WriteFile("/"+f.Name, f.Data)
	}
	var sarif, log bytes.Buffer
	code, err := run(context.Background(), fsys, "/shop", &sarif, &log)
	if err != nil || code != failed {
		t.Fatalf("code %d, %v", code, err)
	}
	if *update {
		if err := os.WriteFile("testdata/want.txt", log.Bytes(), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	want, err := os.ReadFile("testdata/want.txt")
	if err != nil {
		t.Fatal(err)
	}
	if diff := cmp.Diff(string(want), log.String()); diff != "" {
		t.Errorf("annotations (-want +got):\n%s", diff)
	}
	var report struct {
		Version string
		Runs    []struct{ Results []any }
	}
	if err := json.Unmarshal(sarif.Bytes(), &report); err != nil || report.Version != "2.1.0" || len(report.Runs) != 1 || len(report.Runs[0].Results) == 0 {
		t.Errorf("SARIF %v: %.200s", err, sarif.String())
	}
}

func TestNothingFound(t *testing.T) {
	t.Parallel()
	fsys := tree.NewMemory()
	fsys.WriteFile("/shop/AGENTS.md", []byte("Prices are integers in cents.\n"))
	var sarif, log bytes.Buffer
	code, err := run(context.Background(), fsys, "/shop", &sarif, &log)
	if err != nil || code != passed || log.Len() > 0 {
		t.Errorf("code %d, %v\n%s", code, err, log.String())
	}
}

// TestUnreadable: what could not be read is no pass.
func TestUnreadable(t *testing.T) {
	t.Parallel()
	fsys := tree.NewMemory()
	fsys.WriteFile("/shop/AGENTS.md", []byte("x"))
	fsys.Chmod("/shop/AGENTS.md", 0)
	code, err := run(context.Background(), fsys, "/shop", &bytes.Buffer{}, &bytes.Buffer{})
	if err != nil || code != unfinished {
		t.Errorf("code %d, %v", code, err)
	}
	if code, err := run(context.Background(), fsys, "/none", &bytes.Buffer{}, &bytes.Buffer{}); err == nil || code != unfinished {
		t.Errorf("no such folder: code %d, %v", code, err)
	}
}
