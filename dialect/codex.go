package dialect

import "fmt"

// CodexVersions are the versions of Codex that are described, the default first.
var CodexVersions = [...]string{"0.145.0", "0.171.0"}

// Codex describes one version of OpenAI Codex CLI; "" is the default, 0.145.0.
//
// Everything here is a recorded fact of that version: golden/testdata/codex and codex-random.
func Codex(version string) (Dialect, error) {
	switch version {
	case "", "0.145.0":
		return codex145(), nil
	case "0.171.0":
		return codex171(), nil
	}
	return Dialect{}, fmt.Errorf("codex %s is not described; known versions: %s, %s", version, CodexVersions[0], CodexVersions[1])
}

func codex145() Dialect {
	d := codexCommon()
	d.Config.Keys, d.Requirements.Keys = CodexKeys("0.145.0"), CodexRequirementKeys("0.145.0")
	return d
}

// codexCommon is 0.145.0 without its key tables.
func codexCommon() Dialect {
	return Dialect{
		Name:    "codex",
		Version: "0.145.0",
		Home:    Home{Env: "CODEX_HOME", Dir: ".codex", Name: "CODEX_HOME"},
		Config: Config{
			Format: FormatTOML,
			Merge:  MergeRecursive,
			Layers: codexLayers(),
			Roots:  Roots{Key: "project_root_markers", Markers: []string{".git"}},
			Denied: []string{
				"openai_base_url", "chatgpt_base_url", "apps_mcp_product_sku", "model_provider", "model_providers",
				"notify", "profile", "profiles", "experimental_realtime_webrtc_call_base_url",
				"experimental_realtime_ws_base_url", "otel", "features.respect_system_proxy",
			},
			Aliases: []Alias{
				{Old: "memories.no_memories_if_mcp_or_web_search", New: "memories.disable_on_external_context"},
				{Old: "agents.max_threads", New: "agents.max_concurrent_threads_per_session"},
			},
			Defaults:     codexDefaults(),
			Limits:       Limits{FileBytes: 16 << 20, Depth: 80, KeyParts: 80, LeapSecond: true, Reader: "2025"},
			WorktreeKeys: []string{"hooks"},
			Rejected:     codexRejected(),
			Deprecated:   codexDeprecated(),
		},
		Trust: Trust{
			Key: "projects", Level: "trust_level", Trusted: "trusted", Untrusted: "untrusted",
			Worktree: "text",
		},
		Requirements: Requirements{
			File:       "/etc/codex/requirements.toml",
			Managed:    "/etc/codex/managed_config.toml",
			Fields:     codexRequirementFields(),
			NamesPlace: true,
			HostKey:    "remote_sandbox_config",
			Rules:      "rules.prefix_rules",
			Append:     []string{"rules.prefix_rules", "hooks", "permissions.filesystem.deny_read"},
		},
		Instructions: codexInstructions(),
		Session: Session{
			ApprovalKey: "approval_policy", SandboxKey: "sandbox_mode", SandboxTable: "sandbox_workspace_write",
			Undecided:     SessionDefault{Approval: "on-request", Sandbox: "read-only"},
			Trusted:       SessionDefault{Approval: "on-request", Sandbox: "workspace-write"},
			Untrusted:     SessionDefault{Approval: "untrusted", Sandbox: "workspace-write"},
			TrustsOnWrite: true,
			Permissions: Permissions{
				Key: "default_permissions", Table: "permissions",
				Modes:     map[string]string{":read-only": "read-only", ":workspace": "workspace-write", ":danger-full-access": "danger-full-access"},
				Extends:   []string{":read-only", ":workspace"},
				Workspace: []string{":workspace_roots"},
				Allowed:   "allowed_permission_profiles", Default: ":workspace", Must: []string{":read-only", ":workspace"},
			},
			ReadAs:  map[string]string{"on-failure": "on-request"},
			Refused: []RefusedPair{{Approval: "never", Sandbox: "danger-full-access", Class: "requirement-combination-refused"}},
		},
		Skills: codexSkills(AliasPressure, 158),
		Prompt: codexPrompt(false),
	}
}

