package paths

import (
	"path"

	"github.com/agentlayers/layers/audit"
	"github.com/agentlayers/layers/audit/facts"
	"github.com/agentlayers/layers/audit/source"
	"github.com/agentlayers/layers/tree"
)

func symlinkEscapesRepo() audit.Rule {
	return audit.Rule{
		ID:         "symlink-escapes-repo",
		Title:      "a file that an agent reads is a link out of the repository",
		Severity:   audit.High,
		Confidence: audit.Certain,
		Intent:     true,
		Doc: audit.Doc{
			Why:   "Agents follow links. A repository whose AGENTS.md or skill folder is a link reads whatever lies at its target on each user's machine and sends it to the model, before anybody trusts the folder.",
			Fires: "a file that an agent reads, or a folder above it, that is a link whose way leaves the repository, whether or not something is there. The target is never opened.",
			Quiet: "links inside the repository, such as CLAUDE.md to AGENTS.md; links that no agent reads.",
			File:  "AGENTS.md",
			Bad:   "AGENTS.md -> ../../notes.md",
			Good:  "AGENTS.md -> docs/agents.md",
			Fix:   "replace the link by a copy of what it should hold",
			Refs:  []string{"CVE-2026-25724", "CVE-2026-39861"},
		},
		Check: func(p *audit.Pass) {
			for f := range p.Files() {
				if f.Link == nil || !f.Link.Outside {
					continue
				}
				p.Report(audit.Finding{
					File: f, Gate: linkGate(f),
					Message: audit.What("this link leads out of the repository, to ", leaving(p, f.Link)),
				})
			}
		},
	}
}

// leaving is the target, as written, of the first link that leaves the root.
func leaving(p *audit.Pass, l *source.Link) string {
	for _, hop := range l.Hops {
		if _, inside := p.Set.Rel(tree.Join(path.Dir(hop.Link), hop.Target)); !inside {
			return hop.Target
		}
	}
	return l.Text
}

// linkGate is what stands before a link that takes the place of a file or a whole folder of an agent; 0 where the
// kind of file says it.
func linkGate(f *source.File) facts.Gate {
	switch {
	case f.Is(".codex"):
		return facts.Trust
	case f.Kind == source.Other || f.Kind == source.SkillFile:
		return facts.Open
	}
	return 0
}
