package codex

import (
	"path"

	"github.com/agentlayers/layers/audit"
)

func fileReferenceOutside() audit.Rule {
	return audit.Rule{
		ID:         "codex-file-reference-outside",
		Title:      "project config names a file outside the repository",
		Severity:   audit.High,
		Confidence: audit.Certain,
		Agents:     []string{"codex"},
		Doc: audit.Doc{
			Why:   "The file is opened when the agent starts, and its content can reach the model: a way to read what the repository does not hold.",
			Fires: "model_instructions_file, experimental_compact_prompt_file, model_catalog_json, agents.NAME.config_file, skills.config[].path and debug.config_lockfile.load_path in a project layer that lead out of the repository, as text or through a link.",
			Quiet: "files inside the repository.",
			File:  ".codex/config.toml",
			Bad:   `model_instructions_file = "../../team/base.md"`,
			Good:  `model_instructions_file = "base.md"`,
			Fix:   "move the file into the repository",
		},
		Check: func(p *audit.Pass) {
			keys := []string{
				"model_instructions_file", "experimental_compact_prompt_file", "model_catalog_json", "agents.*.config_file",
				"skills.config[].path", "debug.config_lockfile.load_path",
			}
			for s := range settings(p, keys...) {
				rel, inside := p.Inside(path.Dir(s.file.Rel), s.text())
				if f := p.Set.File(rel); inside && (f == nil || f.Link == nil || !f.Link.Outside) || s.text() == "" {
					continue
				}
				s.found.Message = audit.What("project config reads ", s.text(), ", which lies outside the repository")
				p.Report(s.found)
			}
		},
	}
}
