package main

import (
	"bytes"
	"fmt"
	"math/rand/v2"
	"os"
	"path/filepath"
	"testing"
	"time"

	"github.com/agentlayers/layers/review"
	"github.com/agentlayers/layers/tree/disk"
)

// TestKilledTrust stops the program at random moments while it trusts and revokes: the configuration always is the
// old or the new one, the store always opens, and the agent's entry is never there without a review.
func TestKilledTrust(t *testing.T) {
	t.Parallel()
	stops := 20 * *long
	const old = "# mine\nmodel = \"m\" # keep\n"
	env, home, file := editHome(t, old)
	repo, err := filepath.EvalSymlinks(t.TempDir())
	if err != nil {
		t.Fatal(err)
	}
	if err := os.Mkdir(repo+"/.codex", 0o755); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(repo+"/.codex/config.toml", []byte("model = \"repo\"\n"), 0o600); err != nil {
		t.Fatal(err)
	}
	trusted := old + "\n[projects.\"" + repo + "\"]\ntrust_level = \"trusted\"\n"
	store := review.Store{Dir: filepath.ToSlash(home) + "/.local/state/layers/trust", FS: disk.FS(), UID: os.Getuid(), Owner: disk.Owner}
	ways := [][]string{{"trust", ".", "--yes"}, {"trust", ".", "--revoke"}}
	begin := time.Now()
	if out, err := layersCommand(t.Context(), env, repo, ways[0]...).CombinedOutput(); err != nil {
		t.Fatalf("%v: %s", err, out)
	}
	whole := time.Since(begin)
	runs, killed, seen := 0, 0, [3]int{}
	for n := 0; killed < stops && n < maxTries*stops; n++ {
		runs++
		cmd := layersCommand(t.Context(), env, repo, ways[n%2]...)
		if err := cmd.Start(); err != nil {
			t.Fatal(err)
		}
		switch n % 3 {
		case 0:
			time.Sleep(whole/3 + time.Duration(rand.Int64N(int64(whole))))
		case 1:
			untilWriting(filepath.Dir(file), whole)
		case 2:
			untilChanged(filepath.FromSlash(store.Dir), whole)
		}
		_ = cmd.Process.Kill() // it may have ended
		if err := cmd.Wait(); err != nil {
			killed++
		}
		got, err := os.ReadFile(file)
		if err != nil {
			t.Fatal(err)
		}
		isNew := string(got) == trusted
		if !isNew && string(got) != old {
			t.Fatalf("run %d: the configuration is neither the old nor the new one:\n%s", n, got)
		}
		r, err := store.Read(filepath.ToSlash(repo))
		if err != nil {
			t.Fatalf("run %d: the store does not open: %v", n, err)
		}
		if isNew && r == nil {
			t.Fatalf("run %d: the agent trusts what was not reviewed", n)
		}
		switch {
		case isNew:
			seen[2]++
		case r != nil:
			seen[1]++
		default:
			seen[0]++
		}
	}
	t.Logf("%d runs, %d killed; after them %d times neither, %d times the review alone, %d times both", runs, killed, seen[0], seen[1], seen[2])
	if killed == 0 {
		t.Error("no run was stopped in time")
	}
	for _, way := range ways {
		if out, err := layersCommand(t.Context(), env, repo, way...).CombinedOutput(); err != nil {
			t.Fatalf("%v: %s", err, out)
		}
	}
	if got, err := os.ReadFile(file); err != nil || !bytes.Equal(got, []byte(old)) {
		t.Errorf("at the end: %v\n%s", err, got)
	}
}

// untilChanged waits until something is made or removed in dir, and a moment more.
func untilChanged(dir string, most time.Duration) {
	names := func() string {
		entries, _ := os.ReadDir(dir) // a missing folder has no names
		return fmt.Sprint(entries)
	}
	first := names()
	for end := time.Now().Add(most); time.Now().Before(end); {
		if names() != first {
			time.Sleep(time.Duration(rand.Int64N(int64(2 * time.Millisecond))))
			return
		}
	}
}