func codex171() Dialect {
	d := codexCommon()
	d.Version = "0.171.0"
	d.Config.Roots.GitNeedsHead = true
	d.Config.Denied = append(append([]string{"responses_api_metadata"}, d.Config.Denied...),
		"features.credential_masking", "features.system_proxy_fallback")
	d.Config.Layers[len(d.Config.Layers)-1].Places = true // managed_config.toml decides here, and not in 0.145.0
	d.Config.Keys = CodexKeys("0.171.0")
	d.Config.Deprecated = append(d.Config.Deprecated, features("shell_zsh_fork", "transcript_v2", "unified_exec_zsh_fork")...)
	d.Config.Deprecated = append(d.Config.Deprecated, Deprecated{Key: "features.multi_agent", Kinds: []Kind{User, Profile, Project}})
	d.Config.Limits.Reader = "2026"
	d.Config.Defaults = append(d.Config.Defaults, codexDefaults171()...)
	d.Config.NameUnknown = 3
	d.Session.Retries = true
	d.Session.Permissions.Workspace = []string{":workspace_roots", ":project_roots"}
	for i := range d.Requirements.Fields {
		if f := &d.Requirements.Fields[i]; f.Name == "features" {
			f.Shown = append(f.Shown, "api_key_cyber_access_programs", "api_key_model_discovery",
				"background_paginated_rollout_migration", "codex_apps_mcp_2026_07_28", "daybreak_program_propagation",
				"mcp_2026_07_28", "mcp_connection_sharing", "mcp_lazy_stdio_startup", "mcp_shared_repl_cwd",
				"windows_sandbox_service")
		}
	}
	d.Requirements.Fields = append(d.Requirements.Fields,
		RequirementField{Name: "additional_developer_instructions", Enforce: ReportOnly, Report: "additionalDeveloperInstructions"},
		RequirementField{Name: "allow_browser_and_computer_use", Enforce: ReportOnly, Report: "allowBrowserAndComputerUse"},
		RequirementField{Name: "allow_login_shell", Enforce: ReportOnly, Report: "allowLoginShell"},
		RequirementField{Name: "allowed_login_methods", Enforce: ReportOnly, Report: "allowedLoginMethods"},
	)
	d.Trust.Worktree = "verified"
	d.Skills = codexSkills(AliasBetter, 142)
	d.Skills.Catalog.AliasSeen, d.Skills.Mentions.Seen = true, true
	d.Skills.Catalog.Windows = codexWindows171()
	d.Skills.Limits.Qualified = 129
	d.Instructions = codexInstructions171()
	d.Prompt = codexPrompt(true)
	d.Requirements.Keys = CodexRequirementKeys("0.171.0")
	d.Requirements.NamesPlace = false
	return d
}

func codexLayers() []Layer {
	return []Layer{
		{Kind: System, Places: true, File: "/etc/codex/config.toml", Always: true},
		{Kind: User, Places: true, File: "~home/config.toml", Always: true},
		{Kind: Profile, Places: true, File: "~home/{profile}.config.toml"},
		{Kind: Project, File: ".codex/config.toml", Gated: true},
		{Kind: Runtime, Places: true},
		{Kind: Managed, File: "/etc/codex/managed_config.toml"},
	}
}

// codexDeprecated are feature names that draw a warning whatever their value.
//
// Cases: deprecated-feature-*.
func codexDeprecated() []Deprecated {
	return features(
		"codex_hooks", "collab", "connectors", "enable_experimental_windows_sandbox", "experimental_use_unified_exec_tool",
		"imagegenext", "memory_tool", "request_permissions", "telepathy", "use_legacy_landlock", "web_search",
		"web_search_cached", "web_search_request")
}

func features(names ...string) []Deprecated {
	out := make([]Deprecated, len(names))
	for i, n := range names {
		out[i].Key = "features." + n
	}
	return out
}

// codexDefaults are the built-in values that the agent prints when no file sets anything.
func codexDefaults() []Default {
	return []Default{
		{"allow_login_shell", "true"},
		{"features.auth_elicitation", "true"},
		{"features.memories", "false"},
		{"features.mentions_v2", "true"},
		{"features.remote_control", "false"},
		{"features.remote_plugin", "true"},
		{"features.tool_suggest", "true"},
		{"hide_agent_reasoning", "false"},
		{"history.persistence", `"save-all"`},
		{"project_doc_fallback_filenames", "[]"},
		{"project_doc_max_bytes", "32768"},
	}
}

