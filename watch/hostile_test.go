package watch_test

import (
	"errors"
	"fmt"
	"os"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/agentlayers/layers/tree"
	"github.com/agentlayers/layers/watch"
)

// made is a Notifier that a test tells what to tell.
type made struct {
	mu      sync.Mutex
	folders map[string]bool
	refuse  func(folder string) error
	out     chan watch.Change
}

func newMade() *made { return &made{folders: map[string]bool{}, out: make(chan watch.Change)} }

func (m *made) Add(folder string) error {
	m.mu.Lock()
	defer m.mu.Unlock()
	if _, err := os.Stat(folder); err != nil {
		return err
	}
	if m.refuse != nil {
		if err := m.refuse(folder); err != nil {
			return err
		}
	}
	m.folders[folder] = true
	return nil
}

func (m *made) Remove(folder string) error {
	m.mu.Lock()
	defer m.mu.Unlock()
	delete(m.folders, folder)
	return nil
}

func (m *made) Changes() <-chan watch.Change { return m.out }
func (m *made) Close() error                 { return nil }

func (m *made) open() (watch.Notifier, error) { return m, nil }

// TestOnlyInputsAreWatched: the parents of the inputs, and the folders whose entries count.
func TestOnlyInputsAreWatched(t *testing.T) {
	t.Parallel()
	h := newHouse(t)
	h.write("repo/src/deep/er/main.go", "")
	h.write("repo/.agents/skills/a/SKILL.md", "---\nname: a\ndescription: d\n---\n")
	m := newMade()
	e := h.watch(watch.Options{Open: m.open})
	want := map[string]bool{}
	for _, a := range e.After.Inputs {
		for _, dir := range append(tree.Ancestors(a.Path)[1:2], map[bool]string{true: a.Path}[a.Listed]) {
			if info, err := os.Stat(dir); dir != "" && err == nil && info.IsDir() {
				want[dir] = true
			}
		}
	}
	m.mu.Lock()
	defer m.mu.Unlock()
	if len(want) != len(m.folders) || e.Folders != len(want) {
		t.Errorf("%d folders are watched, %d told, want %d", len(m.folders), e.Folders, len(want))
	}
	for dir := range m.folders {
		if !want[dir] {
			t.Errorf("%s is watched", dir)
		}
	}
	if m.folders[h.path("repo/src/deep/er")] {
		t.Error("a folder that nothing rests on is watched")
	}
}

// TestLostChanges: after an overflow everything is read again, and said.
func TestLostChanges(t *testing.T) {
	t.Parallel()
	h := newHouse(t)
	m := newMade()
	h.watch(watch.Options{Open: m.open})
	h.write("repo/.codex/config.toml", "model = \"unseen\"\n")
	m.out <- watch.Change{Lost: true}
	if e := h.until("again", model("unseen")); e.Kind != watch.Again {
		t.Errorf("kind %s", e.Kind)
	}
	m.out <- watch.Change{Lost: true}
	if e := h.until("again", func(e watch.Event) bool { return e.Kind == watch.Again }); !e.Difference.Empty() {
		t.Errorf("%+v", e.Difference)
	}
}

// TestWhatCannotBeWatchedIsPolled: over the limit of watches, without a notifier, and when it ends.
func TestWhatCannotBeWatchedIsPolled(t *testing.T) {
	t.Parallel()
	full := errors.New("no space left on device")
	for name, o := range map[string]watch.Options{
		"over the limit": {Open: func() (watch.Notifier, error) {
			m := newMade()
			m.refuse = func(folder string) error {
				if strings.HasSuffix(folder, "/.codex") {
					return full
				}
				return nil
			}
			return m, nil
		}},
		"no notifier": {Open: func() (watch.Notifier, error) { return nil, full }},
		"it ends": {Open: func() (watch.Notifier, error) {
			m := newMade()
			close(m.out)
			return m, nil
		}},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			h := newHouse(t)
			o.Poll = 10 * time.Millisecond
			h.watch(o)
			if e := h.until("polling", func(e watch.Event) bool { return e.Kind == watch.Polling }); e.Reason == nil {
				t.Error("no reason")
			}
			h.save("repo/.codex/config.toml", "model = \"polled\"\n")
			h.until("a change", model("polled"))
			h.save("repo/.codex/config.toml", "model = \n")
			if e := h.until("broken", func(e watch.Event) bool { return len(e.Problems) > 0 }); len(e.Kept) != 1 || !model("polled")(e) {
				t.Errorf("kept %v", e.Kept)
			}
			h.save("repo/.codex/config.toml", "model = \"mended\"\n")
			h.until("mended", model("mended"))
		})
	}
}

