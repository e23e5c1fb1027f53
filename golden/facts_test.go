package golden

import (
	"encoding/json"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/agentlayers/layers/diag"
	"github.com/agentlayers/layers/dialect"
	"github.com/agentlayers/layers/layers"
	"github.com/agentlayers/layers/resolve"
)

func recorded(t *testing.T, text string) map[string]any {
	t.Helper()
	v, err := Canonical(json.RawMessage(text))
	if err != nil {
		t.Fatal(err)
	}
	return v.(map[string]any)
}

// smallResult is what a resolve of one user file with `model = "a"` gives.
func smallResult() *resolve.Result {
	src := &layers.Source{Kind: dialect.User, Path: "/mnt/home/.codex/config.toml", Name: "user"}
	text := diag.NewSource(src.Path, []byte("model = \"a\"\n"))
	origin := layers.OriginIn(src, text, diag.NewExtent(0, len("model")), diag.Extent{})
	root := &layers.Node{Table: layers.NewTable([]layers.Member{
		{Name: "model", Node: &layers.Node{Value: "a", Origin: origin}},
	})}
	r := &resolve.Result{AgentHome: "/mnt/home/.codex"}
	r.Stack.Entries = []layers.Entry{{Source: src, Root: root, Canonical: root, Exists: true}}
	r.Effective.Root = root
	r.Session = layers.Session{Approval: "on-request", Sandbox: layers.Sandbox{Mode: "read-only"}}
	return r
}

const smallFacts = `{"exit": 0, "root": "/mnt", "codex_home": "$ROOT/home/.codex",
 "layers": [{"kind": "user", "file": "$ROOT/home/.codex/config.toml", "config": {"model": "a"}}],
 "effective": {"model": "a"}, "origins": {"model": {"kind": "user", "file": "$ROOT/home/.codex/config.toml"}},
 "session": {"approval_policy": "on-request", "sandbox": {"type": "readOnly", "networkAccess": false}, "instruction_sources": []}
}`

func one(r *resolve.Result) Views { return Views{Prompt: r, Server: r, ServerAsked: true} }

func factNames(ds []Difference) string {
	var names []string
	for _, d := range ds {
		names = append(names, d.Fact)
	}
	return strings.Join(names, " ")
}

func TestDiffEqual(t *testing.T) {
	t.Parallel()
	tally := newTally()
	for _, d := range Diff(recorded(t, smallFacts), one(smallResult()), tally) {
		t.Errorf("%s\n%s", d.Fact, d.Text)
	}
	if got, want := tally.String(), "golden: 0 cases, 8 facts, 7 equal, 0 different, 0 pending, 1 excluded"; got != want {
		t.Errorf("%s, want %s", got, want)
	}
	for _, want := range []string{"excluded 1 root: "} {
		if !strings.Contains(tally.Details(), want) {
			t.Errorf("details lack %q:\n%s", want, tally.Details())
		}
	}
}

// TestDiffFinds changes one thing at a time: exactly the fact that holds it differs.
func TestDiffFinds(t *testing.T) {
	t.Parallel()
	warning := diag.Event{Class: "deprecated-key"}
	for name, c := range map[string]struct {
		facts string
		want  string
		edit  func(*resolve.Result)
	}{
		"exit":           {"", "exit", func(r *resolve.Result) { r.Outcome.Exit = 1 }},
		"home":           {"", "codex_home", func(r *resolve.Result) { r.AgentHome = "/mnt/x" }},
		"value":          {`"effective": {"model": "b"}`, "effective", nil},
		"missing layer":  {"", "layers origins", func(r *resolve.Result) { r.Stack.Entries = nil }},
		"disabled layer": {"", "layers origins", func(r *resolve.Result) { r.Stack.Entries[0].Disabled = &layers.DisabledReason{} }},
		"extra warning":  {"", "warnings", func(r *resolve.Result) { r.Outcome.Warnings = []diag.Event{warning} }},
		"warning beside one out of scope": {`"warnings": [{"class": "requirement-applied"}]`, "warnings", func(r *resolve.Result) {
			r.Outcome.Warnings = []diag.Event{warning}
		}},
		"only out of scope": {`"warnings": [{"class": "requirement-applied"}]`, "", nil},
		"missing warning":   {`"warnings": [{"class": "deprecated-key"}]`, "warnings", nil},
		"extra requirement": {"", "requirements", func(r *resolve.Result) { r.Outcome.Requirements = map[string]any{"a": "b"} }},
		"untyped":           {`"untyped_keys": [["a"]]`, "untyped_keys", nil},
		"typed view":        {"", "typed_view_differs", func(r *resolve.Result) { r.Outcome.Differs = []layers.Differs{{Key: layers.Key{"a"}}} }},
		"session":           {"", "session", func(r *resolve.Result) { r.Session.Sandbox.Mode = "danger-full-access" }},
		"unknown key":       {`"novelty": 1`, "novelty", nil},
		"error": {"", "errors layers effective origins session session.instruction_sources", func(r *resolve.Result) {
			r.Outcome.Errors = []diag.Event{{Class: "toml-syntax"}}
		}},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			facts := recorded(t, smallFacts)
			for k, v := range recorded(t, "{"+c.facts+"}") {
				facts[k] = v
			}
			r := smallResult()
			if c.edit != nil {
				c.edit(r)
			}
			if got := factNames(Diff(facts, one(r), newTally())); got != c.want {
				t.Errorf("differences in %q, want %q", got, c.want)
			}
		})
	}
}

