package golden

import (
	"context"
	"fmt"
	"os"
	"os/exec"
	"runtime"
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/agentlayers/layers/dialect"
)

// codexEnv names the installed programs: "0.145.0=PATH:0.171.0=PATH".
const codexEnv = "LAYERS_CODEX"

// recorder asks one agent about one case; see its README for what it needs.
const recorder = "record/record_codex.py"

// liveAgentSet is a list of VERSION=PATH.
type liveAgentSet []string

func (s liveAgentSet) String() string {
	var out []string
	for _, a := range s {
		version, _, _ := strings.Cut(a, "=")
		out = append(out, "codex "+version)
	}
	return strings.Join(out, " and ")
}

// only is the agent of one version.
func (s liveAgentSet) only(version string) liveAgentSet {
	return slices.DeleteFunc(slices.Clone(s), func(a string) bool { return !strings.HasPrefix(a, version+"=") })
}

// liveAgents takes the programs from the environment, or skips the test with the reason.
func liveAgents(t *testing.T) liveAgentSet {
	t.Helper()
	skip := func(why string) {
		fmt.Println("live: skipped:", why)
		t.Skip(why)
	}
	value := os.Getenv(codexEnv)
	if value == "" {
		skip("set " + codexEnv + "=0.145.0=PATH:0.171.0=PATH to the installed agents")
	}
	if runtime.GOOS != "linux" || os.Geteuid() != 0 {
		skip("the agents run in namespaces of their own, which needs Linux and root")
	}
	for _, tool := range []string{"python3", "unshare", "mount", "git"} {
		if _, err := exec.LookPath(tool); err != nil {
			skip("the recorder needs " + tool + ": " + err.Error())
		}
	}
	var out liveAgentSet
	for pair := range strings.SplitSeq(value, ":") {
		version, program, ok := strings.Cut(pair, "=")
		if !ok || !slices.Contains(dialect.CodexVersions[:], version) {
			t.Fatalf("%s: %q is not VERSION=PATH with one of the versions %q", codexEnv, pair, dialect.CodexVersions)
		}
		if _, err := os.Stat(program); err != nil {
			t.Fatalf("%s: %v", codexEnv, err)
		}
		out = append(out, pair)
	}
	return out
}

// ask records the answers of every agent into the cases; a case that cannot be built is an error and gets none.
func (s liveAgentSet) ask(ctx context.Context, cases ...string) error {
	args := []string{recorder, "--write", "--jobs", strconv.Itoa(*liveJobs)}
	for _, a := range s {
		args = append(args, "--codex", a)
	}
	cmd := exec.CommandContext(ctx, "python3", append(args, cases...)...)
	cmd.Env = append(os.Environ(), "CODEX_ORACLE_BINS=")
	if out, err := cmd.CombinedOutput(); err != nil {
		return fmt.Errorf("%s: %w\n%s", recorder, err, out)
	}
	return nil
}

// mustAsk is ask for cases that can be built.
func (s liveAgentSet) mustAsk(t *testing.T, cases ...string) {
	t.Helper()
	if err := s.ask(t.Context(), cases...); err != nil {
		t.Fatal(err)
	}
}
