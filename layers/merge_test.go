package layers

import (
	"fmt"
	"math/rand"
	"reflect"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/agentlayers/layers/diag"
)

func TestMerge(t *testing.T) {
	t.Parallel()
	for name, c := range map[string]struct {
		layers []string
		want   string
	}{
		"tables merge":                {[]string{"[a]\nx = 1", "[a]\ny = 2"}, `{ a = { x = 1, y = 2 } }`},
		"arrays replace":              {[]string{"a = [1, 2]", "a = [3]"}, `{ a = [3] }`},
		"scalar over table":           {[]string{"[a]\nx = 1", "a = 2"}, `{ a = 2 }`},
		"table over scalar":           {[]string{"a = 2", "[a]\nx = 1"}, `{ a = { x = 1 } }`},
		"empty table changes nothing": {[]string{"[a]\nx = 1", "a = {}"}, `{ a = { x = 1 } }`},
		"from the lowest up":          {[]string{"[a]\nx = 1", "a = 2", "[a]\ny = 3"}, `{ a = { y = 3 } }`},
		"names with dots":             {[]string{`"a.b" = 1`, "a.b = 2"}, `{ "a.b" = 1, a = { b = 2 } }`},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			var s ConfigLayerStack
			for i, text := range c.layers {
				s.Entries = append(s.Entries, layerOf(t, fmt.Sprint(i), text))
			}
			if diff := cmp.Diff(c.want, Format(s.Effective().Root)); diff != "" {
				t.Errorf("-want +got:\n%s", diff)
			}
		})
	}
}

func TestShadowedIsNearestFirst(t *testing.T) {
	t.Parallel()
	s := stackOf(layerOf(t, "system", "a = 1"), layerOf(t, "user", "a = 2"), layerOf(t, "project", "a = 3"))
	n := s.Effective().Root.At(Key{"a"})
	var got []string
	for _, x := range append([]*Node{n}, n.Shadowed...) {
		got = append(got, x.Origin.Source.Name+"="+Format(x))
	}
	if diff := cmp.Diff([]string{"project=3", "user=2", "system=1"}, got); diff != "" {
		t.Errorf("-want +got:\n%s", diff)
	}
}

func TestDisabledLayerChangesNothing(t *testing.T) {
	t.Parallel()
	off := layerOf(t, "project", "a = 9\nb = 9")
	off.Disabled = &DisabledReason{Code: "project-untrusted"}
	with := stackOf(layerOf(t, "user", "a = 1"), off).Effective()
	without := stackOf(layerOf(t, "user", "a = 1")).Effective()
	if diff := cmp.Diff(Format(without.Root), Format(with.Root)); diff != "" {
		t.Errorf("-without +with:\n%s", diff)
	}
}

func TestLadder(t *testing.T) {
	t.Parallel()
	off := layerOf(t, "project", "m = 4")
	off.Disabled = &DisabledReason{}
	denied := layerOf(t, "project", "x = 1")
	denied.Removed = []Removed{{Key: Key{"m"}, Node: &Node{Value: int64(7)}}}
	s := stackOf(layerOf(t, "system", "m = 1"), layerOf(t, "user", "m = 2"), layerOf(t, "flags", "y = 1"), denied, off)
	var got []State
	for _, r := range s.Ladder(Key{"m"}, s.Effective()) {
		got = append(got, r.State)
	}
	if diff := cmp.Diff([]State{Off, Denied, Unset, Wins, Shadowed}, got); diff != "" {
		t.Errorf("-want +got:\n%s", diff)
	}
}

// plainMerge is the merge without origins: what the effective configuration must equal.
func plainMerge(low, high map[string]any) map[string]any {
	out := map[string]any{}
	for k, v := range low {
		out[k] = v
	}
	for k, v := range high {
		a, isTable := out[k].(map[string]any)
		b, both := v.(map[string]any)
		if isTable && both {
			out[k] = plainMerge(a, b)
		} else {
			out[k] = v
		}
	}
	return out
}

// randomTable writes a small random document; few names, so that layers meet.
func randomTable(r *rand.Rand, depth int) string {
	var parts []string
	for _, name := range []string{"a", "b", `"a.b"`, "c"} {
		switch r.Intn(6) {
		case 0:
			parts = append(parts, fmt.Sprintf("%s = %d", name, r.Intn(9)))
		case 1:
			parts = append(parts, fmt.Sprintf("%s = [%d, %d]", name, r.Intn(9), r.Intn(9)))
		case 2, 3:
			if depth > 0 {
				parts = append(parts, name+" = { "+randomTable(r, depth-1)+" }")
			}
		}
	}
	return strings.Join(parts, ", ")
}

func TestMergeEqualsPlainMerge(t *testing.T) {
	t.Parallel()
	r := rand.New(rand.NewSource(7))
	for range 2000 {
		var s ConfigLayerStack
		want := map[string]any{}
		var before []string
		for i := range 4 {
			e := layerOf(t, fmt.Sprint(i), "t = { "+randomTable(r, 3)+" }")
			s.Entries = append(s.Entries, e)
			before = append(before, Format(e.Root))
			m, _ := e.Root.Plain().(map[string]any)
			want = plainMerge(want, m)
		}
		got := s.Effective()
		if !reflect.DeepEqual(want, got.Map()) {
			t.Fatalf("layers %q:\nwant %v\ngot  %v", before, want, got.Map())
		}
		for i, e := range s.Entries {
			if Format(e.Root) != before[i] {
				t.Fatalf("layer %d was changed by merging: %s became %s", i, before[i], Format(e.Root))
			}
		}
		checkOrigins(t, s, got)
	}
}

// checkOrigins: every effective setting is what its origin's layer says at that key.
func checkOrigins(t *testing.T, s ConfigLayerStack, eff Effective) {
	t.Helper()
	for key, n := range eff.Root.Values() {
		found := false
		for _, e := range s.Entries {
			if e.Source == n.Origin.Source {
				found = Format(e.Root.At(key)) == Format(n)
			}
		}
		if !found {
			t.Fatalf("%s = %s does not stand in the layer that its origin names", key, Format(n))
		}
	}
}

func FuzzMergeWithEmptyLayer(f *testing.F) {
	f.Add("a = 1\n[b]\nc = [1, {d = 2}]\n")
	f.Add("[[x]]\n[[x]]\ny = 1\n")
	f.Fuzz(func(t *testing.T, text string) {
		src := &Source{Name: "x", Path: "/x"}
		root, diags := parse(diag.NewSource("/x", []byte(text)), src, testLimits)
		if diags.HasErrors() {
			return
		}
		alone := Format(root)
		if got := Format(merge(root, emptyTable(src))); got != alone {
			t.Errorf("an empty layer on top changed %s to %s", alone, got)
		}
		if got := Format(merge(emptyTable(src), root)); got != alone {
			t.Errorf("an empty layer below changed %s to %s", alone, got)
		}
	})
}
