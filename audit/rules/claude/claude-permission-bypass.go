package claude

import (
	"strings"

	"github.com/agentlayers/layers/audit"
	"github.com/agentlayers/layers/audit/facts"
	"github.com/agentlayers/layers/audit/source"
)

func permissionBypass() audit.Rule {
	return audit.Rule{
		ID:         "claude-permission-bypass",
		Title:      "project settings skip the questions before an action",
		Severity:   audit.High,
		Confidence: audit.Certain,
		Agents:     []string{"claude"},
		Intent:     true,
		Doc: audit.Doc{
			Why:   "The mode decides which commands and edits the user is shown before they happen. Versions before 2.1.53 took it from the repository even before the folder was trusted.",
			Fires: "permissions.defaultMode \"bypassPermissions\" or \"dontAsk\" in the settings of a project, the same as permissionMode in the front matter of an agent, and every skipDangerous...Prompt that is true. \"acceptEdits\" and \"auto\" are medium. The severity stays where newer versions ignore the attempt.",
			Quiet: "\"default\", \"manual\" and \"plan\"; the user's own settings.",
			File:  sharedFile,
			Bad:   `{ "permissions": { "defaultMode": "bypassPermissions" } }`,
			Good:  `{ "permissions": { "defaultMode": "plan" } }`,
			Fix:   "remove it; every user chooses their own mode",
			Refs:  []string{"CVE-2026-33068"},
		},
		Check: func(p *audit.Pass) {
			for s := range settings(p, "permissions.defaultMode", "defaultMode") {
				if severity := modeSeverity(s.text()); severity != 0 {
					s.found.Severity = severity
					s.found.Message = "project settings choose the mode " + s.text()
					s.found.Related = p.UserValue(s.file, s.key...)
					p.Report(s.found)
				}
			}
			skippedPrompts(p)
			agentModes(p)
		},
	}
}

// modeSeverity is 0 for modes that keep the questions.
func modeSeverity(mode string) audit.Severity {
	switch mode {
	case "bypassPermissions", "dontAsk":
		return audit.High
	case "acceptEdits", "auto":
		return audit.Medium
	}
	return 0
}

// skippedPrompts reports settings that skip the warning before a dangerous mode.
func skippedPrompts(p *audit.Pass) {
	for f := range p.Named(sharedFile, localFile) {
		for _, above := range [][]string{nil, {"permissions"}} {
			for _, m := range source.Members(f.JSON().Root, above...) {
				found := audit.Finding{File: f, Span: source.Where(&m), Key: append(append([]string{}, above...), m.Name)}
				switch {
				case !source.IsTrue(m.Value):
					continue
				case strings.HasPrefix(m.Name, "skipDangerous") && strings.HasSuffix(m.Name, "Prompt"):
				case m.Name == "skipAutoPermissionPrompt":
					found.Severity = audit.Medium
				default:
					continue
				}
				found.Message = "project settings skip a warning (" + m.Name + ")"
				p.Report(found)
			}
		}
	}
}

// agentModes reports agents of the repository that choose their mode in the front matter.
func agentModes(p *audit.Pass) {
	for f := range p.Under(".claude/agents") {
		field := headField(f, "permissionMode")
		if field == nil {
			continue
		}
		if severity := modeSeverity(field.Value.Text); severity != 0 {
			p.Report(audit.Finding{
				File: f, Span: field.Value.Span, Severity: severity, Gate: facts.ByHand,
				Message: "an agent of the project chooses the mode " + field.Value.Text,
			})
		}
	}
}
