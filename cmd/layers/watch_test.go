package main

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/agentlayers/layers/tree/disk"
)

// watched is "layers watch" in a folder that stands for "/", while a test changes files.
type watched struct {
	t    *testing.T
	root string
	out  screenBuffer
	stop context.CancelFunc
	code chan int
}

// screenBuffer is a terminal that a test reads while a command writes.
type screenBuffer struct {
	mu   sync.Mutex
	text bytes.Buffer
	more chan struct{}
}

func (b *screenBuffer) Write(p []byte) (int, error) {
	b.mu.Lock()
	defer b.mu.Unlock()
	select {
	case b.more <- struct{}{}:
	default:
	}
	return b.text.Write(p)
}

func (b *screenBuffer) String() string {
	b.mu.Lock()
	defer b.mu.Unlock()
	return b.text.String()
}

const trustShop = "# mine\nmodel = \"gpt-5.3-codex\"\nmodel_context_window = 30000\n[projects.\"/home/u/src/shop\"]\ntrust_level = \"trusted\"\n"

func watchShop(t *testing.T) *watched {
	t.Helper()
	dir, err := filepath.EvalSymlinks(t.TempDir())
	if err != nil {
		t.Fatal(err)
	}
	w := &watched{t: t, root: dir, out: screenBuffer{more: make(chan struct{}, 1)}, code: make(chan int, 1)}
	w.write("home/u/.codex/config.toml", trustShop)
	w.write("home/u/src/shop/.git/HEAD", "ref: refs/heads/main\n")
	w.write("home/u/src/shop/.codex/config.toml", "approval_policy = \"on-request\"\n")
	w.write("home/u/src/shop/AGENTS.md", strings.Repeat("x", 30_536)+"\n")
	w.write("home/u/src/shop/services/api/AGENTS.md", strings.Repeat(strings.Repeat("y", 70)+"\n", 60))
	for i := range 20 {
		w.write(fmt.Sprintf("home/u/src/shop/.agents/skills/skill-%02d/SKILL.md", i), fmt.Sprintf("---\nname: skill-%02d\ndescription: %s\n---\nbody\n", i, strings.Repeat("parse merge layer ", 3+i%3)))
	}
	return w
}

func (w *watched) write(p, text string) {
	w.t.Helper()
	p = filepath.Join(w.root, filepath.FromSlash(p))
	err := os.MkdirAll(filepath.Dir(p), 0o755)
	if err == nil {
		err = os.WriteFile(p+".new", []byte(text), 0o600)
	}
	if err == nil {
		err = os.Rename(p+".new", p)
	}
	if err != nil {
		w.t.Fatal(err)
	}
}

// start begins to watch; the clock goes on by 29 seconds for each line.
func (w *watched) start(args ...string) {
	w.t.Helper()
	ctx, cancel := context.WithCancel(context.Background())
	w.stop = cancel
	at := time.Date(2026, 11, 30, 14, 1, 42, 0, time.UTC)
	h := host{
		env: func(name string) (string, bool) { return "/home/u", name == "HOME" }, cwd: func() (string, error) { return w.root, nil },
		fsys: disk.FS(), stdout: &w.out, stderr: &w.out,
		terminal: func() (int, int, bool) { return 0, 0, false },
		hostname: func() (string, error) { return "", errors.New("unknown") },
		now: func() time.Time {
			at = at.Add(29 * time.Second)
			return at
		},
	}
	args = append([]string{"watch", "--sysroot", w.root, "-C", "/home/u/src/shop/services/api"}, args...)
	go func() { w.code <- run(ctx, args, h) }()
	w.t.Cleanup(func() { cancel() })
}

// see waits for one of some texts on the screen.
func (w *watched) see(texts ...string) {
	w.t.Helper()
	late := time.After(30 * time.Second)
	for !slices.ContainsFunc(texts, func(text string) bool { return strings.Contains(w.out.String(), text) }) {
		select {
		case <-w.out.more:
		case <-late:
			w.t.Fatalf("none of %q appears:\n%s", texts, w.out.String())
		}
	}
}

// end interrupts the command.
func (w *watched) end() string {
	w.t.Helper()
	w.stop()
	select {
	case code := <-w.code:
		if code != exitInterrupt {
			w.t.Errorf("exit %d after an interrupt, want %d", code, exitInterrupt)
		}
	case <-time.After(30 * time.Second):
		w.t.Fatal("the command does not end")
	}
	return w.out.String()
}

