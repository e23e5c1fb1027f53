package golden

import (
	"path"

	"github.com/agentlayers/layers/dialect"
	"github.com/agentlayers/layers/layers"
	"github.com/agentlayers/layers/resolve"
)

// kindWords are the recorder's words for the kinds of layer.
var kindWords = map[dialect.Kind]string{
	dialect.System: "system", dialect.User: "user", dialect.Profile: "user",
	dialect.Project: "project", dialect.Runtime: "runtime", dialect.Managed: "managed-file",
}

// disabledWords are the recorder's words for why a layer has no effect.
var disabledWords = map[string]string{
	"project-untrusted":        "not-trusted",
	"project-marked-untrusted": "marked-untrusted",
}

// config is the answer to a request for the configuration; ok is false after a hard error, which gives no
// partial result.
func (v Views) config() (r *resolve.Result, ok bool) {
	return v.Server, v.ServerAsked && len(v.Server.Outcome.Errors) == 0
}

func homeFact(v Views, _ any) (any, presence) {
	if !v.ServerAsked || v.Server.AgentHome == "" {
		return nil, absent
	}
	return v.Server.AgentHome, present
}

func layersFact(v Views, _ any) (any, presence) {
	r, ok := v.config()
	if !ok {
		return nil, absent
	}
	out := []any{}
	for i := len(r.Stack.Entries) - 1; i >= 0; i-- {
		e := r.Stack.Entries[i]
		if e.Source.Kind == dialect.Defaults {
			continue
		}
		l := sourceFact(e.Source)
		l["config"] = e.Root
		if e.Disabled != nil {
			l["disabled"] = map[string]any{
				"class":     wordOr(disabledWords, string(e.Disabled.Code)),
				"trust_key": e.Disabled.Decision.Key,
			}
		}
		out = append(out, l)
	}
	return out, present
}

// sourceFact names a layer: kind, and the file or, for a project, the folder that holds it.
func sourceFact(s *layers.Source) map[string]any {
	out := map[string]any{"kind": wordOr(kindWords, s.Kind)}
	switch {
	case s.Path == "":
	case s.Kind == dialect.Project:
		out["folder"] = path.Dir(s.Path)
	default:
		out["file"] = s.Path
	}
	return out
}

// wordOr translates a word, and leaves one that has no translation so that the difference shows it.
func wordOr[K ~string](words map[K]string, k K) string {
	if w, ok := words[k]; ok {
		return w
	}
	return string(k)
}

func effectiveFact(v Views, _ any) (any, presence) {
	r, ok := v.config()
	if !ok {
		return nil, absent
	}
	shown, err := asRecorded(r.Stack, r.Effective.Root)
	if err != nil {
		return err.Error(), present
	}
	return shown, present
}

func untypedFact(v Views, _ any) (any, presence) {
	r, ok := v.config()
	if !ok {
		return nil, absent
	}
	var old []string
	for _, a := range r.Dialect.Config.Aliases {
		old = append(old, a.Old)
	}
	out, err := oldNames(r.Stack, r.Effective.Root, old)
	if err != nil {
		return err.Error(), present
	}
	for _, k := range r.Outcome.Untyped {
		out = append(out, keyFact(k))
	}
	if len(out) == 0 {
		return nil, absent
	}
	return sortedCanonical(out)
}

func differsFact(v Views, _ any) (any, presence) {
	r, ok := v.config()
	if !ok || len(r.Outcome.Differs) == 0 {
		return nil, absent
	}
	out := []any{}
	for _, d := range r.Outcome.Differs {
		out = append(out, map[string]any{"path": keyFact(d.Key), "value": d.Value})
	}
	return sortedCanonical(out)
}

// sortedCanonical sorts after the paths have their neutral form, as the recorded list is sorted.
func sortedCanonical(list []any) (any, presence) {
	c, err := Canonical(list)
	if err != nil {
		return err.Error(), present
	}
	items, _ := c.([]any)
	return sorted(items), present
}

func keyFact(k layers.Key) []any {
	out := make([]any, len(k))
	for i, part := range k {
		out[i] = part
	}
	return out
}

func originsFact(v Views, _ any) (any, presence) {
	r, ok := v.config()
	if !ok {
		return nil, absent
	}
	out := map[string]any{}
	for key, source := range r.Stack.FlatOrigins() {
		out[key] = sourceFact(source)
	}
	return out, present
}
