package dialect

import (
	"encoding/json"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
)

func TestKeyTables(t *testing.T) {
	t.Parallel()
	for _, version := range CodexVersions {
		for name, keys := range map[string]Keys{"keys": CodexKeys(version), "requirements": CodexRequirementKeys(version)} {
			if n := len(slices.Collect(keys.All())); n < 90 {
				t.Fatalf("%s of %s: only %d rows", name, version, n)
			}
			seen := map[string]bool{}
			for k := range keys.All() {
				if seen[k.Path] {
					t.Errorf("%s of %s: %s is there twice", name, version, k.Path)
				}
				seen[k.Path] = true
				checkKey(t, k)
			}
		}
	}
	if !CodexKeys("0.1.0").IsZero() {
		t.Error("keys of a version that is not described")
	}
}

// checkKey finds what a slip in a table leaves behind: unknown forms, flags without a meaning, an enum without
// values.
func checkKey(t *testing.T, k Key) {
	t.Helper()
	known := []string{
		FlagRequired, FlagClosed, FlagOrdered, FlagFlat, FlagHidden, FlagNonZero, FlagExists, FlagAbsolute, FlagURL,
		FlagStripped, FlagFatal, FlagRefused, FlagStdio, FlagHTTP, FlagBlind, FlagUnknown, FlagOmitEmpty, FlagNullBoolean, FlagText, FlagLenient, FlagStrips, FlagList,
	}
	for _, flag := range k.Flags {
		if !strings.Contains(" "+strings.Join(known, " ")+" ", " "+flag+" ") {
			t.Errorf("%s: flag %q means nothing", k.Path, flag)
		}
	}
	for _, form := range parseForms(k.Type) {
		switch form.Kind {
		case "string", "boolean", "number", "table", "map", "array", "any", "null", "keybinding", "chords":
		case "enum":
			if len(k.Values) == 0 {
				t.Errorf("%s: an enum without values", k.Path)
			}
		default:
			if !form.IsInteger() {
				t.Errorf("%s: form %q means nothing", k.Path, form.Kind)
			}
		}
	}
}

func TestKeysRoundTrip(t *testing.T) {
	t.Parallel()
	keys := CodexKeys("0.171.0")
	text, err := json.Marshal(keys)
	if err != nil {
		t.Fatal(err)
	}
	var back Keys
	if err := json.Unmarshal(text, &back); err != nil {
		t.Fatal(err)
	}
	if diff := cmp.Diff(slices.Collect(keys.All()), slices.Collect(back.All())); diff != "" {
		t.Error(diff)
	}
}

func TestLookup(t *testing.T) {
	t.Parallel()
	old, now := NewSchema(CodexKeys("0.145.0")), NewSchema(CodexKeys("0.171.0"))
	for path, want := range map[string]string{
		"model":                                    "model",
		"mcp_servers.a b.command":                  "mcp_servers.*.command",
		"mcp_servers.x.args.0":                     "mcp_servers.*.args",
		"skills.config.3.path":                     "skills.config[].path",
		"hooks.Stop.0.hooks.1.command":             "hooks.PreToolUse[].hooks[].command",
		"profiles.p.features.unified_exec":         "features.unified_exec",
		"features.no_such":                         "features.*",
		"otel.exporter.otlp-http.headers.a":        "otel.exporter.otlp-http.headers.*",
		"agents.reviewer.config_file":              "agents.*.config_file",
		"agents.max_depth":                         "agents.max_depth",
		"model.x":                                  "",
		"no_such":                                  "",
		"mcp_servers.x.no_such":                    "",
		"tui.no_such.theme":                        "",
		"sandbox_workspace_write.writable_roots.0": "sandbox_workspace_write.writable_roots",
	} {
		got := ""
		if k := old.Lookup(strings.Split(path, ".")); k != nil {
			got = k.Path
		}
		if got != want {
			t.Errorf("%s: %q, want %q", path, got, want)
		}
	}
	if k := old.Lookup([]string{"daybreak"}); k != nil {
		t.Errorf("0.145.0 knows a key of 0.171.0: %+v", k)
	}
	if k := now.Lookup([]string{"debug"}); k != nil {
		t.Errorf("0.171.0 knows a key that is gone: %+v", k)
	}
}

func TestSuggest(t *testing.T) {
	t.Parallel()
	s := NewSchema(CodexKeys("0.145.0"))
	for path, want := range map[string]string{
		"modle":                      "model",
		"approval-policy":            "approval_policy",
		"mcp_server":                 "mcp_servers",
		"mcp_servers.x.comand":       "command",
		"agents.max_dept":            "max_depth",
		"unified_exec":               "features.unified_exec",
		"animations":                 "tui.animations",
		"features.sandbox_mode":      "sandbox_mode",
		"tui.Theme":                  "theme",
		"qqqqqqqq":                   "",
		"x":                          "",
		"hooks.PreToolUse.0.mathcer": "matcher",
	} {
		got, ok := s.Suggest(strings.Split(path, "."))
		if got != want || ok != (want != "") {
			t.Errorf("%s: %q %v, want %q", path, got, ok, want)
		}
	}
	if _, ok := s.Suggest(nil); ok {
		t.Error("a suggestion for nothing")
	}
}
