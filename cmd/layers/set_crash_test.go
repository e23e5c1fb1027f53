package main

import (
	"bytes"
	"context"
	"flag"
	"math/rand/v2"
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
	"strings"
	"sync"
	"testing"
	"time"
)

// editHome makes a home folder with a user configuration.
func editHome(t *testing.T, text string) (env []string, dir, file string) {
	t.Helper()
	dir = t.TempDir()
	file = filepath.Join(dir, ".codex", "config.toml")
	if err := os.Mkdir(filepath.Dir(file), 0o755); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(file, []byte(text), 0o600); err != nil {
		t.Fatal(err)
	}
	return []string{"HOME=" + dir, "PATH=" + os.Getenv("PATH"), asLayers + "=1", "GORACE=atexit_sleep_ms=0"}, dir, file
}

// asLayers makes the test binary the program itself.
const asLayers = "LAYERS_TEST_AS_PROGRAM"

func layersCommand(ctx context.Context, env []string, dir string, args ...string) *exec.Cmd {
	cmd := exec.CommandContext(ctx, os.Args[0], args...)
	cmd.Env, cmd.Dir = env, dir
	return cmd
}

// long multiplies the runs of the tests that stop the program and that run several at once; 10 stops it 200 times.
var long = flag.Int("long", 1, "stop the program, and run several at once, this many times more often")

// maxTries bounds the runs for each that is stopped in time: some end before.
const maxTries = 4

// TestKilledSetLeavesOldOrNew stops the program at random moments: the file always is the old or the new one, whole,
// and the next run works.
func TestKilledSetLeavesOldOrNew(t *testing.T) {
	t.Parallel()
	stops := 20 * *long
	padding := strings.Repeat("# what must not be lost\n", 4_000)
	text := func(n int) []byte { return []byte("model = \"m" + strconv.Itoa(n) + "\"\n" + padding) }
	env, dir, file := editHome(t, string(text(0)))
	begin := time.Now()
	if out, err := layersCommand(t.Context(), env, dir, "set", "model", "m0", "--layer", "user").CombinedOutput(); err != nil {
		t.Fatalf("%v: %s", err, out)
	}
	whole := time.Since(begin)
	now, written, killed, caught, n := 0, 0, 0, 0, 0
	for killed < stops && n < maxTries*stops {
		n++
		cmd := layersCommand(t.Context(), env, dir, "set", "model", "m"+strconv.Itoa(n), "--layer", "user")
		if err := cmd.Start(); err != nil {
			t.Fatal(err)
		}
		if n%2 == 0 {
			time.Sleep(time.Duration(rand.Int64N(int64(whole))))
		} else {
			caught += untilWriting(filepath.Dir(file), 2*whole)
		}
		_ = cmd.Process.Kill() // it may have ended
		if err := cmd.Wait(); err != nil {
			killed++
		}
		got, err := os.ReadFile(file)
		switch {
		case err != nil:
			t.Fatal(err)
		case bytes.Equal(got, text(n)):
			now = n
			written++
		case !bytes.Equal(got, text(now)):
			t.Fatalf("run %d: the file is neither the old nor the new one (%d bytes)", n, len(got))
		}
	}
	t.Logf("%d runs, %d killed, %d of them while writing at most, %d wrote", n, killed, caught, written)
	if killed == 0 {
		t.Error("no run was stopped in time")
	}
	if out, err := layersCommand(t.Context(), env, dir, "set", "model", "last", "--layer", "user").CombinedOutput(); err != nil {
		t.Fatalf("%v: %s", err, out)
	}
	entries, err := os.ReadDir(filepath.Dir(file))
	if err != nil || len(entries) != 1 {
		t.Errorf("%d files are left, want 1: %v", len(entries), entries)
	}
}

// untilWriting waits until a new file is being written in dir, and a moment more. It reports 1 when it saw one.
func untilWriting(dir string, most time.Duration) int {
	for end := time.Now().Add(most); time.Now().Before(end); {
		entries, err := os.ReadDir(dir)
		if err == nil && len(entries) > 1 {
			time.Sleep(time.Duration(rand.Int64N(int64(time.Millisecond))))
			return 1
		}
	}
	return 0
}

// TestTwoWritersLoseNothing sets different keys from several programs at once.
func TestTwoWritersLoseNothing(t *testing.T) {
	t.Parallel()
	env, dir, file := editHome(t, "# head\n")
	var all sync.WaitGroup
	writers, keys := 4, 5**long
	for w := range writers {
		all.Go(func() {
			for k := range keys {
				name := "mcp_servers.w" + strconv.Itoa(w) + "k" + strconv.Itoa(k) + ".command"
				if out, err := layersCommand(t.Context(), env, dir, "set", name, "run", "--layer", "user").CombinedOutput(); err != nil {
					t.Errorf("%s: %v: %s", name, err, out)
				}
			}
		})
	}
	all.Wait()
	got, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	if n := bytes.Count(got, []byte("command = \"run\"\n")); n != writers*keys || !bytes.HasPrefix(got, []byte("# head\n")) {
		t.Errorf("%d of %d keys are there:\n%s", n, writers*keys, got)
	}
}
