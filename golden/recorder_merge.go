package golden

import (
	"maps"
	"reflect"
	"slices"
	"strings"

	"github.com/agentlayers/layers/layers"
)

// The agent reports its layers and its typed view, but not what the layers add up to: the recorder merges the
// reported layers itself to give "effective", and looks up the result in the typed view to give "untyped_keys".
// Its merge differs from the agent's in two ways, which recorded origins prove:
//
//   - it renames one old key only, recorderRenames; the agent renames more (case layers-d268e025);
//   - a date is a table in JSON, so it merges dates with tables (case layers-4e5af0ba).
//
// So the resolver's own result is first compared with a plain merge by the agent's rules. Where that is equal,
// the fact given for comparison is what the recorder's merge makes of the same layers; where it is not, the
// resolver's result itself, which then shows as different.

// recorderRenames is the one old name that the recorder replaces.
const (
	recorderTable   = "memories"
	recorderOldName = "no_memories_if_mcp_or_web_search"
	recorderNewName = "disable_on_external_context"
)

// asRecorded gives the effective configuration as the recorder shows it.
func asRecorded(s layers.ConfigLayerStack, effective *layers.Node) (map[string]any, error) {
	own, err := canonicalNode(effective)
	if err != nil {
		return nil, err
	}
	plain, recorder := map[string]any{}, map[string]any{}
	for _, e := range s.Entries {
		if !e.Active() {
			continue
		}
		written, err := canonicalNode(e.Root)
		if err != nil {
			return nil, err
		}
		renamed, err := canonicalNode(e.Canonical)
		if err != nil {
			return nil, err
		}
		plain = mergeTables(plain, asTable(renamed), false)
		recorder = mergeTables(recorder, renameAsRecorder(asTable(written)), true)
	}
	if !reflect.DeepEqual(own, any(plain)) {
		return asTable(own), nil
	}
	return recorder, nil
}

func asTable(v any) map[string]any {
	t, _ := v.(map[string]any)
	return t
}

// mergeTables lays high over low: tables merge by key, anything else replaces. Neither is changed.
func mergeTables(low, high map[string]any, datesAreTables bool) map[string]any {
	out := maps.Clone(low)
	for k, v := range high {
		below, isTable := out[k].(map[string]any)
		above, bothTables := v.(map[string]any)
		dates := isDate(below) || isDate(above)
		if isTable && bothTables && (datesAreTables || !dates) {
			out[k] = mergeTables(below, above, datesAreTables)
		} else {
			out[k] = v
		}
	}
	return out
}

func isDate(t map[string]any) bool {
	_, ok := t[dateKey]
	return ok && len(t) == 1
}

func renameAsRecorder(t map[string]any) map[string]any {
	inner, ok := t[recorderTable].(map[string]any)
	if !ok {
		return t
	}
	value, ok := inner[recorderOldName]
	if !ok {
		return t
	}
	inner = maps.Clone(inner)
	delete(inner, recorderOldName)
	if _, ok := inner[recorderNewName]; !ok {
		inner[recorderNewName] = value
	}
	t = maps.Clone(t)
	t[recorderTable] = inner
	return t
}

// oldNames lists the keys that only the recorder's merge holds, because the agent renames them: it looks for
// them in the typed view in vain, and so calls them untyped.
func oldNames(s layers.ConfigLayerStack, effective *layers.Node, aliases []string) ([]any, error) {
	shown, err := asRecorded(s, effective)
	if err != nil {
		return nil, err
	}
	var out []any
	for _, old := range aliases {
		path := strings.Split(old, ".")
		if lookUp(shown, path) && effective.At(path) == nil {
			out = append(out, keyFact(slices.Clone(path)))
		}
	}
	return out, nil
}

func lookUp(t map[string]any, path []string) bool {
	v, ok := t[path[0]]
	if !ok || len(path) == 1 {
		return ok
	}
	return lookUp(asTable(v), path[1:])
}
