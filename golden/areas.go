package golden

import (
	"maps"
	"slices"
)

// area is one fact: a top-level key of the recorded facts, or the part of one that is decided elsewhere.
//
// Exactly one of got, pending and excluded is set.
type area struct {
	name string
	key  string // recorded key, where it is not the name

	// stages are the recorder's requests that give the fact. A fact that is absent because one of them failed,
	// or because it was never made, was not observed, and there is nothing to compare with.
	stages []string

	part     func(recorded any) (any, presence)      // the part that counts; nil: all of it
	got      func(v Views, want any) (any, presence) // the resolver's answer
	pending  string                                  // what is not built yet
	excluded string                                  // why no resolver can know it
}

// presence tells an absent fact from one that was recorded and does not count.
type presence int

const (
	absent presence = iota
	present
	outOfScope
)

func (a area) recordedKey() string {
	if a.key != "" {
		return a.key
	}
	return a.name
}

// The stages of a recording, as the errors fact names them.
var (
	configRead = []string{"app-server", "config/read"}
	reqRead    = []string{"app-server", "requirements"}
	session    = []string{"app-server", "session"}
	skillsList = []string{"app-server", "skills"}
	server     = []string{"app-server"}
	prompt     = []string{}
)

// areas says of every fact what becomes of it. To begin comparing a pending one, give it a translator.
var areas = []area{
	{name: "exit", stages: prompt, got: exitFact},
	{name: "errors", stages: prompt, part: promptErrors, got: errorsFact},
	{name: "codex_home", stages: server, got: homeFact},
	{name: "layers", stages: configRead, got: layersFact},
	{name: "effective", stages: configRead, got: effectiveFact},
	{name: "untyped_keys", stages: configRead, part: sortedPart, got: untypedFact},
	{name: "typed_view_differs", stages: configRead, part: sortedPart, got: differsFact},
	{name: "origins", stages: configRead, got: originsFact},
	{name: "requirements", stages: reqRead, got: requirementsFact},
	{name: "session", stages: session, part: withoutKey("instruction_sources"), got: sessionFact},
	{name: "warnings", stages: server, part: countedWarnings, got: warningsFact},

	{name: "session.instruction_sources", key: "session", stages: session, part: onlyKey("instruction_sources"), got: sourcesFact},
	{name: "warnings.documents", key: "warnings", stages: session, part: documentPart, got: documentWarningsFact},
	{name: "instructions", stages: prompt, got: instructionsFact},
	{name: "skills", stages: skillsList, got: skillsFact},
	{name: "skill_errors", stages: skillsList, part: classedSkillErrors, got: skillErrorsFact},
	{name: "catalog", stages: prompt, got: catalogFact},
	{name: "mentions", stages: prompt, got: mentionsFact},
	{name: "memory_summary", stages: prompt, got: memoryFact},

	{name: "root", excluded: "the place where the recorder mounts a case, which this package chooses itself"},
	{name: "mutated", excluded: "files that the agent wrote during its run; facts describe the tree as laid out"},
}

// The classes of warnings that count. All others are out of scope: what was not classified when recorded, and
// messages that repeat an error or a fact of another key.
var (
	configWarnings = []string{
		"project-keys-ignored", "project-layers-disabled", "requirement-fallback", "deprecated-key", "unrecognized-settings",
	}
	documentWarnings = []string{"doc-truncated", "doc-skipped", "instructions-over-limit", "doc-invalid-utf8"}
)

// promptErrors keeps what a user of the command line meets. How one server answers its other requests is out of
// scope, and so is an error that was not classified when it was recorded.
func promptErrors(recorded any) (any, presence) {
	var out []any
	for _, e := range tables(recorded) {
		if e["stage"] != "prompt" {
			continue
		}
		if e["class"] == "unclassified" {
			return nil, outOfScope
		}
		e = maps.Clone(e)
		delete(e, "stage")
		out = append(out, e)
	}
	if out == nil {
		return nil, outOfScope
	}
	return out, present
}

// countedWarnings keeps the warnings about configuration. Where only messages out of scope were recorded, the fact is.
func countedWarnings(recorded any) (any, presence) {
	out := ofClass(recorded, configWarnings)
	switch {
	case len(out) > 0:
		return sorted(out), present
	case len(ofClass(recorded, documentWarnings)) == 0:
		return nil, outOfScope
	}
	return nil, absent
}

func documentPart(recorded any) (any, presence) {
	if out := ofClass(recorded, documentWarnings); len(out) > 0 {
		return sorted(out), present
	}
	return nil, absent
}

func ofClass(recorded any, classes []string) []any {
	var out []any
	for _, w := range tables(recorded) {
		if class, _ := w["class"].(string); slices.Contains(classes, class) {
			out = append(out, w)
		}
	}
	return out
}

func sortedPart(recorded any) (any, presence) {
	list, ok := recorded.([]any)
	if !ok {
		return recorded, present
	}
	return sorted(list), present
}

func withoutKey(key string) func(any) (any, presence) {
	return func(recorded any) (any, presence) {
		t, _ := recorded.(map[string]any)
		t = maps.Clone(t)
		delete(t, key)
		return t, present
	}
}

func onlyKey(key string) func(any) (any, presence) {
	return func(recorded any) (any, presence) {
		t, _ := recorded.(map[string]any)
		v, ok := t[key]
		if !ok {
			return nil, absent
		}
		return v, present
	}
}
