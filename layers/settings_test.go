package layers

import (
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/agentlayers/layers/dialect"
	"github.com/agentlayers/layers/tree"
)

// settingsOf loads settings files of a working directory /repo.
func settingsOf(t *testing.T, files map[string]string) (*Loaded, Judged) {
	t.Helper()
	d, err := dialect.Claude("")
	if err != nil {
		t.Fatal(err)
	}
	fsys := tree.NewMemory()
	fsys.Mkdir("/repo")
	for name, text := range files {
		fsys.WriteFile(name, []byte(text))
	}
	o := Options{Dialect: d, Cwd: "/repo", Home: "/home", AgentHome: "/home/.claude", StateDir: "/home"}
	l, err := Load(t.Context(), fsys, o)
	if err != nil {
		t.Fatal(err)
	}
	j, err := Judge(t.Context(), fsys, l, o)
	if err != nil {
		t.Fatal(err)
	}
	return l, j
}

const (
	userFile    = "/home/.claude/settings.json"
	projectFile = "/repo/.claude/settings.json"
	localFile   = "/repo/.claude/settings.local.json"
)

func TestJoinedArrayKeepsOrigins(t *testing.T) {
	t.Parallel()
	l, j := settingsOf(t, map[string]string{
		userFile:    `{"permissions": {"deny": ["A", "B"]}}`,
		projectFile: `{"permissions": {"deny": ["B", "C"]}}`,
		localFile:   `{"permissions": {"deny": ["C"]}}`,
	})
	key := Key{"permissions", "deny"}
	var got []string
	for _, e := range j.Effective.Root.At(key).Elems {
		got = append(got, e.Value.(string)+" "+e.Origin.Source.Path)
	}
	want := []string{"A " + userFile, "B " + userFile, "C " + projectFile}
	if d := cmp.Diff(want, got); d != "" {
		t.Error(d)
	}
	for _, r := range l.Stack.Ladder(key, j.Effective) {
		if r.State != Adds {
			t.Errorf("%s %s, want %s", r.Source.Name, r.State, Adds)
		}
	}
}

func TestIgnoredIsReported(t *testing.T) {
	t.Parallel()
	files := map[string]string{projectFile: `{"permissions": {"allow": ["A"]}, "env": {"K": 1}}`}
	l, j := settingsOf(t, files)
	if n := j.Effective.Root.At(Key{"permissions", "allow"}); n != nil {
		t.Errorf("untrusted rules take effect: %v", n.Plain())
	}
	want := map[string]any{"permissions": map[string]any{"allow": []any{"A"}}, "env": map[string]any{"K": "1"}}
	if d := cmp.Diff(want, l.Stack.Reported().Map()); d != "" {
		t.Errorf("reported (-want +got):\n%s", d)
	}
	if r := l.Stack.Ladder(Key{"permissions", "allow"}, j.Effective)[0]; r.State != Idle || r.Node == nil {
		t.Errorf("%+v", r)
	}

	files["/home/.claude.json"] = `{"projects": {"/repo": {"hasTrustDialogAccepted": true}}}`
	if _, j = settingsOf(t, files); j.Effective.Root.At(Key{"permissions", "allow"}) == nil {
		t.Error("rules of a trusted project take no effect")
	}
}

func TestFaultDropsTheFile(t *testing.T) {
	t.Parallel()
	l, j := settingsOf(t, map[string]string{
		userFile:  `{"model": "opus"}`,
		localFile: "{\"model\": \"haiku\",\n \"cleanupPeriodDays\": 0, \"permissions\": {\"defaultMode\": \"no\"}}",
	})
	if got, _, _ := j.Effective.Get("model"); got != "opus" {
		t.Errorf("model = %v", got)
	}
	var faults []string
	for _, f := range l.Stack.Find(dialect.Local).Faults {
		faults = append(faults, f.Key.String())
	}
	if d := cmp.Diff([]string{"cleanupPeriodDays", "permissions.defaultMode"}, faults); d != "" {
		t.Error(d)
	}
	if j.Outcome.Exit != 0 || !j.Diags.HasErrors() {
		t.Errorf("exit %d, %+v", j.Outcome.Exit, j.Diags)
	}
}

func TestSlug(t *testing.T) {
	t.Parallel()
	long := "/mnt/case"
	for range 4 {
		long += "/dddddddddddddddddddddddddddddddddddddddddddddddddddddddddddd"
	}
	for p, want := range map[string]string{
		"/mnt/répo x.y": "-mnt-r-po-x-y",
		"/a/😀":          "-a---",
		long: "-mnt-case-dddddddddddddddddddddddddddddddddddddddddddddddddddddddddddd-" +
			"dddddddddddddddddddddddddddddddddddddddddddddddddddddddddddd-" +
			"dddddddddddddddddddddddddddddddddddddddddddddddddddddddddddd-ddddddd-yc7oe3",
	} {
		if got := slug(p, 200); got != want {
			t.Errorf("%s\n got %s\nwant %s", p, got, want)
		}
	}
}

func TestJSNumber(t *testing.T) {
	t.Parallel()
	for f, want := range map[float64]string{
		1.5: "1.5", -1e20: "-100000000000000000000", 1e21: "1e+21", 1e-7: "1e-7", 1e-6: "0.000001", 12345678901234567890: "12345678901234567000",
	} {
		if got := jsNumber(f); got != want {
			t.Errorf("%v: %s, want %s", f, got, want)
		}
	}
}

func TestKnownModel(t *testing.T) {
	t.Parallel()
	d, _ := dialect.Claude("")
	for name, want := range map[string]bool{
		"Opus": true, " sonnet": true, "sonnet[1m]": true, "claude-opus-4-1-20250805": true, "us.anthropic.claude-opus-4-1-20250805-v1:0": true,
		"claude-haiku-4-5@20251001": true, "claude-opus-4-9": false, "claude-opus-4-99": false, "gpt-5": false, "sonnetx": false,
		"claude-sonnet-9": false, "claude-opus-5-1": false, "xclaude-opus-4-5x": true,
	} {
		if got := knownModel(name, d.Models); got != want {
			t.Errorf("%s: %v", name, got)
		}
	}
}