// watchStory is the screen while somebody works in a repository.
func watchStory(t *testing.T, args ...string) string {
	t.Helper()
	w := watchShop(t)
	w.start(args...)
	w.see("watching", "started")
	w.write("home/u/src/shop/AGENTS.md", strings.Repeat("x", 31_901)+"\n")
	w.see("31,902 B", `"toBytes":31902`)
	w.write("home/u/.codex/config.toml", strings.Replace(trustShop, "gpt-5.3-codex", "gpt-5.2", 1))
	w.see("gpt-5.2")
	w.write("home/u/src/shop/.agents/skills/release-notes/SKILL.md", "---\nname: release-notes\ndescription: "+strings.Repeat("Writes what has changed for a release. ", 20)+"\n---\n")
	w.see("release-notes")
	w.write("home/u/src/shop/.codex/config.toml", "approval_policy = \"on-request\"\n\n\n[mcp_servers\n")
	w.see("last good layer", "toml-syntax")
	return w.end()
}

// TestWatchTellsSecretsAndEscapesToNobody, in text and in JSON.
func TestWatchTellsSecretsAndEscapesToNobody(t *testing.T) {
	t.Parallel()
	for _, args := range [][]string{nil, {"--json"}} {
		w := watchShop(t)
		w.start(args...)
		w.see("watching", "started")
		w.write("home/u/src/shop/.codex/config.toml", "[mcp_servers.s]\ncommand = \"x\\u001b[31m\"\n[mcp_servers.s.env]\nAPI_TOKEN = \"sk-proj-0123456789abcdefghij\"\n")
		w.see("API_TOKEN")
		w.write("home/u/src/shop/.agents/skills/\x1b[2J/SKILL.md", "---\nname: \"a\\e[2Jb\"\ndescription: d\n---\n")
		w.see("2J")
		text := w.end()
		if strings.Contains(text, "0123456789abcdefghij") {
			t.Errorf("%v: a secret is shown:\n%s", args, text)
		}
		if strings.ContainsRune(text, '\x1b') {
			t.Errorf("%v: an escape is shown:\n%q", args, text)
		}
	}
}

// TestWatchJSON: each line is one document with the schema, and says what happened.
func TestWatchJSON(t *testing.T) {
	t.Parallel()
	var events []string
	for line := range strings.Lines(watchStory(t, "--json")) {
		var doc struct {
			Schema, Kind, Event, At string
			Files, Folders          int
			Config                  []struct{ Key []string }
			Documents, Skills       []any
			Problems                []any
			Kept                    []string
		}
		if err := json.Unmarshal([]byte(line), &doc); err != nil {
			t.Fatalf("%v: %s", err, line)
		}
		if doc.Schema != "layers/v1" || doc.Kind != "Watch" || doc.At == "" || doc.Files == 0 || doc.Folders == 0 {
			t.Errorf("%+v", doc)
		}
		events = append(events, fmt.Sprintf("%s %d %d %d %d %d", doc.Event, len(doc.Config), len(doc.Documents), len(doc.Skills), len(doc.Problems), len(doc.Kept)))
	}
	want := "started 0 0 0 0 0|changed 0 2 0 0 0|changed 1 0 0 0 0|changed 0 0 1 0 0|changed 0 0 0 1 1"
	if got := strings.Join(events, "|"); got != want {
		t.Errorf("events\n%s, want\n%s", got, want)
	}
}

// TestWatchRefuses: what there is nothing to watch for.
func TestWatchRefuses(t *testing.T) {
	t.Parallel()
	for _, args := range [][]string{{"watch", "--demo"}, {"watch", "here"}, {"watch", "-C", "/none"}} {
		var out bytes.Buffer
		h := host{
			env: func(string) (string, bool) { return "", false }, cwd: func() (string, error) { return "/", nil },
			fsys: disk.FS(), stdout: &out, stderr: &out, terminal: func() (int, int, bool) { return 0, 0, false },
			hostname: func() (string, error) { return "", errors.New("unknown") },
		}
		if code := run(t.Context(), args, h); code != exitUsage {
			t.Errorf("layers %s: exit %d\n%s", strings.Join(args, " "), code, out.String())
		}
	}
}
