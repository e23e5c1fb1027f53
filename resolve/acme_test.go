package resolve_test

import (
	"context"
	"encoding/json"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/agentlayers/layers/dialect"
	"github.com/agentlayers/layers/layers"
	"github.com/agentlayers/layers/resolve"
	"github.com/agentlayers/layers/tree"
	"github.com/agentlayers/layers/trust"
)

// acme is an invented agent with file names of its own.
const acme = `{
  "name": "acme", "version": "1",
  "home": {"env": "ACME_HOME", "dir": ".acme", "name": "ACME_HOME"},
  "config": {
    "format": "toml", "merge": "toml-recursive",
    "layers": [
      {"kind": "system", "file": "/etc/acme/config.toml", "always": true, "places": true},
      {"kind": "user", "file": "~home/config.toml", "always": true, "places": true},
      {"kind": "project", "file": ".acme/config.toml", "gated": true},
      {"kind": "flags", "places": true}
    ],
    "roots": {"key": "roots", "markers": ["ACME"]},
    "denied": ["telemetry.url"],
    "aliases": [{"old": "llm", "new": "model"}],
    "keys": [{"path": "model", "type": "string"}, {"path": "out_dir", "type": "string", "isPath": true}],
    "limits": {"fileBytes": 1048576, "depth": 20, "keyParts": 20}
  },
  "trust": {"key": "folders", "level": "level", "trusted": "yes", "untrusted": "no", "worktree": "verified"},
  "requirements": {"file": "/etc/acme/rules.toml", "fields": [
    {"name": "models", "key": "model", "enforce": "allow-list"}
  ]},
  "session": {}
}`

func acmeHost(env map[string]string) resolve.Host {
	fsys := tree.NewMemory()
	for p, text := range map[string]string{
		"/etc/acme/config.toml":      "model = \"system\"\n",
		"/etc/acme/rules.toml":       "models = [\"small\", \"root\"]\n",
		"/home/u/.acme/config.toml":  "llm = \"user\"\nout_dir = \"out\"\n[folders.\"/w\"]\nlevel = \"yes\"\n",
		"/elsewhere/config.toml":     "model = \"other home\"\n",
		"/w/ACME":                    "",
		"/w/.acme/config.toml":       "model = \"root\"\n[telemetry]\nurl = \"http://x\"\n",
		"/w/sub/.acme/config.toml":   "out_dir = \"build\"\n",
		"/w/sub/.codex/config.toml":  "model = \"not for acme\"\n",
		"/home/u/.codex/config.toml": "model = \"not for acme\"\n",
	} {
		fsys.WriteFile(p, []byte(text))
	}
	return resolve.HostFrom(fsys, func(name string) (string, bool) {
		if name == "HOME" {
			return "/home/u", true
		}
		v, ok := env[name]
		return v, ok
	}, "/w/sub")
}

func resolveAcme(t *testing.T, d dialect.Dialect, h resolve.Host) *resolve.Result {
	t.Helper()
	r, err := resolve.Dir(context.Background(), resolve.Options{Dialect: d, Host: h})
	if err != nil {
		t.Fatal(err)
	}
	return r
}

func TestAgentOfYourOwn(t *testing.T) {
	t.Parallel()
	d, err := dialect.Load([]byte(acme))
	if err != nil {
		t.Fatal(err)
	}
	r := resolveAcme(t, d, acmeHost(nil))
	var got []string
	for _, e := range r.Stack.Entries {
		got = append(got, e.Source.Name+" "+e.Source.Path)
	}
	want := []string{
		"system /etc/acme/config.toml", "user /home/u/.acme/config.toml",
		"project root /w/.acme/config.toml", "project /w/sub/.acme/config.toml",
	}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Errorf("layers (-want +got):\n%s", diff)
	}
	check := func(key string, want any) {
		t.Helper()
		if v, _, _ := r.Effective.Get(key); v != want {
			t.Errorf("%s = %v, want %v", key, v, want)
		}
	}
	check("model", "root")
	check("out_dir", "/w/sub/.acme/build")
	check("telemetry.url", nil)
	if r.Root.Path != "/w" || r.Trust.Level != trust.Trusted {
		t.Errorf("root %+v, trust %+v", r.Root, r.Trust)
	}
}

