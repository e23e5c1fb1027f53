package codex

import (
	"github.com/agentlayers/layers/audit"
	"github.com/agentlayers/layers/audit/source"
	"github.com/agentlayers/layers/internal/doc"
)

func approvalNever() audit.Rule {
	return audit.Rule{
		ID:         "codex-approval-never",
		Title:      "project config switches approval prompts off",
		Severity:   audit.High,
		Confidence: audit.Certain,
		Agents:     []string{"codex"},
		Doc: audit.Doc{
			Why:   "With approval_policy = \"never\" no command and no edit is shown to the user before it happens.",
			Fires: "approval_policy \"never\" in a project layer; \"on-failure\", and a granular table that switches off a kind of prompt, are medium.",
			Quiet: "\"untrusted\" and \"on-request\", which keep the prompts; the user's own configuration.",
			File:  ".codex/config.toml",
			Bad:   "approval_policy = \"never\"",
			Good:  "approval_policy = \"on-request\"",
			Fix:   "remove approval_policy from the project config; every user chooses their own",
		},
		Check: func(p *audit.Pass) {
			for f := range configs(p) {
				if m := source.At(f.TOML().Root, "approval_policy"); m != nil {
					reportApproval(p, f, m)
				}
			}
		},
	}
}

func reportApproval(p *audit.Pass, f *source.File, m *doc.Member) {
	found := audit.Finding{File: f, Span: m.Value.Span(), Key: []string{m.Name}}
	if m.Value.Kind == doc.Table {
		for _, kind := range source.Members(m.Value, "granular") {
			if source.IsFalse(kind.Value) {
				found.Severity = audit.Medium
				found.Key = []string{m.Name, "granular", kind.Name}
				found.Span, found.Message = kind.Value.Span(), audit.What("project config switches off the prompts of ", kind.Name)
				p.Report(found)
			}
		}
		return
	}
	switch word, _ := source.String(m.Value); word {
	case "never":
		found.Related = p.UserValue(f, m.Name)
		p.Report(found)
	case "on-failure":
		found.Severity, found.Message = audit.Medium, "project config asks for approval only after a command failed"
		p.Report(found)
	}
}
