package random

import (
	"path"
	"strings"
)

// fillLayers writes config files all over the layout, so that the same few keys are set in several of them. With
// few it leaves more out, for cases that are about something else.
func (m *maker) fillLayers(few bool) {
	m.chooseKeys(few)
	var spots []string
	for _, f := range m.spots(few) {
		spots = append(spots, f)
		m.fillLayer(f, few)
	}
	scale := 1.0
	if few {
		scale = .35
	}
	if len(spots) > 0 && m.chance(.05*scale) {
		m.wrongType(pick(m, spots))
	}
	if len(spots) > 0 {
		m.exotic(m.config(pick(m, spots)), scale)
	}
	if m.chance(.03 * scale) {
		m.oddFile(m.config(pick(m, m.chain) + "/.codex/config.toml"))
	}
	if m.chance(.04*scale) && !few {
		m.oddFolder(pick(m, m.chain))
	}
	if m.chance(by(few, .2, .38)) {
		m.runtime()
	}
	if m.chance(by(few, .06, .17)) {
		m.note("requirements")
		m.put("etc/codex/requirements.toml", m.toml(m.requirements()))
	}
	if m.chance(by(few, .03, .09)) {
		m.managed()
	}
	if m.chance(.04) { // these names count in the system folder only
		at := one(m, m.codexHome, m.chain[0]+"/.codex") + "/" + one(m, "requirements.toml", "managed_config.toml")
		m.put(at, "allowed_approval_policies = [\"never\"]\napproval_policy = \"never\"\n")
	}
}

func by(few bool, yes, no float64) float64 {
	if few {
		return yes
	}
	return no
}

// chooseKeys chooses what the layers of this case are about.
func (m *maker) chooseKeys(few bool) {
	known, free := m.between(2, 5), m.between(1, 3)
	if few {
		known = m.between(1, 2)
		if m.chance(.6) {
			free = 0
		}
	}
	for range known {
		m.known = append(m.known, m.anyKnown())
	}
	for range free {
		var key []string
		for range m.between(1, 4) {
			key = append(key, m.freeKey())
		}
		m.extraPairs = append(m.extraPairs, key)
	}
}

// spots chooses which files there are.
func (m *maker) spots(few bool) []string {
	var out []string
	if m.chance(by(few, .25, .5)) {
		out = append(out, "etc/codex/config.toml")
	}
	if m.chance(by(few, .5, .85)) {
		out = append(out, m.user)
	}
	for _, f := range m.chain {
		if m.chance(by(few, .3, .6)) {
			out = append(out, f+"/.codex/config.toml")
		}
	}
	for _, f := range m.aside() {
		if m.chance(by(few, .2, .4)) {
			out = append(out, f+"/.codex/config.toml")
		}
	}
	return out
}

// aside are folders that the agent does not ask: above the root, below the working directory, another checkout.
func (m *maker) aside() []string {
	out := append(append([]string(nil), m.above...), m.below...)
	if m.main != "" && m.main != m.root {
		out = append(out, m.main)
	}
	return out
}

func (m *maker) fillLayer(file string, few bool) {
	t, folder := m.layer(file), path.Dir(file)
	project := strings.HasSuffix(file, "/.codex/config.toml") && file != m.user
	for _, k := range m.known {
		if !m.chance(.62) || k.key == "skills.include_instructions" && few || k.key == "sqlite_home" && project {
			continue
		}
		at, v := k.value(m, folder)
		t.set(at, v)
	}
	for _, key := range m.extraPairs {
		if !m.chance(.6) {
			continue
		}
		v := m.scalar()
		if m.chance(.45) {
			v = m.value(len(key))
		}
		if m.chance(.2) {
			key = key[:m.between(1, len(key))]
		}
		t.set(key, v)
	}
	if project && m.chance(.12) {
		m.note("denylist")
		for _, key := range some(m, ignoredInProjects, 2) {
			at, v := knownNamed(key).value(m, folder)
			t.set(at, v)
		}
		if m.chance(.3) {
			t.set([]string{"features", "respect_system_proxy"}, true)
		}
		if m.chance(.3) {
			t.put("model_provider", "nowhere")
		}
	}
}

// wrongType gives a key of the agent a value that it cannot take, and at times a good one on top.
func (m *maker) wrongType(file string) {
	k := pick(m, m.known)
	top, _, _ := strings.Cut(k.key, ".")
	if top == "notice" || top == "hooks" || strings.Contains(k.key, "NAME") {
		return
	}
	m.layer(file).set(strings.Split(k.key, "."), m.wrong(k.key))
	m.note("wrong-type")
	if m.chance(.4) {
		at, v := k.value(m, path.Dir(file))
		m.override(strings.Join(at, "."), v)
		m.note("wrong-type-overridden")
	}
}

