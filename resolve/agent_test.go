package resolve_test

import (
	"context"
	"errors"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/agentlayers/layers/dialect"
	"github.com/agentlayers/layers/layers"
	"github.com/agentlayers/layers/resolve"
	"github.com/agentlayers/layers/skills"
	"github.com/agentlayers/layers/tree"
	"github.com/agentlayers/layers/trust"
)

func acmeWith(t *testing.T, o resolve.Options) *resolve.Result {
	t.Helper()
	d, err := dialect.Load([]byte(acme))
	if err != nil {
		t.Fatal(err)
	}
	o.Dialect = d
	if o.Host.FS == nil {
		o.Host = acmeHost(nil)
	}
	r, err := resolve.Dir(context.Background(), o)
	if err != nil {
		t.Fatal(err)
	}
	return r
}

// TestDecodeIsEnforced: an embedder's struct gets what requirements leave, the agent's own view stays as it is.
func TestDecodeIsEnforced(t *testing.T) {
	t.Parallel()
	r := acmeWith(t, resolve.Options{Enforced: []resolve.Policy{
		{Name: "policy service", Data: []byte("models = [\"audited\"]\n")},
	}})
	var cfg struct {
		Model  string `koanf:"model"`
		OutDir string `koanf:"out_dir"`
	}
	if err := r.Decode(&cfg); err != nil {
		t.Fatal(err)
	}
	if cfg.Model != "audited" || cfg.OutDir != "/w/sub/.acme/build" {
		t.Errorf("decoded %+v", cfg)
	}
	if v, _, _ := r.Effective.Get("model"); v != "root" {
		t.Errorf("the layers ask for %v", v)
	}
	_, origin, _ := r.Config().Get("model")
	if origin.Value().Path != "policy service" {
		t.Errorf("origin %+v", origin)
	}
}

func TestDecodeErrorsHavePlaces(t *testing.T) {
	t.Parallel()
	var cfg struct {
		Model int `koanf:"model"`
	}
	err := acmeWith(t, resolve.Options{}).Decode(&cfg)
	var wrong *layers.DecodeError
	if !errors.As(err, &wrong) || !strings.HasPrefix(err.Error(), "/w/.acme/config.toml:1:9: model: ") {
		t.Errorf("%v", err)
	}
}

func TestStrict(t *testing.T) {
	t.Parallel()
	fine := acmeWith(t, resolve.Options{Overrides: []string{"model=huge"}})
	if err := fine.Strict(); err != nil {
		t.Errorf("warnings alone: %v", err)
	}
	var strict *resolve.StrictError
	if err := fine.Strict("requirement-conflict"); !errors.As(err, &strict) || len(strict.Problems) != 1 {
		t.Errorf("a chosen code: %v", err)
	}
	broken := acmeWith(t, resolve.Options{Enforced: []resolve.Policy{{Name: "policy service", Data: []byte("models =")}}})
	err := broken.Strict()
	if !errors.As(err, &strict) || !strings.HasPrefix(err.Error(), "policy service:1:") {
		t.Errorf("a broken policy: %v", err)
	}
	if broken.Outcome.Exit == 0 {
		t.Error("a broken policy does not keep the agent from starting")
	}
}

func TestLoadSkill(t *testing.T) {
	t.Parallel()
	h := codexHost(t)
	d, err := dialect.Codex("")
	if err != nil {
		t.Fatal(err)
	}
	r, err := resolve.Dir(context.Background(), resolve.Options{Dialect: d, Host: h})
	if err != nil {
		t.Fatal(err)
	}
	got, err := r.LoadSkill(context.Background(), h.FS, "deploy")
	if err != nil {
		t.Fatal(err)
	}
	if diff := cmp.Diff([]string{"scripts/deploy.sh"}, got.Resources); diff != "" || got.Text != "Run it.\n" {
		t.Errorf("%+v\n%s", got, diff)
	}
}

// TestLoadSkillAfterChange: what was not resolved is not loaded; Refresh takes it in, and the earlier Result stays as it
// was.
func TestLoadSkillAfterChange(t *testing.T) {
	t.Parallel()
	for name, agent := range map[string]func(string) (dialect.Dialect, error){
		"/w/.agents/skills/deploy/SKILL.md": dialect.Codex, "/w/.claude/skills/deploy/SKILL.md": dialect.Claude,
	} {
		h := codexHost(t)
		d, err := agent("")
		if err != nil {
			t.Fatal(err)
		}
		r, err := resolve.Dir(context.Background(), resolve.Options{Dialect: d, Host: h})
		if err != nil {
			t.Fatal(err)
		}
		h.FS.(*tree.Memory).WriteFile(name, []byte("---\nname: deploy\ndescription: Ship it.\n---\nRun that.\n"))
		var changed *skills.ChangedError
		if _, err := r.LoadSkill(context.Background(), h.FS, "deploy"); !errors.As(err, &changed) || changed.Path != name {
			t.Errorf("%s was written: %v", name, err)
		}
		next, err := resolve.Refresh(context.Background(), r, []string{name})
		if err != nil {
			t.Fatal(err)
		}
		if got, err := next.LoadSkill(context.Background(), h.FS, "deploy"); err != nil || got.Text != "Run that.\n" {
			t.Errorf("%s after Refresh: %q, %v", name, got.Text, err)
		}
		if _, err := r.LoadSkill(context.Background(), h.FS, "deploy"); !errors.As(err, &changed) {
			t.Errorf("%s of the earlier Result: %v", name, err)
		}
	}
}

// TestWhatIfTrusted: an assumed entry counts in the words of the dialect, and where nobody knows the user's home.
func TestWhatIfTrusted(t *testing.T) {
	t.Parallel()
	for name, home := range map[string]string{"with a home": "/home/none", "without": ""} {
		h := acmeHost(nil)
		h.Home, h.Env = home, nil
		for level, want := range map[trust.Level]any{trust.None: "system", trust.Trusted: "root", trust.Untrusted: "system"} {
			o := resolve.Options{Host: h}
			if level != trust.None {
				o.Trust = []trust.Rule{{Path: "/w", Level: level}}
			}
			r := acmeWith(t, o)
			if v, _, _ := r.Effective.Get("model"); v != want || r.Trust.Level != level {
				t.Errorf("%s, %q: model %v, want %v; trust %q", name, level, v, want, r.Trust.Level)
			}
		}
	}
}
