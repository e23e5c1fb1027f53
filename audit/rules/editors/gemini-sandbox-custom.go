package editors

import (
	"path"

	"github.com/agentlayers/layers/audit"
	"github.com/agentlayers/layers/audit/source"
)

func geminiSandboxCustom() audit.Rule {
	return audit.Rule{
		ID:         "gemini-sandbox-custom",
		Title:      "the workspace builds the sandbox that is to hold it",
		Severity:   audit.Medium,
		Confidence: audit.Certain,
		Agents:     []string{"gemini"},
		Doc: audit.Doc{
			Why:   "Gemini builds and starts the sandbox from these files, so that the repository decides what the sandbox keeps out and what runs when it starts.",
			Fires: ".gemini/sandbox.Dockerfile, .gemini/sandbox.bashrc, .gemini/sandbox-macos-NAME.sb; tools.sandboxAllowedPaths outside the repository; tools.sandboxNetworkAccess.",
			Quiet: "allowed paths inside the repository.",
			File:  ".gemini/sandbox.bashrc",
			Bad:   "export PATH=./tools:$PATH",
			Good:  "(no file)",
			Fix:   "review the file, and keep sandbox profiles in your own settings",
		},
		Check: func(p *audit.Pass) {
			for f := range p.Files() {
				if isSandboxFile(f) {
					p.Report(audit.Finding{File: f, Message: audit.What("the workspace brings its own sandbox: ", path.Base(f.Rel))})
				}
			}
			for s := range settings(p, geminiSettings, "tools.sandboxAllowedPaths.*") {
				if _, inside := p.Inside(s.file.Start, s.text()); !inside && s.text() != "" {
					s.found.Message = audit.What("workspace settings open ", s.text(), " to the sandbox, outside the repository")
					p.Report(s.found)
				}
			}
			for s := range settings(p, geminiSettings, "tools.sandboxNetworkAccess") {
				if source.IsTrue(s.at.Value) {
					s.found.Message = "workspace settings open the network to the sandbox"
					p.Report(s.found)
				}
			}
		},
	}
}

func isSandboxFile(f *source.File) bool {
	dir, name := path.Split(f.Inner)
	if dir != ".gemini/" || f.User {
		return false
	}
	profile, _ := path.Match("sandbox-macos-*.sb", name)
	return profile || name == "sandbox.dockerfile" || name == "sandbox.bashrc"
}
