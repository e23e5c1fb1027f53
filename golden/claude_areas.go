package golden

import (
	"slices"
)

// areasOf are the facts of one agent.
func areasOf(agent string) []area {
	if agent == claudeAgent {
		return claudeAreas
	}
	return areas
}

// claudeAreas says of every fact of Claude Code what becomes of it.
var claudeAreas = []area{
	{name: "exit", got: exitFact},
	{name: "settings", part: knownFlagFile, got: claudeSettings},
	{name: "permission_mode", got: claudeMode},
	{name: "auto_memory_dir", got: claudeMemoryDir},
	{name: "warnings", part: classified, got: claudeWarnings},

	{name: "instructions", got: claudeBlocks},
	{name: "lazy", got: claudeLazy},
	{name: "hook_only", got: claudeHookOnly},
	{name: "commands", got: claudeCommands},
	{name: "model_skills", got: claudeModelSkills},
	{name: "listing", part: listingLines, got: claudeListing},

	{name: "claude", excluded: "the version that was recorded"},
	{name: "tools", excluded: "what scripted tool calls did"},
	{name: "observed", excluded: "files after the run"},
	{name: "auth", excluded: "the key that was sent"},
	{name: "agents", excluded: "subagents"},
	{name: "plugins", excluded: "plugins that were found"},
	{name: "api_prefix", excluded: "where requests were sent"},
	{name: "read", excluded: "system calls of a trace"},
	{name: "probed", excluded: "system calls of a trace"},
}

// unclassified is the class of what the agent wrote to its error output and the recorder did not understand:
// the reason of a refusal to start, or what the machine lacks.
const unclassified = "stderr-unclassified"

// classified keeps the warnings that the recorder understood.
func classified(recorded any) (any, presence) {
	list, ok := recorded.([]any)
	if !ok {
		return recorded, present
	}
	return slices.DeleteFunc(slices.Clone(list), func(w any) bool {
		t, _ := w.(map[string]any)
		return t["class"] == unclassified
	}), present
}
