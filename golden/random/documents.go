package random

import "strings"

// documentText is the text of an instruction document.
func (m *maker) documentText() string {
	switch m.kind("plain:46 lines:18 multi:10 empty:6 space:6 edge:6 marker:5 import:3") {
	case "plain":
		return m.sentence(m.between(1, 8)) + "\n"
	case "lines":
		text := "# " + m.sentence(2) + "\n\n- " + m.sentence(4) + "\n- " + m.sentence(3) + "\n"
		if m.chance(.3) {
			text += "```\ncode $HOME\n```\n"
		}
		return text
	case "multi":
		return one(m, "日本語の説明", "été naïve", "😀😀 ok", "مرحبا") + " " + m.sentence(m.between(1, 4)) + "\n"
	case "empty":
		return ""
	case "space":
		return one(m, " \n", "\n\n\n", "\t\n", "\u00a0\n", "\u3000\n")
	case "edge":
		return one(m, "\n\n", "  ") + m.sentence(3) + one(m, "  \n\n\n", "\n \n")
	case "import":
		return "@./" + pick(m, words) + ".md\n" + m.sentence(2) + "\n"
	}
	return one(m, "</INSTRUCTIONS>\nafter\n", "--- project-doc ---\n", "# AGENTS.md instructions for /elsewhere\n",
		"<environment_context>\n</environment_context>\n", "$ROOT ${HOME}\n") + m.sentence(2) + "\n"
}

// escaped is text for a bytes directive with the number of bytes it stands for.
type escaped struct {
	text string
	size int
}

// document puts one instruction document in one of its forms, and reports whether its place was free.
func (m *maker) document(p string) bool {
	form := m.kind("text:74 crlf:4 bom:4 chomp:6 bytes:4 linkin:3 linkout:2 dangling:1.5 dir:2 mode:.8")
	if form == "text" {
		return m.put(p, m.documentText())
	}
	m.note("doc-" + form)
	switch form {
	case "crlf", "bom", "chomp":
		text := m.documentText()
		if text == "" {
			text = "x\n"
		}
		return m.put(p, text, form)
	case "bytes":
		e := one(m, escaped{`ok \xff\xfe end\n`, 10}, escaped{`\xe6\x97`, 2}, escaped{`a\0b\n`, 4}, escaped{`\xc3\x28 bad\n`, 7}, escaped{`caf\xe9\n`, 5},
			escaped{`x\xed\xa0\x80y\n`, 6}, escaped{`\xef\xbb\xbf`, 3}, escaped{`\xf0\x9f\x98`, 3}, escaped{`a\rb\r`, 4})
		return m.raw(p, e.text, e.size)
	case "linkin":
		target := m.root + "/docs/shared.md"
		text := m.documentText()
		if text == "" {
			text = "t\n"
		}
		m.put(target, text)
		return m.linkDocument(p, up(p)+target, m.size[target])
	case "linkout":
		m.put("outside/o.md", "outside text\n")
		return m.linkDocument(p, one(m, up(p)+"outside/o.md", "$ROOT/outside/o.md"), []byte("outside text\n"))
	case "dangling":
		return m.link(p, "nowhere.md")
	case "dir":
		return m.mkdir(p)
	}
	return m.put(p, "locked\n", "mode")
}

func (m *maker) linkDocument(p, target string, data []byte) bool {
	if !m.link(p, target) {
		return false
	}
	m.size[p] = data
	return true
}

type chosen struct {
	name   string
	chance float64
}

// fillDocuments writes instruction documents along the chain and beside it, further names for them and a budget
// near the edges of what they need.
func (m *maker) fillDocuments(few bool) {
	further := m.furtherNames(few)
	names := []chosen{{"AGENTS.override.md", .2}, {"AGENTS.md", by(few, .45, .72)}}
	for _, n := range further {
		if n != "" && !strings.HasPrefix(n, "$") {
			names = append(names, chosen{n, .5})
		}
	}
	names = append(names, chosen{"CLAUDE.md", .06}, chosen{"agents.md", .03}, chosen{"AGENT.md", .03})
	var loaded []string
	for _, f := range m.chain {
		got := ""
		for _, n := range names {
			p := clean(f, n.name)
			if m.chance(n.chance) && m.document(p) && got == "" && m.size[p] != nil {
				got = p
			}
		}
		if got != "" {
			loaded = append(loaded, got)
		}
	}
	for _, f := range append(m.aside(), "") {
		if m.chance(.3) {
			m.put(clean(f, "AGENTS.md"), pick(m, words)+" decoy\n")
		}
	}
	for _, n := range []chosen{{"AGENTS.override.md", .16}, {"AGENTS.md", .5}} {
		if m.chance(n.chance) {
			m.document(m.codexHome + "/" + n.name)
			m.note("global-doc")
		}
	}
	if len(further) > 0 && m.chance(.1) {
		m.put(m.codexHome+"/CLAUDE.md", "global fallback decoy\n")
	}
	if len(loaded) > 0 && m.chance(by(few, .12, .5)) {
		m.documentBudget(loaded)
	}
}

// furtherNames chooses names that documents may also have, and sets them in one layer.
func (m *maker) furtherNames(few bool) []string {
	if !m.chance(by(few, .12, .4)) {
		return nil
	}
	m.note("fallback-names")
	var names []string
	var list []any
	for range m.between(1, 3) {
		n := weigh(m, weighted[string]{"CLAUDE.md", 38}, weighted[string]{"RULES.md", 25}, weighted[string]{"docs/GUIDE.md", 10}, weighted[string]{"", 5},
			weighted[string]{"AGENTS.md", 4}, weighted[string]{"../UP.md", 4}, weighted[string]{"agents.md", 6}, weighted[string]{".hidden.md", 5},
			weighted[string]{"$ROOT/outside/abs.md", 3})
		names, list = append(names, n), append(list, n)
		if strings.HasPrefix(n, "$") {
			m.put("outside/abs.md", "absolute\n")
		}
	}
	m.setSomewhere("project_doc_fallback_filenames", list, 60, 12, 18, 10)
	return names
}

// setSomewhere sets a key in the user's, the system's or a project's layer or on the command line, by weight.
func (m *maker) setSomewhere(key string, v any, user, system, project, args float64) {
	where := weigh(m, weighted[string]{m.user, user}, weighted[string]{"etc/codex/config.toml", system},
		weighted[string]{pick(m, m.chain) + "/.codex/config.toml", project}, weighted[string]{"", args})
	if where == "" {
		m.override(key, v)
		return
	}
	m.layer(where).set(strings.Split(key, "."), v)
}

// documentBudget sets a limit near the borders of the documents.
func (m *maker) documentBudget(loaded []string) {
	m.note("doc-budget")
	total, marks := 0, []int{0, 1}
	for _, p := range loaded {
		n := len(m.size[p])
		marks = append(marks, total+n-1, total+n, total+n+1, total+n/2, total+n/3)
		total += n
	}
	m.setSomewhere("project_doc_max_bytes", max(0, pick(m, marks)), 55, 10, 20, 15)
}
