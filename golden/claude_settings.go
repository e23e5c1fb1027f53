package golden

import (
	"encoding/json"
	"math"
	"path"
	"regexp"
	"strconv"
	"strings"

	"github.com/agentlayers/layers/dialect"
	"github.com/agentlayers/layers/layers"
)

// sourceWords are the agent's words for its layers, lowest first.
var sourceWords = []struct {
	kind dialect.Kind
	word string
}{
	{dialect.User, "userSettings"},
	{dialect.Project, "projectSettings"},
	{dialect.Local, "localSettings"},
	{dialect.Runtime, "flagSettings"},
	{dialect.Managed, "policySettings"},
}

// flagFile stands for the temporary file into which the agent writes settings that are given as text.
const flagFile = "<settings given as text>"

var temporary = regexp.MustCompile(`claude-settings-[0-9a-f]+\.json$`)

// knownFlagFile gives that file one name: its own is made up by the agent.
func knownFlagFile(recorded any) (any, presence) {
	t, _ := recorded.(map[string]any)
	for _, e := range tables(t["errors"]) {
		if file, _ := e["file"].(string); temporary.MatchString(file) {
			e["file"] = flagFile
		}
	}
	return recorded, present
}

// claudeSettings gives the settings as the agent reports them: merged, by layer, and which files it left out.
func claudeSettings(v Views, _ any) (any, presence) {
	r := v.Prompt
	if r.Outcome.Exit != 0 {
		return nil, absent
	}
	effective := jsTable(r.Stack.Reported().Root)
	if hooks, ok := effective["hooks"].(map[string]any); ok && len(hooks) == 0 && !v.Claude.HooksOff {
		delete(effective, "hooks") // the recorder takes its own hook out again, and an empty table with it
	}
	out := map[string]any{"effective": effective, "sources": settingSources(r.Stack)}
	if errors := settingErrors(r.Stack); len(errors) > 0 {
		out["errors"] = errors
	}
	return out, present
}

func settingSources(s layers.ConfigLayerStack) []any {
	out := []any{}
	for _, w := range sourceWords {
		part := layers.ConfigLayerStack{Merge: s.Merge}
		for _, e := range s.Entries {
			if e.Source.Kind == w.kind {
				part.Entries = append(part.Entries, e)
			}
		}
		if t := jsTable(part.Reported().Root); len(t) > 0 {
			out = append(out, map[string]any{"source": w.word, "settings": t})
		}
	}
	return out
}

// settingErrors lists what keeps files from being used, in the order of the layers.
func settingErrors(s layers.ConfigLayerStack) []any {
	var out []any
	for _, e := range s.Entries {
		if e.Disabled == nil {
			continue
		}
		file := e.Source.Path
		if file == "" {
			file = flagFile
		}
		for _, f := range e.Faults {
			one := map[string]any{"file": file}
			if len(f.Key) > 0 {
				one["path"] = strings.Join(f.Key, ".")
			}
			out = append(out, one)
		}
	}
	return out
}

func jsTable(n *layers.Node) map[string]any {
	t, _ := jsValue(n).(map[string]any)
	return t
}

// jsValue gives a value as a JavaScript program prints it: a double that is whole has no fraction.
func jsValue(n *layers.Node) any {
	switch {
	case n.Table != nil:
		out := make(map[string]any, len(n.Table.Members))
		for _, m := range n.Table.Members {
			out[m.Name] = jsValue(m.Node)
		}
		return out
	case n.Elems != nil:
		out := make([]any, len(n.Elems))
		for i, e := range n.Elems {
			out[i] = jsValue(e)
		}
		return out
	}
	f, ok := n.Value.(float64)
	if ok && f == math.Trunc(f) && math.Abs(f) < 1e21 {
		return json.Number(strconv.FormatFloat(f, 'f', -1, 64))
	}
	return n.Value
}

// claudeMode is null after a refusal to start, which gives no session.
func claudeMode(v Views, _ any) (any, presence) {
	if v.Prompt.Outcome.Exit != 0 {
		return nil, present
	}
	return v.Prompt.Session.Mode, present
}

func claudeMemoryDir(v Views, _ any) (any, presence) {
	dir := v.Prompt.Session.MemoryDir
	if v.Prompt.Outcome.Exit != 0 || dir == "" {
		return nil, present
	}
	return dir + "/", present
}

func claudeWarnings(v Views, _ any) (any, presence) {
	out := []any{}
	for _, e := range v.Prompt.Outcome.Warnings {
		switch e.Class {
		case layers.ClassManagedInvalid, layers.ClassManagedUnread:
			continue // unclassified in the recording
		case "untrusted-ignored":
			out = append(out, map[string]any{
				"class": e.Class, "key": strings.Join(e.Keys, "."), "count": e.Count, "trust_key": e.Trust,
				"source": strings.TrimPrefix(e.At.Path, path.Clean(v.Prompt.Cwd)+"/"),
			})
		default:
			out = append(out, map[string]any{"class": e.Class})
		}
	}
	return out, present
}
