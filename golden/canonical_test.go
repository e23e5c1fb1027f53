package golden

import (
	"encoding/json"
	"math"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/agentlayers/layers/internal/doc"
	"github.com/agentlayers/layers/layers"
)

func TestCanonical(t *testing.T) {
	t.Parallel()
	table := &layers.Node{Table: layers.NewTable([]layers.Member{
		{Name: "/mnt/x", Node: &layers.Node{Value: int64(1)}},
		{Name: "list", Node: &layers.Node{Elems: []*layers.Node{{Value: 1.0}, {Value: math.NaN()}, {Elems: []*layers.Node{}}}}},
		{Name: "when", Node: &layers.Node{Value: doc.Time{Text: "1979-05-27 07:32:00.50z"}}},
	})}
	recorded := `{"$ROOT/x": 1, "list": [1.0, null, []], "when": {"$__toml_private_datetime": "1979-05-27T07:32:00.5Z"}}`
	want, err := Canonical(json.RawMessage(recorded))
	if err != nil {
		t.Fatal(err)
	}
	got, err := Canonical(table)
	if err != nil {
		t.Fatal(err)
	}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Errorf("-want +got\n%s", diff)
	}
	for _, pair := range [][2]string{{"3.0", "3"}, {"9007199254740993", "9007199254740992"}, {"true", "1"}, {`"1"`, "1"}} {
		a, _ := Canonical(json.RawMessage(pair[0]))
		b, _ := Canonical(json.RawMessage(pair[1]))
		if cmp.Equal(a, b) {
			t.Errorf("%s equals %s", pair[0], pair[1])
		}
	}
}

func TestNormalDate(t *testing.T) {
	t.Parallel()
	for in, want := range map[string]string{
		"1979-05-27":                "1979-05-27",
		"07:32:00":                  "07:32:00",
		"07:32:00.500":              "07:32:00.5",
		"1979-05-27t07:32:00+00:00": "1979-05-27T07:32:00Z",
		"1979-05-27 07:32:00-07:00": "1979-05-27T07:32:00-07:00",
		"1979-05-27T07:32:00.000":   "1979-05-27T07:32:00",
	} {
		if got := normalDate(in); got != want {
			t.Errorf("normalDate(%q) = %q, want %q", in, got, want)
		}
	}
}

func TestNeutral(t *testing.T) {
	t.Parallel()
	for in, want := range map[string]string{
		"/mnt":                     "$ROOT",
		"/mnt/a and /mnt.":         "$ROOT/a and $ROOT.",
		"/mnta /x/mnt/y é/mnt/z":   "/mnta /x/mnt/y é/mnt/z",
		"$/mnt/x -/mnt/x":          "$/mnt/x -/mnt/x",
		"(/mnt) '/mnt' /mnt\n":     "($ROOT) '$ROOT' $ROOT\n",
		"/etc/codex/config.toml":   "$ROOT/etc/codex/config.toml",
		"/mnt/etc/codex/x":         "$ROOT/etc/codex/x",
		"/etc/codexx":              "/etc/codexx",
		"projects./mnt/repo.x":     "projects.$ROOT/repo.x",
		"skill:///mnt/a/SKILL.md":  "skill://$ROOT/a/SKILL.md",
		"/mnt/mnt:/mnt/a,/mnt/mnt": "$ROOT/mnt:$ROOT/a,$ROOT/mnt",
	} {
		if got := Neutral(in); got != want {
			t.Errorf("Neutral(%q) = %q, want %q", in, got, want)
		}
	}
}
