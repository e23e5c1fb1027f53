package editors

import (
	"slices"
	"strings"

	"gopkg.in/yaml.v3"

	"github.com/agentlayers/layers/audit/shell"
	"github.com/agentlayers/layers/audit/source"
	"github.com/agentlayers/layers/diag"
)

// agentPrograms are the programs of agents, and parts of the packages that a runner starts them from.
var agentPrograms = []string{
	"claude", "codex", "gemini", "cursor-agent", "copilot", "opencode", "amp", "qwen", "aider", "goose", "q", "kiro-cli", "auggie", "droid",
	"crush", "cline", "kilocode", "roo",
}

var agentPackages = []string{
	"@anthropic-ai/claude-code", "@openai/codex", "@google/gemini-cli", "@github/copilot", "opencode-ai", "@sourcegraph/amp", "@qwen-code/qwen-code",
	"aider-chat", "@augmentcode/auggie",
}

// agentActions are parts of the names of actions that start an agent.
var agentActions = []string{
	"claude-code-action", "claude-code-base-action", "codex-action", "run-gemini-cli", "gemini-cli", "claude-code", "opencode", "cursor-agent", "copilot",
	"qwen-code", "aider",
}

// script looks at the shell text of a step.
func (w *workflow) script(run *yaml.Node) {
	if w.done[run] {
		return
	}
	w.done[run] = true
	text := plain(run.Value)
	for _, p := range shell.Deep(shell.Script(text)) {
		for _, full := range p.Calls {
			for _, a := range append(append([]shell.Word{}, full.Assigns...), full.Words...) {
				if name, value, ok := strings.Cut(a.Text, "="); ok && forcesTrust(name, value) {
					line, at := w.lineOf(run, a.Start)
					w.report(line, at, name+" makes the agent trust whatever was checked out", false)
				}
			}
			name, args, ok := startsAgent(full.Unwrapped())
			if !ok {
				continue
			}
			for i, a := range args {
				if what := unattended(name, a.Text, after(args, i)); what != "" {
					line, at := w.lineOf(run, a.Start)
					w.report(line, at, name+" runs with "+what, onlyReads(args))
					break
				}
			}
		}
	}
}

// plain is a text without GitHub's expressions, which are no shell; places stay.
func plain(text string) string {
	var b strings.Builder
	for {
		i := strings.Index(text, "${{")
		if i < 0 {
			b.WriteString(text)
			return b.String()
		}
		end := strings.Index(text[i:], "}}")
		if end < 0 {
			b.WriteString(text[:i])
			return b.String()
		}
		b.WriteString(text[:i])
		for _, c := range []byte(text[i : i+end+2]) {
			if c != '\n' {
				c = 'x'
			}
			b.WriteByte(c)
		}
		text = text[i+end+2:]
	}
}

// lineOf is the line of the file that an offset in the text of a step stands on.
func (w *workflow) lineOf(run *yaml.Node, offset int) (int, diag.Span) {
	n := run.Line
	if run.Style == yaml.LiteralStyle || run.Style == yaml.FoldedStyle {
		n++
		for n < w.f.Text.LineCount() && strings.TrimSpace(w.f.Text.Line(n)) == "" {
			n++ // blank lines at the start are part of the text
		}
		lead := len(run.Value) - len(strings.TrimLeft(run.Value, "\n"))
		if run.Style == yaml.LiteralStyle {
			n += strings.Count(run.Value[:min(offset, len(run.Value))], "\n") - lead
		} else {
			n = w.folded(n, run.Value, offset)
		}
	}
	n = max(1, min(n, w.f.Text.LineCount()))
	return n, w.f.Line(n)
}

// folded finds the line of a folded text on which the word at an offset stands.
func (w *workflow) folded(from int, value string, offset int) int {
	word, _, _ := strings.Cut(value[min(offset, len(value)):], " ")
	word, _, _ = strings.Cut(word, "\n")
	for n := from; n <= w.f.Text.LineCount(); n++ {
		if word != "" && strings.Contains(w.f.Text.Line(n), word) {
			return n
		}
	}
	return from
}

// startsAgent finds the agent that a call starts, directly or through a runner of packages, and its arguments.
func startsAgent(c shell.Call) (name string, args []shell.Word, ok bool) {
	if len(c.Words) == 0 {
		return "", nil, false
	}
	if name := c.Name(); slices.Contains(agentPrograms, name) {
		return name, c.Words[1:], true
	}
	switch c.Name() {
	case "npx", "bunx", "pnpx", "pnpm", "yarn", "npm", "bun", "uvx", "pipx", "uv", "docker":
		for i, word := range c.Words[1:] {
			for _, p := range agentPackages {
				if word.Text == p || strings.HasPrefix(word.Text, p+"@") {
					return p, c.Words[i+2:], true
				}
			}
		}
	}
	return "", nil, false
}

