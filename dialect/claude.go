package dialect

import "fmt"

// ClaudeVersions are the versions of Claude Code that are described, the default first.
var ClaudeVersions = [...]string{"2.1.332"}

// Claude describes one version of Claude Code as it works in print mode (claude -p); "" is the default.
//
// Everything here is a recorded fact of that version: golden/testdata/claude.
func Claude(version string) (Dialect, error) {
	switch version {
	case "", "2.1.332":
		return claude332(), nil
	}
	return Dialect{}, fmt.Errorf("claude %s is not described; known version: %s", version, ClaudeVersions[0])
}

func claude332() Dialect {
	return Dialect{
		Name: "claude", Version: "2.1.332", Physical: true,
		Home: Home{Env: "CLAUDE_CONFIG_DIR", Dir: ".claude", Name: "CLAUDE_CONFIG_DIR", MayMiss: true},
		Config: Config{
			Format: FormatJSON, Merge: MergeDeep,
			Layers:  claudeLayers(),
			Roots:   Roots{Markers: []string{".git"}},
			Ignored: claudeIgnored(),
			Keys:    claudeKeys("2.1.332"),
			Limits:  Limits{FileBytes: 16 << 20, Depth: 10_000},
		},
		Trust: Trust{
			Files: []string{"~home/.config.json", "~state/.claude.json"}, Repository: true,
			Key: "projects", Level: "hasTrustDialogAccepted", Trusted: "true", Boolean: true,
			Worktree: "verified",
		},
		Session: Session{
			Modes: Modes{
				Key: "permissions.defaultMode", Default: "default",
				Off: []ModeOff{
					{Mode: "bypassPermissions", Key: "permissions.disableBypassPermissionsMode", Value: "disable"},
					{Mode: "auto", Key: "permissions.disableAutoMode", Value: "disable"},
					{Mode: "auto", Key: "disableAutoMode", Value: "disable"},
					{Mode: "bypassPermissions", Kinds: []Kind{Project, Local}},
					{Mode: "auto", Kinds: []Kind{Project, Local}},
				},
			},
		},
		AutoMemory: AutoMemory{
			Dir: "projects/{slug}/memory", DirKey: "autoMemoryDirectory", OnKey: "autoMemoryEnabled",
			OffEnv: "CLAUDE_CODE_DISABLE_AUTO_MEMORY", AlwaysOff: []string{"CLAUDE_CODE_SIMPLE", "CLAUDE_CODE_REMOTE"},
			DirEnv: "CLAUDE_COWORK_MEMORY_PATH_OVERRIDE", EnvKey: "env", SlugLength: 200,
		},
		Models:       claudeModels(),
		Instructions: claudeInstructions(),
		Skills:       claudeSkills(),
		Prompt:       claudePrompt(),
	}
}

func claudeLayers() []Layer {
	return []Layer{
		{Kind: User, File: "~home/settings.json", Always: true, Faulty: FaultDropsFile},
		{Kind: Project, File: "~cwd/.claude/settings.json", Faulty: FaultDropsFile},
		{Kind: Local, File: "~cwd/.claude/settings.local.json", Faulty: FaultDropsFile},
		{Kind: Local, File: "~repo/.claude/settings.local.json", Faulty: FaultDropsFile},
		{Kind: Runtime, File: "{settings}", Faulty: FaultDropsFile},
		{Kind: Managed, File: "/etc/claude-code/managed-settings.json", Faulty: FaultDropsKey},
		{Kind: Managed, File: "/etc/claude-code/managed-settings.d/*.json", Faulty: FaultDropsKey},
	}
}

// claudeIgnored are settings that the agent merges and reports, and does not act on.
func claudeIgnored() []Ignored {
	unmanaged := []Kind{User, Project, Local, Runtime}
	return []Ignored{
		{
			Keys: []string{"permissions.allow", "permissions.ask", "permissions.deny"}, Kinds: unmanaged,
			When: IgnoredSet + "allowManagedPermissionRulesOnly", Reason: "only managed settings may hold permission rules here",
		},
		{
			Keys: []string{"hooks"}, Kinds: unmanaged,
			When: IgnoredSet + "allowManagedHooksOnly", Reason: "only managed settings may hold hooks here",
		},
		{
			Keys: []string{"permissions.allow", "permissions.additionalDirectories"}, Kinds: []Kind{Project},
			When: IgnoredUntrusted, Class: "untrusted-ignored", Reason: "this folder is not trusted",
		},
		{
			Keys: []string{"claudeMd"}, Kinds: unmanaged,
			When: IgnoredAlways, Reason: "the key counts in managed settings only",
		},
		{
			Keys: []string{"pluginConfigs"}, Kinds: []Kind{Project, Local},
			When: IgnoredAlways, Reason: "the key counts in user and managed settings only",
		},
	}
}

// claudeModels are the names that the agent takes without a warning.
func claudeModels() Models {
	return Models{
		Key: "model", Env: "ANTHROPIC_MODEL", Class: "unrecognized-model", Suffix: "[1m]",
		Aliases: []string{"best", "default", "fable", "haiku", "opus", "opusplan", "sonnet"},
		Names: []string{
			"claude-3-haiku", "claude-3-opus", "claude-3-sonnet", "claude-3-5-haiku", "claude-3-5-sonnet", "claude-3-7-sonnet",
			"claude-fable-5", "claude-fable-5-1", "claude-haiku-4-5", "claude-mythos-5",
			"claude-opus-4", "claude-opus-4-0", "claude-opus-4-1", "claude-opus-4-5", "claude-opus-4-6", "claude-opus-4-7",
			"claude-opus-4-8", "claude-opus-5", "claude-sonnet-4", "claude-sonnet-4-5", "claude-sonnet-4-6", "claude-sonnet-5",
		},
	}
}
