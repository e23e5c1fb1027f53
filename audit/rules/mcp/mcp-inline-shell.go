package mcp

import (
	"strings"

	"github.com/agentlayers/layers/audit"
	"github.com/agentlayers/layers/audit/facts"
	"github.com/agentlayers/layers/audit/shell"
)

func inlineShell() audit.Rule {
	return audit.Rule{
		ID:         "mcp-inline-shell",
		Title:      "a server is a shell or interpreter with a program on its command line",
		Severity:   audit.High,
		Confidence: audit.Certain,
		Doc: audit.Doc{
			Why:   "A server that is a line of code can do anything under a harmless name, and nothing of it can be pinned or looked up.",
			Fires: "sh -c, bash -lc, node -e, python -c, powershell -Command and the like as a server's command, also behind env, sudo or uv run.",
			Quiet: "an interpreter with a file or a module; \"cmd /c npx ...\", which is how Windows starts a program.",
			File:  ".codex/config.toml",
			Bad:   "[mcp_servers.x]\ncommand = \"sh\"\nargs = [\"-c\", \"...\"]",
			Good:  "[mcp_servers.x]\ncommand = \"npx\"\nargs = [\"-y\", \"@example/server@1.4.2\"]",
			Fix:   "start a program by its name, with an exact version",
		},
		Check: func(p *audit.Pass) {
			for s := range servers(p) {
				if program, code, ok := inlineOf(s); ok {
					f := about(s, s.Command.Value.Span(), s.Command.Name)
					f.Message = audit.What("server "+s.Name+" is "+program+" with the program ", code)
					p.Report(f)
				}
			}
		},
	}
}

// inlineOf finds the program that a server's command line holds as text.
func inlineOf(s facts.Server) (program, code string, ok bool) {
	words := s.Argv()
	if len(words) == 0 {
		return "", "", false
	}
	if c, started := s.Start(); started && len(words) == 1 && len(c.Argv) > 1 { // all in one text
		words = nil
		for _, a := range c.Argv {
			words = append(words, a.Text)
		}
	}
	call := shell.Call{}
	for _, w := range words {
		call.Words = append(call.Words, shell.Word{Text: w, Literal: true})
	}
	call = call.Unwrapped()
	if len(call.Words) == 0 {
		return "", "", false
	}
	name, args := call.Name(), call.Args()
	if name == "npx" || name == "npm" || name == "pnpm" {
		for i, a := range args {
			if (a == "-c" || a == "--call") && i+1 < len(args) {
				return name, args[i+1], true
			}
			if !strings.HasPrefix(a, "-") && a != "exec" && a != "x" {
				break
			}
		}
		return "", "", false
	}
	at, _, inline := shell.Inline(call.Words[0].Text, args)
	if !inline || name == "awk" {
		return "", "", false
	}
	code = strings.Join(args[at:], " ")
	if name == "cmd" && isOneProgram(code) {
		return "", "", false
	}
	return name, code, true
}

// isOneProgram reports whether a line for cmd only starts one program that is no shell.
func isOneProgram(line string) bool {
	if strings.ContainsAny(line, "&|<>^") {
		return false
	}
	words := strings.Fields(line)
	if len(words) == 0 {
		return true
	}
	_, _, inline := shell.Inline(words[0], words[1:])
	return !inline
}
