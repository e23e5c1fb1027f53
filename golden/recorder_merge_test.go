package golden

import (
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/agentlayers/layers/internal/doc"
	"github.com/agentlayers/layers/layers"
)

func tableNode(members ...layers.Member) *layers.Node {
	return &layers.Node{Table: layers.NewTable(members)}
}

func member(name string, value any) layers.Member {
	if n, ok := value.(*layers.Node); ok {
		return layers.Member{Name: name, Node: n}
	}
	return layers.Member{Name: name, Node: &layers.Node{Value: value}}
}

// mergeStack is two layers that meet both of the recorder's peculiarities, with the agent's own result.
func mergeStack() (s layers.ConfigLayerStack, effective *layers.Node) {
	date := doc.Time{Text: "1979-05-27"}
	low := tableNode(
		member("agents", tableNode(member("old", int64(1)))),
		member("memories", tableNode(member(recorderOldName, true))),
		member("t", tableNode(member("a", int64(1)))),
	)
	lowCanonical := tableNode(
		member("agents", tableNode(member("new", int64(1)))),
		member("memories", tableNode(member(recorderNewName, true))),
		member("t", tableNode(member("a", int64(1)))),
	)
	high := tableNode(member("t", date))
	s.Entries = []layers.Entry{{Root: low, Canonical: lowCanonical}, {Root: high, Canonical: high}}
	return s, tableNode(
		member("agents", tableNode(member("new", int64(1)))),
		member("memories", tableNode(member(recorderNewName, true))),
		member("t", date),
	)
}

func TestAsRecorded(t *testing.T) {
	t.Parallel()
	s, effective := mergeStack()
	got, err := asRecorded(s, effective)
	if err != nil {
		t.Fatal(err)
	}
	want := map[string]any{
		"agents":   map[string]any{"old": int64(1)},
		"memories": map[string]any{recorderNewName: true},
		"t":        map[string]any{"a": int64(1), dateKey: "1979-05-27"},
	}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Errorf("-want +got\n%s", diff)
	}
	old, err := oldNames(s, effective, []string{"agents.old", "memories." + recorderOldName, "agents.none"})
	if diff := cmp.Diff([]any{[]any{"agents", "old"}}, old); diff != "" || err != nil {
		t.Errorf("old names, %v: -want +got\n%s", err, diff)
	}
}

// TestAsRecordedKeepsMistakes: a result that no plain merge gives is shown as it is.
func TestAsRecordedKeepsMistakes(t *testing.T) {
	t.Parallel()
	s, _ := mergeStack()
	got, err := asRecorded(s, tableNode(member("wrong", int64(1))))
	if diff := cmp.Diff(map[string]any{"wrong": int64(1)}, got); diff != "" || err != nil {
		t.Errorf("%v: -want +got\n%s", err, diff)
	}
}
