package watch_test

import (
	"context"
	"errors"
	"os"
	"path/filepath"
	"runtime"
	"strings"
	"testing"
	"time"

	"github.com/agentlayers/layers/dialect"
	"github.com/agentlayers/layers/resolve"
	"github.com/agentlayers/layers/tree/disk"
	"github.com/agentlayers/layers/watch"
)

// house is a folder on disk with a home and a repository, watched.
type house struct {
	t      *testing.T
	dir    string
	events chan watch.Event
	stop   func()
	done   chan error
}

const trusted = "model = \"a\"\n[projects.\"ROOT/repo\"]\ntrust_level = \"trusted\"\n"

func newHouse(t *testing.T) *house {
	t.Helper()
	dir, err := filepath.EvalSymlinks(t.TempDir())
	if err != nil {
		t.Fatal(err)
	}
	h := &house{t: t, dir: filepath.ToSlash(dir), events: make(chan watch.Event, 1000), done: make(chan error, 1)}
	h.write("repo/.git/HEAD", "ref: refs/heads/main\n")
	h.write("repo/AGENTS.md", "one\n")
	h.write("repo/.codex/config.toml", "model = \"b\"\n")
	h.write("home/.codex/config.toml", strings.ReplaceAll(trusted, "ROOT", h.dir))
	return h
}

func (h *house) path(p string) string { return h.dir + "/" + p }

func (h *house) check(err error) {
	h.t.Helper()
	if err != nil {
		h.t.Fatal(err)
	}
}

func (h *house) write(p, text string) {
	h.t.Helper()
	h.check(os.MkdirAll(filepath.Dir(h.path(p)), 0o755))
	h.check(os.WriteFile(h.path(p), []byte(text), 0o600))
}

// save puts a file in place whole, so that nobody reads half of it.
func (h *house) save(p, text string) {
	h.t.Helper()
	h.write(p+".new", text)
	h.check(os.Rename(h.path(p+".new"), h.path(p)))
}

func (h *house) question() resolve.Options {
	h.t.Helper()
	d, err := dialect.Codex("0.171.0")
	h.check(err)
	host := resolve.HostFrom(disk.FS(), func(n string) (string, bool) { return h.path("home"), n == "HOME" }, h.path("repo"))
	host.Now = time.Now
	return resolve.Options{Dialect: d, Host: host}
}

// watch begins, and gives the first event.
func (h *house) watch(o watch.Options) watch.Event {
	h.t.Helper()
	ctx, cancel := context.WithCancel(context.Background())
	h.stop = cancel
	if o.Quiet == 0 {
		o.Quiet = 20 * time.Millisecond
	}
	q := h.question()
	go func() { h.done <- watch.Run(ctx, q, o, func(e watch.Event) { h.events <- e }) }()
	h.t.Cleanup(func() {
		cancel()
		select {
		case err := <-h.done:
			if !errors.Is(err, context.Canceled) {
				h.t.Errorf("Run gave %v", err)
			}
		case <-time.After(patience):
			h.t.Error("Run does not end")
		}
	})
	return h.until("started", func(e watch.Event) bool { return e.Kind == watch.Started })
}

// patience is how long a test waits for what must come.
const patience = 20 * time.Second

// until takes events until one is as wanted.
func (h *house) until(what string, ok func(watch.Event) bool) watch.Event {
	h.t.Helper()
	late := time.After(patience)
	for {
		select {
		case e := <-h.events:
			if ok(e) {
				return e
			}
		case <-late:
			h.t.Fatalf("%s: no such event", what)
		}
	}
}

func model(want string) func(watch.Event) bool {
	return func(e watch.Event) bool {
		got, _, _ := e.After.Effective.Get("model")
		return got == want
	}
}

func TestAChangeIsTold(t *testing.T) {
	t.Parallel()
	h := newHouse(t)
	e := h.watch(watch.Options{})
	if e.Files == 0 || e.Folders == 0 || e.Before != nil {
		t.Errorf("started with %d files, %d folders", e.Files, e.Folders)
	}
	h.write("repo/.codex/config.toml", "model = \"c\"\n")
	if e = h.until("model c", model("c")); len(e.Difference.Config) != 1 || e.Kind != watch.Changed {
		t.Errorf("%+v", e.Difference)
	}
}

