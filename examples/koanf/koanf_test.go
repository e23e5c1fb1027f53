package main

import (
	"bytes"
	"context"
	"path/filepath"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/agentlayers/layers/resolve"
	"github.com/agentlayers/layers/tree"
	"github.com/agentlayers/layers/tree/disk"
)

func TestRun(t *testing.T) {
	t.Parallel()
	dir, err := filepath.Abs("testdata/tree")
	if err != nil {
		t.Fatal(err)
	}
	env := func(name string) (string, bool) { return "/home", name == "HOME" }
	host := resolve.HostFrom(tree.Rebase(disk.FS(), disk.Slash(dir), "/"), env, "/shop")
	for name, c := range map[string]struct {
		flags map[string]any
		want  string
	}{
		"without flags": {nil, `model large, set at /shop/.codex/config.toml:1:9
retries 3
servers map[docs.internal:{docs-server [--read-only]}]
`},
		"with flags": {map[string]any{"retries": "5"}, `model large, set at /shop/.codex/config.toml:1:9
retries 5
servers map[docs.internal:{docs-server [--read-only]}]
`},
	} {
		var out bytes.Buffer
		if err := run(context.Background(), host, c.flags, &out); err != nil {
			t.Fatal(err)
		}
		if diff := cmp.Diff(c.want, out.String()); diff != "" {
			t.Errorf("%s (-want +got):\n%s", name, diff)
		}
	}
}