// TestBadThingsHappen: what is watched goes, or becomes something else; each time the answer that follows is told.
func TestBadThingsHappen(t *testing.T) {
	t.Parallel()
	is := func(want string) func(watch.Event) bool { return model(want) }
	for name, c := range map[string]struct {
		do  func(h *house)
		see func(watch.Event) bool
	}{
		"the working directory is removed": {
			func(h *house) { h.check(os.RemoveAll(h.path("repo"))) }, is("a"),
		},
		"the working directory becomes a file": {
			func(h *house) {
				h.check(os.Rename(h.path("repo"), h.path("old")))
				h.check(os.WriteFile(h.path("repo"), nil, 0o600))
			}, is("a"),
		},
		"the working directory becomes a link": {
			func(h *house) {
				h.check(os.Rename(h.path("repo"), h.path("old")))
				h.write("old/.codex/config.toml", "model = \"moved\"\n")
				if err := os.Symlink("old", h.path("repo")); err != nil {
					h.t.Skip(err)
				}
			}, is("moved"),
		},
		"a layer becomes a folder": {
			func(h *house) {
				h.check(os.Remove(h.path("repo/.codex/config.toml")))
				h.check(os.Mkdir(h.path("repo/.codex/config.toml"), 0o755))
			}, func(e watch.Event) bool { return len(e.Problems) == 1 && is("b")(e) },
		},
		"thousands of files": {
			func(h *house) {
				for i := range 3000 {
					h.check(os.WriteFile(h.path(fmt.Sprintf("repo/f%d", i)), nil, 0o600))
				}
				h.write("repo/.codex/config.toml", "model = \"last\"\n")
			}, is("last"),
		},
		"hundreds of skills": {
			func(h *house) {
				for i := range 300 {
					h.write(fmt.Sprintf("repo/.agents/skills/s%d/SKILL.md", i), fmt.Sprintf("---\nname: s%d\ndescription: d\n---\n", i))
				}
			}, func(e watch.Event) bool { return len(e.After.Skills.Skills) == 300 },
		},
		"a name with escapes": {
			func(h *house) { h.write("repo/.agents/skills/\x1b[31m/SKILL.md", "---\ndescription: d\n---\n") },
			func(e watch.Event) bool { return len(e.After.Skills.Skills) == 1 },
		},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			h := newHouse(t)
			h.watch(watch.Options{})
			c.do(h)
			h.until(name, c.see)
		})
	}
}

// TestAFileThatGrows is read although it never rests.
func TestAFileThatGrows(t *testing.T) {
	t.Parallel()
	h := newHouse(t)
	h.watch(watch.Options{Quiet: time.Hour, Longest: 50 * time.Millisecond})
	stop := make(chan struct{})
	var done sync.WaitGroup
	done.Go(func() {
		text := "one\n"
		for {
			select {
			case <-stop:
				return
			case <-time.After(time.Millisecond):
				text += "more\n"
				_ = os.WriteFile(h.path("repo/AGENTS.md"), []byte(text), 0o600)
			}
		}
	})
	h.until("growing", func(e watch.Event) bool { return len(e.Difference.Documents) == 1 })
	h.until("growing on", func(e watch.Event) bool { return len(e.Difference.Documents) == 1 })
	close(stop)
	done.Wait()
}

// TestTheFirstAnswerCanFail: no answer, no watching.
func TestTheFirstAnswerCanFail(t *testing.T) {
	t.Parallel()
	h := newHouse(t)
	q := h.question()
	q.Host.Cwd = "relative"
	if err := watch.Run(t.Context(), q, watch.Options{}, func(watch.Event) { t.Error("told") }); err == nil {
		t.Error("no error")
	}
}
