package source

import (
	"path"
	"strings"
	"sync"
)

// Kind says what agents do with a file.
type Kind string

// The kinds.
const (
	Instructions Kind = "instructions" // text that goes to the model: AGENTS.md, CLAUDE.md, rules
	Skill        Kind = "skill"        // a SKILL.md
	SkillFile    Kind = "skill-file"   // anything else in a skill's folder
	Command      Kind = "command"      // prompt templates and agent roles
	Config       Kind = "config"       // settings, hooks, servers
	Env          Kind = "env"          // environment files
	Workflow     Kind = "workflow"     // continuous integration
	Git          Kind = "git"          // what git itself reads
	Other        Kind = "other"        // below an agent's folder, without a meaning that is known
	Reached      Kind = "reached"      // no agent path; an import or a command leads here
)

// Place is what a path says about a file before it is read.
type Place struct {
	Kind   Kind
	Agents []string // who reads it: "codex", "claude", ...; sorted
	// Inner is the path in lower case from the agent's own folder or name on: ".claude/settings.json" for
	// "services/api/.claude/settings.json". Rules look files up by it.
	Inner string
	// Start is the folder below the root in which an agent that reads the file is started, "." for the root.
	Start string
	// Variant is set when the spelling differs from the agent's own in letter case only.
	Variant bool
}

// folder is an agent's folder: everything below it is in the discovery set.
type folder struct {
	name   string // as the agent spells it; may have two parts
	agents string
}

var folders = []folder{
	{".codex", "codex"},
	{".agents", "codex"},
	{".claude", "claude"},
	{".claude-plugin", "claude"},
	{".cursor", "cursor"},
	{".windsurf", "windsurf"},
	{".clinerules", "cline"},
	{".roo", "roo"},
	{".kiro", "kiro"},
	{".amazonq", "amazonq"},
	{".gemini", "gemini"},
	{".zed", "zed"},
	{".devcontainer", "vscode"},
	{".opencode", "opencode"},
	{".github/instructions", "copilot"},
	{".github/hooks", "copilot"},
	{".github/copilot", "copilot"},
	{".github/workflows", "ci"},
}

// name is a file that is read wherever it lies.
type name struct {
	name   string // as the agent spells it; a trailing "*" stands for anything
	kind   Kind
	agents string
}

var names = []name{
	{"AGENTS.md", Instructions, "codex copilot cursor gemini opencode"},
	{"AGENTS.override.md", Instructions, "codex"},
	{"CLAUDE.md", Instructions, "claude"},
	{"CLAUDE.local.md", Instructions, "claude"},
	{"GEMINI.md", Instructions, "gemini"},
	{".cursorrules", Instructions, "cursor"},
	{".windsurfrules", Instructions, "windsurf"},
	{".clinerules*", Instructions, "cline"},
	{".github/copilot-instructions.md", Instructions, "copilot"},
	{".mcp.json", Config, "claude"},
	{".vscode/settings.json", Config, "vscode"},
	{".vscode/tasks.json", Config, "vscode"},
	{".vscode/mcp.json", Config, "vscode"},
	{".vscode/launch.json", Config, "vscode"},
	{".devcontainer.json", Config, "vscode"},
	{"opencode.json", Config, "opencode"},
	{"opencode.jsonc", Config, "opencode"},
	{".aider*", Config, "aider"},
	{".env*", Env, "env"},
	{"mise.toml", Env, "env"},
	{".mise.toml", Env, "env"},
	{".gitmodules", Git, "git"},
	{".gitattributes", Git, "git"},
	{"SKILL.md", Skill, "codex claude"},
	{".github", Other, "ci copilot"}, // a folder, or a link in its place, that holds files of agents among others
	{".vscode", Other, "vscode"},
}

// Classify says what rel, a path below the root, is to an agent. Letter case is ignored, so that case tricks are
// seen. ok is false for a path that no agent reads.
func Classify(rel string) (Place, bool) {
	parts := strings.Split(rel, "/")
	for i := range parts {
		spelled := strings.Join(parts[i:], "/")
		inner := Fold(spelled)
		p, ok := inFolder(spelled, inner)
		if !ok {
			p, ok = named(spelled, inner)
		}
		if !ok {
			continue
		}
		p.Inner, p.Start = inner, "."
		if i > 0 {
			p.Start = strings.Join(parts[:i], "/")
		}
		return p, true
	}
	return Place{}, false
}

