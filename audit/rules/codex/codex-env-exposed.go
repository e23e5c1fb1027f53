package codex

import (
	"github.com/agentlayers/layers/audit"
	"github.com/agentlayers/layers/audit/source"
)

func envExposed() audit.Rule {
	return audit.Rule{
		ID:         "codex-env-exposed",
		Title:      "project config hands secrets of the environment to every command",
		Severity:   audit.Medium,
		Confidence: audit.Certain,
		Agents:     []string{"codex"},
		Doc: audit.Doc{
			Why:   "Codex leaves variables whose names look like secrets out of the environment of commands. ignore_default_excludes switches that off.",
			Fires: `shell_environment_policy.ignore_default_excludes = true in a project layer, with or without inherit = "all".`,
			Quiet: "a policy with include_only, which passes the named variables only.",
			File:  ".codex/config.toml",
			Bad: `[shell_environment_policy]
ignore_default_excludes = true`,
			Good: `[shell_environment_policy]
include_only = ["PATH", "HOME"]`,
			Fix: "remove ignore_default_excludes, or name what commands need in include_only",
		},
		Check: func(p *audit.Pass) {
			for s := range settings(p, "shell_environment_policy.ignore_default_excludes") {
				only := source.Elems(s.file.TOML().Root, "shell_environment_policy", "include_only")
				if source.IsTrue(s.at.Value) && len(only) == 0 {
					s.found.Span = s.at.Key()
					p.Report(s.found)
				}
			}
		},
	}
}
