package random

// requirement writes one kind of requirement into the file.
type requirement func(m *maker, t *table)

func subset(m *maker, n int, list ...string) []any {
	out := []any{}
	for _, s := range some(m, list, n) {
		out = append(out, s)
	}
	return out
}

var requirementKinds = []requirement{
	func(m *maker, t *table) {
		policies := []string{"on-request", "never"}
		if m.chance(.2) {
			policies = append(policies, "untrusted")
		}
		t.put("allowed_approval_policies", subset(m, m.between(1, 3), policies...))
	},
	func(m *maker, t *table) {
		modes := append([]any{"read-only"}, subset(m, m.between(0, 2), "workspace-write", "danger-full-access")...)
		if m.chance(.06) {
			modes = modes[1:]
		}
		t.put("allowed_sandbox_modes", modes)
	},
	func(m *maker, t *table) {
		t.put("allowed_web_search_modes", subset(m, m.between(0, 2), "cached", "live", "disabled"))
	},
	func(m *maker, t *table) {
		pins := &table{}
		for range m.between(1, 2) {
			pins.put(pick(m, features), m.chance(.5))
		}
		t.put(one(m, "features", "feature_requirements"), pins)
	},
	func(m *maker, t *table) {
		allowed := &table{}
		for range m.between(0, 2) {
			identity := tableOf("command", "true")
			if m.chance(.3) {
				identity = tableOf("url", "http://127.0.0.1:9/")
			}
			allowed.put(pick(m, servers), tableOf("identity", identity))
		}
		t.put("mcp_servers", allowed)
	},
	func(m *maker, t *table) { t.put("allow_managed_hooks_only", m.chance(.5)) },
	func(m *maker, t *table) { t.put(one(m, "not_a_field", "allowed_things"), m.value(2)) },
	func(m *maker, t *table) {
		rule := tableOf("pattern", []any{tableOf("token", pick(m, words))}, "decision", one(m, "prompt", "forbidden"), "justification", "why")
		t.put("rules", tableOf("prefix_rules", []any{rule}))
	},
	func(m *maker, t *table) { t.put("enforce_residency", "us") },
	func(m *maker, t *table) {
		t.put("allowed_approvals_reviewers", subset(m, m.between(1, 2), "user", "auto_review"))
	},
}

func (m *maker) requirements() *table {
	t := &table{}
	n := weigh(m, weighted[int]{1, 50}, weighted[int]{2, 35}, weighted[int]{3, 15})
	for _, add := range some(m, requirementKinds, n) {
		add(m, t)
	}
	return t
}
