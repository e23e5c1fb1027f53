package review_test

import (
	"bytes"
	"slices"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/google/go-cmp/cmp/cmpopts"

	"github.com/agentlayers/layers/review"
)

// FuzzPin: two entries of different content never have one pin, whatever their parts look like side by side.
func FuzzPin(f *testing.F) {
	f.Add("a", "b", "ab", "")
	f.Add("", "x\x00", "x", "\x00")
	f.Fuzz(func(t *testing.T, p1, h1, p2, h2 string) {
		a := []review.Entry{{Path: p1, Kind: review.File, Hash: h1}}
		b := []review.Entry{{Path: p2, Kind: review.File, Hash: h2}}
		if same := review.Pin(a, review.All) == review.Pin(b, review.All); same != (p1 == p2 && h1 == h2) {
			t.Errorf("%q %q and %q %q: the same pin: %v", p1, h1, p2, h2, same)
		}
		if review.Pin(append(a, b...), review.All) == review.Pin(a, review.All) {
			t.Error("one more entry gives the same pin")
		}
	})
}

// FuzzRecord: a record that differs in any byte from what was written is refused.
func FuzzRecord(f *testing.F) {
	m := repo()
	f.Add(10, byte('x'))
	f.Add(0, byte(0))
	f.Add(-1, byte(' '))
	var data []byte
	f.Fuzz(func(t *testing.T, at int, b byte) {
		if data == nil {
			var err error
			if data, err = review.NewRecord(take(t, m, "/repo"), review.Active).Marshal(); err != nil {
				t.Fatal(err)
			}
			if _, err := review.ParseRecord(data); err != nil {
				t.Fatal(err)
			}
		}
		at = (at%len(data) + len(data)) % len(data)
		if r, err := review.ParseRecord(data[:at]); err == nil {
			t.Errorf("cut at %d: %+v", at, r)
		}
		spoiled := bytes.Clone(data)
		spoiled[at] ^= b
		if r, err := review.ParseRecord(spoiled); err == nil && b != 0 {
			t.Errorf("byte %d changed: %+v", at, r)
		}
	})
}

// TestChanges names files, keys and programs.
func TestChanges(t *testing.T) {
	t.Parallel()
	m := repo()
	r := review.NewRecord(take(t, m, "/repo"), review.Active)
	m.WriteFile("/repo/.codex/config.toml", []byte("# new\nmodel = \"a.b\"\n[mcp_servers.docs]\ncommand = \"docs\"\nargs = [\"--write\"]\n"))
	m.WriteFile("/repo/.claude/settings.json", []byte(`{"hooks":{"Stop":[{"hooks":[{"type":"command","command":"./x.sh"}]}]}}`))
	m.Remove("/repo/.codex/hooks.json")
	want := []review.Change{
		{Path: ".claude/settings.json", Kind: review.File, How: "added", Runs: []string{"./x.sh"}},
		{Path: ".codex/config.toml", Kind: review.File, How: "changed", Keys: [][]string{{"mcp_servers", "docs", "args"}, {"model"}}, Runs: []string{"docs --write"}},
		{Path: ".codex/hooks.json", Kind: review.File, How: "removed"},
		{Path: "tools/post.sh", Kind: review.File, How: "removed"},
	}
	if diff := cmp.Diff(want, r.Changes(take(t, m, "/repo")), cmpopts.IgnoreFields(review.Change{}, "Was", "Is")); diff != "" {
		t.Errorf("-want +got:\n%s", diff)
	}
}

// TestBefore: the tree of the review can be audited again, with the same pin.
func TestBefore(t *testing.T) {
	t.Parallel()
	m := repo()
	m.Symlink("/repo/CLAUDE.md", "AGENTS.md")
	m.WriteFile("/repo/.env", []byte("TOKEN=x\n"))
	m.Chmod("/repo/tools/post.sh", 0o755)
	s := take(t, m, "/repo")
	r := review.NewRecord(s, review.All)
	for _, content := range r.Content {
		if bytes.Contains(content, []byte("TOKEN")) {
			t.Error("an environment file was kept")
		}
	}
	m.Remove("/repo/.codex")
	m.WriteFile("/repo/sub/AGENTS.md", []byte("new"))
	before, missing := r.Before(m, "/repo/sub")
	if !slices.Equal(missing, []string{".env"}) {
		t.Errorf("missing %q", missing)
	}
	want := slices.DeleteFunc(slices.Clone(s.Entries), func(e review.Entry) bool { return e.Path == ".env" })
	if diff := cmp.Diff(want, take(t, before, "/repo").Entries); diff != "" {
		t.Errorf("-want +got:\n%s", diff)
	}
}

// TestIncomplete: what was not seen is never pinned.
func TestIncomplete(t *testing.T) {
	t.Parallel()
	m := repo()
	m.Chmod("/repo/.codex/config.toml", 0)
	if _, err := tryTake(t, m, "/repo"); err == nil {
		t.Error("an unreadable file was pinned")
	}
}