// TestDiffHardError: of the place what was recorded counts, and nothing else was observed.
func TestDiffHardError(t *testing.T) {
	t.Parallel()
	facts := recorded(t, `{"exit": 1, "errors": [{"stage": "config/read", "class": "wrong-type"}, {"stage": "session", "class": "unclassified"},
		{"stage": "prompt", "class": "wrong-type", "line": 3}]}`)
	r := smallResult()
	r.AgentHome = ""
	at := diag.Span{Path: "/mnt/x", Start: diag.Pos{Line: 3, Column: 9}}
	r.Outcome.Exit, r.Outcome.Errors = 1, []diag.Event{{Class: "wrong-type", At: at}}
	if got := Diff(facts, one(r), newTally()); len(got) > 0 {
		t.Errorf("%+v", got)
	}
	r.Outcome.Errors[0].At.Start.Line = 4
	if got := factNames(Diff(facts, one(r), newTally())); got != "errors" {
		t.Errorf("another line: differences in %q", got)
	}
	facts["errors"] = recorded(t, `{"e": [{"stage": "prompt", "class": "unclassified"}]}`)["e"]
	if got := factNames(Diff(facts, Views{Prompt: r, Server: r}, newTally())); got != "" {
		t.Errorf("an error out of scope: differences in %q", got)
	}
}

// TestWarningsOfBothViews: the list of disabled folders is only ever given for the physical directory.
func TestWarningsOfBothViews(t *testing.T) {
	t.Parallel()
	both := diag.Event{Class: "deprecated-key"}
	physical, named := smallResult(), smallResult()
	physical.Outcome.Warnings = []diag.Event{both, {Class: "project-layers-disabled", Folders: []string{"/mnt/repo/.codex"}}}
	named.Outcome.Warnings = []diag.Event{
		both,
		{Class: "project-layers-disabled", Folders: []string{"/mnt/ln/.codex"}},
		{Class: "project-keys-ignored", At: diag.File("/mnt/ln/.codex/config.toml"), Keys: []string{"otel"}},
		{Class: "unrecognized-settings", Entries: []diag.NamedKey{{Layer: "flags", Key: "zz"}}, More: 2},
		{Class: "requirement-applied"},
	}
	want := recorded(t, `{"w": [{"class": "deprecated-key"},
		{"class": "project-keys-ignored", "file": "$ROOT/ln/.codex/config.toml", "keys": ["otel"]},
		{"class": "project-layers-disabled", "folders": ["$ROOT/repo/.codex"]},
		{"class": "unrecognized-settings", "entries": [{"source": "session-flags", "key": "zz"}], "more": 2}]}`)["w"]
	got, _ := warningsFact(Views{Prompt: physical, Server: named, ServerAsked: true}, nil)
	if diff := cmp.Diff(want, got); diff != "" {
		t.Errorf("-want +got\n%s", diff)
	}
}

func TestWorkspaceWrite(t *testing.T) {
	t.Parallel()
	r := smallResult()
	r.Session.Sandbox = layers.Sandbox{Mode: "workspace-write", WritableRoots: []string{"/mnt/a"}, NetworkAccess: true}
	raw, _ := sessionFact(one(r), nil)
	got, err := Canonical(raw)
	if err != nil {
		t.Fatal(err)
	}
	want := recorded(t, `{"approval_policy": "on-request", "sandbox": {"type": "workspaceWrite", "writableRoots": ["$ROOT/a"],
		"networkAccess": true, "excludeTmpdirEnvVar": false, "excludeSlashTmp": false}}`)
	if diff := cmp.Diff(want, got.(map[string]any)); diff != "" {
		t.Errorf("-want +got\n%s", diff)
	}
}

func TestLayersText(t *testing.T) {
	t.Parallel()
	r := smallResult()
	low := &layers.Source{Kind: dialect.Runtime, Name: "flags"}
	hidden := &layers.Node{Value: int64(1), Origin: layers.Origin{Source: low}}
	top := *r.Effective.Root.Table.Get("model")
	top.Shadowed = []*layers.Node{hidden}
	r.Effective.Root = &layers.Node{Table: layers.NewTable([]layers.Member{{Name: "model", Node: &top}})}
	r.Stack.Entries = []layers.Entry{{
		Source: low, Root: r.Effective.Root, Disabled: &layers.DisabledReason{},
		Removed: []layers.Removed{{Key: layers.Key{"a b", "c"}, Node: &layers.Node{Elems: []*layers.Node{{Value: true}}}}},
	}}
	want := `model = "a"        wins       $ROOT/home/.codex/config.toml:1:1
model = 1          shadowed   flags
model = "a"        disabled   $ROOT/home/.codex/config.toml:1:1
model = 1          shadowed   flags
"a b".c = [true]   removed    -
`
	if diff := cmp.Diff(want, LayersText(r)); diff != "" {
		t.Errorf("-want +got\n%s", diff)
	}
}

// TestAreas holds the table to its promise: every fact is compared, pending or excluded, once.
func TestAreas(t *testing.T) {
	t.Parallel()
	seen := map[string]bool{}
	for _, a := range areas {
		if seen[a.name] {
			t.Errorf("%s is listed twice", a.name)
		}
		seen[a.name] = true
		ways := 0
		for _, set := range []bool{a.got != nil, a.pending != "", a.excluded != ""} {
			if set {
				ways++
			}
		}
		if ways != 1 {
			t.Errorf("%s is treated in %d ways", a.name, ways)
		}
	}
}
