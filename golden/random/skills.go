package random

import (
	"path"
	"slices"
	"strings"
)

// skillRoots are folders for skills with their weights: first those that the agent reads, then those it does not.
func (m *maker) skillRoots() []weighted[string] {
	var out []weighted[string]
	add := func(p string, w float64) { out = append(out, weighted[string]{p, w}) }
	for _, f := range m.chain {
		add(f+"/.agents/skills", 4)
		add(f+"/.codex/skills", 2)
	}
	add(m.codexHome+"/skills", 3)
	add("home/.agents/skills", 3)
	add("etc/codex/skills", 2)
	for _, f := range m.aside() {
		add(f+"/.agents/skills", .7)
	}
	add(m.root+"/.claude/skills", .4)
	add(m.root+"/skills", .3)
	add("home/.claude/skills", .3)
	add(m.root+"/.agents", .2)
	return out
}

// readRoots is how many of skillRoots the agent reads.
func (m *maker) readRoots() int { return len(m.chain)*2 + 3 }

// fillSkills writes skills in their many forms; without full only ordinary ones.
func (m *maker) fillSkills(count int, full bool) {
	roots := m.skillRoots()
	var names []string
	for range count {
		base := weigh(m, roots...)
		name := pick(m, words) + weigh(m, weighted[string]{"", 50}, weighted[string]{"-" + pick(m, words), 40}, weighted[string]{itoa(m.between(1, 9)), 10})
		if len(names) > 0 && m.chance(.1) {
			name = pick(m, names)
			m.note("duplicate-name")
		}
		names = append(names, name)
		m.skill(base, name, full)
	}
	if full && m.chance(.03) {
		m.link(pick(m, roots[:4]).value+"/loop", one(m, ".", "..", "../skills"))
		m.note("skill-loop")
	}
}

// skillFolder chooses where below a root a skill lies.
func (m *maker) skillFolder(base, name string, full bool) string {
	spec := "one:85 deep:15"
	if full {
		spec = "one:74 deep:12 hidden:3 atroot:2 deep6:3 inside:4 plugin:3"
	}
	form := m.kind(spec)
	if form != "one" {
		m.note("skill-" + form)
	}
	switch form {
	case "deep":
		return base + "/" + strings.Join(some(m, []string{"g", "team", "x y", "t2"}, m.between(1, 3)), "/") + "/" + name
	case "hidden":
		return one(m, base+"/.h/"+name, base+"/."+name)
	case "atroot":
		return base
	case "deep6":
		return base + "/" + strings.Join([]string{"d0", "d1", "d2", "d3", "d4", "d5"}[:m.between(4, 6)], "/") + "/" + name
	case "inside":
		if len(m.skills) > 0 {
			return path.Dir(pick(m, m.skills).path) + "/" + name
		}
	case "plugin":
		m.put(base+"/plug/.codex-plugin/plugin.json", one(m, "{\"name\": \"plug\"}\n", "{\"name\": \"my plug\"}\n", "{}\n", "bad\n"))
		return base + "/plug/skills/" + name
	}
	return base + "/" + name
}

func (m *maker) skill(base, name string, full bool) {
	folder := m.skillFolder(base, name, full)
	file := "SKILL.md"
	form, yaml := "file", .06
	var forms []string
	if full {
		if m.chance(.04) {
			file = one(m, "skill.md", "SKILL.MD", "Skill.md", "SKILL.txt")
		}
		for _, f := range []chosen{{"crlf", .04}, {"bom", .02}, {"mode", .01}} {
			if m.chance(f.chance) {
				forms = append(forms, f.name)
				m.note("skill-" + f.name)
			}
		}
		form, yaml = m.kind("file:90 linkdir:5 linkfile:2 bytes:1.5"), .22
	}
	if !m.placeSkill(form, base, folder, file, name, full, forms) {
		return
	}
	if form == "file" && file == "SKILL.md" {
		m.skills = append(m.skills, skill{name, folder + "/SKILL.md"})
	}
	if m.chance(yaml) && form == "file" {
		m.note("openai-yaml")
		p := folder + "/agents/openai.yaml"
		if m.chance(.07) {
			p = folder + "/agents/" + one(m, "openai.yml", "OpenAI.yaml")
		}
		var crlf []string
		if m.chance(.04) {
			crlf = []string{"crlf"}
		}
		m.put(p, pick(m, openaiFiles), crlf...)
	}
	if m.chance(.08) {
		m.put(folder+"/scripts/run.py", "print(1)\n")
	}
}