func after(args []shell.Word, i int) string {
	if i+1 < len(args) {
		return args[i+1].Text
	}
	return ""
}

// bold are options with which an agent neither asks nor holds back.
var bold = []string{
	"--yolo", "--skip-trust", "--trust-workspace", "--dangerously-bypass-approvals-and-sandbox", "--dangerously-skip-permissions",
	"--allow-dangerously-skip-permissions", "--dangerously-allow-all", "--dangerously-bypass-hook-trust", "--full-auto", "--allow-all-tools", "--allow-all",
	"--trust-all-tools", "--yes-always", "--skip-permissions-unsafe",
}

// unattended says with which option, or option and value, an agent runs unattended; "" for any other.
func unattended(agent, arg, next string) string {
	option, value, joined := strings.Cut(arg, "=")
	if !joined {
		value = next
	}
	switch {
	case slices.Contains(bold, option) || strings.HasPrefix(option, "--dangerously-"):
		if joined && value == "false" {
			return ""
		}
		return option
	case option == "-y" && (strings.Contains(agent, "gemini") || strings.Contains(agent, "qwen")),
		(option == "-f" || option == "--force") && agent == "cursor-agent":
		return option
	case (option == "--approval-mode" || option == "--permission-mode") && (value == "yolo" || value == "bypassPermissions"),
		(option == "--sandbox" || option == "-s") && value == "danger-full-access":
		return option + " " + value
	case (option == "-c" || option == "--config") && (strings.Contains(next, "danger-full-access") || strings.Contains(arg, "danger-full-access")):
		return "sandbox_mode danger-full-access"
	}
	return ""
}

// onlyReads reports whether an agent's arguments leave it tools that read, and nothing else.
func onlyReads(args []shell.Word) bool {
	for i, a := range args {
		option, value, joined := strings.Cut(a.Text, "=")
		if !joined {
			value = after(args, i)
		}
		switch option {
		case "--sandbox", "-s":
			if value == "read-only" {
				return true
			}
		case "--allowedTools", "--allowed-tools", "--tools":
			tools := strings.FieldsFunc(value, func(r rune) bool { return r == ',' || r == ' ' })
			if len(tools) > 0 && !slices.ContainsFunc(tools, func(t string) bool { return !slices.Contains([]string{"Read", "Grep", "Glob", "LS", "read_file"}, t) }) {
				return true
			}
		}
	}
	return false
}

// inputs looks at what a step or a job gives to an action that starts an agent.
func (w *workflow) inputs(step, with *yaml.Node) {
	uses := source.Field(step, "uses")
	if uses == nil || !slices.ContainsFunc(agentActions, func(a string) bool { return strings.Contains(strings.ToLower(uses.Value.Value), a) }) {
		return
	}
	for _, m := range source.Pairs(with) {
		name := strings.ToLower(m.Key.Value)
		value := plain(m.Value.Value)
		if name == "prompt" || name == "direct_prompt" || strings.HasSuffix(name, "_prompt") {
			continue
		}
		what := ""
		switch {
		case (name == "sandbox" || name == "sandbox-mode" || name == "sandbox_mode") && value == "danger-full-access",
			name == "safety-strategy" && value == "unsafe",
			(name == "permission_mode" || name == "permission-mode") && value == "bypassPermissions",
			(name == "dangerously_skip_permissions" || name == "yolo" || name == "skip_trust" || name == "trust_workspace") && value == "true":
			what = m.Key.Value + ": " + value
		default:
			calls := shell.Calls(shell.Script("agent " + strings.ReplaceAll(value, "\n", " ")))
			for _, c := range calls[:min(1, len(calls))] {
				for i, a := range c.Words[1:] {
					if found := unattended(uses.Value.Value, a.Text, after(c.Words[1:], i)); found != "" && strings.HasPrefix(found, "-") && len(found) > 2 {
						what = found
						break
					}
				}
			}
		}
		if what != "" {
			line, at := m.Key.Line, w.f.NodeSpan(m.Key)
			if (m.Value.Style == yaml.LiteralStyle || m.Value.Style == yaml.FoldedStyle) && strings.HasPrefix(what, "-") {
				if i := strings.Index(m.Value.Value, strings.Fields(what)[0]); i >= 0 {
					line, at = w.lineOf(m.Value, i)
				}
			}
			w.report(line, at, "the agent of "+uses.Value.Value+" runs with "+what, false)
		}
	}
}
