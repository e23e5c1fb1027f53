package random

import "strings"

// knownKey is a key of the agent with its weight and a value for a layer whose file lies in folder.
type knownKey struct {
	key    string
	weight float64
	value  func(m *maker, folder string) (at []string, v any)
}

// plain is a key whose value depends on nothing.
func plain(key string, weight float64, value func(m *maker) any) knownKey {
	return knownKey{key, weight, func(m *maker, _ string) ([]string, any) { return strings.Split(key, "."), value(m) }}
}

func enum(key string, weight float64, values ...any) knownKey {
	return plain(key, weight, func(m *maker) any { return pick(m, values) })
}

func flag(key string, weight float64) knownKey { return enum(key, weight, true, false) }

func number(key string, weight float64, low, high int) knownKey {
	return plain(key, weight, func(m *maker) any { return m.between(low, high) })
}

func name(key string, weight float64) knownKey {
	return plain(key, weight, func(m *maker) any { return m.word() })
}

func names(key string, weight float64) knownKey {
	return plain(key, weight, func(m *maker) any { return m.list() })
}

// pathKey is a key that holds a path, to a file with the given text or, without one, to nothing.
func pathKey(key string, weight float64, options []string, text string) knownKey {
	return knownKey{key, weight, func(m *maker, folder string) ([]string, any) {
		m.note("path-typed")
		name := "t" + itoa(m.between(1, 99)) + ".md"
		if text == "" {
			name = pick(m, options)
		}
		spelled, place := m.pathText(folder, name)
		if text != "" && m.chance(.95) {
			m.put(place, text)
		}
		return strings.Split(key, "."), spelled
	}}
}

var features = []string{
	"unified_exec", "memories", "web_search_request", "no_such_feature", "undo", "shell_snapshot", "respect_system_proxy", "multi_agent",
}

var servers = []string{"s1", "srv-two", "a.b"}

// knownKeys are keys of the agent. Values that depend on where they stand are functions of their own below.
var knownKeys = []knownKey{
	name("model", 6), name("review_model", 2), number("model_context_window", 1, 100000, 400000),
	number("model_auto_compact_token_limit", 2, 50000, 90000),
	plain("approval_policy", 5, func(m *maker) any { return m.kind("on-request:50 never:46 untrusted:4") }),
	enum("sandbox_mode", 5, "read-only", "workspace-write", "danger-full-access"),
	flag("sandbox_workspace_write.network_access", 3), flag("sandbox_workspace_write.exclude_slash_tmp", 2),
	{"sandbox_workspace_write.writable_roots", 4, writableRoots},
	name("developer_instructions", 2), name("compact_prompt", 1),
	enum("model_reasoning_effort", 4, "minimal", "low", "medium", "high"),
	enum("model_reasoning_summary", 2, "auto", "concise", "detailed", "none"),
	enum("model_verbosity", 4, "low", "medium", "high"), flag("hide_agent_reasoning", 3), flag("show_raw_agent_reasoning", 1),
	flag("check_for_update_on_startup", 1), flag("disable_paste_burst", 1), number("tool_output_token_limit", 3, 100, 9000),
	number("project_doc_max_bytes", 2, 0, 400), names("project_doc_fallback_filenames", 2),
	enum("history.persistence", 2, "save-all", "none"), number("history.max_bytes", 2, 1, 1000000),
	enum("file_opener", 1, "vscode", "none", "cursor"), flag("tui.animations", 2),
	enum("tui.notifications", 2, true, false, []any{"agent-turn-complete"}), flag("tui.show_tooltips", 1),
	enum("web_search", 3, "disabled", "cached", "live"),
	{"features.NAME", 6, func(m *maker, _ string) ([]string, any) { return []string{"features", pick(m, features)}, m.chance(.5) }},
	enum("shell_environment_policy.inherit", 2, "all", "core", "none"), name("shell_environment_policy.set.KEY", 3),
	plain("shell_environment_policy.exclude", 2, func(m *maker) any {
		out := []any{}
		for _, s := range some(m, []string{"AWS_*", "*_TOKEN", "X"}, m.between(0, 3)) {
			out = append(out, s)
		}
		return out
	}),
	flag("shell_environment_policy.ignore_default_excludes", 1),
	{"mcp_servers.NAME", 6, server},
	{"model_providers.pp", 2, provider},
	flag("notice.hide_full_access_warning", 1), flag("analytics.enabled", 1), flag("feedback.enabled", 1),
	pathKey("log_dir", 2, []string{"out", "var/log"}, ""), pathKey("sqlite_home", 1, []string{"out", "var/log"}, ""),
	pathKey("js_repl_node_path", 1, []string{"out", "var/log"}, ""),
	pathKey("model_instructions_file", 3, nil, "Text of a file.\n"), pathKey("experimental_compact_prompt_file", 2, nil, "Text of a file.\n"),
	{"agents.reviewer", 3, agentRole},
	number("agents.max_threads", 2, 1, 9), number("agents.max_depth", 1, 1, 4),
	flag("memories.no_memories_if_mcp_or_web_search", 1), flag("memories.disable_on_external_context", 1), flag("memories.generate_memories", 1),
	names("notify", 3),
	plain("chatgpt_base_url", 1, func(m *maker) any { return "http://127.0.0.1:9/" + m.word() }),
	plain("openai_base_url", 2, func(m *maker) any { return "http://127.0.0.1:9/" + m.word() }),
	name("otel.environment", 2), flag("otel.log_user_prompt", 1), name("profiles.old.model", 1),
	enum("personality", 1, "friendly", "pragmatic", "none"), flag("allow_login_shell", 1), name("commit_attribution", 1),
	flag("suppress_unstable_features_warning", 1),
	{"hooks", 3, hooks},
	enum("project_root_markers", 1, []any{".git"}, []any{".hg", ".git"}, []any{".root"}, []any{"marker.txt", ".git"}),
	name("instructions", 1), enum("cli_auth_credentials_store", 1, "file"), flag("tools.view_image", 1),
	flag("skills.include_instructions", 1), enum("service_tier", 1, "fast", "flex"),
}

