package layers

import (
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/agentlayers/layers/diag"
	"github.com/agentlayers/layers/dialect"
)

func TestUnknownKeys(t *testing.T) {
	t.Parallel()
	root := parseText(t, `
zz = 1
[tui.keymap.chat]
kk = "a"
[features]
no_such = true
[agents.r]
zz = 1
[[skills.config]]
name = "x"
enabled = true
zz = 1
[mcp_servers."a.b"]
command = "c"
"z z" = 1
[desktop]
anything = { goes = 1 }
[profiles.p.features]
yy = true
[tools]
web_search = { zz = 1 }
`)
	var got []string
	for _, u := range UnknownKeys(root, codexSchema("0.171.0")) {
		name := u.Key.String()
		if u.Lost {
			name += " (unseen)"
		}
		got = append(got, name)
	}
	want := []string{
		"zz", "tui.keymap.chat.kk", "features.no_such", "agents.r.zz (unseen)", "skills.config.0.zz",
		`mcp_servers."a.b"."z z"`, "profiles.p.features.yy", "tools.web_search.zz (unseen)",
	}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Error(diff)
	}
}

// The order is that of plain text: layer word, file, key.
func TestUnrecognized(t *testing.T) {
	t.Parallel()
	entry := func(k dialect.Kind, file, text string) Entry {
		root := parseText(t, text)
		return Entry{Source: &Source{Kind: k, Path: file}, Root: root, Canonical: root}
	}
	off := entry(dialect.Project, "/off/config.toml", "oo = 1\n")
	off.Disabled = &DisabledReason{}
	entries := []Entry{
		entry(dialect.System, "/s/config.toml", "ss = 1\n"),
		entry(dialect.User, "/u/config.toml", "b = 1\n\"tab\\tkey\" = 1\n\"a.b\" = { c = 1 }\n"),
		entry(dialect.Project, "/r/.codex/config.toml", "pp = 1\n"),
		entry(dialect.Project, "/r/..x/.codex/config.toml", "pp = 1\n"), off,
		entry(dialect.Required, "/q/requirements.toml", "models.allowed = []\nallow_remote_control = true\n"),
	}
	required := dialect.NewSchema(dialect.CodexRequirementKeys("0.171.0"))
	got := Unrecognized(entries, codexSchema("0.171.0"), required, 6)
	want := diag.Event{Class: "unrecognized-settings", More: 1, Entries: []diag.NamedKey{
		{Layer: "project", File: "/r/..x/.codex/config.toml", Key: "pp"},
		{Layer: "project", File: "/r/.codex/config.toml", Key: "pp"},
		{Layer: "requirements", File: "/q/requirements.toml", Key: "models.allowed"},
		{Layer: "system", File: "/s/config.toml", Key: "ss"},
		{Layer: "user", File: "/u/config.toml", Key: "a.b"},
		{Layer: "user", File: "/u/config.toml", Key: "b"},
	}}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Error(diff)
	}
	if got := Unrecognized(entries[:1], codexSchema("0.171.0"), required, 1); got.More != 0 || len(got.Entries) != 1 {
		t.Errorf("%+v", got)
	}
	if got := Unrecognized(nil, codexSchema("0.171.0"), required, 3); got.Class != "" {
		t.Errorf("a warning about nothing: %+v", got)
	}
}

func TestUnknownNotice(t *testing.T) {
	t.Parallel()
	root := parseText(t, "[agents]\nmax_dept = {}\n\n[tui]\nmodle = 1\n")
	var got []string
	for _, u := range UnknownKeys(root, codexSchema("0.145.0")) {
		d := unknownNotice(u, codexSchema("0.145.0"), "none", true)
		got = append(got, d.Summary+" | "+d.Fix)
	}
	if diff := cmp.Diff([]string{"tui.modle is not a known key | "}, got); diff != "" {
		t.Error(diff)
	}
}
