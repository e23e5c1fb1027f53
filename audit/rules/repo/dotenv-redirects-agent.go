package repo

import (
	"strings"
	"sync"

	"github.com/agentlayers/layers/audit"
	"github.com/agentlayers/layers/audit/facts"
	"github.com/agentlayers/layers/audit/shell"
	"github.com/agentlayers/layers/audit/source"
	"github.com/agentlayers/layers/diag"
)

func dotenvRedirectsAgent() audit.Rule {
	return audit.Rule{
		ID:         "dotenv-redirects-agent",
		Title:      "an environment file moves the agent's own settings or endpoint",
		Severity:   audit.High,
		Confidence: audit.Certain,
		Doc: audit.Doc{
			Why:   "Agents, and tools that people use before them, load environment files of the folder. A variable that names the agent's home, trusts the workspace or sets the endpoint of a model then decides more than any settings file of the repository could. Codex before 0.23.0 started the servers of a home that such a file named.",
			Fires: "CODEX_HOME, CLAUDE_CONFIG_DIR, the homes and configuration files of other agents, GEMINI_CLI_TRUST_WORKSPACE, HOME, XDG_CONFIG_HOME, and the base URL of a model vendor, in .env files, .envrc and the [env] table of mise.toml.",
			Quiet: "empty values and placeholders; the default place; the vendor's own address and this machine; base URLs in examples such as .env.example; variables of the application.",
			File:  ".env",
			Bad:   "CODEX_HOME=./.codex-home",
			Good:  "PORT=8080",
			Fix:   "remove the variable from the file",
			Refs:  []string{"CVE-2025-61260"},
		},
		Check: func(p *audit.Pass) {
			for f := range p.Kinds(source.Env) {
				for _, v := range assignments(f) {
					if why := redirects(f, v); why != "" {
						p.Report(audit.Finding{File: f, Span: v.at, Key: []string{v.name}, Gate: facts.Open, Message: why})
					}
				}
			}
		},
	}
}

// assignment is one variable of an environment file.
type assignment struct {
	name, value string
	at          diag.Span
}

// assignments lists what a file sets. An .envrc is a shell script, in which a variable can stand anywhere; its plain
// lines count even where the rest cannot be parsed.
func assignments(f *source.File) []assignment {
	var out []assignment
	lines := map[int]bool{}
	for _, v := range facts.Variables(f) {
		out = append(out, assignment{v.Name, v.Value, v.At})
		lines[v.At.Start.Line] = true
	}
	switch {
	case strings.HasSuffix(f.Inner, ".toml"):
		for _, m := range source.Members(f.TOML().Root, "env") {
			if text, ok := source.String(source.Value(m.Value, "value")); ok {
				out = append(out, assignment{m.Name, text, m.Key()})
			}
		}
	case strings.HasSuffix(f.Inner, ".envrc"):
		parsed, _ := shell.Parse(string(f.Text.Bytes))
		for _, call := range shell.Calls(parsed) {
			for _, w := range call.Assigns {
				name, value, ok := strings.Cut(w.Text, "=")
				if at := f.Span(w.Start, w.End); ok && !lines[at.Start.Line] {
					out = append(out, assignment{name, value, at})
				}
			}
		}
	}
	return out
}

// homes are variables that say where an agent, or everything, keeps its settings, with the default below the home
// folder; "" where there is no single one.
var homes = sync.OnceValue(func() map[string]string {
	return map[string]string{
		"CODEX_HOME": ".codex", "CLAUDE_CONFIG_DIR": ".claude", "GEMINI_CLI_HOME": "", "COPILOT_HOME": ".copilot",
		"GEMINI_CLI_SYSTEM_SETTINGS_PATH": "", "GEMINI_CLI_SYSTEM_DEFAULTS_PATH": "", "OPENCODE_CONFIG": "",
		"OPENCODE_CONFIG_DIR": "", "CRUSH_GLOBAL_CONFIG": "", "CURSOR_CONFIG_DIR": ".cursor", "XDG_CONFIG_HOME": ".config", "HOME": "",
	}
})

