package codex

import (
	"path"

	"github.com/agentlayers/layers/audit"
	"github.com/agentlayers/layers/audit/facts"
	"github.com/agentlayers/layers/audit/source"
	"github.com/agentlayers/layers/tree"
)

func selfTrust() audit.Rule {
	return audit.Rule{
		ID:         "codex-self-trust",
		Title:      "project config holds trust entries",
		Severity:   audit.Medium,
		Confidence: audit.Certain,
		Agents:     []string{"codex"},
		Intent:     true,
		Doc: audit.Doc{
			Why:   "Which folders are trusted is for the user's own configuration to say. An entry in a repository does not enable layers, but it shows that somebody tried, or that a personal file was committed.",
			Fires: "every [projects.PATH] of a project layer that names another folder; entries for the project's own folders are codex-session-trust-lifted.",
			Quiet: "the user's own configuration.",
			File:  ".codex/config.toml",
			Bad:   "[projects.\"/home/user/demo\"]\ntrust_level = \"trusted\"",
			Good:  "# no [projects] in the repository",
			Fix:   "remove the entry",
		},
		Check: func(p *audit.Pass) {
			for s := range settings(p, "projects.*") {
				if !lifts(p, s) {
					s.found.Span, s.found.Gate = s.at.Key(), facts.NoEffect
					s.found.Message = audit.What("project config holds a trust entry for ", s.at.Name)
					p.Report(s.found)
				}
			}
		},
	}
}

// lifts reports whether an entry trusts a folder that a session of this project looks up: the project's root, the
// main checkout, or a folder in which the layer is loaded.
func lifts(p *audit.Pass, s setting) bool {
	if level, _ := source.String(source.Value(s.at.Value, "trust_level")); level != "trusted" {
		return false
	}
	name := s.at.Name
	if tree.Within(path.Join(p.Set.Root, s.file.Start), name) && path.Clean(name) == name {
		return true
	}
	start := p.Set.Start(s.file.Start)
	if start == nil {
		return false
	}
	for _, v := range start.Views {
		if v.Agent == "codex" && (name == v.Now.Root.Path || name == v.Now.Repo.Main || name == v.Now.Repo.Root) {
			return true
		}
	}
	return false
}
