package acts

import (
	"path"
	"strings"

	"github.com/agentlayers/layers/audit/shell"
)

// trusting are places below home whose content decides what an agent, a shell or git may do.
var trusting = []string{
	".codex", ".claude", ".claude.json", ".gemini", ".cursor", ".copilot", ".config/opencode", ".config/Code/User",
	"Library/Application Support/Code/User", "AppData/Roaming/Code/User", ".vscode", ".config/github-copilot", ".aider.conf.yml",
	".gitconfig", ".config/git/config", ".local/share/direnv/allow", ".config/mise/config.toml", ".config/zed",
	".bashrc", ".bash_profile", ".bash_login", ".profile", ".bash_aliases", ".zshrc", ".zprofile", ".zshenv", ".zlogin",
	".kshrc", ".config/fish", ".inputrc", ".config/powershell", "Documents/PowerShell", ".agents", ".kiro", ".amazonq",
	".aws/amazonq", ".roo", ".codeium",
}

// systemWide are the like outside home.
var systemWide = []string{
	"/etc/profile", "/etc/profile.d", "/etc/bash.bashrc", "/etc/bashrc", "/etc/zsh", "/etc/zshrc", "/etc/zshenv", "/etc/codex",
	"/etc/gitconfig", "/etc/environment", "/etc/sudoers", "/etc/sudoers.d", "/etc/claude-code", "/etc/ld.so.preload",
}

// inRepo are the ends of paths in any folder.
var inRepo = []string{
	"trustedFolders.json", ".vscode/settings.json", ".vscode/tasks.json", ".vscode/mcp.json", ".git/config", ".claude/settings.json",
	".claude/settings.local.json", ".codex/config.toml", ".codex/hooks.json", ".cursor/mcp.json", ".cursor/hooks.json",
	".gemini/settings.json", ".mcp.json",
}

// trust reports what a call writes that decides about trust.
func (f *finder) trust(raw shell.Call) {
	c := unwrap(raw)
	if what := gitConfig(c); what != "" {
		kind := EditsTrust
		if c.has("--global", "--system") && oneOf(what, "core.hooksPath init.templateDir") {
			kind = Persistence
		}
		f.add(kind, raw, c.dropped, "sets ", what, " in git's configuration")
		return
	}
	if what := agentCommand(c); what != "" {
		f.add(EditsTrust, raw, c.dropped, "changes the agent's own configuration through ", what)
		return
	}
	for _, t := range targets(c) {
		switch {
		case persists(t.path):
			f.add(Persistence, raw, t.word, "writes ", t.path)
			return
		case decides(t.path):
			f.add(EditsTrust, raw, t.word, "writes ", t.path)
			return
		}
	}
	if text, word := c.code(); text != "" {
		if p := codeWrites(text); p != "" {
			f.add(EditsTrust, raw, c.dropped+word, "writes ", p)
		}
	}
}

// decides reports whether a path decides about trust. Logs that an agent's folder holds do not.
func decides(p string) bool {
	if rel, ok := belowHome(p); ok {
		return within(rel, trusting) && !isLog(rel) || strings.HasSuffix(rel, "/trustedFolders.json") || inTree(rel)
	}
	if strings.HasPrefix(p, "$PROFILE") || strings.EqualFold(p, "$profile") {
		return true
	}
	return within(path.Clean(p), systemWide) || inTree(p)
}

