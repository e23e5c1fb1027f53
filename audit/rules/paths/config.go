package paths

import (
	"strings"
	"sync"

	"github.com/agentlayers/layers/audit/source"
)

// settingsFiles are the files that an agent parses, by their path from the agent's folder on. Other files of those
// folders may hold anything.
var settingsFiles = sync.OnceValue(func() map[string]bool {
	return map[string]bool{
		".codex/config.toml": true, ".codex/hooks.json": true, ".mcp.json": true,
		".claude/settings.json": true, ".claude/settings.local.json": true,
		".claude-plugin/plugin.json": true, ".claude-plugin/marketplace.json": true,
		".cursor/mcp.json": true, ".cursor/hooks.json": true, ".cursor/permissions.json": true, ".cursor/cli.json": true,
		".cursor/sandbox.json": true, ".cursor/environment.json": true,
		".vscode/settings.json": true, ".vscode/tasks.json": true, ".vscode/mcp.json": true, ".vscode/launch.json": true,
		".gemini/settings.json": true, ".gemini/gemini-extension.json": true,
		"opencode.json": true, "opencode.jsonc": true, ".opencode/opencode.json": true, ".opencode/opencode.jsonc": true,
		".amazonq/mcp.json": true, ".roo/mcp.json": true, ".kiro/settings/mcp.json": true, ".windsurf/mcp_config.json": true,
		".windsurf/hooks.json": true, ".zed/settings.json": true, ".zed/tasks.json": true,
		".devcontainer.json": true, ".devcontainer/devcontainer.json": true,
		".aider.conf.yml": true, "mise.toml": true, ".mise.toml": true,
	}
})

// isSettings reports whether an agent parses f as configuration.
func isSettings(f *source.File) bool {
	switch {
	case settingsFiles()[f.Inner]:
		return true
	case f.Under(".github/hooks", ".github/copilot"):
		return strings.HasSuffix(f.Inner, ".json")
	case f.Under(".gemini/commands", ".codex/agents"):
		return strings.HasSuffix(f.Inner, ".toml")
	case f.Under(".github/workflows"):
		return isYAML(f)
	case f.Under(".codex/rules"):
		return strings.HasSuffix(f.Inner, ".rules")
	case f.Under(".devcontainer"):
		return strings.HasSuffix(f.Inner, "/devcontainer.json")
	case f.Under(".amazonq/cli-agents", ".kiro/agents", ".kiro/hooks"):
		return strings.HasSuffix(f.Inner, ".json")
	case f.Kind == source.SkillFile:
		return strings.HasSuffix(f.Inner, "/agents/openai.yaml")
	case f.Kind == source.Config && f.From != nil:
		return true
	}
	return false
}

func isMarkdown(f *source.File) bool {
	return strings.HasSuffix(f.Inner, ".md") || strings.HasSuffix(f.Inner, ".mdc")
}

func isYAML(f *source.File) bool {
	return strings.HasSuffix(f.Inner, ".yml") || strings.HasSuffix(f.Inner, ".yaml")
}

func isJSON(f *source.File) bool {
	return strings.HasSuffix(f.Inner, ".json") || strings.HasSuffix(f.Inner, ".jsonc")
}

func isTOML(f *source.File) bool { return strings.HasSuffix(f.Inner, ".toml") }
