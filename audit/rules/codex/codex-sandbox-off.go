package codex

import (
	"github.com/agentlayers/layers/audit"
	"github.com/agentlayers/layers/audit/source"
)

func sandboxOff() audit.Rule {
	return audit.Rule{
		ID:         "codex-sandbox-off",
		Title:      "project config switches the sandbox off",
		Severity:   audit.High,
		Confidence: audit.Certain,
		Agents:     []string{"codex"},
		Doc: audit.Doc{
			Why:   "Without the sandbox every command of the agent may read and write whatever the user can, and use the network. Together with codex-approval-never it is critical: nothing asks and nothing holds back.",
			Fires: "sandbox_mode \"danger-full-access\", and default_permissions that name the profile without limits, in a project layer.",
			Quiet: "\"read-only\" and \"workspace-write\"; the user's own configuration.",
			File:  ".codex/config.toml",
			Bad:   "sandbox_mode = \"danger-full-access\"",
			Good:  "sandbox_mode = \"workspace-write\"",
			Fix:   "remove it, or set \"workspace-write\"",
		},
		Check: func(p *audit.Pass) {
			for f := range configs(p) {
				root := f.TOML().Root
				if m := source.At(root, "sandbox_mode"); m != nil {
					if word, _ := source.String(m.Value); word == fullAccess {
						p.Report(audit.Finding{File: f, Span: m.Value.Span(), Key: []string{m.Name}, Related: p.UserValue(f, m.Name)})
					}
				}
				if m := source.At(root, "default_permissions"); m != nil {
					if name, _ := source.String(m.Value); isFullAccess(root, name) {
						p.Report(audit.Finding{
							File: f, Span: m.Value.Span(), Key: []string{m.Name},
							Message: audit.What("project config selects the permissions \"", name, "\", which have no limits"),
						})
					}
				}
			}
		},
	}
}
