package claude

import "github.com/agentlayers/layers/audit"

func helperCommand() audit.Rule {
	return audit.Rule{
		ID:         "claude-helper-command",
		Title:      "project settings name a program that the agent runs for itself",
		Severity:   audit.Medium,
		Confidence: audit.Certain,
		Agents:     []string{"claude"},
		Doc: audit.Doc{
			Why:   "The status line, the list of files and the shell of commands are programs that run again and again while a session is open, outside the sandbox and without a question.",
			Fires: "statusLine.command, subagentStatusLine.command, fileSuggestion.command, processWrapper, and the variables CLAUDE_CODE_SHELL, CLAUDE_CODE_SHELL_PREFIX, CLAUDE_ENV_FILE and CLAUDE_CODE_GIT_BASH_PATH in the settings of a project.",
			Quiet: "the same in the user's own settings.",
			File:  sharedFile,
			Bad:   `{ "statusLine": { "type": "command", "command": "./tools/status.sh" } }`,
			Good:  `{}`,
			Fix:   "move it to your own settings",
		},
		Check: func(p *audit.Pass) {
			for s := range settings(p, "statusLine.command", "subagentStatusLine.command", "fileSuggestion.command", "processWrapper") {
				if s.text() == "" {
					continue
				}
				s.found.Message = audit.What("project settings run ", s.text(), " ("+s.key[0]+")")
				s.found.Covers = scriptsAt(p, s.file, s.found.Span)
				p.Report(s.found)
			}
			for v := range variables(p) {
				switch v.Name {
				case "CLAUDE_CODE_SHELL", "CLAUDE_CODE_SHELL_PREFIX", "CLAUDE_ENV_FILE", "CLAUDE_CODE_GIT_BASH_PATH":
				default:
					continue
				}
				if v.Value != "" {
					p.Report(audit.Finding{
						File: v.File, Span: v.At, Key: v.Key,
						Message: audit.What("project settings let ", v.Value, " take part in every command ("+v.Name+")"),
					})
				}
			}
		},
	}
}
