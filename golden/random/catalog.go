package random

import (
	"fmt"
	"strings"
)

// areaCatalog is about many ordinary skills whose list does not fit its budget.
func areaCatalog(m *maker) {
	m.layout(m.chance(.7))
	var read []string
	for _, r := range m.skillRoots()[:m.readRoots()] {
		read = append(read, r.value)
	}
	roots := some(m, read, m.between(1, 4))
	full, bare := 0, 0 // tokens of the whole list, and without descriptions
	for i := range m.between(4, 12) {
		name, text := m.catalogName(i), strings.TrimSpace(m.catalogText())
		folder := pick(m, roots)
		if m.chance(.15) {
			folder += "/grp"
		}
		folder += "/" + name
		p := folder + "/SKILL.md"
		if m.put(p, fmt.Sprintf("---\nname: %s\ndescription: %s\n---\nB.\n", name, text)) {
			m.skills = append(m.skills, skill{name, p})
			full += tokens(fmt.Sprintf("- %s: %s (file: /mnt/%s)", name, text, p))
			bare += tokens(fmt.Sprintf("- %s: (file: /mnt/%s)", name, p))
		}
		if m.chance(.05) {
			m.put(folder+"/agents/openai.yaml", one(m, "policy:\n  allow_implicit_invocation: false\n", "interface:\n  short_description: sd\n"))
		}
	}
	m.layer(m.user).set([]string{"skills", "bundled", "enabled"}, false)
	m.catalogBudget(full, bare)
	m.trust(.7)
	if m.chance(.1) {
		m.switchSkills(1)
	}
}

// tokens is what a line of the list counts.
func tokens(line string) int { return (len(line) + 1 + 3) / 4 }

func (m *maker) catalogName(i int) string {
	return weigh(m, weighted[string]{fmt.Sprintf("%s-%d", pick(m, words), i), 50}, weighted[string]{fmt.Sprintf("s%02d", i), 40},
		weighted[string]{fmt.Sprintf("%s-%s-%s%d", pick(m, words), pick(m, words), pick(m, words), i), 15}, weighted[string]{fmt.Sprintf("日%d", i), 3})
}

func (m *maker) catalogText() string {
	switch m.kind("short:35 long:40 multi:8 x:6 emoji:4 solid:7") {
	case "short":
		return m.sentence(m.between(1, 4))
	case "long":
		var list []string
		for range m.between(8, 30) {
			list = append(list, pick(m, words))
		}
		return strings.Join(list, " ")
	case "multi":
		return strings.Repeat("日本語", m.between(1, 12))
	case "emoji":
		return strings.Repeat("😀 ", m.between(1, 9)) + "end"
	case "solid":
		return strings.Repeat("w", m.between(10, 150))
	}
	return "x"
}

// catalogBudget sets a window whose fiftieth part cuts, just fits or leaves out.
func (m *maker) catalogBudget(full, bare int) {
	form := m.kind("cut:42 edge:22 omit:26 fits:6 none:4")
	m.note("catalog-" + form)
	budget := 0
	switch form {
	case "cut":
		budget = m.between(bare, max(bare, full))
	case "edge":
		budget = max(1, one(m, full, full-1, bare, bare-1, bare+1))
	case "omit":
		budget = m.between(max(1, bare/5), max(1, bare))
	case "fits":
		budget = full + m.between(1, 90)
	default:
		budget = m.between(1, 9)
	}
	window := budget*50 + m.between(0, 49)
	switch m.kind("user:55 args:35 system:10") {
	case "user":
		m.layer(m.user).put("model_context_window", window)
	case "args":
		m.override("model_context_window", window)
	default:
		m.layer("etc/codex/config.toml").put("model_context_window", window)
	}
}