// TestEditorsAndFolders: ways in which files come and go.
func TestEditorsAndFolders(t *testing.T) {
	t.Parallel()
	h := newHouse(t)
	h.watch(watch.Options{})
	h.write("repo/.codex/.config.toml.swp", "model = \"saved\"\n")
	h.check(os.Rename(h.path("repo/.codex/.config.toml.swp"), h.path("repo/.codex/config.toml")))
	h.until("renamed into place", model("saved"))

	h.write("repo/.agents/skills/new/SKILL.md", "---\nname: new\ndescription: d\n---\n")
	e := h.until("a skill in folders that were not there", func(e watch.Event) bool { return len(e.After.Skills.Skills) == 1 })
	if len(e.Difference.Skills) != 1 {
		t.Errorf("%+v", e.Difference)
	}
	h.write("elsewhere/SKILL.md", "---\nname: linked\ndescription: d\n---\n")
	if err := os.Symlink(h.path("elsewhere"), h.path("repo/.agents/skills/link")); err == nil {
		h.until("a linked skill", func(e watch.Event) bool { return len(e.After.Skills.Skills) == 2 })
		h.write("elsewhere/SKILL.md", "---\nname: linked\ndescription: another\n---\n")
		h.until("the link's target", func(e watch.Event) bool {
			return len(e.After.Skills.Skills) == 2 && e.After.Skills.Skills[0].Description == "another"
		})
	}
	h.check(os.RemoveAll(h.path("repo/.agents")))
	h.until("no skills", func(e watch.Event) bool { return len(e.After.Skills.Skills) == 0 })

	h.check(os.Rename(h.path("repo/.codex"), h.path("repo/away")))
	h.until("the folder is gone", model("a"))
	h.check(os.WriteFile(h.path("repo/.codex"), nil, 0o600)) // a file in its place
	h.check(os.Remove(h.path("repo/.codex")))
	h.check(os.Rename(h.path("repo/away"), h.path("repo/.codex")))
	h.until("the folder is back", model("saved"))
	h.save("repo/.codex/config.toml", "model = \"later\"\n")
	h.until("it is watched again", model("later"))
}

// TestABrokenFileKeepsTheLastGoodLayer, and other changes go on to be told meanwhile.
func TestABrokenFileKeepsTheLastGoodLayer(t *testing.T) {
	t.Parallel()
	h := newHouse(t)
	h.watch(watch.Options{})
	h.save("repo/.codex/config.toml", "model = \n")
	e := h.until("broken", func(e watch.Event) bool { return len(e.Problems) > 0 })
	if len(e.Kept) != 1 || e.Kept[0] != h.path("repo/.codex/config.toml") || !e.Difference.Empty() || !model("b")(e) {
		t.Errorf("kept %v, %+v", e.Kept, e.Difference)
	}
	h.save("repo/AGENTS.md", "two\n")
	if e = h.until("another file", func(e watch.Event) bool { return len(e.Difference.Documents) == 1 }); !model("b")(e) || len(e.Problems) > 0 {
		t.Errorf("%+v", e.Problems)
	}
	h.save("repo/.codex/config.toml", "model = \"b\"\n")
	if e = h.until("mended", func(e watch.Event) bool { return len(e.Mended) == 1 }); !e.Difference.Empty() {
		t.Errorf("%+v", e.Difference)
	}
	h.save("repo/.codex/config.toml", "model = \n")
	h.until("broken again", func(e watch.Event) bool { return len(e.Kept) == 1 })
	h.save("repo/.codex/config.toml", "model = \"c\"\n")
	h.until("another value", model("c"))
}

// TestNothingIsLeft: a Run that has ended leaves no goroutine.
func TestNothingIsLeft(t *testing.T) {
	before := runtime.NumGoroutine()
	for range 5 {
		h := newHouse(t)
		h.watch(watch.Options{})
		h.stop()
		h.done <- <-h.done
	}
	late := time.Now().Add(patience)
	for runtime.NumGoroutine() > before {
		if time.Now().After(late) {
			t.Fatalf("%d goroutines, %d before", runtime.NumGoroutine(), before)
		}
		time.Sleep(time.Millisecond)
	}
}
