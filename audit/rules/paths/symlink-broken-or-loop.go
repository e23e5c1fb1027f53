package paths

import "github.com/agentlayers/layers/audit"

func symlinkBrokenOrLoop() audit.Rule {
	return audit.Rule{
		ID:         "symlink-broken-or-loop",
		Title:      "a file that an agent reads is a link that leads nowhere",
		Severity:   audit.Low,
		Confidence: audit.Certain,
		Intent:     true,
		Doc: audit.Doc{
			Why:   "A link that leads nowhere today is an agent's file tomorrow: whatever appears at its target is read, and no change of the link shows in a review. One that loops makes agents report errors, or stop.",
			Fires: "a link at an agent's path that does not resolve, or that needs more than 40 steps.",
			Quiet: "links that resolve; links out of the repository, which symlink-escapes-repo reports.",
			File:  "AGENTS.md",
			Bad:   "AGENTS.md -> docs/no-such-file.md",
			Good:  "AGENTS.md -> docs/agents.md",
			Fix:   "remove the link, or add what it names",
		},
		Check: func(p *audit.Pass) {
			for f := range p.Files() {
				switch {
				case f.Link == nil || f.Link.Outside:
				case f.Link.Loop:
					p.Report(audit.Finding{File: f, Gate: linkGate(f), Message: audit.What("this link loops: ", f.Link.Text)})
				case f.Link.Broken:
					p.Report(audit.Finding{File: f, Gate: linkGate(f), Message: audit.What("this link leads nowhere: ", f.Link.Text)})
				}
			}
		},
	}
}