// ignoredInProjects are keys that a project layer may not set.
var ignoredInProjects = []string{"notify", "openai_base_url", "otel.environment", "chatgpt_base_url", "profiles.old.model"}

func knownNamed(key string) knownKey {
	for _, k := range knownKeys {
		if k.key == key {
			return k
		}
	}
	panic("random: no key " + key) // a mistake in this package
}

// anyKnown is one of the keys by weight.
func (m *maker) anyKnown() knownKey {
	choices := make([]weighted[knownKey], len(knownKeys))
	for i, k := range knownKeys {
		choices[i] = weighted[knownKey]{k, k.weight}
	}
	return weigh(m, choices...)
}

func writableRoots(m *maker, folder string) ([]string, any) {
	m.note("path-typed")
	list := []any{}
	for range m.between(1, 2) {
		text, _ := m.pathText(folder, one(m, "w1", "w2"))
		list = append(list, text)
	}
	return []string{"sandbox_workspace_write", "writable_roots"}, list
}

func agentRole(m *maker, folder string) ([]string, any) {
	m.note("path-typed")
	text, place := m.pathText(folder, "r"+itoa(m.between(1, 99))+".toml")
	m.put(place, "developer_instructions = \"role text\"\nname = \"reviewer\"\ndescription = \"d\"\n")
	t := tableOf("description", m.word())
	if m.chance(.8) {
		t.put("config_file", text)
	}
	return []string{"agents", "reviewer"}, t
}

func server(m *maker, _ string) ([]string, any) {
	t := &table{}
	if m.chance(.93) {
		t.put("command", one(m, "true", "false", "no-such-program"))
	}
	if m.chance(.5) {
		t.put("args", m.list())
	}
	if m.chance(.3) {
		t.put("env", tableOf(one(m, "A", "B_C"), m.word()))
	}
	if m.chance(.3) {
		t.put("startup_timeout_sec", pick(m, []any{5, 7.5}))
	}
	if m.chance(.3) {
		t.put("enabled", m.chance(.4))
	}
	if m.chance(.15) {
		t.put("enabled_tools", m.list())
	}
	return []string{"mcp_servers", pick(m, servers[:2])}, t
}

func provider(m *maker, _ string) ([]string, any) {
	at := []string{"model_providers", "pp"}
	if m.chance(.7) {
		return at, tableOf("name", "PP", "base_url", "http://127.0.0.1:9/v1", "wire_api", "responses")
	}
	return at, tableOf("name", m.word(), "base_url", "http://127.0.0.1:9/v2")
}

func hooks(m *maker, _ string) ([]string, any) {
	m.note("hooks")
	group := &table{}
	if m.chance(.6) {
		group.put("matcher", one(m, "Bash", "^x$", "*"))
	}
	group.put("hooks", []any{tableOf("type", "command", "command", "echo "+pick(m, words))})
	return []string{"hooks"}, tableOf(one(m, "PreToolUse", "PostToolUse", "Stop", "SessionStart"), []any{group})
}
