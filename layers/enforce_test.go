package layers_test

import (
	"context"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/agentlayers/layers/dialect"
	"github.com/agentlayers/layers/layers"
	"github.com/agentlayers/layers/tree"
)

// enforcing has one allow list for a key of each form, and a table of pins.
var enforcing = dialect.Dialect{
	Name: "acme", Version: "1",
	Config: dialect.Config{
		Format: dialect.FormatTOML, Merge: dialect.MergeRecursive,
		Layers: []dialect.Layer{{Kind: dialect.User, File: "/u.toml", Always: true}},
		Limits: dialect.Limits{FileBytes: 1 << 20, Depth: 20, KeyParts: 20},
	},
	Requirements: dialect.Requirements{Fields: []dialect.RequirementField{
		{Name: "models", Key: "model", Enforce: dialect.AllowList},
		{Name: "ports", Key: "server.port", Enforce: dialect.AllowList},
		{Name: "hosts", Key: "server.hosts", Enforce: dialect.AllowList},
		{Name: "modes", Key: "mode", Enforce: dialect.AllowList},
		{Name: "features", Key: "features", Enforce: dialect.Pin},
	}},
}

func judged(t *testing.T, config string, policies ...layers.Entry) (*layers.Loaded, layers.Judged) {
	t.Helper()
	fsys := tree.NewMemory()
	fsys.WriteFile("/u.toml", []byte(config))
	o := layers.Options{Dialect: enforcing, Cwd: "/", Enforced: policies}
	l, err := layers.Load(context.Background(), fsys, o)
	if err != nil {
		t.Fatal(err)
	}
	j, err := layers.Judge(context.Background(), fsys, l, o)
	if err != nil {
		t.Fatal(err)
	}
	return l, j
}

func policy(name, text string) layers.Entry {
	return layers.ParseRequirements(name, []byte(text), enforcing)
}

func TestEnforce(t *testing.T) {
	t.Parallel()
	for name, c := range map[string]struct {
		config, policy string
		want           map[string]any
	}{
		"allowed":          {"model = \"a\"", "models = [\"b\", \"a\"]", map[string]any{"model": "a"}},
		"refused":          {"model = \"c\"", "models = [\"b\", \"a\"]", map[string]any{"model": "b"}},
		"unset":            {"", "models = [\"b\"]", map[string]any{}},
		"nothing allowed":  {"model = \"c\"\nx = 1", "models = []", map[string]any{"x": int64(1)}},
		"deep, a number":   {"server.port = 443\nserver.name = \"n\"", "ports = [80, 443]", map[string]any{"server": map[string]any{"port": int64(443), "name": "n"}}},
		"deep, refused":    {"server.port = 22\nserver.name = \"n\"", "ports = [80, 443]", map[string]any{"server": map[string]any{"port": int64(80), "name": "n"}}},
		"a list":           {"server.hosts = [\"a\"]", "hosts = [[\"a\"], [\"b\"]]", map[string]any{"server": map[string]any{"hosts": []any{"a"}}}},
		"a list, refused":  {"server.hosts = [\"c\"]", "hosts = [[\"a\"], [\"b\"]]", map[string]any{"server": map[string]any{"hosts": []any{"a"}}}},
		"a table's word":   {"mode.fine = true", "modes = [\"fine\"]", map[string]any{"mode": map[string]any{"fine": true}}},
		"pinned":           {"features.web = true", "features.web = false", map[string]any{"features": map[string]any{"web": false}}},
		"pinned and unset": {"", "features.web = false", map[string]any{"features": map[string]any{"web": false}}},
	} {
		l, j := judged(t, c.config, policy("policy", c.policy))
		got := j.Effective.Enforce(l.Stack.Requirements, enforcing.Requirements)
		if diff := cmp.Diff(c.want, got.Map()); diff != "" {
			t.Errorf("%s (-want +got):\n%s", name, diff)
		}
	}
}

// TestEnforcedOrigin: an enforced value says which policy and line set it, and what it replaces.
func TestEnforcedOrigin(t *testing.T) {
	t.Parallel()
	l, j := judged(t, "model = \"c\"", policy("policy service", "# by the company\nmodels = [\"b\"]\n"), policy("image", "models = [\"z\"]"))
	n := j.Effective.Enforce(l.Stack.Requirements, enforcing.Requirements).Root.At(layers.Key{"model"})
	if at := n.Origin.Value(); at.Path != "policy service" || at.Start.Line != 2 || at.Start.Column != 11 {
		t.Errorf("enforced at %+v", at)
	}
	if len(n.Shadowed) != 1 || n.Shadowed[0].Value != "c" || n.Shadowed[0].Origin.Value().Path != "/u.toml" {
		t.Errorf("shadowed %+v", n.Shadowed)
	}
	if v, _, _ := j.Effective.Get("model"); v != "c" {
		t.Errorf("the merge itself now says %v", v)
	}
	if len(l.Stack.Requirements.Overruled) != 1 {
		t.Errorf("overruled: %+v", l.Stack.Requirements.Overruled)
	}
}

// TestBrokenPolicy: a policy that cannot be read is never taken for an empty one.
func TestBrokenPolicy(t *testing.T) {
	t.Parallel()
	for name, want := range map[string]string{"policy service": "policy service", "": "policy"} {
		_, j := judged(t, "model = \"c\"", policy(name, "models = [\n"))
		if j.Outcome.Exit == 0 || !j.Diags.HasErrors() || j.Diags[0].Subject.Path != want {
			t.Errorf("%q: exit %d, %+v", name, j.Outcome.Exit, j.Diags)
		}
	}
}

// TestOriginText: a place, or else the name of the layer.
func TestOriginText(t *testing.T) {
	t.Parallel()
	fsys := tree.NewMemory()
	fsys.WriteFile("/u.toml", []byte("model = \"a\""))
	d := enforcing
	d.Config.Layers = append(d.Config.Layers[:1:1], dialect.Layer{Kind: dialect.Runtime})
	l, err := layers.Load(context.Background(), fsys, layers.Options{Dialect: d, Cwd: "/", Overrides: []string{"mode=\"fast\""}})
	if err != nil {
		t.Fatal(err)
	}
	eff := l.Stack.Effective()
	var wrong struct{ Mode int }
	if err := eff.Decode(&wrong); err == nil || strings.Contains(err.Error(), "fast") {
		t.Errorf("a flag that does not fit: %v", err)
	}
	for key, want := range map[string]string{"model": "/u.toml:1:9", "mode": "-c mode=\"fast\"", "none": ""} {
		if _, origin, _ := eff.Get(key); origin.String() != want {
			t.Errorf("%s is set at %q, want %q", key, origin, want)
		}
	}
}
