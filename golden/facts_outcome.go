package golden

import (
	"slices"
	"strings"

	"github.com/agentlayers/layers/diag"
)

func exitFact(v Views, _ any) (any, presence) { return v.Prompt.Outcome.Exit, present }

// errorsFact gives class and place of the errors that end a start. Of the place it keeps what was recorded: the
// agent's own message does not always hold all of it.
func errorsFact(v Views, want any) (any, presence) {
	if len(v.Prompt.Outcome.Errors) == 0 {
		return nil, absent
	}
	recorded := tables(want)
	out := []any{}
	for i, e := range v.Prompt.Outcome.Errors {
		all := map[string]any{
			"class": recordedClass(e, recorded, i), "file": e.At.Path, "line": e.At.Start.Line, "column": e.At.Start.Column,
		}
		kept := map[string]any{"class": all["class"]}
		if i < len(recorded) {
			for key := range recorded[i] {
				kept[key] = all[key]
			}
		}
		out = append(out, kept)
	}
	return out, present
}

// recordedClass is the class of an error as the recorder words it: it takes the message of an empty TOML key for
// one about requirements, because both say that something cannot be empty.
func recordedClass(e diag.Event, recorded []map[string]any, i int) string {
	const misread = "requirement-conflict"
	if e.Class == "profile-name-invalid" {
		return "wrong-type" // the recorder's class for any value that the command line refuses
	}
	if e.Class == "toml-syntax" && i < len(recorded) && recorded[i]["class"] == misread && recorded[i]["line"] != nil {
		return misread
	}
	return e.Class
}

func requirementsFact(v Views, _ any) (any, presence) {
	if !v.ServerAsked || len(v.Server.Outcome.Requirements) == 0 {
		return nil, absent
	}
	return v.Server.Outcome.Requirements, present
}

// sandboxWords are the agent's words for what a session may touch.
var sandboxWords = map[string]string{
	"read-only": "readOnly", "workspace-write": "workspaceWrite", "danger-full-access": "dangerFullAccess",
	"external-sandbox": "externalSandbox",
}

func sessionFact(v Views, _ any) (any, presence) {
	r, ok := v.config()
	if !ok {
		return nil, absent
	}
	s := r.Session.Sandbox
	sandbox := map[string]any{"type": wordOr(sandboxWords, s.Mode)}
	switch s.Mode {
	case "read-only":
		sandbox["networkAccess"] = s.NetworkAccess
	case "external-sandbox":
		sandbox["networkAccess"] = "restricted"
	case "workspace-write":
		roots := []any{}
		for _, root := range s.WritableRoots {
			roots = append(roots, root)
		}
		sandbox["writableRoots"] = roots
		sandbox["networkAccess"] = s.NetworkAccess
		sandbox["excludeTmpdirEnvVar"] = s.ExcludeTmpdirEnvVar
		sandbox["excludeSlashTmp"] = s.ExcludeSlashTmp
	}
	return map[string]any{"approval_policy": r.Session.Approval, "sandbox": sandbox}, present
}

// warningsFact gives the warnings of both views, each once: the server warns when it starts, in the physical
// directory, and again for the session, in the directory as named. Only the first lists disabled folders, only
// the second speaks of deprecated keys.
//
// Cases: layers-link-denied-keys, layers-link-disabled, layers-link-deprecated.
func warningsFact(v Views, _ any) (any, presence) {
	if !v.ServerAsked {
		return nil, absent
	}
	events := slices.Clone(v.Prompt.Outcome.Warnings)
	if v.Server != v.Prompt {
		events = slices.DeleteFunc(events, func(e diag.Event) bool { return e.Class == "deprecated-key" })
		for _, e := range v.Server.Outcome.Warnings {
			if e.Class != "project-layers-disabled" {
				events = append(events, e)
			}
		}
	}
	var out []any
	seen := map[string]bool{}
	for _, e := range events {
		if !slices.Contains(configWarnings, e.Class) {
			continue
		}
		w, err := Canonical(warningFact(e))
		if err != nil {
			return err.Error(), present
		}
		if text := jsonText(w); !seen[text] {
			seen[text] = true
			out = append(out, w)
		}
	}
	if out == nil {
		return nil, absent
	}
	return sorted(out), present
}

// layerWords are the agent's words for layers in its list of unknown settings.
var layerWords = map[string]string{"flags": "session-flags"}

// recordedKeys are the names as the recorder reads them from the agent's sentence: it takes the first period for
// the sentence's end, unless it stands in the last name.
func recordedKeys(keys []string) []string {
	for i, key := range keys {
		if table, _, nested := strings.Cut(key, "."); nested && i+1 < len(keys) {
			return append(slices.Clone(keys[:i]), table)
		}
	}
	return keys
}

// warningFact keeps of an event what the recorder keeps for its class.
func warningFact(e diag.Event) map[string]any {
	out := map[string]any{"class": e.Class}
	switch e.Class {
	case "project-keys-ignored":
		out["file"], out["keys"] = e.At.Path, recordedKeys(e.Keys)
	case "project-layers-disabled":
		out["folders"] = e.Folders
	case "requirement-fallback":
		if e.Field != "" { // the agent's words about permission profiles name none
			out["field"] = e.Field
		}
	case "unrecognized-settings":
		entries := []any{}
		for _, k := range e.Entries {
			if strings.Contains(k.Layer, " ") {
				continue // the recorder reads names of one word only: the managed file's has two
			}
			entry := map[string]any{"source": wordOr(layerWords, k.Layer), "key": k.Key}
			if k.File != "" {
				entry["file"] = k.File
				if k.Key == "" {
					delete(entry, "key") // the recorder leaves an empty part out
				}
			}
			entries = append(entries, entry)
		}
		out["entries"] = entries
		if e.More > 0 {
			out["more"] = e.More
		}
	}
	return out
}
