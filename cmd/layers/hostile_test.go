package main

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/agentlayers/layers/tree"
)

// The bounds for hostile input, over the same command on a benign tree of the same size.
const (
	maxHostileBytes = 256 << 20
	maxHostileCPU   = 20 // times
	maxHostileTime  = 30 * time.Second
)

// usageEnv names the file in which a measured run leaves what it used.
const usageEnv = "LAYERS_TEST_USAGE"

// usageOf is what one process used.
type usageOf struct {
	CPU   time.Duration `json:"cpu"`
	Bytes int64         `json:"bytes"` // most memory at one time
}

// userEnv asks a measured run to go on as nobody, for whom permissions count.
const userEnv = "LAYERS_TEST_NOBODY"

// backstop is when a run counts as hanging. The sizes in full are judged by processor time, on a machine that may do
// other things too.
func backstop() time.Duration {
	if os.Getenv(fullEnv) != "" {
		return 10 * time.Minute
	}
	return maxHostileTime
}

// measuredMain is the command, followed by a note of what the process used.
func measuredMain() {
	note, err := os.Create(os.Getenv(usageEnv))
	if err == nil && os.Getenv(userEnv) != "" {
		err = becomeNobody()
	}
	if err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(99)
	}
	tuneCollector(processHost())
	code := run(context.Background(), os.Args[1:], processHost())
	used, err := ownUsage()
	if err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(99)
	}
	data, err := json.Marshal(used)
	if err == nil {
		_, err = note.Write(data)
	}
	if err == nil {
		err = note.Close()
	}
	if err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(99)
	}
	os.Exit(code)
}

// measuredRun runs a command that may see problems.
func measuredRun(t *testing.T, dir string, args ...string) (string, usageOf) {
	t.Helper()
	out, code, used := measured(t, dir, args...)
	if code != exitFine && code != exitProblems && code != exitUnreadable {
		t.Fatalf("layers %s: exit %d\n%s", strings.Join(args, " "), code, out)
	}
	return out, used
}

// measured runs the command in a process of its own, in the folder repo of dir, with dir/home as the home.
func measured(t *testing.T, dir string, args ...string) (string, int, usageOf) {
	t.Helper()
	return measuredAs(t, dir, false, args...)
}

// measuredAs is measured, as somebody for whom permissions count when nobody is set.
func measuredAs(t *testing.T, dir string, nobody bool, args ...string) (string, int, usageOf) {
	t.Helper()
	binary, err := os.Executable()
	if err != nil {
		t.Fatal(err)
	}
	ctx, cancel := context.WithTimeout(context.Background(), backstop())
	defer cancel()
	usage := filepath.Join(t.TempDir(), "usage")
	cmd := exec.CommandContext(ctx, binary, args...)
	cmd.Args[0] = "layers-measured"
	cmd.Dir = filepath.Join(dir, "repo")
	cmd.Env = []string{"HOME=" + filepath.Join(dir, "home"), "LANG=C.UTF-8", usageEnv + "=" + usage}
	if nobody {
		cmd.Env = append(cmd.Env, userEnv+"=1")
		for p := dir; len(p) > len(os.TempDir()); p = filepath.Dir(p) { // on the way to what may be read
			if err := os.Chmod(p, 0o755); err != nil {
				t.Fatal(err)
			}
		}
	}
	var out bytes.Buffer
	cmd.Stdout, cmd.Stderr = &out, &out
	err = cmd.Run()
	if ctx.Err() != nil {
		t.Fatalf("layers %s: not done after %s", strings.Join(args, " "), backstop())
	}
	var e *exec.ExitError
	if err != nil && !errors.As(err, &e) {
		t.Fatalf("layers %s: %v\n%s", strings.Join(args, " "), err, out.String())
	}
	var used usageOf
	data, err := os.ReadFile(usage)
	if err == nil {
		err = json.Unmarshal(data, &used)
	}
	if err != nil {
		t.Fatal(err)
	}
	return out.String(), cmd.ProcessState.ExitCode(), used
}

// hostile is one tree that means harm, or that an accident made.
type hostile struct {
	agent  string
	build  func(t *testing.T, repo string)
	benign func(t *testing.T, repo string) // of the same size; nil: one small file
	want   []string                        // what explain --problems or instructions says about it
}

