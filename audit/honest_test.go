package audit_test

import (
	"maps"
	"slices"
	"testing"

	"github.com/agentlayers/layers/audit"
	"github.com/agentlayers/layers/tree"
)

// honest is a repository that uses everything its agents offer, and means well.
var honest = map[string]string{
	"AGENTS.md": "# Guide\n\nRun `go test ./...` before a commit. Never run an agent with `--yolo`; do not read `~/.ssh`.\n\n" +
		"- Ask before adding a dependency.\n- Use `curl -fsSL https://example.org/data.json -o data.json` to refresh test data.\n\n```sh\nnpm ci\nmake lint\n```\n",
	"services/api/AGENTS.md": "# API\n\nErrors wrap with %w. See [the guide](../../docs/guide.md).\n",
	"CLAUDE.md":              "@AGENTS.md\n@docs/guide.md\n\nWrite to team@example.org; @alice reviews changes of the API.\n",
	"GEMINI.md":              "@./docs/guide.md\n",
	"docs/guide.md":          "# Guide\n\n<!-- toc -->\n\n<!-- TODO: shorten -->\nText.\n",
	"docs/persian.md":        "\u0645\u06cc\u200c\u062e\u0648\u0627\u0647\u0645\n",
	".claude/rules/words.md": "---\npaths: \"**/*.md\"\n---\n\u05e9\u05dc\u05d5\u05dd\u200f! \u0645\u06cc\u200c\u0634\u0648\u062f \u0915\u094d\u200d\u0937 \U0001F468\u200d\U0001F4BB \u2764\ufe0f \u65e5\u672c\u8a9e \ud55c\uad6d\uc5b4 caf\u00e9\n",

	".codex/config.toml": "model = \"gpt-5\"\napproval_policy = \"on-request\"\nsandbox_mode = \"workspace-write\"\nproject_doc_max_bytes = 65536\n\n" +
		"[mcp_servers.docs]\ncommand = \"npx\"\nargs = [\"-y\", \"@example/docs-mcp@1.4.2\"]\n\n[sandbox_workspace_write]\nexclude_slash_tmp = true\n",
	".codex/rules/default.rules":              "prefix_rule(pattern = [\"go\", \"test\"], decision = \"allow\")\nprefix_rule(pattern = [\"git\", \"push\"], decision = \"prompt\")\n",
	".agents/skills/release/SKILL.md":         "---\nname: release\ndescription: Prepare release notes from merged changes\n---\nRun `scripts/notes.sh`.\n",
	".agents/skills/release/scripts/notes.sh": "#!/bin/sh\nset -eu\ngit log --oneline \"$1\"..HEAD\n",

	".claude/settings.json": `{"model": "sonnet", "permissions": {"allow": ["Bash(npm test)", "Bash(git status:*)", "Read(./docs/**)"],
 "deny": ["Read(./.env)", "Bash(rm:*)"], "defaultMode": "default"}, "env": {"NODE_ENV": "test", "NODE_OPTIONS": "--max-old-space-size=4096"}, "includeCoAuthoredBy": false}`,
	".claude/agents/reviewer.md":        "---\nname: reviewer\ndescription: Reads changes\ntools: Read, Grep\n---\nRead the change and list what is unclear.\n",
	".claude/commands/fix.md":           "---\ndescription: Fix an issue\nallowed-tools: Bash(go test ./...), Edit\n---\nFix issue $ARGUMENTS.\n",
	".claude/skills/changelog/SKILL.md": "---\nname: changelog\ndescription: Write a line for the changelog\n---\nOne line a change.\n",
	".mcp.json":                         `{"mcpServers": {"files": {"command": "npx", "args": ["-y", "@example/files-mcp@2.0.1", "./docs"]}, "tracker": {"type": "http", "url": "https://tracker.example.org/mcp"}}}`,

	".gemini/settings.json":                   `{"context": {"fileName": ["GEMINI.md", "AGENTS.md"]}, "general": {"defaultApprovalMode": "default"}}`,
	".gemini/commands/plan.toml":              "description = \"Plan a change\"\nprompt = \"Make a plan for {{args}}\"\n",
	".cursor/rules/style.mdc":                 "---\ndescription: Style\nglobs: [\"**/*.ts\"]\nalwaysApply: false\n---\nUse const.\n",
	".cursor/mcp.json":                        `{"mcpServers": {"files": {"command": "npx", "args": ["-y", "@example/files-mcp@2.0.1", "./docs"]}}}`,
	".github/copilot-instructions.md":         "Use British spelling.\n",
	".github/instructions/go.instructions.md": "---\napplyTo: \"**/*.go\"\n---\nKeep functions short.\n",
	".github/workflows/ci.yml": "on: [push, pull_request]\npermissions:\n  contents: read\njobs:\n  test:\n    runs-on: ubuntu-latest\n    steps:\n" +
		"      - uses: actions/checkout@v4\n      - run: go test ./...\n",
	".vscode/settings.json":           "{\n  // the team's\n  \"editor.formatOnSave\": true,\n  \"go.lintTool\": \"staticcheck\",\n  \"[markdown]\": {\"editor.wordWrap\": \"on\"},\n}\n",
	".vscode/tasks.json":              `{"version": "2.0.0", "tasks": [{"label": "test", "type": "shell", "command": "go test ./..."}]}`,
	".vscode/launch.json":             `{"version": "0.2.0", "configurations": [{"name": "run", "type": "go", "request": "launch", "program": "${workspaceFolder}"}]}`,
	".vscode/mcp.json":                `{"servers": {"files": {"command": "npx", "args": ["-y", "@example/files-mcp@2.0.1", "./docs"]}}}`,
	".devcontainer/devcontainer.json": "{\n  // plain\n  \"image\": \"mcr.microsoft.com/devcontainers/go:1\",\n  \"postCreateCommand\": \"go mod download\"\n}\n",

	"opencode.json":              `{"$schema": "https://opencode.ai/config.json", "instructions": ["docs/guide.md"], "permission": {"bash": "ask"}}`,
	".windsurf/rules/a.md":       "Keep it short.\n",
	".clinerules":                "Prefer the standard library.\n",
	".roo/rules/a.md":            "Write tests first.\n",
	".kiro/steering/product.md":  "# Product\nA library.\n",
	".amazonq/rules/a.md":        "Use structured logs.\n",
	".zed/settings.json":         "{\n  // two spaces\n  \"tab_size\": 2\n}\n",
	".aider.conf.yml":            "read: [AGENTS.md]\nauto-commits: false\n",
	".env.example":               "DATABASE_URL=postgres://user:changeme@localhost/app\nAPI_KEY=<your key>\n",
	".envrc":                     "use flake\nexport GOFLAGS=-mod=readonly\n",
	"mise.toml":                  "[tools]\ngo = \"1.26\"\n\n[env]\nAPP_ENV = \"dev\"\n",
	".gitattributes":             "* text=auto\n*.lock -diff\ndist/** linguist-generated\n",
	".gitmodules":                "[submodule \"third_party/spec\"]\n\tpath = third_party/spec\n\turl = ../spec.git\n",
	".claude-plugin/plugin.json": `{"name": "notes", "version": "1.0.0", "description": "Release notes"}`,
	"src/main.go":                "package main\n\nfunc main() {}\n",
	"testdata/odd.txt":           "a\u202eb\n",
}

