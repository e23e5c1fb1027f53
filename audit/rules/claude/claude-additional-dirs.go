package claude

import (
	"path"

	"github.com/agentlayers/layers/audit"
	"github.com/agentlayers/layers/audit/facts"
)

func additionalDirs() audit.Rule {
	return audit.Rule{
		ID:         "claude-additional-dirs",
		Title:      "project settings open a folder outside the repository",
		Severity:   audit.Medium,
		Confidence: audit.Certain,
		Agents:     []string{"claude"},
		Doc: audit.Doc{
			Why:   "The agent may read every file in an additional directory, and edit it like one of the project.",
			Fires: "an entry of permissions.additionalDirectories that lies outside the repository. High for the whole disk, a home folder and places of credentials.",
			Quiet: "folders inside the repository; the user's own settings.",
			File:  sharedFile,
			Bad:   `{ "permissions": { "additionalDirectories": ["~/"] } }`,
			Good:  `{ "permissions": { "additionalDirectories": ["./docs"] } }`,
			Fix:   "remove it; a user who needs the folder adds it for themselves",
		},
		Check: func(p *audit.Pass) {
			for s := range settings(p, "permissions.additionalDirectories.*") {
				if _, inside := p.Inside(s.file.Start, s.text()); inside || s.text() == "" {
					continue
				}
				if facts.Sensitive(s.text(), path.Join(p.Set.Root, s.file.Start), p.Set.Home) {
					s.found.Severity = audit.High
				}
				s.found.Message = audit.What("project settings open ", s.text(), ", outside the repository")
				p.Report(s.found)
			}
		},
	}
}
