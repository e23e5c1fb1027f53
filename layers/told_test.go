package layers

import (
	"fmt"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/agentlayers/layers/diag"
	"github.com/agentlayers/layers/dialect"
	"github.com/agentlayers/layers/internal/tomlsrc"
)

// TestFoldKeepsNodes: what comes of the same nodes is the same node, and a fold beside another is the fold.
func TestFoldKeepsNodes(t *testing.T) {
	t.Parallel()
	low, other := layerOf(t, "user", "[a]\nx = 1\n[b.c]\ny = 1\n[d]\nz = 1"), layerOf(t, "project", "[a]\nx = 3")
	middle, high := layerOf(t, "project", "[a]\nx = 2"), layerOf(t, "runtime", "[b.c]\ny = 2\n[a]\nw = 1")
	first, steps := stackOf(low, middle, high).foldLike(nil)
	if again, _ := stackOf(low, middle, high).foldLike(steps); again.Root != first.Root {
		t.Error("the same layers give another root")
	}
	next, _ := stackOf(low, other, high).foldLike(steps)
	for _, name := range []string{"b", "d"} {
		if next.Root.Table.Get(name) != first.Root.Table.Get(name) {
			t.Errorf("%s is another node, and none of its layers has changed", name)
		}
	}
	for _, s := range []ConfigLayerStack{stackOf(low, other, high), stackOf(low, high), stackOf(high, low), stackOf(low)} {
		got, _ := s.foldLike(steps)
		if diff := cmp.Diff(Format(s.Effective().Root), Format(got.Root)); diff != "" {
			t.Errorf("beside an earlier fold (-alone +beside):\n%s", diff)
		}
	}
}

// TestTypesBesideTag: a member that did not count while its table had another type is looked at once it does, although
// it is the same node.
func TestTypesBesideTag(t *testing.T) {
	t.Parallel()
	d, err := dialect.Codex("0.171.0")
	if err != nil {
		t.Fatal(err)
	}
	schema := d.Compile().Config
	id := layerOf(t, "user", "experimental_thread_store.id = 3")
	before, steps := stackOf(id, layerOf(t, "project", "experimental_thread_store.type = 'local'")).foldLike(nil)
	if faults := CheckTypes(before.Root, schema, ReadMerged); len(faults) > 0 {
		t.Fatal(faults)
	}
	now, _ := stackOf(id, layerOf(t, "project", "experimental_thread_store.type = 'in_memory'")).foldLike(steps)
	want := CheckTypes(now.Root, schema, ReadMerged)
	if len(want) == 0 {
		t.Fatal("a number is taken for the name of a store")
	}
	if diff := cmp.Diff(want, checkTypes(now.Root, schema, ReadMerged, before.Root)); diff != "" {
		t.Errorf("beside an earlier tree (-alone +beside):\n%s", diff)
	}
}

// TestReadingKeepsNodes: a file that is read again has the nodes of what stands where it stood, the tree that it would
// have alone, and holds no more of earlier readings than of its own.
func TestReadingKeepsNodes(t *testing.T) {
	t.Parallel()
	src := &Source{Path: "/c.toml"}
	lines := strings.Split(strings.Repeat("[t%d]\nx = [1, {y = 'a'}]\nz = 1\n", 20), "\n")
	for i := range lines {
		lines[i] = strings.ReplaceAll(lines[i], "%d", fmt.Sprint(i))
	}
	read := func(before written) written {
		v, diags := tomlsrc.Parse(diag.NewSource(src.Path, []byte(strings.Join(lines, "\n"))), tomlOptions(testLimits))
		if diags.HasErrors() {
			t.Fatal(diags)
		}
		w, alone := fromDocLike(v, src, before), fromDocLike(v, src, written{})
		if diff := cmp.Diff(alone.root, w.root, cmp.AllowUnexported(Table{})); diff != "" {
			t.Fatalf("beside an earlier reading (-alone +beside):\n%s", diff)
		}
		if w.held > 2*alone.held {
			t.Errorf("%d nodes are held for %d", w.held, alone.held)
		}
		return w
	}
	w := read(written{})
	if again := read(w); again != w {
		t.Error("the same text gives another tree")
	}
	lines = append(lines, "[more]")
	next := read(w)
	if next.root == w.root || next.root.Table.Get("t0") != w.root.Table.Get("t0") {
		t.Error("what stands above the change is another node, or what holds the change is the same one")
	}
	for i := 2; i < len(lines)-1; i += 3 { // ever further down
		lines[i] = "z = 200"
		next = read(next)
	}
}
