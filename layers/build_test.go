package layers

import (
	"testing"

	"github.com/agentlayers/layers/diag"
	"github.com/agentlayers/layers/dialect"
)

var testLimits = dialect.Limits{FileBytes: 16 << 20, Depth: 80, KeyParts: 99}

// layerOf parses text as one active layer of a stack.
func layerOf(t testing.TB, name, text string) Entry {
	t.Helper()
	src := &Source{Kind: dialect.Kind(name), Path: "/" + name + ".toml", Name: name}
	root, diags := parse(diag.NewSource(src.Path, []byte(text)), src, testLimits)
	if diags.HasErrors() {
		t.Fatalf("%s: %v", name, diags)
	}
	return Entry{Source: src, Root: root, Canonical: root, Exists: true}
}

func stackOf(entries ...Entry) ConfigLayerStack { return ConfigLayerStack{Entries: entries} }
