package random

import (
	"crypto/sha256"
	"encoding/binary"
	"fmt"
	"strings"
)

// Tree writes a tree for the files of several agents at once: ordinary ones, and around them links that lead out, back
// and nowhere, files and folders that may not be read, odd names, broken texts and large files. No agent was asked
// about it: it is for properties that hold for any tree.
func Tree(seed uint64) Case {
	sum := sha256.Sum256(fmt.Appendf(nil, "tree/%d", seed))
	m := newMaker("tree", binary.BigEndian.Uint64(sum[:8]), binary.BigEndian.Uint64(sum[8:16]))
	m.layout(false)
	m.fillLayers(true)
	m.fillDocuments(true)
	m.fillSkills(m.between(1, 4), true)
	m.trust(.6)
	m.switchSkills(.15)
	m.claude()
	for range m.between(0, 4) {
		m.hostile()
	}
	return Case{Name: fmt.Sprintf("tree-%x", sum[:4]), Text: m.text()}
}

// oddNames are names of files and folders that mislead a reader, a shell, a terminal or another file system.
var oddNames = []string{
	"a\u202eb", "[x]", "*", "~", "$(x)", "-rf", "%41", "con", "a.", "AGENTS.MD", "Claude.md", ".GIT", "git~1", "\u200bx", "e\u0301", "é",
	"..", "...", "a;b", "'", `"`, "#x", "@a", "!", "{a,b}", strings.Repeat("n", 200), "x.md.md", ".claude.", "\u001b[31m",
}

// claude writes the files of the other agent.
func (m *maker) claude() {
	for _, f := range m.chain {
		for _, n := range []chosen{{"CLAUDE.md", .4}, {"CLAUDE.local.md", .15}, {".claude/CLAUDE.md", .2}} {
			if m.chance(n.chance) && m.free(f+"/"+n.name) {
				m.put(f+"/"+n.name, m.claudeText())
			}
		}
		if m.chance(.3) {
			m.put(f+"/.claude/rules/"+one(m, "r.md", "sub/r.md", "x.txt"), one(m, "", "---\npaths: src/**/*.{go,md}\n---\n", "---\npaths: [\n---\n")+m.claudeText())
		}
		for _, name := range []string{"settings.json", "settings.local.json"} {
			if m.chance(.25) {
				m.put(f+"/.claude/"+name, pick(m, settingsFiles))
			}
		}
		if m.chance(.25) {
			m.put(f+"/.claude/"+one(m, "skills/s/SKILL.md", "commands/c.md", "commands/a/b.md", "skills/x/y/SKILL.md"), m.skillText(pick(m, words), m.chance(.5)))
		}
	}
	for _, n := range []chosen{{"home/.claude/CLAUDE.md", .4}, {"home/.claude/rules/u.md", .1}, {"etc/claude-code/CLAUDE.md", .1}} {
		if m.chance(n.chance) {
			m.put(n.name, m.claudeText())
		}
	}
	for _, n := range []chosen{{"home/.claude/settings.json", .4}, {"etc/claude-code/managed-settings.json", .15}, {m.root + "/.mcp.json", .2}, {"home/.claude.json", .2}} {
		if m.chance(n.chance) {
			m.put(n.name, pick(m, settingsFiles))
		}
	}
}

func (m *maker) claudeText() string {
	text := m.documentText()
	for range m.between(0, 2) {
		text += "see @" + one(m, "AGENTS.md", "./CLAUDE.md", "../CLAUDE.md", "docs/x.md", "~/notes.md", "/etc/passwd", "$ROOT/outside/o.md", "a\\ b.md", ".") + "\n"
	}
	return text
}

var settingsFiles = []string{
	"{}\n", "{\"model\": \"opus\", \"env\": {\"A\": \"1\"}}\n", "{\"permissions\": {\"allow\": [\"Bash(ls:*)\"], \"deny\": [\"Read(./.env)\"], \"defaultMode\": \"plan\"}}\n",
	"{\"hooks\": {\"PreToolUse\": [{\"matcher\": \"*\", \"hooks\": [{\"type\": \"command\", \"command\": \"true\"}]}]}}\n", "{\"model\": 5, \"unknown\": null}\n", "{\n", "[]\n", "",
	"{\"a\": 1, \"a\": 2}\n", "// no comment\n{}\n", "{\"claudeMdExcludes\": [\"**/CLAUDE.md\", \"/x/!(\"], \"disableAllHooks\": true}\n", "{\"mcpServers\": {\"x\": {\"command\": \"true\"}}}\n",
	"{\"projects\": {\"$ROOT/repo\": {\"hasTrustDialogAccepted\": true}}}\n", "{\"enabledPlugins\": {\"a@b\": true}, \"extraKnownMarketplaces\": {}}\n",
}

// files are names that agents look for.
var agentFiles = []string{
	"AGENTS.md", "AGENTS.override.md", "CLAUDE.md", "CLAUDE.local.md", ".codex", ".codex/config.toml", ".claude", ".claude/settings.json", ".claude/rules", ".agents", ".agents/skills",
	".agents/skills/z", ".agents/skills/z/SKILL.md", ".mcp.json", ".git", ".claude/skills/z",
}

// hostile puts one thing in the way.
func (m *maker) hostile() {
	folder := pick(m, m.chain)
	p := folder + "/" + pick(m, agentFiles)
	form := m.kind("link:40 lock:15 odd:20 bytes:10 large:8 folder:7")
	m.note("hostile-" + form)
	switch form {
	case "link":
		m.link(p, one(m, ".", "..", "/", "nowhere", "$ROOT", "$ROOT/outside", "/etc/passwd", up(p)+"home", up(p)+"home/.codex", p[strings.LastIndexByte(p, '/')+1:], "$ROOT/"+pick(m, m.chain), "x/../y", "AGENTS.md"))
	case "lock":
		if len(m.order) > 0 {
			victim := pick(m, m.order)
			if m.chance(.5) && strings.Contains(victim, "/") {
				victim = victim[:strings.LastIndexByte(victim, '/')]
			}
			if m.files[victim] != nil || !strings.HasPrefix(victim, m.cwd) && !strings.HasPrefix(m.cwd, victim) {
				m.post = append(m.post, "mode: "+one(m, "000", "111", "444", "222", "755")+" "+victim)
			}
		}
	case "odd":
		at := folder + "/" + one(m, ".agents/skills/", ".claude/skills/", ".claude/rules/", "") + pick(m, oddNames)
		if strings.HasSuffix(at, "/..") {
			return
		}
		if m.chance(.5) {
			m.put(at, m.documentText())
		} else {
			m.put(at+"/"+one(m, "SKILL.md", "AGENTS.md", "r.md"), m.skillText(pick(m, words), true))
		}
	case "bytes":
		m.raw(p, one(m, `\xff\xfe\x00a`, `\0\0\0`, `a = 1\r\nb = \x1b[31m\n`, `{\xff}`, `---\nname: \xc3\x28\n---\n`), 8)
	case "large":
		if m.put(p, m.documentText()+"x\n") {
			m.post = append(m.post, "expand: "+p+" "+one(m, "40000", "70000", "300000"))
		}
	default:
		m.mkdir(p)
	}
}