// TestHostileInput: bad input is named, and costs neither time nor memory out of proportion.
func TestHostileInput(t *testing.T) {
	if reason := cannotMeasure(); reason != "" {
		t.Skip("skipped: " + reason)
	}
	for name, h := range hostileTrees() {
		t.Run(name, func(t *testing.T) { // one after the other: they are measured
			bad, good := hostileDir(t), hostileDir(t)
			h.build(t, filepath.Join(bad, "repo"))
			if h.benign == nil {
				h.benign = file("AGENTS.md", "# A\n")
			}
			h.benign(t, filepath.Join(good, "repo"))
			said := ""
			for _, args := range [][]string{{"instructions"}, {"explain", "--problems"}, {"explain", "AGENTS.md"}} {
				args = append([]string{"--agent", h.agent, "--width", "200"}, args...)
				_, base := measuredRun(t, good, args...)
				out, used := measuredRun(t, bad, args...)
				said += strings.Join(strings.Fields(out), " ") + "\n"
				if limit := maxHostileCPU * base.CPU; used.CPU > limit {
					t.Errorf("layers %s: %s of CPU, %s for a benign tree", strings.Join(args, " "), used.CPU, base.CPU)
				}
				if used.Bytes > maxHostileBytes {
					t.Errorf("layers %s: %d MiB", strings.Join(args, " "), used.Bytes>>20)
				}
				t.Logf("%s: %s and %d MiB, benign %s and %d MiB", args[4], used.CPU, used.Bytes>>20, base.CPU, base.Bytes>>20)
			}
			for _, want := range h.want {
				if !strings.Contains(said, want) {
					t.Errorf("nothing says %q", want)
				}
			}
			if t.Failed() {
				t.Log(said[:min(len(said), 4000)])
			}
		})
	}
}

func hostileDir(t *testing.T) string {
	t.Helper()
	dir, err := filepath.EvalSymlinks(t.TempDir())
	if err != nil {
		t.Fatal(err)
	}
	for _, p := range []string{"home", "repo/.git"} {
		if err := os.MkdirAll(filepath.Join(dir, p), 0o755); err != nil {
			t.Fatal(err)
		}
	}
	put(t, filepath.Join(dir, "repo/.git/HEAD"), "ref: refs/heads/main\n")
	return dir
}

func put(t *testing.T, p, text string) {
	t.Helper()
	if err := os.MkdirAll(filepath.Dir(p), 0o755); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(p, []byte(text), 0o600); err != nil {
		t.Fatal(err)
	}
}

// file builds a tree of one file.
func file(name, text string) func(*testing.T, string) {
	return func(t *testing.T, repo string) { put(t, filepath.Join(repo, name), text) }
}

// TestUnreadableFolders: folders without permission are named, and what can be read is still answered. In memory,
// because no permission stops an administrator who runs the tests.
func TestUnreadableFolders(t *testing.T) {
	t.Parallel()
	for agent, c := range map[string]struct {
		files  []string
		closed string
		want   []string
	}{
		"codex":  {[]string{"/r/AGENTS.md", "/r/a/AGENTS.md"}, "/r/a", []string{"doc-unreadable", "permission denied"}},
		"claude": {[]string{"/r/a/CLAUDE.md", "/r/.claude/rules/x.md"}, "/r/.claude/rules", []string{"permission denied", "1 a/CLAUDE.md"}},
	} {
		fsys := tree.NewMemory()
		fsys.WriteFile("/r/.git/HEAD", []byte("x"))
		for _, f := range c.files {
			fsys.WriteFile(f, []byte("text\n"))
		}
		fsys.Chmod(c.closed, 0)
		var out bytes.Buffer
		h := host{
			env: func(string) (string, bool) { return "", false }, cwd: func() (string, error) { return "/r/a", nil },
			fsys: fsys, stdout: &out, stderr: &out, terminal: func() (int, int, bool) { return 0, 0, false },
			hostname: func() (string, error) { return "", errors.New("unknown") },
		}
		for _, args := range [][]string{{"explain", "--problems"}, {"instructions"}, {"explain", "a"}} {
			run(context.Background(), append([]string{"--agent", agent, "--width", "200"}, args...), h)
		}
		flat := strings.Join(strings.Fields(out.String()), " ")
		for _, want := range c.want {
			if !strings.Contains(flat, want) {
				t.Errorf("%s: nothing says %q:\n%s", agent, want, out.String())
			}
		}
	}
}
