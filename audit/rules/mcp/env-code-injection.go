package mcp

import (
	"strings"
	"sync"

	"github.com/agentlayers/layers/audit"
	"github.com/agentlayers/layers/audit/facts"
	"github.com/agentlayers/layers/audit/source"
)

func envCodeInjection() audit.Rule {
	return audit.Rule{
		ID:         "env-code-injection",
		Title:      "a variable makes every program load code",
		Severity:   audit.High,
		Confidence: audit.Certain,
		Doc: audit.Doc{
			Why:   "Interpreters, shells, git and the loader read some variables before they do anything else, and run what these name.",
			Fires: "LD_PRELOAD, DYLD_INSERT_LIBRARIES, BASH_ENV, PYTHONSTARTUP, PROMPT_COMMAND, GIT_SSH_COMMAND, GIT_CONFIG_* and the like in an agent's table of variables; PATH with a relative entry or one in the repository; NODE_OPTIONS, RUBYOPT, PERL5OPT and the like with an option that loads code. In environment files only where the code lies in the repository.",
			Quiet: "options that load nothing, such as --max-old-space-size; ENV and others with a plain word; GIT_CONFIG_NOSYSTEM.",
			File:  ".codex/config.toml",
			Bad:   "[mcp_servers.docs.env]\nLD_PRELOAD = \"./lib/x.so\"",
			Good:  "[mcp_servers.docs.env]\nNODE_OPTIONS = \"--max-old-space-size=4096\"",
			Fix:   "remove the variable",
			Refs:  []string{"CVE-2026-44995"},
		},
		Check: func(p *audit.Pass) {
			for v := range variables(p, anyEnv) {
				what, ok := injects(p, v)
				if !ok || v.File.Kind == source.Env && !agentEnv(v.File) && !namesRepo(p, v) {
					continue
				}
				f := given(v)
				f.Message = audit.What(v.Name+" of "+v.What+" ", what)
				p.Report(f)
			}
		},
	}
}

// preloads are variables whose value is code, or names it, whatever it is.
var preloads = sync.OnceValue(func() map[string]string {
	return map[string]string{
		"LD_PRELOAD": "loads a library into every program", "LD_AUDIT": "loads a library into every program",
		"DYLD_INSERT_LIBRARIES": "loads a library into every program", "BASH_ENV": "is run by every shell",
		"PYTHONSTARTUP": "is run by Python", "PROMPT_COMMAND": "is run by every prompt", "GIT_SSH_COMMAND": "is run by git",
		"GIT_SSH": "is run by git", "GIT_EXTERNAL_DIFF": "is run by git", "GIT_PROXY_COMMAND": "is run by git",
		"GIT_EXEC_PATH": "decides which programs git runs", "GIT_TEMPLATE_DIR": "gives hooks to new repositories",
		"ZDOTDIR": "decides which start-up files zsh runs", "DOTNET_STARTUP_HOOKS": "loads code into .NET programs",
		"PERL5DB": "is run by Perl", "LESSOPEN": "is run by less",
	}
})

// loaders are variables that hold options, and the options that load code.
var loaders = sync.OnceValue(func() map[string][]string {
	return map[string][]string{
		"NODE_OPTIONS": {"-r", "--require", "--import", "--loader", "--experimental-loader", "--env-file", "--eval"},
		"RUBYOPT":      {"-r", "-I"}, "PERL5OPT": {"-M", "-m", "-I"},
		"JAVA_TOOL_OPTIONS": {"-javaagent", "-agentpath", "-agentlib", "-Xbootclasspath"},
		"JDK_JAVA_OPTIONS":  {"-javaagent", "-agentpath", "-agentlib"},
		"_JAVA_OPTIONS":     {"-javaagent", "-agentpath", "-agentlib"},
		"GOFLAGS":           {"-toolexec", "-overlay"}, "RUSTFLAGS": {"-Clinker", "-C linker"},
	}
})

// injects says what a variable makes programs load.
func injects(p *audit.Pass, v facts.Variable) (what string, ok bool) {
	value := strings.TrimSpace(v.Value)
	if value == "" {
		return "", false
	}
	if what, ok = preloads()[v.Name]; ok {
		return what, !isNone(value)
	}
	for _, option := range loaders()[v.Name] {
		for _, word := range strings.Fields(value) {
			if word == option || strings.HasPrefix(word, option) && (len(option) == 2 || strings.HasPrefix(word[len(option):], "=") ||
				strings.HasPrefix(word[len(option):], ":")) {
				return "loads code with " + word, true
			}
		}
	}
	switch {
	case v.Name == "ENV":
		return "is run by every shell", strings.ContainsAny(value, "/~") || strings.HasSuffix(value, ".sh")
	case strings.HasPrefix(v.Name, "GIT_CONFIG_"):
		return "changes git's configuration", !isNone(value) && v.Name != "GIT_CONFIG_NOSYSTEM" && !(v.Name == "GIT_CONFIG_COUNT" && value == "0")
	case strings.HasPrefix(v.Name, "BASH_FUNC_"):
		return "is run by every shell", true
	case strings.EqualFold(v.Name, "PATH"):
		return searches(p, v)
	case v.Name == "LD_LIBRARY_PATH" || v.Name == "DYLD_LIBRARY_PATH" || v.Name == "DYLD_FRAMEWORK_PATH":
		return searches(p, v)
	}
	return "", false
}

func isNone(value string) bool { return value == "/dev/null" || value == "NUL" }

// searches finds an entry of a search path that is relative, or lies in the repository.
func searches(p *audit.Pass, v facts.Variable) (what string, ok bool) {
	if v.File.Kind == source.Env {
		return "", false // direnv and the like add the project's own folders on purpose
	}
	for _, entry := range entries(v.Value) {
		if entry == "" || strings.HasPrefix(entry, "~") {
			continue
		}
		if _, inRepo := inside(p, v.File.Start, entry); inRepo {
			return "searches " + entry + " of the repository", true
		}
		if entry[0] != '/' && entry[0] != '$' && entry[0] != '%' && entry[0] != '{' && !strings.Contains(entry, `:\`) {
			return "searches the relative folder " + entry, true
		}
	}
	return "", false
}

// entries splits a search path at its colons, those in ${...} left alone, and at semicolons.
func entries(value string) []string {
	var out []string
	depth, start := 0, 0
	for i := range len(value) {
		switch c := value[i]; {
		case c == '{':
			depth++
		case c == '}':
			depth--
		case depth == 0 && (c == ';' || c == ':' && !(i == start+1 && i+1 < len(value) && (value[i+1] == '\\' || value[i+1] == '/' && value[start] >= 'A' && value[start] <= 'Z'))):
			out = append(out, value[start:i])
			start = i + 1
		}
	}
	return append(out, value[start:])
}

// namesRepo reports whether a word of a variable's value is a path into the repository.
func namesRepo(p *audit.Pass, v facts.Variable) bool {
	for _, word := range strings.FieldsFunc(v.Value, func(r rune) bool { return r == ' ' || r == '=' || r == ':' || r == ',' }) {
		if strings.Contains(word, "/") && !strings.HasPrefix(word, "@") && (word[0] == '.' || word[0] == '$' || word[0] == '/') && fromRepo(p, v, word) {
			return true
		}
	}
	return false
}