// TestHonest: a rich but honest repository has no finding that asks anybody to act.
func TestHonest(t *testing.T) {
	t.Parallel()
	m := tree.NewMemory()
	m.WriteFile("/repo/.git/HEAD", []byte("ref: refs/heads/main\n"))
	m.WriteFile("/repo/.git/config", []byte("[core]\n\trepositoryformatversion = 0\n\tfsmonitor = true\n[filter \"lfs\"]\n\tclean = git-lfs clean -- %f\n\tsmudge = git-lfs smudge -- %f\n\tprocess = git-lfs filter-process\n"))
	for _, rel := range slices.Sorted(maps.Keys(honest)) {
		m.WriteFile("/repo/"+rel, []byte(honest[rel]))
	}
	m.Symlink("/repo/services/api/CLAUDE.md", "AGENTS.md")
	r := auditMemory(t, m)
	agents := map[string]bool{}
	for _, f := range r.Set.Files {
		for _, a := range f.Agents {
			agents[a] = true
		}
	}
	worst := map[audit.Severity]int{}
	for _, f := range r.Findings {
		if f.Persona == audit.Auditor {
			continue
		}
		worst[f.Severity]++
		if f.Severity >= audit.Medium {
			t.Errorf("%s:%d %s %s: %s", f.Path, f.Span.Start.Line, f.Severity, f.Rule, f.Message)
		}
	}
	if !r.Complete() {
		t.Errorf("incomplete: %q", r.Incomplete)
	}
	t.Logf("%d files read, of %d agents: %d findings of info, %d of low, none above", r.Set.Read, len(agents), worst[audit.Info], worst[audit.Low])
}