func inTree(p string) bool {
	p = "/" + path.Clean(strings.ReplaceAll(p, `\`, "/"))
	for _, end := range inRepo {
		if strings.HasSuffix(p, "/"+end) {
			return true
		}
	}
	return false
}

// isLog reports whether a path names a log, a cache or something temporary.
func isLog(rel string) bool {
	base := strings.ToLower(path.Base(rel))
	if strings.HasSuffix(base, ".log") || strings.Contains(base, "log") && oneOf(path.Ext(base), ".txt .jsonl .json .csv .md") {
		return true
	}
	for _, part := range strings.Split(strings.ToLower(rel), "/") {
		if oneOf(part, "logs log cache tmp temp debug telemetry metrics history sessions state data") {
			return true
		}
	}
	return false
}

// target is a path that a call writes, and the word that names it; -1 for a redirection.
type target struct {
	path string
	word int
}

// targets lists what a call writes.
func targets(c call) []target {
	var out []target
	for _, w := range c.Writes {
		out = append(out, target{w.Text, -1})
	}
	arg := func(i int) { out = append(out, target{c.args[i], c.dropped + 1 + i}) }
	plain := func(from int) {
		n := 0
		for i, a := range c.args {
			if a == "" || a[0] == '-' {
				continue
			}
			if n >= from {
				arg(i)
			}
			n++
		}
	}
	option := func(names ...string) {
		if v := c.value(names...); v != "" {
			out = append(out, target{v, c.dropped})
		}
	}
	switch {
	case oneOf(c.name, "tee sponge truncate touch ex ed patch set-content add-content out-file sc ac"):
		plain(0)
	case oneOf(c.name, "cp mv install ln rsync copy move copy-item move-item xcopy"):
		option("-t", "--target-directory")
		if last := len(c.args) - 1; last > 0 {
			arg(last)
		}
	case c.name == "sed" || c.name == "gsed" || c.name == "perl":
		if hasGroup(c.args, 'i') || c.has("--in-place") {
			plain(0)
		}
	case c.name == "dd":
		for i, a := range c.args {
			if p, ok := strings.CutPrefix(a, "of="); ok {
				out = append(out, target{p, c.dropped + 1 + i})
			}
		}
	case c.name == "curl":
		option("-o", "--output", "--output-dir")
	case c.name == "wget":
		option("-O", "--output-document", "-P")
	case c.name == "tar":
		option("-C", "--directory")
	case c.name == "unzip":
		option("-d")
	case c.name == "git" && c.starts("clone"):
		plain(2)
	}
	return out
}

// settingKeys are settings of git that make it run something, or talk to somebody else.
const settingKeys = "core.hookspath core.fsmonitor core.sshcommand core.pager core.editor core.askpass core.gitproxy core.attributesfile " +
	"diff.external credential.helper init.templatedir include.path gpg.program sequence.editor http.proxy http.sslverify"

// gitConfig is the setting that a call gives to git; "" when it is harmless, or only read.
func gitConfig(c call) string {
	if c.name != "git" {
		return ""
	}
	plain := c.plain()
	for len(plain) > 1 && plain[0] != "config" && c.value("-C") == plain[0] {
		plain = plain[1:]
	}
	if len(plain) > 1 && plain[0] == "config" && plain[1] == "set" {
		plain = plain[1:]
	}
	if len(plain) < 3 || plain[0] != "config" && plain[0] != "set" || c.has("--get", "--unset", "--get-all", "--unset-all", "--list", "-l") {
		return ""
	}
	for i, a := range plain[1:] {
		key := strings.ToLower(a)
		if !strings.Contains(key, ".") || i+2 >= len(plain) {
			continue
		}
		runs := oneOf(key, settingKeys) || strings.HasPrefix(key, "filter.") && !strings.HasPrefix(key, "filter.lfs.") ||
			strings.HasPrefix(key, "alias.") && strings.HasPrefix(plain[i+2], "!") || strings.HasPrefix(key, "includeif.") ||
			strings.HasPrefix(key, "url.") && strings.HasSuffix(key, ".insteadof")
		if runs {
			return canonical(key, a)
		}
		return ""
	}
	return ""
}

// canonical is a key as git's documentation spells it where that matters here.
func canonical(key, written string) string {
	switch key {
	case "core.hookspath":
		return "core.hooksPath"
	case "init.templatedir":
		return "init.templateDir"
	}
	return written
}

// agentCommand is a command of an agent that changes what it is allowed, or runs.
func agentCommand(c call) string {
	if !oneOf(c.name, "claude codex gemini copilot amp opencode code cursor code-insiders windsurf codium") {
		return ""
	}
	for _, words := range []string{
		"claude mcp add", "claude mcp add-json", "claude config set", "claude config add", "claude plugin install",
		"claude plugin marketplace add", "claude plugin enable", "codex mcp add", "codex features enable", "codex plugin add",
		"gemini mcp add", "gemini extensions install", "gemini extensions link", "gemini trust", "copilot mcp add",
		"copilot plugin install", "amp mcp add", "opencode mcp add",
	} {
		parts := strings.Fields(words)
		if c.name == parts[0] && c.starts(parts[1:]...) {
			return words
		}
	}
	if oneOf(c.name, "code cursor code-insiders windsurf codium") && c.has("--add-mcp") {
		return c.name + " --add-mcp"
	}
	return ""
}

// codeWrites is a path that decides about trust and that code of another language writes.
func codeWrites(text string) string {
	all := tokens(text)
	if named(all, "write writefilesync writefile appendfilesync appendfile write_text dump file_put_contents copyfile copyfilesync set add") == "" {
		return ""
	}
	for _, p := range append([]string{".codex/", ".claude/settings", ".claude.json", ".bashrc", ".zshrc", ".profile", ".gitconfig"}, inRepo...) {
		if strings.Contains(text, p) {
			return p
		}
	}
	return ""
}