// redirects says what a variable does to agents; "" when nothing.
func redirects(f *source.File, v assignment) string {
	value := strings.TrimSpace(v.value)
	if value == "" || isPlaceholder(value, isExample(f)) {
		return ""
	}
	standard, isHome := homes()[v.name]
	switch {
	case isHome:
		rest := value
		for _, home := range []string{"$HOME", "${HOME}", "~"} {
			rest = strings.TrimPrefix(rest, home)
		}
		if rest != value && strings.Trim(rest, "/") == standard {
			return ""
		}
		return audit.What("an environment file moves "+v.name+" to ", value)
	case v.name == "GEMINI_CLI_TRUST_WORKSPACE":
		if lower := strings.ToLower(value); lower == "false" || lower == "0" {
			return ""
		}
		return "an environment file trusts the workspace (" + v.name + ")"
	case isVendorURL(v.name):
		host := facts.HostOf(value)
		if isExample(f) || facts.Loopback(host) || isOwnHost(v.name, host) || strings.HasPrefix(value, "$") {
			return ""
		}
		return audit.What("an environment file sends the requests of a model to ", value, " ("+v.name+")")
	}
	return ""
}

// vendors are the first part of a vendor's variables, with the vendor's own hosts; one with a dot in front stands
// for everything below it.
var vendors = sync.OnceValue(func() map[string]string {
	return map[string]string{
		"OPENAI": "api.openai.com .openai.azure.com", "ANTHROPIC": "api.anthropic.com", "CLAUDE": "api.anthropic.com",
		"CHATGPT": "chatgpt.com", "CODEX": "api.openai.com chatgpt.com", "GEMINI": ".googleapis.com", "GOOGLE": ".googleapis.com",
		"MISTRAL": "api.mistral.ai", "DEEPSEEK": "api.deepseek.com", "GROQ": "api.groq.com", "OPENROUTER": "openrouter.ai",
		"XAI": "api.x.ai", "COHERE": ".cohere.com .cohere.ai", "COPILOT": ".githubcopilot.com", "TOGETHER": ".together.xyz .together.ai",
		"PERPLEXITY": "api.perplexity.ai", "FIREWORKS": "api.fireworks.ai", "MOONSHOT": ".moonshot.ai .moonshot.cn",
		"DASHSCOPE": ".aliyuncs.com", "ZAI": "api.z.ai",
	}
})

// isVendorURL reports whether a variable says where requests for a vendor's models go.
func isVendorURL(name string) bool {
	first, rest, _ := strings.Cut(strings.TrimPrefix(name, "AZURE_"), "_")
	if _, ok := vendors()[first]; !ok {
		return false
	}
	return strings.HasSuffix("_"+rest, "_BASE_URL") || strings.HasSuffix("_"+rest, "_API_BASE")
}

func isOwnHost(name, host string) bool {
	first, _, _ := strings.Cut(strings.TrimPrefix(name, "AZURE_"), "_")
	for _, own := range strings.Fields(vendors()[first]) {
		if host == own || own[0] == '.' && strings.HasSuffix(host, own) {
			return true
		}
	}
	return false
}

// isExample reports whether the file is one that people copy and fill in.
func isExample(f *source.File) bool {
	for _, word := range []string{"example", "sample", "template", "dist"} {
		if strings.Contains(f.Inner, word) {
			return true
		}
	}
	return false
}

// isPlaceholder reports whether a value stands for one that a person fills in. Words say so in examples only.
func isPlaceholder(value string, example bool) bool {
	lower := strings.ToLower(value)
	for _, word := range []string{"your-", "your_", "changeme", "change-me", "/path/to", "placeholder", "xxx"} {
		if example && strings.Contains(lower, word) {
			return true
		}
	}
	return strings.HasPrefix(value, "<") && strings.HasSuffix(value, ">") || strings.HasPrefix(value, "{{")
}
