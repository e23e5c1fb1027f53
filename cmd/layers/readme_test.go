package main

import (
	"os"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
)

// TestReadme runs every command that the README shows and compares its output with the block below it.
func TestReadme(t *testing.T) {
	t.Parallel()
	const path, mark = "../../README.md", "<!-- output: layers "
	data, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	var out strings.Builder
	shown, skip, before := 0, false, ""
	for line := range strings.Lines(string(data)) {
		if strings.HasPrefix(before, mark) && line != "```console\n" {
			t.Fatalf("%s has no block of output below it", before)
		}
		before = line
		switch {
		case strings.HasPrefix(line, mark):
			args := strings.Fields(strings.TrimSuffix(strings.TrimPrefix(strings.TrimSpace(line), mark), " -->"))
			out.WriteString(line + "```console\n$ layers " + visible(args) + "\n" + runDemo(t, args) + "```\n")
			skip = true
			shown++
		case skip && line == "```\n":
			skip = false
		case !skip:
			out.WriteString(line)
		}
	}
	if shown < 3 {
		t.Fatalf("the README shows %d commands", shown)
	}
	if *update {
		if err := os.WriteFile(path, []byte(out.String()), 0o644); err != nil {
			t.Fatal(err)
		}
		return
	}
	if diff := cmp.Diff(string(data), out.String()); diff != "" {
		t.Errorf("README.md is not what the commands print; go test ./cmd/layers -run Readme -update (-README +now):\n%s", diff)
	}
}

// visible is the command as a reader types it: the width is the README's own.
func visible(args []string) string {
	var out []string
	for i := 0; i < len(args); i++ {
		if args[i] == "--width" {
			i++
			continue
		}
		out = append(out, args[i])
	}
	return strings.Join(out, " ")
}
