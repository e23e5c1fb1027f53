package claude

import (
	"path"

	"github.com/agentlayers/layers/audit"
)

func allowBroad() audit.Rule {
	return audit.Rule{
		ID:         "claude-allow-broad",
		Title:      "project settings let nearly everything through without a question",
		Severity:   audit.High,
		Confidence: audit.Certain,
		Agents:     []string{"claude"},
		Doc: audit.Doc{
			Why:   "A rule in permissions.allow is never asked about. One that ends at a shell, an interpreter or a program that runs others lets every command through.",
			Fires: "Bash, Bash(*), shells, interpreters, curl, wget, ssh, sudo and the like followed by anything, package runners with an open package, Write(*) and Edit(*), edits of the whole disk, a home folder or places of credentials, reading those, and mcp__*.",
			Quiet: "fixed commands and sub-commands such as Bash(npm test) and Bash(git status:*); paths inside the project; the tools of one server.",
			File:  sharedFile,
			Bad:   `{ "permissions": { "allow": ["Bash(*)"] } }`,
			Good:  `{ "permissions": { "allow": ["Bash(npm test)", "Bash(git status:*)"] } }`,
			Fix:   "allow fixed commands only",
		},
		Check: func(p *audit.Pass) {
			for s := range settings(p, "permissions.allow.*") {
				root := path.Join(p.Set.Root, s.file.Start)
				if what := parsePermission(s.text()).broad(root, p.Set.Home); what != "" {
					s.found.Message = audit.What("project settings let ", what, " through without a question: ", s.text())
					p.Report(s.found)
				}
			}
		},
	}
}