// exotic adds a rare or a broken piece of TOML to a file.
func (m *maker) exotic(c *config, scale float64) {
	switch {
	case m.chance(.10 * scale):
		m.note("exotic-toml")
		if m.chance(.5) {
			c.lead = pick(m, exoticLead)
			return
		}
		c.tail = pick(m, append(append([]string(nil), exoticLead...), exoticTail...))
		if m.chance(.3) {
			c.tail = "[tail]\n" + c.tail
		}
	case m.chance(.06 * scale):
		m.note("broken-toml")
		c.tail = pick(m, exoticBad)
	}
}

// oddFile puts something else in the place of a project's config file.
func (m *maker) oddFile(c *config) {
	if c.path == m.user || !m.free(c.path) {
		return
	}
	c.off = true
	m.note("odd-project-file")
	switch m.kind("folder:1 empty:3 bytes:1 comment:2 locked:1") {
	case "folder":
		m.mkdir(c.path)
	case "empty":
		m.put(c.path, "")
	case "bytes":
		m.raw(c.path, `a = "\xff"\n`, 8)
	case "comment":
		m.put(c.path, "# only a comment")
	default:
		m.put(c.path, "model = \"m\"\n", "mode")
	}
}

// oddFolder puts something else in the place of a project's config folder.
func (m *maker) oddFolder(dir string) {
	if m.hasConfig(dir+"/.codex/config.toml") || dir+"/.codex" == m.codexHome {
		return
	}
	m.note("codex-folder-form")
	switch m.kind("file:1 empty:2 link:2") {
	case "file":
		m.put(dir+"/.codex", "a file\n")
	case "empty":
		m.mkdir(dir + "/.codex")
	default:
		if m.put("shared/cfg/config.toml", "model = \"linked\"\nlog_dir = \"logs\"\n") {
			m.link(dir+"/.codex", "$ROOT/shared/cfg")
		}
	}
}

var oddOverrides = []string{
	"zz=007", "zz=hello world", "zz=", " zz = 1 ", "zz.a.b=[1,2", "zz='lit'", "zz=\"a=b\"", "zz=a=b", "zz=1979-05-27", "zz={a=1,b={c=[true]}}",
	"zz.\"a.b\".c=1", "zz=o3", "zz=true", "zz=TRUE", "zz=1_000", "zz=0x1F", "zz=nan", "zz=-", "zz=[]", "zz={}", "zz=日", "custom.x=1", "zz=\"\"\"m\"\"\"",
	"zz..a=1", "zz=1 # c",
}

// runtime adds overrides of the command line.
func (m *maker) runtime() {
	m.note("runtime-flags")
	for range m.between(1, 3) {
		switch m.kind("known:45 free:35 odd:20") {
		case "known":
			k := pick(m, m.known)
			if at, v := k.value(m, m.realCwd); k.key != "skills.include_instructions" {
				m.override(strings.Join(at, "."), v)
			}
		case "odd":
			m.args = append(m.args, "-c", pick(m, oddOverrides))
		default:
			if len(m.extraPairs) == 0 {
				continue
			}
			key := pick(m, m.extraPairs)
			v := m.scalar()
			if m.chance(.3) {
				v = m.value(3)
			}
			if joined := strings.Join(key[:m.between(1, len(key))], "."); !strings.Contains("."+joined+".", "..") {
				m.override(joined, v)
			}
		}
	}
}

// managed writes the file that stands over everything.
func (m *maker) managed() {
	m.note("managed-file")
	t := &table{}
	for _, k := range m.known[:min(len(m.known), m.between(1, 3))] {
		at, v := k.value(m, "etc/codex")
		t.set(at, v)
	}
	if m.chance(.5) {
		t.put("approval_policy", m.kind("never:50 on-request:45 untrusted:5"))
	}
	if m.chance(.4) {
		t.put("sandbox_mode", one(m, "read-only", "workspace-write"))
	}
	if len(m.extraPairs) > 0 && m.chance(.5) {
		t.set(pick(m, m.extraPairs), m.scalar())
	}
	m.put("etc/codex/managed_config.toml", m.toml(t))
}

// selectProfile starts the agent with a profile of its own file.
func (m *maker) selectProfile() {
	m.note("profile")
	name := one(m, "work", "p1", "x-y")
	m.directive("profile", name)
	if m.chance(.8) {
		t := &table{}
		if m.chance(.6) {
			t.put("project_doc_max_bytes", one(m, 0, 5, 12, 4000))
		}
		if m.chance(.4) {
			t.put("project_doc_fallback_filenames", []any{"CLAUDE.md"})
		}
		if m.chance(.4) {
			t.put("model", m.word())
		}
		if m.chance(.3) {
			t.set([]string{"projects", "$ROOT/" + m.root}, tableOf("trust_level", pick(m, levels)))
		}
		m.put(m.codexHome+"/"+name+".config.toml", m.toml(t))
	}
	m.put(m.chain[0]+"/AGENTS.md", "profile doc text\n")
	m.put(m.chain[0]+"/CLAUDE.md", "claude text\n")
	m.put(m.realCwd+"/CLAUDE.md", "claude below\n")
}
