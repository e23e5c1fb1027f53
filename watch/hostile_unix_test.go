//go:build unix

package watch_test

import (
	"os"
	"syscall"
	"testing"

	"github.com/agentlayers/layers/watch"
)

// TestPermissionsAndPipes: a file that may no longer be read, and a pipe in its place, are said and wait for nobody.
func TestPermissionsAndPipes(t *testing.T) {
	t.Parallel()
	h := newHouse(t)
	h.watch(watch.Options{})
	config := h.path("repo/.codex/config.toml")
	if os.Geteuid() != 0 {
		h.check(os.Chmod(config, 0))
		if e := h.until("may not be read", func(e watch.Event) bool { return len(e.Problems) > 0 }); !model("b")(e) || len(e.Kept) != 1 {
			t.Errorf("kept %v", e.Kept)
		}
		h.check(os.Chmod(config, 0o600))
		h.until("may be read again", func(e watch.Event) bool { return len(e.Mended) == 1 })
		h.check(os.Chmod(h.path("repo/.codex"), 0))
		h.until("a folder that may not be entered", func(e watch.Event) bool { return e.After.Diags.HasErrors() || model("a")(e) })
		h.check(os.Chmod(h.path("repo/.codex"), 0o755))
		h.until("a folder that may be entered", model("b"))
	}
	h.check(os.Remove(config))
	h.check(syscall.Mkfifo(config, 0o600))
	if e := h.until("a pipe", func(e watch.Event) bool { return len(e.Problems) > 0 }); !model("b")(e) {
		t.Errorf("kept %v", e.Kept)
	}
	h.check(os.Remove(config))
	h.until("gone", model("a"))
	h.check(syscall.Mkfifo(h.path("repo/AGENTS.override.md"), 0o600))
	h.write("repo/.codex/config.toml", "model = \"after\"\n")
	h.until("after a pipe in a document's place", model("after"))
}
