package layers

import (
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/agentlayers/layers/diag"
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

// TestPlaceNotices: what of a profile has no effect is said at its line.
func TestPlaceNotices(t *testing.T) {
	t.Parallel()
	for text, want := range map[string][]diag.Code{
		"[permissions.a]\n":                           {"permission-profile-empty"},
		"[permissions.a]\nextends = \":workspace\"\n": nil,
		"[permissions.a.filesystem]\n\":cwd\" = \"write\"\n\":root\" = \"read\"\n":        {"permission-place-unknown"},
		"[permissions.a.filesystem]\n\":project_roots\" = \"write\"\n\"/x\" = \"read\"\n": nil,
	} {
		j := judge{o: Options{Dialect: codexDialect(t, "0.171.0")}}
		j.out.Effective.Root, j.out.Session.Profile = parseText(t, text), "a"
		var got []diag.Code
		for _, d := range j.placeNotices() {
			got = append(got, d.Code)
		}
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
