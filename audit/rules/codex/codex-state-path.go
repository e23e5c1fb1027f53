package codex

import (
	"github.com/agentlayers/layers/audit"
)

func statePath() audit.Rule {
	return audit.Rule{
		ID:         "codex-state-path",
		Title:      "project config decides where logs and session data are written",
		Severity:   audit.Medium,
		Confidence: audit.Certain,
		Agents:     []string{"codex"},
		Doc: audit.Doc{
			Why:   "Logs and databases hold prompts, answers and file contents. Written into the repository or another place of its choice, they can be committed, shared or read by others.",
			Fires: "log_dir, sqlite_home and debug.config_lockfile.export_dir in a project layer.",
			Quiet: "the user's own configuration.",
			File:  ".codex/config.toml",
			Bad:   `log_dir = "./logs"`,
			Good:  "# keep it in your own configuration",
			Fix:   "remove it",
		},
		Check: func(p *audit.Pass) {
			for s := range settings(p, "log_dir", "sqlite_home", "debug.config_lockfile.export_dir") {
				s.found.Message = "project config decides where the agent writes: " + s.at.Name
				p.Report(s.found)
			}
		},
	}
}
