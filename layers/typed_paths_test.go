package layers

import (
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/agentlayers/layers/diag"
	"github.com/agentlayers/layers/dialect"
)

func parseText(t *testing.T, text string) *Node {
	t.Helper()
	d, err := dialect.Codex("")
	if err != nil {
		t.Fatal(err)
	}
	root, diags := parse(diag.NewSource("/l/config.toml", []byte(text)), &Source{Path: "/l/config.toml"}, d.Config.Limits)
	if diags.HasErrors() {
		t.Fatal(diags)
	}
	return root
}

func codexSchema(version string) *dialect.Schema {
	return dialect.NewSchema(dialect.CodexKeys(version))
}

func TestResolvePaths(t *testing.T) {
	t.Parallel()
	for _, c := range []struct{ name, text, want string }{
		{"relative", `log_dir = "a/../b/./c"`, `log_dir = "/l/b/c"`},
		{"above", `log_dir = "../../x"`, `log_dir = "/x"`},
		{"empty", `log_dir = ""`, `log_dir = "/l"`},
		{"absolute", `log_dir = "/a//b/"`, `log_dir = "/a/b"`},
		{"home", `log_dir = "~"`, `log_dir = "/h"`},
		{"below home", `log_dir = "~/x/../y"`, `log_dir = "/h/y"`},
		{"another's home", `log_dir = "~u/x"`, `log_dir = "/l/~u/x"`},
		{"in arrays", `sandbox_workspace_write.writable_roots = ["r", "/a"]`, `sandbox_workspace_write.writable_roots = ["/l/r", "/a"]`},
		{"by order", `sandbox_workspace_write = [["r"], true]`, `sandbox_workspace_write = {writable_roots = ["/l/r"], network_access = true}`},
		{"below free names", `agents.r.config_file = "r.toml"`, `agents.r.config_file = "/l/r.toml"`},
		{"not a path", `mcp_servers.s = {command = "c", cwd = "x"}`, `mcp_servers.s = {command = "c", cwd = "x"}`},
		{"unknown", `zz.log_dir = "x"`, `zz.log_dir = "x"`},
		{"a date", `log_dir = 1979-05-27`, `log_dir = "/l/1979-05-27"`},
		{"a date that stays", `zz = 1979-05-27`, `zz = 1979-05-27`},
		{"a word as a table", `sandbox_mode = {read-only = {}}`, `sandbox_mode = "read-only"`},
		{"a replaced word", `approval_policy = "on-failure"`, `approval_policy = "on-request"`},
		{"a granular policy", `approval_policy.granular.rules = true`, `approval_policy.granular.rules = true`},
	} {
		got := ResolvePaths(parseText(t, c.text), codexSchema("0.145.0"), "/l", "/h").Plain()
		if diff := cmp.Diff(parseText(t, c.want).Plain(), got); diff != "" {
			t.Errorf("%s (-want +got)\n%s", c.name, diff)
		}
	}
}

func TestResolvePathsKeepsTheWritten(t *testing.T) {
	t.Parallel()
	root := parseText(t, "log_dir = \"logs\"\nmodel = \"m\"\n")
	out := ResolvePaths(root, codexSchema("0.145.0"), "/l", "")
	if n := out.Table.Get("log_dir"); n.Value != "/l/logs" || n.Written != "logs" {
		t.Errorf("value %v, written %v", n.Value, n.Written)
	}
	if n := root.Table.Get("log_dir"); n.Value != "logs" {
		t.Errorf("the tree itself changed: %v", n.Value)
	}
	if out.Table.Get("model") != root.Table.Get("model") {
		t.Error("an untouched value was copied")
	}
	if same := parseText(t, "model = \"m\"\n"); ResolvePaths(same, codexSchema("0.145.0"), "/l", "") != same {
		t.Error("a tree without paths was copied")
	}
}

func TestPathNodes(t *testing.T) {
	t.Parallel()
	root := parseText(t, "model = \"m\"\nlog_dir = \"a\"\n[agents.r]\nconfig_file = \"b\"\n[sandbox_workspace_write]\nwritable_roots = [\"c\", \"d\"]\n")
	var got []string
	for k, n := range PathNodes(root, codexSchema("0.145.0")) {
		got = append(got, k.String()+"="+n.Value.(string))
	}
	want := []string{"log_dir=a", "agents.r.config_file=b", "sandbox_workspace_write.writable_roots.0=c", "sandbox_workspace_write.writable_roots.1=d"}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Error(diff)
	}
	for range PathNodes(root, codexSchema("0.145.0")) {
		break // an early stop must not go on yielding
	}
}

// One mistake anywhere keeps a layer from having any path resolved.
func TestLayerParses(t *testing.T) {
	t.Parallel()
	for text, want := range map[string]bool{
		"log_dir = \"x\"\n":                     true,
		"log_dir = \"x\"\nno_such = 3\n":        true,
		"log_dir = \"x\"\nmodel = 3\n":          false,
		"log_dir = \"x\"\nmodel = 1979-05-27\n": true,
		"[mcp_servers.s]\nargs = []\n":          false,
		"[memories]\ndisable_on_external_context = true\nno_memories_if_mcp_or_web_search = true\n": false,
		"[memories]\nno_memories_if_mcp_or_web_search = true\n":                                     true,
	} {
		if got := len(CheckTypes(parseText(t, text), codexSchema("0.145.0"), ReadAlone)) == 0; got != want {
			t.Errorf("%v, want %v\n%s", got, want, text)
		}
	}
}
