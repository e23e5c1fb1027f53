package dialect

// codexSkills are the skills of Codex. alias is when roots are abbreviated, free how many bytes of the table of
// abbreviations cost nothing; both differ between versions.
//
// Cases: skills-*, catalog-*, mention-*, memory-summary*; golden/testdata/codex-random/catalog-*.
func codexSkills(alias string, free int) Skills {
	return Skills{
		File: "SKILL.md",
		Roots: []SkillRoot{
			{Path: "skills", Each: EachLayer, Scope: "repo", From: "project layer"},
			{Path: "~home/skills", Scope: "user", From: "user layer"},
			{Path: "~/.agents/skills", Scope: "user", From: "user layer"},
			{Path: "~home/skills/.system", Scope: "system", From: "user layer", NoLinks: true, Bundled: true},
			{Path: "/etc/codex/skills", Scope: "admin", From: "system layer"},
			{Path: ".agents/skills", Each: EachFolder, Scope: "repo", From: "project folder"},
		},
		Walk:   SkillWalk{Depth: 6, Folders: 2000},
		Order:  []string{"repo", "user", "system", "admin"},
		Limits: SkillLimits{Name: 64, Qualified: 128, Description: 1024, HeadBytes: 1 << 20, FileBytes: 16 << 20},
		Metadata: SkillMetadata{
			File: "agents/openai.yaml", Short: 64, Long: 1024, Assets: "assets",
			Products: []string{"chatgpt", "codex", "atlas"}, Product: "codex",
			Manifests: []string{".codex-plugin/plugin.json", ".claude-plugin/plugin.json"},
		},
		Switches: SkillSwitches{
			Rules: "skills.config", Path: "path", Name: "name", Enabled: "enabled",
			Layers:  []Kind{User, Profile, Runtime},
			Bundled: "skills.bundled.enabled", Include: "skills.include_instructions",
		},
		Catalog: SkillCatalog{
			Order:   []string{"system", "admin", "repo", "user"},
			Percent: 2, WindowKey: "model_context_window", ModelKey: "model", TokenSize: 4, Chars: 8000,
			Windows: codexWindows145(), Other: ModelWindow{Window: 272_000, Max: 272_000},
			Aliases: alias, AliasFree: free, WarnAbove: 100,
		},
		Mentions: SkillMentions{
			Sigil: "$",
			Reserved: []string{
				"PATH", "HOME", "USER", "SHELL", "PWD", "TMPDIR", "TEMP", "TMP", "LANG", "TERM", "XDG_CONFIG_HOME",
			},
			Scheme: "skill://", Foreign: []string{"app://", "mcp://", "plugin://"},
			Before: "<skill>\n<name>{name}</name>\n<path>{path}</path>\n", After: "\n</skill>",
		},
		Implicit: SkillImplicit{
			Runners:    []string{"python", "python3", "bash", "zsh", "sh", "node", "deno", "ruby", "perl", "pwsh"},
			Extensions: []string{".py", ".sh", ".js", ".ts", ".rb", ".pl", ".ps1"},
			Scripts:    "scripts",
			Readers:    []string{"cat", "sed", "head", "tail", "less", "more", "bat", "awk"},
		},
		Memory: Memory{Keys: []string{"features.memories", "features.memory_tool"}, File: "memories/memory_summary.md", Tokens: 2500},
	}
}

// codexWindows145 are the models of 0.145.0 whose window differs from that of an unknown name, after the default.
//
// Cases: catalog-window-default, catalog-window-large, catalog-window-huge, catalog-window-model.
func codexWindows145() []ModelWindow {
	return []ModelWindow{
		{"gpt-5.6-sol", 272_000, 272_000},
		{"gpt-5.4-mini", 272_000, 272_000},
		{"gpt-5.4", 272_000, 1_000_000},
		{"codex-auto-review", 272_000, 1_000_000},
	}
}

// codexWindows171 are the models of 0.171.0.
func codexWindows171() []ModelWindow {
	return []ModelWindow{
		{"gpt-6.2-sol", 500_000, 872_000},
		{"gpt-6.2-astra", 272_000, 872_000},
		{"gpt-6.1-sol", 500_000, 872_000},
		{"gpt-6.1-terra", 500_000, 872_000},
		{"gpt-6-astra", 272_000, 872_000},
		{"gpt-6-sol", 272_000, 872_000},
		{"gpt-6-luna", 272_000, 872_000},
		{"gpt-5.6-sol", 272_000, 872_000},
		{"gpt-5.6-terra", 272_000, 872_000},
		{"gpt-5.6-luna", 272_000, 872_000},
		{"gpt-5.5", 272_000, 272_000},
		{"gpt-daybreak-blue-latest", 272_000, 872_000},
		{"gpt-daybreak-red-latest", 372_000, 372_000},
		{"codex-auto-review", 272_000, 872_000},
	}
}
