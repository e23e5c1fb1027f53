package dialect

// claudeSkills are the skills and commands of Claude Code.
//
// Cases: golden/testdata/claude/04*, 05*, skills-*, commands-*.
func claudeSkills() Skills {
	return Skills{
		Form: SkillsAsCommands,
		File: "SKILL.md",
		Roots: []SkillRoot{
			{Path: "/etc/claude-code/.claude/skills", Scope: "managed", From: "managed"},
			{Path: "~home/skills", Scope: "user", From: "user"},
			{Path: ".claude/skills", Each: EachUp, Scope: "project", From: "project"},
			{Path: ".claude/skills", Each: EachAdded, Scope: "added", From: "--add-dir"},
			{Path: "/etc/claude-code/.claude/commands", Scope: "managed", From: "managed", Commands: true},
			{Path: "~home/commands", Scope: "user", From: "user", Commands: true},
			{Path: ".claude/commands", Each: EachUp, Scope: "project", From: "project", Commands: true},
			{Path: ".claude/commands", Each: EachAdded, Scope: "added", From: "--add-dir", Commands: true},
			{Each: EachPlugin, Scope: "plugin", From: "--plugin-dir", Commands: true},
			{Each: EachPlugin, Scope: "plugin", From: "--plugin-dir"},
		},
		Order:    []string{"managed", "user", "project", "added", "plugin"},
		Limits:   SkillLimits{HeadBytes: 256 << 10, FileBytes: 16 << 20},
		Mentions: SkillMentions{Before: "Base directory for this skill: {dir}\n\n"},
		Commands: SkillCommands{
			Sigil:    "/",
			Suffix:   ".md",
			Labels:   map[string]string{"managed": "managed", "user": "user", "project": "project", "added": "project"},
			Generic:  map[string]string{"skill": "Skill", "command": "Custom command"},
			Words:    []string{"on", "name-only", "user-invocable-only", "off"},
			FirstMax: 100, NameMax: 256, FileBytes: map[string]int64{"skill": 1_000_000, "command": 1 << 20},
			Overrides:  "skillOverrides",
			NoBundled:  "disableBundledSkills",
			PluginOnly: "strictPluginOnlyCustomization", PluginWord: "skills",
			NoManaged: "CLAUDE_CODE_DISABLE_POLICY_SKILLS", BareEnv: "CLAUDE_CODE_SIMPLE",
			Near:    " (from {dir}/.claude/skills — applies when working on files under {dir}/)",
			Scoped:  ` (scoped to {dir}/ — use this instead of the unscoped "{name}" skill when the files being changed are under {dir}/)`,
			Plugins: SkillPlugins{Manifest: ".claude-plugin/plugin.json", Skills: "skills", Commands: "commands", Prefix: "./"},
			Listing: claudeListing(),
			Own:     claudeOwnSkills(),
			Taken: []string{
				"help", "exit", "login", "logout", "add-dir", "agents", "bug", "clear", "compact", "config", "context", "export",
				"hooks", "ide", "mcp", "memory", "model", "output-style", "permissions", "plugin", "release-notes", "resume",
				"rewind", "sandbox", "status", "statusline", "terminal-setup", "theme", "usage", "color", "copy", "diff",
				"effort", "fast", "feedback", "focus", "branch", "fork", "heapdump", "insights", "keybindings", "mobile",
				"passes", "plan", "reload-plugins", "reload-skills", "rename", "skills", "stickers", "tasks", "btw",
				"team-onboarding", "recap", "goal", "auto-mode-setup", "autocompact", "list-agents", "tui", "powerup", "radio",
				"scroll-speed", "setup-bedrock", "setup-vertex", "background", "workflows", "cd",
			},
			Reserved: []string{
				"advisor", "allowed-tools", "android", "app", "artifacts", "autofix-pr", "bashes", "bg", "brief", "checkpoint",
				"checkup", "chrome", "claude-in-chrome", "commit", "continue", "cost", "daemon", "design", "desktop",
				"extra-usage", "install-github-app", "install-slack-app", "ios", "marketplace", "name", "new", "peers", "plugins",
				"privacy-settings", "proactive", "quit", "rate-limit-options", "rc", "remote-control", "remote-env", "reset",
				"review", "schedule", "session", "settings", "share", "stats", "stop", "teleport", "tp", "ultraplan",
				"ultrareview", "undo", "update", "upgrade", "vim", "voice", "web-setup",
			},
		},
	}
}

// claudeListing is the budget of the listing: 30,000 units for a window of a million tokens, 8,000 for one of 200,000.
//
// Cases: 044-skills-long-description, 051-skills-budget-partial, skills-budget-*.
func claudeListing() SkillListing {
	small := func(model string) ListingWindow { return ListingWindow{Model: model, Window: 200_000, Chars: 4} }
	return SkillListing{
		EntryMax: 1536, EntryKey: "skillListingMaxDescChars",
		Fraction: 0.01, FractionKey: "skillListingBudgetFraction", BudgetEnv: "SLASH_COMMAND_TOOL_CHAR_BUDGET",
		Windows: []ListingWindow{
			{Window: 1_000_000, Chars: 3},
			small("claude-3-5-haiku"), small("claude-haiku-4-5"), small("claude-sonnet-4-5"), small("claude-sonnet-4-6"),
			small("claude-opus-4-6"),
		},
		Other: ListingWindow{Window: 1_000_000, Chars: 3},
	}
}

// claudeOwnSkills are the agent's own skills, in its order. What their texts cost was counted in requests of 2.1.332.
func claudeOwnSkills() []OwnSkill {
	text := func(name string, chars int) OwnSkill {
		return OwnSkill{Name: name, Chars: chars, Fixed: true, Skill: true}
	}
	quiet := func(name string) OwnSkill { return OwnSkill{Name: name, Skill: true} }
	return []OwnSkill{
		quiet("deep-research"), text("dataviz", 1436), text("update-config", 690),
		{Name: "keybindings-help", Chars: 228, Fixed: true},
		quiet("verify"), quiet("debug"), text("code-review", 835), text("simplify", 176), quiet("batch"),
		text("fewer-permission-prompts", 163), quiet("doctor"), text("loop", 336), text("claude-api", 1157),
		text("workflow-authoring", 230), text("run", 361), quiet("run-skill-generator"), text("plugin-authoring", 255),
		{Name: "init", Chars: 59},
		{Name: "security-review", Chars: 71},
	}
}
