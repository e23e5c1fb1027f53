package codex

import (
	"strings"
	"sync"

	"github.com/agentlayers/layers/audit"
	"github.com/agentlayers/layers/audit/shell"
	"github.com/agentlayers/layers/audit/source"
)

func execRuleBroad() audit.Rule {
	return audit.Rule{
		ID:         "codex-exec-rule-broad",
		Title:      "an exec rule lets any command through",
		Severity:   audit.High,
		Confidence: audit.Certain,
		Agents:     []string{"codex"},
		Doc: audit.Doc{
			Why:   "A rule with the decision allow runs every command that begins with its pattern, outside the sandbox and without a question. A pattern that stops at a shell, an interpreter or a program that runs others lets everything through.",
			Fires: "prefix_rule with decision allow (or none, which means allow) whose pattern is empty, or ends at a shell, an interpreter, a package runner, git, curl, wget, ssh, sudo, rm and the like; a pattern that is computed (tentative, medium).",
			Quiet: "a fixed sub-command such as [\"go\", \"test\"]; the decisions prompt and forbidden.",
			File:  ".codex/rules/default.rules",
			Bad:   "prefix_rule(pattern = [\"bash\"], decision = \"allow\")",
			Good:  "prefix_rule(pattern = [\"go\", \"test\"], decision = \"allow\")",
			Fix:   "allow one fixed sub-command",
		},
		Check: func(p *audit.Pass) {
			for f := range p.Under(".codex/rules") {
				rules, _ := readExecRules(f)
				for _, r := range rules {
					reportExecRule(p, f, r)
				}
			}
		},
	}
}

func reportExecRule(p *audit.Pass, f *source.File, r execRule) {
	if r.Decision != "allow" && r.Decision != "" {
		return
	}
	if r.Computed {
		p.Report(audit.Finding{
			File: f, Span: f.Line(r.Line), Severity: audit.Medium, Confidence: audit.Tentative,
			Message: "an exec rule computes the commands that it lets through",
		})
		return
	}
	if name, broad := broadPattern(r.Pattern); broad {
		what := "an exec rule lets every command through"
		if name != "" {
			what = audit.What("an exec rule lets every command of ", name, " through")
		}
		p.Report(audit.Finding{File: f, Span: f.Line(r.Line), Message: what})
	}
}

// broadPattern reports whether one of the ways to spell a pattern lets anything through, and its first word.
func broadPattern(pattern [][]string) (name string, broad bool) {
	if len(pattern) == 0 {
		return "", true
	}
	for _, first := range pattern[0] {
		rest := pattern[1:]
		if isBroad(shell.ProgramName(first), rest) {
			return first, true
		}
	}
	return "", false
}

// anything are programs of which even a fixed first argument leaves open what runs.
var anything = map[string]bool{"sudo": true, "doas": true, "su": true, "ssh": true, "eval": true, "xargs": true}

// runners run or fetch what their next arguments name, or destroy it.
var runners = sync.OnceValue(func() map[string]bool {
	return map[string]bool{
		"git": true, "curl": true, "wget": true, "rm": true, "npx": true, "bunx": true, "pnpx": true, "uvx": true, "pipx": true,
		"npm": true, "pnpm": true, "yarn": true, "bun": true, "pip": true, "pip3": true, "uv": true, "cargo": true, "go": true,
		"docker": true, "podman": true, "kubectl": true, "env": true, "nohup": true, "timeout": true, "exec": true,
		"command": true, "scp": true, "rsync": true, "nc": true, "ncat": true, "socat": true, "dd": true,
	}
})

// passing are arguments after which anything may follow, by program.
var passing = sync.OnceValue(func() map[string]string {
	return map[string]string{
		"npm": "exec x", "pnpm": "exec dlx", "yarn": "dlx exec", "bun": "x run", "uv": "run tool", "cargo": "run", "go": "run",
		"docker": "run exec", "podman": "run exec", "kubectl": "exec run", "git": "-c", "pipx": "run", "deno": "run eval",
	}
})

func isBroad(name string, rest [][]string) bool {
	if anything[name] {
		return true
	}
	if !runners()[name] && !shell.IsInterpreter(name) {
		return false
	}
	for _, words := range rest {
		for _, w := range words {
			for _, open := range strings.Fields(passing()[name]) {
				if w == open && len(rest) == 1 {
					return true
				}
			}
			if !strings.HasPrefix(w, "-") {
				return false
			}
			if shell.IsInterpreter(name) && w == "-m" && len(rest) > 1 {
				return false
			}
		}
	}
	return true
}
