package golden_test

import (
	"flag"
	"fmt"
	"os"
	"testing"

	"github.com/agentlayers/layers/dialect"
	"github.com/agentlayers/layers/golden"
)

var update = flag.Bool("update", false, "rewrite the sections of the cases that this project made itself")

// dirEnv names a folder of other cases to run instead of testdata.
const dirEnv = "LAYERS_GOLDEN_DIR"

// TestCases compares every fact, in memory and on disk. The race detector looks at the trees in memory alone: writing
// them to a disk a second time runs nothing at the same time that reading them does not.
func TestCases(t *testing.T) {
	r := builtIn(t)
	if golden.RaceDetector {
		r.Kinds = []golden.Kind{golden.Memory}
	}
	if dir := os.Getenv(dirEnv); dir != "" {
		r.Dirs = []string{dir}
		r.Command = fmt.Sprintf("%s=%s %s", dirEnv, dir, r.Command)
	}
	tally := golden.Compare(t, r)
	t.Logf("not compared:\n%s", tally.Details())
	fmt.Println(tally)
}

// builtIn runs the project's own cases.
func builtIn(t *testing.T) golden.Run {
	t.Helper()
	return golden.Run{
		Dirs:     []string{"testdata/codex", "testdata/codex-random", "testdata/claude"},
		Dialects: append(codexVersions(t), claudeVersions(t)...),
		Update:   *update,
		Command:  "go test ./golden",
	}
}

// claudeVersions are the dialects with recorded facts of Claude Code.
func claudeVersions(t *testing.T) []dialect.Dialect {
	t.Helper()
	var out []dialect.Dialect
	for _, version := range dialect.ClaudeVersions {
		d, err := dialect.Claude(version)
		if err != nil {
			t.Fatal(err)
		}
		out = append(out, d)
	}
	return out
}

// codexVersions are the dialects with recorded facts.
func codexVersions(t *testing.T) []dialect.Dialect {
	t.Helper()
	var out []dialect.Dialect
	for _, version := range dialect.CodexVersions {
		d, err := dialect.Codex(version)
		if err != nil {
			t.Fatal(err)
		}
		out = append(out, d)
	}
	return out
}