// Fold is a path as a file system without letter case compares it.
func Fold(p string) string {
	for i := range len(p) {
		if c := p[i]; c >= 'A' && c <= 'Z' || c >= 0x80 {
			return strings.ToLower(p)
		}
	}
	return p
}

// MayStart reports whether a path part can be the first one of an agent's file or folder: a quick test for the
// walk, right for every path that Classify knows.
func MayStart(part string) bool {
	if part == "" {
		return false
	}
	if part[0] != '.' && part[0] < 0x80 && !strings.ContainsRune("acgmosACGMOS", rune(part[0])) {
		return false
	}
	folded := Fold(part)
	if firsts()[folded] {
		return true
	}
	for _, n := range names {
		if prefix, ok := strings.CutSuffix(n.name, "*"); ok && strings.HasPrefix(folded, prefix) {
			return true
		}
	}
	return false
}

// firsts are the first parts of every folder and name, in lower case.
var firsts = sync.OnceValue(func() map[string]bool {
	out := map[string]bool{}
	for _, f := range folders {
		first, _, _ := strings.Cut(f.name, "/")
		out[first] = true
	}
	for _, n := range names {
		first, _, _ := strings.Cut(strings.ToLower(n.name), "/")
		out[first] = true
	}
	return out
})

func inFolder(spelled, inner string) (Place, bool) {
	for _, f := range folders {
		if inner != f.name && !strings.HasPrefix(inner, f.name+"/") {
			continue
		}
		p := Place{Agents: strings.Fields(f.agents), Kind: kindInside(inner)}
		p.Variant = spelled != f.name && !strings.HasPrefix(spelled, f.name+"/")
		return p, true
	}
	return Place{}, false
}

func named(spelled, inner string) (Place, bool) {
	for _, n := range names {
		same := spelled == n.name
		if prefix, ok := strings.CutSuffix(n.name, "*"); ok {
			if !strings.HasPrefix(inner, prefix) || strings.Contains(inner, "/") {
				continue
			}
			same = strings.HasPrefix(spelled, prefix)
		} else if inner != Fold(n.name) {
			continue
		}
		return Place{Kind: n.kind, Agents: strings.Fields(n.agents), Variant: !same}, true
	}
	return Place{}, false
}

// inside says what a path below an agent's folder is: the first row that fits counts.
var inside = []struct {
	prefix, suffix string
	kind           Kind
}{
	{".github/workflows/", "", Workflow},
	{".github/instructions/", "", Instructions},
	{".gemini/.env", "", Env},
	{".codex/rules/", ".rules", Config},
	{".claude/commands/", "", Command},
	{".claude/agents/", "", Command},
	{".gemini/commands/", "", Command},
	{".opencode/command/", "", Command},
	{".opencode/agent/", "", Command},
	{".codex/prompts/", "", Command},
	{".codex/agents/", "", Config},
	{".devcontainer/", ".json", Config},
}

func kindInside(inner string) Kind {
	if i := strings.Index(inner, "/skills/"); i >= 0 {
		if path.Base(inner) == "skill.md" {
			return Skill
		}
		return SkillFile
	}
	for _, row := range inside {
		if strings.HasPrefix(inner, row.prefix) && strings.HasSuffix(inner, row.suffix) {
			return row.kind
		}
	}
	switch path.Ext(inner) {
	case ".json", ".jsonc", ".toml", ".yaml", ".yml", ".rules":
		return Config
	case ".md", ".mdc", ".txt":
		return Instructions
	}
	if strings.HasPrefix(inner, ".clinerules") {
		return Instructions
	}
	return Other
}

// Is reports whether f is one of the agents' files named in lower case, such as ".claude/settings.json".
func (p Place) Is(inner ...string) bool {
	for _, name := range inner {
		if p.Inner == name {
			return true
		}
	}
	return false
}

// Under reports whether f lies below one of the agents' folders named in lower case, such as ".codex/rules".
func (p Place) Under(folders ...string) bool {
	for _, name := range folders {
		if strings.HasPrefix(p.Inner, name+"/") {
			return true
		}
	}
	return false
}

// ReadBy reports whether the agent reads the file.
func (p Place) ReadBy(agent string) bool {
	for _, a := range p.Agents {
		if a == agent {
			return true
		}
	}
	return false
}
