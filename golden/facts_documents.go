package golden

import (
	"slices"

	"github.com/agentlayers/layers/diag"
)

// instructionsFact is the text that the model gets, and the folder in its heading where it names one.
func instructionsFact(v Views, _ any) (any, presence) {
	r := v.Prompt
	if len(r.Outcome.Errors) > 0 || r.Instructions == "" {
		return nil, absent
	}
	out := map[string]any{"text": r.Instructions}
	if r.InstructionsFor != "" {
		out["for"] = r.InstructionsFor
	}
	return out, present
}

// sourcesFact lists the files that a session names as its instructions.
func sourcesFact(v Views, _ any) (any, presence) {
	r, ok := v.config()
	if !ok {
		return nil, absent
	}
	sources := r.DocumentSources
	if r.Restarted != nil {
		sources = r.Restarted.Sources
	}
	out := []any{}
	for _, p := range sources {
		out = append(out, p)
	}
	return out, present
}

// documentWarningsFact gives what a session in the directory as named tells about its documents.
func documentWarningsFact(v Views, _ any) (any, presence) {
	r, ok := v.config()
	if !ok {
		return nil, absent
	}
	var out []any
	for _, e := range r.Outcome.Warnings {
		if slices.Contains(documentWarnings, e.Class) {
			w, err := Canonical(documentWarning(e))
			if err != nil {
				return err.Error(), present
			}
			out = append(out, w)
		}
	}
	if out == nil {
		return nil, absent
	}
	return sorted(out), present
}

func documentWarning(e diag.Event) map[string]any {
	out := map[string]any{"class": e.Class}
	switch e.Class {
	case "doc-truncated":
		out["file"], out["loaded"], out["of"] = e.At.Path, e.Loaded, e.Of
	case "doc-skipped":
		out["file"] = e.At.Path
	case "instructions-over-limit":
		out["bytes"] = e.Loaded
	}
	return out
}
