package main

import (
	"bytes"
	"context"
	"errors"
	"flag"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/agentlayers/layers/render/term"
	"github.com/agentlayers/layers/tree"
)

var update = flag.Bool("update", false, "rewrite the recorded screens")

// screens are commands whose text on the built-in tree is recorded at every width.
var screens = map[string][]string{
	"overview":          {"--demo"},
	"key":               {"--demo", "explain", "model"},
	"key-unset":         {"--demo", "explain", "sandbox_mode"},
	"table":             {"--demo", "explain", "mcp_servers.docs"},
	"requirement":       {"--demo", "explain", "approval_policy"},
	"as-trusted":        {"--demo", "explain", "--as-trusted"},
	"problems":          {"--demo", "explain", "--problems"},
	"problems-short":    {"--demo", "explain", "--problems", "--short"},
	"list":              {"--demo", "list", "--show-origin", "--shadowed"},
	"instructions":      {"--demo", "instructions"},
	"instructions-cut":  {"--demo", "instructions", "-c", "project_doc_max_bytes=300"},
	"instructions-lost": {"--demo", "instructions", "--lost", "-c", "project_doc_max_bytes=100"},
	"instructions-plan": {"--demo", "instructions", "--plan", "-c", "project_doc_max_bytes=100"},
	"instructions-json": {"--demo", "instructions", "--json", "-c", "project_doc_max_bytes=300"},
	"skills":            {"--demo", "skills", "--why"},
	"skills-tight":      {"--demo", "skills", "--context-window", "2200"},
	"skills-query":      {"--demo", "skills", "--query", "publish a new version"},
	"skills-json":       {"--demo", "skills", "--json"},
	"skill-named":       {"--demo", "explain", "$release-notes"},
	"skill-json":        {"--demo", "explain", "$release-notes", "--json"},
	"skill-file":        {"--demo", "explain", ".agents/skills/db-migrate/SKILL.md"},
	"skill-file-json":   {"--demo", "explain", ".agents/skills/legacy/SKILL.md", "--json"},
	"prompt":            {"--demo", "prompt"},
	"prompt-json":       {"--demo", "prompt", "--json"},
	"path":              {"--demo", "explain", "packages/web/AGENTS.md"},
	"path-loaded":       {"--demo", "explain", "AGENTS.md", "-c", "project_doc_max_bytes=300"},
	"path-layer":        {"--demo", "explain", ".codex/config.toml"},
	"path-folder":       {"--demo", "explain", "vendor"},
	"path-json":         {"--demo", "explain", "packages/web/AGENTS.md", "--json"},
	"agents":            {"--demo", "explain", "--agents", "codex,claude,codex@0.171.0"},
	"agents-json":       {"--demo", "explain", "--agents", "codex,claude", "--json"},
	"overview-json":     {"--demo", "--json"},
	"key-json":          {"--demo", "explain", "model", "--json"},
	"table-json":        {"--demo", "explain", "mcp_servers.docs", "--json"},
	"list-json":         {"--demo", "list", "--json"},
	"overview-colour":   {"--demo", "--color", "always"},
}

func TestScreens(t *testing.T) {
	t.Parallel()
	for name, args := range screens {
		variants := map[string][]string{"60": {"--width", "60"}, "80": {"--width", "80"}, "120": {"--width", "120"}, "80-ascii": {"--width", "80", "--ascii"}}
		if strings.HasSuffix(name, "-json") || name == "list" {
			variants = map[string][]string{"any": nil}
		}
		for variant, more := range variants {
			t.Run(name+"/"+variant, func(t *testing.T) {
				t.Parallel()
				checkScreen(t, name+"."+variant+".txt", append(more, args...))
			})
		}
	}
}

func checkScreen(t *testing.T, file string, args []string) {
	got := runDemo(t, args)
	path := filepath.Join("testdata", "screens", file)
	if *update {
		if err := os.WriteFile(path, []byte(got), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	want, err := os.ReadFile(path)
	if err != nil {
		t.Fatalf("%v; record it with go test ./cmd/layers -run Screens -update", err)
	}
	if diff := cmp.Diff(string(want), got); diff != "" {
		t.Errorf("layers %s (-recorded +now):\n%s", strings.Join(args, " "), diff)
	}
}

// TestScreensFit: no line of text is wider than asked for, apart from paths and fixes, which stay whole to be
// copied.
func TestScreensFit(t *testing.T) {
	t.Parallel()
	for name, args := range screens {
		if strings.HasSuffix(name, "-json") || name == "list" || name == "overview-colour" || name == "problems-short" {
			continue
		}
		for _, width := range []string{"80", "120"} {
			got := runDemo(t, append([]string{"--width", width}, args...))
			limit := 80
			if width == "120" {
				limit = 120
			}
			for line := range strings.Lines(got) {
				line = strings.TrimRight(line, "\n")
				if term.Width(line) > limit && !strings.Contains(line, "fix:") {
					t.Errorf("%s at %s columns: %d wide: %s", name, width, term.Width(line), line)
				}
			}
		}
	}
}

func runDemo(t *testing.T, args []string) string {
	t.Helper()
	var out bytes.Buffer
	h := host{
		env: func(string) (string, bool) { return "", false }, cwd: func() (string, error) { return "/", nil },
		fsys: tree.NewMemory(), stdout: &out, stderr: &out,
		terminal: func() (int, int, bool) { return 0, 0, false },
		hostname: func() (string, error) { return "", errors.New("unknown") },
	}
	if code := run(context.Background(), args, h); code != exitFine && code != exitProblems && code != exitFindings {
		t.Fatalf("layers %s: exit %d\n%s", strings.Join(args, " "), code, out.String())
	}
	return out.String()
}
