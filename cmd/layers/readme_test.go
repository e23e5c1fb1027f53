package main

import (
	"os"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
)

// blocks are what the README may show below a comment of the form <!-- WORD: ARGUMENTS -->: how the block begins, and
// what it holds.
var blocks = map[string]struct {
	fence string
	body  func(t *testing.T, args []string) string
}{
	"output": {"```console\n", func(t *testing.T, args []string) string { // a command of this tool
		return "$ layers " + visible(args[1:]) + "\n" + runDemo(t, args[1:])
	}},
	"session": {"```console\n", func(t *testing.T, args []string) string { // commands on files of their own, one after the other
		text, ok := runSession(t, args[0])
		if !ok { // not on this machine: as it stands
			_, after, _ := strings.Cut(readRoot(t, "README.md"), "<!-- session: "+args[0]+" -->\n```console\n")
			text, _, _ = strings.Cut(after, "```\n")
		}
		return text
	}},
	"watch": {"```console\n", func(t *testing.T, args []string) string { // layers watch while files change
		return "$ layers " + strings.Join(args, " ") + "\n" + watchStory(t, "--width", "100")
	}},
	"code": {"```go\n", declarations}, // FILE NAME...: functions of a file
	"file": {"```text\n", func(t *testing.T, args []string) string { // a file as it is
		return readRoot(t, args[0])
	}},
}

// TestReadme runs every command that the README shows, looks up every piece of code, and compares with the block below.
func TestReadme(t *testing.T) {
	t.Parallel()
	const path = "../../README.md"
	data := readRoot(t, "README.md")
	var out strings.Builder
	shown, skip, fence, before := map[string]int{}, false, "", ""
	for line := range strings.Lines(data) {
		if fence != "" && line != fence {
			t.Fatalf("%s has no block that begins with %s", before, fence)
		}
		fence, before = "", line
		word, args := mark(line)
		block, known := blocks[word]
		switch {
		case known:
			out.WriteString(line + block.fence + block.body(t, args) + "```\n")
			skip, fence = true, block.fence
			shown[word]++
		case skip && line == "```\n":
			skip = false
		case !skip:
			out.WriteString(line)
		}
	}
	if shown["output"] < 3 || shown["code"] == 0 || shown["file"] == 0 {
		t.Fatalf("the README shows %v", shown)
	}
	if *update {
		if err := os.WriteFile(path, []byte(out.String()), 0o644); err != nil {
			t.Fatal(err)
		}
		return
	}
	if diff := cmp.Diff(data, out.String()); diff != "" {
		t.Errorf("README.md is not what the commands print; go test ./cmd/layers -run Readme -update (-README +now):\n%s", diff)
	}
}

// mark reads a comment that announces a block.
func mark(line string) (word string, args []string) {
	inner, ok := strings.CutPrefix(strings.TrimSpace(line), "<!-- ")
	word, rest, found := strings.Cut(strings.TrimSuffix(inner, " -->"), ": ")
	if !ok || !found {
		return "", nil
	}
	return word, strings.Fields(rest)
}

func readRoot(t *testing.T, file string) string {
	t.Helper()
	data, err := os.ReadFile("../../" + file)
	if err != nil {
		t.Fatal(err)
	}
	return string(data)
}

// declarations gives functions of a file in the order in which they are named, comments included.
func declarations(t *testing.T, args []string) string {
	t.Helper()
	text := readRoot(t, args[0])
	var out []string
	for _, name := range args[1:] {
		start := strings.Index(text, "\nfunc "+name+"(")
		end := strings.Index(text[max(start, 0):], "\n}\n")
		if start < 0 || end < 0 {
			t.Fatalf("%s has no function %s", args[0], name)
		}
		comment := strings.LastIndex(text[:start], "\n\n") + 2
		out = append(out, text[comment:start+end]+"\n}\n")
	}
	return strings.Join(out, "\n")
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
