package compare_test

import (
	"context"
	"strings"
	"testing"

	"github.com/agentlayers/layers/compare"
	"github.com/agentlayers/layers/dialect"
	"github.com/agentlayers/layers/resolve"
	"github.com/agentlayers/layers/tree"
)

func result(t *testing.T, files map[string]string) *resolve.Result {
	t.Helper()
	fsys := tree.NewMemory()
	fsys.WriteFile("/repo/.git/HEAD", []byte("ref: refs/heads/main\n"))
	fsys.WriteFile("/home/u/.codex/config.toml", []byte("[projects.\"/repo\"]\ntrust_level = \"trusted\"\n"))
	for p, text := range files {
		fsys.WriteFile(p, []byte(text))
	}
	d, err := dialect.Codex("")
	if err != nil {
		t.Fatal(err)
	}
	h := resolve.HostFrom(fsys, func(n string) (string, bool) { return "/home/u", n == "HOME" }, "/repo")
	r, err := resolve.Dir(context.Background(), resolve.Options{Dialect: d, Host: h})
	if err != nil {
		t.Fatal(err)
	}
	return r
}

const skill = "---\nname: a\ndescription: one\n---\nbody\n"

func TestNothingDiffers(t *testing.T) {
	t.Parallel()
	files := map[string]string{"/repo/.codex/config.toml": "model = \"a\"\n", "/repo/AGENTS.md": "text\n", "/repo/.agents/skills/a/SKILL.md": skill}
	if d := compare.Results(result(t, files), result(t, files)); !d.Empty() {
		t.Errorf("two equal trees differ: %+v", d)
	}
}

// TestOneThingDiffers changes one file at a time: exactly the part that it belongs to differs.
func TestOneThingDiffers(t *testing.T) {
	t.Parallel()
	base := map[string]string{"/repo/.codex/config.toml": "model = \"a\"\n", "/repo/AGENTS.md": "text\n", "/repo/.agents/skills/a/SKILL.md": skill}
	for name, c := range map[string]struct{ path, text, parts string }{
		"key":            {"/repo/.codex/config.toml", "model = \"b\"\n", "config"},
		"sandbox":        {"/repo/.codex/config.toml", "model = \"a\"\nsandbox_mode = \"read-only\"\n", "config session"},
		"text":           {"/repo/AGENTS.md", "texts\n", "documents"},
		"new skill":      {"/repo/.agents/skills/b/SKILL.md", strings.ReplaceAll(skill, "name: a", "name: b"), "skills"},
		"described":      {"/repo/.agents/skills/a/SKILL.md", strings.ReplaceAll(skill, "one", "two"), "skills"},
		"body":           {"/repo/.agents/skills/a/SKILL.md", skill + "more\n", "skills"},
		"requirement":    {"/etc/codex/requirements.toml", "allowed_approval_policies = [\"never\"]\n", "session requirements"},
		"unrelated file": {"/repo/main.go", "package main\n", ""},
		"broken":         {"/repo/.codex/config.toml", "model = \n", "config exit"},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			files := map[string]string{}
			for p, text := range base {
				files[p] = text
			}
			files[c.path] = c.text
			d := compare.Results(result(t, base), result(t, files))
			if got := parts(d); got != c.parts {
				t.Errorf("differs in %q, want %q: %+v", got, c.parts, d)
			}
		})
	}
}

func parts(d compare.Difference) string {
	var out []string
	for _, p := range []struct {
		name string
		has  bool
	}{
		{"config", len(d.Config) > 0},
		{"session", len(d.Session) > 0},
		{"requirements", len(d.Requirements) > 0},
		{"documents", len(d.Documents) > 0},
		{"skills", len(d.Skills) > 0},
		{"exit", d.Exit[0] != d.Exit[1]},
	} {
		if p.has {
			out = append(out, p.name)
		}
	}
	return strings.Join(out, " ")
}