func TestAgentHomeFromItsOwnVariable(t *testing.T) {
	t.Parallel()
	d, err := dialect.Load([]byte(acme))
	if err != nil {
		t.Fatal(err)
	}
	r := resolveAcme(t, d, acmeHost(map[string]string{"ACME_HOME": "/elsewhere"}))
	if v, _, _ := r.Effective.Get("model"); v != "other home" {
		t.Errorf("model = %v", v)
	}
}

func TestRequirementOfYourOwn(t *testing.T) {
	t.Parallel()
	d, err := dialect.Load([]byte(acme))
	if err != nil {
		t.Fatal(err)
	}
	r, err := resolve.Dir(context.Background(), resolve.Options{Dialect: d, Host: acmeHost(nil), Overrides: []string{"model=huge"}})
	if err != nil {
		t.Fatal(err)
	}
	c, ok := r.Effective.Clamp(layers.Key{"model"})
	if !ok || c.Got != "small" || c.Constraint.Origin.Key().Path != "/etc/acme/rules.toml" {
		t.Errorf("clamp %+v, %v", c, ok)
	}
}

// oneField is a change to one field of a dialect and the one thing that must follow.
func TestOneFieldOneBehaviour(t *testing.T) {
	t.Parallel()
	for name, c := range map[string]struct {
		change func(map[string]any)
		key    string
		want   any
	}{
		"unchanged":   {func(map[string]any) {}, "model", "root"},
		"file name":   {func(m map[string]any) { layer(m, 2)["file"] = ".codex/config.toml" }, "model", "not for acme"},
		"trust level": {func(m map[string]any) { m["trust"].(map[string]any)["trusted"] = "certainly" }, "model", "user"},
		"marker":      {func(m map[string]any) { config(m)["roots"].(map[string]any)["markers"] = []any{"none"} }, "model", "user"},
		"denylist":    {func(m map[string]any) { delete(config(m), "denied") }, "telemetry.url", "http://x"},
		"alias":       {func(m map[string]any) { delete(config(m), "aliases") }, "llm", "user"},
		"path key":    {func(m map[string]any) { delete(config(m)["keys"].([]any)[1].(map[string]any), "isPath") }, "out_dir", "build"},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			var m map[string]any
			if err := json.Unmarshal([]byte(acme), &m); err != nil {
				t.Fatal(err)
			}
			c.change(m)
			text, err := json.Marshal(m)
			if err != nil {
				t.Fatal(err)
			}
			d, err := dialect.Load(text)
			if err != nil {
				t.Fatal(err)
			}
			if v, _, _ := resolveAcme(t, d, acmeHost(nil)).Effective.Get(c.key); v != c.want {
				t.Errorf("%s = %v, want %v", c.key, v, c.want)
			}
		})
	}
}

func config(m map[string]any) map[string]any { return m["config"].(map[string]any) }

func layer(m map[string]any, i int) map[string]any {
	return config(m)["layers"].([]any)[i].(map[string]any)
}

// TestDialectRoundTrip: a built-in dialect prints as JSON and loads back as the same value.
func TestDialectRoundTrip(t *testing.T) {
	t.Parallel()
	for _, v := range dialect.CodexVersions {
		d, err := dialect.Codex(v)
		if err != nil {
			t.Fatal(err)
		}
		text, err := json.Marshal(d)
		if err != nil {
			t.Fatal(err)
		}
		back, err := dialect.Load(text)
		if err != nil {
			t.Fatal(err)
		}
		if diff := cmp.Diff(d, back); diff != "" {
			t.Errorf("%s (-printed +loaded):\n%s", d.ID(), diff)
		}
	}
}