// codexDefaults171 are those that 0.171.0 prints as well.
func codexDefaults171() []Default {
	return []Default{
		{"background_terminal_max_timeout", "300000"},
		{"cli_auth_credentials_store", `"file"`},
		{"features.api_key_cyber_access_programs", "true"},
		{"features.api_key_model_discovery", "true"},
		{"features.background_paginated_rollout_migration", "false"},
		{"features.codex_apps_mcp_2026_07_28", "false"},
		{"features.daybreak_program_propagation", "false"},
		{"features.mcp_2026_07_28", "false"},
		{"features.mcp_connection_sharing", "false"},
		{"features.mcp_lazy_stdio_startup", "false"},
		{"features.mcp_shared_repl_cwd", "false"},
		{"features.windows_sandbox_service", "false"},
		{"file_opener", `"vscode"`},
		{"include_apps_instructions", "true"},
		{"include_collaboration_mode_instructions", "true"},
		{"include_environment_context", "true"},
		{"include_environment_context_time", "true"},
		{"include_permissions_instructions", "true"},
		{"mcp_oauth_credentials_store", `"auto"`},
		{"project_root_markers", `[".git"]`},
	}
}

// codexRejected are keys that stop the agent wherever they take effect.
func codexRejected() []Rejected {
	return []Rejected{{
		Key:    "profile",
		Class:  "profile-legacy-unsupported",
		Reason: "the profile selector is no longer supported",
		Fix:    "move the settings to NAME.config.toml beside config.toml and start with --profile NAME",
	}}
}

func codexRequirementFields() []RequirementField {
	return []RequirementField{
		{
			Name: "allowed_approval_policies", Key: "approval_policy", Enforce: AllowList, NonEmpty: true,
			Managed: ManagedOnly, Report: "allowedApprovalPolicies", Warn: "approval_policy",
		},
		{
			Name: "allowed_approvals_reviewers", Key: "approvals_reviewer", Enforce: AllowList, NonEmpty: true,
			Managed: "with:user", ManagedFirst: true, Report: "allowedApprovalsReviewers", Warn: "approvals_reviewer",
		},
		{
			Name: "allowed_sandbox_modes", Key: "sandbox_mode", Enforce: AllowList, Must: "read-only",
			Fallback: []string{"read-only"}, Managed: "with:read-only", Report: "allowedSandboxModes", Warn: "permission_profile", WarnDefault: true,
		},
		{
			Name: "allowed_web_search_modes", Key: "web_search", Enforce: AllowList, Always: []string{"disabled"},
			Fallback: []string{"cached", "live", "disabled"}, Report: "allowedWebSearchModes", Warn: "web_search_mode",
			Default: "cached", WarnDefault: true,
		},
		{
			Name: "features", Aliases: []string{"feature_requirements"}, Key: "features", Enforce: Pin, Report: "featureRequirements",
			Shown: []string{"auth_elicitation", "memories", "mentions_v2", "remote_control", "remote_plugin", "tool_suggest"},
		},
		{Name: "computer_use", Enforce: ReportOnly, Report: "computerUse"},
		{Name: "experimental_network", Enforce: ReportOnly, Report: "network"},
		{Name: "models", Enforce: ReportOnly, Report: "models"},
		{Name: "allow_managed_hooks_only", Enforce: ReportOnly, Report: "allowManagedHooksOnly"},
		{Name: "allow_remote_control", Enforce: ReportOnly, Report: "allowRemoteControl"},
		{Name: "allow_appshots", Enforce: ReportOnly, Report: "allowAppshots"},
		{Name: "allowed_permission_profiles", Enforce: ReportOnly, Report: "allowedPermissionProfiles"},
		{Name: "default_permissions", Enforce: ReportOnly, Report: "defaultPermissions"},
		{Name: "enforce_residency", Enforce: ReportOnly, Report: "enforceResidency"},
		{Name: "mcp_servers", Enforce: ReportOnly},
		{Name: "rules", Enforce: ReportOnly},
	}
}
