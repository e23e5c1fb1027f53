package main

import (
	"bytes"
	"context"
	"testing"

	"github.com/google/go-cmp/cmp"
	"golang.org/x/tools/txtar"

	"github.com/agentlayers/layers/resolve"
	"github.com/agentlayers/layers/tree"
)

func TestRun(t *testing.T) {
	t.Parallel()
	archive, err := txtar.ParseFile("testdata/tree.txtar")
	if err != nil {
		t.Fatal(err)
	}
	fsys := tree.NewMemory()
	for _, f := range archive.Files {
		fsys.WriteFile("/"+f.Name, f.Data)
	}
	env := func(name string) (string, bool) { return "/home", name == "HOME" }
	host := resolve.HostFrom(fsys, env, "/shop")
	for name, c := range map[string]struct {
		flags map[string]any
		want  string
	}{
		"without flags": {nil, `model "large", set at /shop/.codex/config.toml:1:9
retries 3
servers map[docs.internal:{docs-server [--read-only]}]
`},
		"with flags": {map[string]any{"retries": "5"}, `model "large", set at /shop/.codex/config.toml:1:9
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
