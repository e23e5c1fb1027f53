package layers

import (
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/agentlayers/layers/dialect"
)

// TestPermissions: places of a profile in the terms of sandbox modes, where the temporary folder is not /tmp.
func TestPermissions(t *testing.T) {
	t.Parallel()
	const some = "[permissions.a.filesystem]\n\":root\" = \"read\"\n"
	for text, want := range map[string]Sandbox{
		"[permissions.a]\n": {Mode: "read-only"},
		some + `"/opt/x" = "write"` + "\n\":tmpdir\" = \"write\"\n": {
			Mode: "workspace-write", WritableRoots: []string{"/opt/x", "/var/t"}, ExcludeSlashTmp: true, CwdReadOnly: true,
		},
	} {
		root := parseText(t, text)
		d := codexDialect(t, "0.171.0").Session.Permissions
		chain, base, _, bad := profileChain(root.Setting("permissions").Table, "a", d)
		if bad != "" {
			t.Fatal(bad)
		}
		got := permissionsOf(chain, base, d, "/repo", "/home").sandbox("/repo", func(name string) (string, bool) { return "/var/t", name == "TMPDIR" })
		if diff := cmp.Diff(want, got); diff != "" {
			t.Errorf("%s (-want +got):\n%s", text, diff)
		}
	}
}

func codexDialect(t *testing.T, version string) dialect.Dialect {
	t.Helper()
	d, err := dialect.Codex(version)
	if err != nil {
		t.Fatal(err)
	}
	return d
}
