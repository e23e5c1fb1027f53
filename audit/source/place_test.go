package source

import (
	"path"
	"strings"
	"testing"
)

func TestClassify(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		rel, inner, start string
		kind              Kind
		variant           bool
	}{
		{"AGENTS.md", "agents.md", ".", Instructions, false},
		{"a/b/agents.md", "agents.md", "a/b", Instructions, true},
		{".codex", ".codex", ".", Other, false},
		{"a/.codex/config.toml", ".codex/config.toml", "a", Config, false},
		{".Cursor/mcp.json", ".cursor/mcp.json", ".", Config, true},
		{".github/workflows/ci.yml", ".github/workflows/ci.yml", ".", Workflow, false},
		{".github/copilot-instructions.md", ".github/copilot-instructions.md", ".", Instructions, false},
		{".agents/skills/x/SKILL.md", ".agents/skills/x/skill.md", ".", Skill, false},
		{".agents/skills/x/scripts/a.sh", ".agents/skills/x/scripts/a.sh", ".", SkillFile, false},
		{".claude/commands/a.md", ".claude/commands/a.md", ".", Command, false},
		{".env.local", ".env.local", ".", Env, false},
		{"x/.vscode/tasks.json", ".vscode/tasks.json", "x", Config, false},
		{".clinerules-code", ".clinerules-code", ".", Instructions, false},
		{"K/\u212airo/.\u212airo/settings/mcp.json", ".kiro/settings/mcp.json", "K/\u212airo", Config, true},
		{"docs/readme.md", "", "", "", false},
		{".github/dependabot.yml", "", "", "", false},
		{".vscode/extensions.json", "", "", "", false},
	} {
		p, ok := Classify(c.rel)
		if ok != (c.kind != "") || p.Inner != c.inner || p.Start != c.start || p.Kind != c.kind || p.Variant != c.variant {
			t.Errorf("Classify(%q) = %+v, %v", c.rel, p, ok)
		}
	}
}

// FuzzClassify: the quick test of the walk never passes over a path that is classified.
func FuzzClassify(f *testing.F) {
	for _, seed := range []string{"AGENTS.md", ".Codex/x", "a/.github/hooks/x.json", "\u212a", "K/.\u212airo", "Opencode.json", ".aider.conf.yml"} {
		f.Add(seed)
	}
	f.Fuzz(func(t *testing.T, rel string) {
		p, ok := Classify(rel)
		if !ok || rel != path.Clean(rel) || path.IsAbs(rel) {
			return
		}
		may := false
		for part := range strings.SplitSeq(rel, "/") {
			may = may || MayStart(part)
		}
		if !may {
			t.Errorf("the walk passes over %q, which is %+v", rel, p)
		}
		if p.Start == "" || p.Inner == "" || len(p.Agents) == 0 {
			t.Errorf("Classify(%q) = %+v", rel, p)
		}
	})
}
