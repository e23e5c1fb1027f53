package claude

import (
	"path"
	"strings"

	"github.com/agentlayers/layers/audit/facts"
	"github.com/agentlayers/layers/audit/shell"
)

// permission is one rule of a permission list: a tool, and what of it.
type permission struct {
	tool  string
	spec  string
	whole bool // no spec: every use of the tool
}

func parsePermission(text string) permission {
	text = strings.TrimSpace(text)
	tool, spec, ok := strings.Cut(text, "(")
	if !ok {
		return permission{tool: text, whole: true}
	}
	spec = strings.TrimSpace(strings.TrimSuffix(strings.TrimSpace(spec), ")"))
	return permission{tool: strings.TrimSpace(tool), spec: spec, whole: spec == ""}
}

// everything reports whether the rule leaves nothing of its tool out.
func (r permission) everything() bool {
	return r.whole || strings.Trim(r.spec, "*:/. ") == ""
}

// broad says what a rule lets through that it should not; "" when it is narrow. root and home are absolute.
func (r permission) broad(root, home string) string {
	switch r.tool {
	case "*":
		return "every tool"
	case "Bash", "PowerShell":
		if r.everything() {
			return "every command"
		}
		if name, broad := shell.Broad(r.spec); broad {
			return commandsOf(name)
		}
	case "Write", "Edit", "MultiEdit", "NotebookEdit":
		if r.everything() {
			return "every edit"
		}
		if dir, outside := r.outside(); outside && facts.Sensitive(dir, root, home) {
			return "edits of " + dir
		}
	case "Read":
		if dir, outside := r.outside(); outside && facts.Sensitive(dir, root, home) && isSecretPlace(r.spec) {
			return "reading " + dir
		}
	default:
		if server, isServer := strings.CutPrefix(r.tool, "mcp__"); isServer && strings.HasPrefix(server, "*") {
			return "every tool of every server"
		}
	}
	return ""
}

func commandsOf(name string) string {
	if name == "" {
		return "every command"
	}
	return "every command of " + name
}

// outside gives the folder of a path rule as one of the machine's, when it names one there: "//etc/**", "~/**",
// "../**". A single slash stands for the project.
func (r permission) outside() (dir string, ok bool) {
	dir = r.spec
	if i := strings.IndexByte(dir, '*'); i >= 0 {
		dir = dir[:i]
	}
	switch {
	case strings.HasPrefix(dir, "//"):
		return path.Clean(dir[1:]), true
	case strings.HasPrefix(dir, "~"), strings.HasPrefix(dir, "../"):
		return path.Clean(dir), true
	}
	return "", false
}

// isSecretPlace reports whether a path rule for a sensitive place opens more than one file there, or a file of
// credentials. Settings of agents, and of programs in general, are no secret as such.
func isSecretPlace(spec string) bool {
	for _, name := range []string{"/.ssh", "/.aws", "/.gnupg", "/.kube", "/.netrc", "/.git-credentials", "/.npmrc", "/.pypirc"} {
		if strings.Contains(spec, name) {
			return true
		}
	}
	for _, name := range []string{"/.claude", "/.codex", "/.gemini", "/.cursor", "/.config"} {
		if strings.Contains(spec, name) {
			return false
		}
	}
	return strings.Contains(spec, "*")
}