// placeSkill writes the skill as a file, as bytes, behind a linked folder or as a linked file.
func (m *maker) placeSkill(form, base, folder, file, name string, full bool, forms []string) bool {
	system := strings.HasPrefix(base, "etc/") // mounted elsewhere: no relative way out
	switch form {
	case "bytes":
		m.note("skill-bad-utf8")
		return m.raw(folder+"/SKILL.md", "---\\nname: "+name+"\\ndescription: bad \\xff\\n---\\nx\\n", 40)
	case "linkdir":
		target := one(m, "store", m.root+"/tools") + "/" + name
		m.put(target+"/SKILL.md", m.skillText(name, false))
		m.note("skill-linked-folder")
		here, again := one(m, "", "./")+up(folder)+target, up(base+"/again")+target
		if system {
			here, again = "$ROOT/"+target, "$ROOT/"+target
		}
		ok := m.link(folder, here)
		if m.chance(.3) {
			m.link(base+"/again", again)
		}
		return ok
	case "linkfile":
		target := "store/" + name + ".md"
		m.put(target, m.skillText(name, false))
		m.note("skill-linked-file")
		lead := up(folder + "/SKILL.md")
		if system {
			lead = "$ROOT/"
		}
		return m.link(folder+"/SKILL.md", lead+target)
	}
	return m.put(folder+"/"+file, m.skillText(name, full), forms...)
}

// switchSkills writes entries that switch skills on and off, with the given chance.
func (m *maker) switchSkills(chance float64) {
	if !m.chance(chance) || len(m.skills) == 0 {
		return
	}
	m.note("skills-config")
	var entries []any
	for range m.between(1, 3) {
		s := pick(m, m.skills)
		e := m.switchEntry(s)
		e.put("enabled", m.chance(.25))
		entries = append(entries, e)
	}
	where := weigh(m, weighted[string]{m.user, 68}, weighted[string]{"etc/codex/config.toml", 8},
		weighted[string]{m.chain[0] + "/.codex/config.toml", 10}, weighted[string]{"", 14})
	if where == "" {
		m.override("skills.config", entries)
	} else {
		m.layer(where).sub("skills").put("config", entries)
	}
	if user := m.layer(m.user).sub("skills"); m.chance(.2) && !slices.Contains(user.keys, "config") {
		user.put("config", []any{tableOf("name", pick(m, m.skills).name, "enabled", m.chance(.5))})
	}
}

func (m *maker) switchEntry(s skill) *table {
	absolute := "$ROOT/" + s.path
	switch m.kind("path:35 name:30 folder:8 rel:8 both:5 neither:3 ghost:5 padded:3 home:3") {
	case "path":
		return tableOf("path", absolute)
	case "name":
		return tableOf("name", s.name)
	case "folder":
		return tableOf("path", path.Dir(absolute))
	case "rel":
		_, rest, _ := strings.Cut(s.path, "/")
		return tableOf("path", one(m, "../", "./", "")+rest)
	case "both":
		return tableOf("path", absolute, "name", s.name)
	case "ghost":
		return tableOf("name", "ghost")
	case "padded":
		return tableOf("name", " "+s.name+" ")
	case "home":
		if rest, ok := strings.CutPrefix(s.path, "home/"); ok {
			return tableOf("path", "~/"+rest)
		}
		return tableOf("path", "$ROOT/x/../"+s.path)
	}
	return &table{}
}

// mention adds user texts that name skills, with the given chance.
func (m *maker) mention(chance float64) {
	if !m.chance(chance) || len(m.skills) == 0 {
		return
	}
	m.note("mention")
	for range m.between(1, 2) {
		var parts []string
		for range m.between(1, 3) {
			s := pick(m, m.skills)
			parts = append(parts, m.mentionOf(s.name, "$ROOT/"+s.path))
		}
		m.directive("mention", one(m, "use ", "run ", `please \n`)+strings.Join(parts, one(m, " ", ", ", `\n`, " and ")))
	}
}

func (m *maker) mentionOf(n, p string) string {
	return weigh(m, weighted[string]{"$" + n, 40}, weighted[string]{"[$" + n + "](" + p + ")", 16}, weighted[string]{"$" + n + ".", 6},
		weighted[string]{"$" + n + "x", 4}, weighted[string]{"[$" + n + "](skill://" + p + ")", 5}, weighted[string]{"[$other](" + p + ")", 4},
		weighted[string]{"$" + strings.ToUpper(n), 4}, weighted[string]{"$$$" + n, 2}, weighted[string]{"[$" + n + "] ( " + p + " )", 3},
		weighted[string]{"[$" + n + "](/no/where)", 4}, weighted[string]{"$HOME", 3}, weighted[string]{"$nothing", 4}, weighted[string]{"`$" + n + "`", 3},
		weighted[string]{"$" + n + "é", 2}, weighted[string]{n, 3}, weighted[string]{"[" + n + "](" + p + ")", 3}, weighted[string]{"a$" + n + ":b", 2},
		weighted[string]{"[$PATH](" + p + ")", 2})
}
