package editors

import (
	"strings"

	"github.com/agentlayers/layers/audit"
	"github.com/agentlayers/layers/audit/shell"
	"github.com/agentlayers/layers/audit/source"
)

func geminiApproval() audit.Rule {
	return audit.Rule{
		ID:         "gemini-approval",
		Title:      "workspace settings switch confirmations off",
		Severity:   audit.High,
		Confidence: audit.Certain,
		Agents:     []string{"gemini"},
		Doc: audit.Doc{
			Why:   "What the workspace approves is never shown to the user before it happens.",
			Fires: "general.defaultApprovalMode other than default and plan (auto_edit is medium), tools.allowed with the shell tool as such, a shell or an interpreter in it, or *, and security.enablePermanentToolApproval.",
			Quiet: "the shell tool with a fixed command, such as run_shell_command(git status).",
			File:  geminiSettings,
			Bad:   `{ "tools": { "allowed": ["run_shell_command"] } }`,
			Good:  `{ "tools": { "allowed": ["run_shell_command(git status)"] } }`,
			Fix:   "remove it; every user chooses what needs no confirmation",
		},
		Check: func(p *audit.Pass) {
			for s := range settings(p, geminiSettings, "general.defaultApprovalMode", "tools.approvalMode", "approvalMode") {
				switch mode := s.text(); mode {
				case "", "default", "plan":
					continue
				case "auto_edit", "autoEdit":
					s.found.Severity = audit.Medium
				}
				s.found.Message = audit.What("workspace settings choose the approval mode ", s.text())
				p.Report(s.found)
			}
			for s := range settings(p, geminiSettings, "tools.allowed.*", "allowedTools.*") {
				if isOpenShell(s.text()) {
					s.found.Message = audit.What("workspace settings let ", s.text(), " run without confirmation")
					p.Report(s.found)
				}
			}
			for s := range settings(p, geminiSettings, "security.enablePermanentToolApproval") {
				if source.IsTrue(s.at.Value) {
					s.found.Message = "workspace settings let one approval count for good"
					p.Report(s.found)
				}
			}
		},
	}
}

// isOpenShell reports whether an allowed tool is the shell with anything in it.
func isOpenShell(tool string) bool {
	name, prefix, hasPrefix := strings.Cut(strings.TrimSpace(tool), "(")
	switch name {
	case "*":
		return true
	case "run_shell_command", "ShellTool", "Shell":
	default:
		return false
	}
	prefix = strings.TrimSpace(strings.TrimSuffix(prefix, ")"))
	if !hasPrefix || prefix == "" {
		return true
	}
	_, broad := broadPrefix(prefix)
	return broad
}

// broadPrefix is shell.Broad for a list whose entries are starts of command lines.
func broadPrefix(prefix string) (program string, broad bool) {
	if strings.Contains(prefix, "*") {
		return shell.Broad(prefix)
	}
	return shell.Broad(prefix + " *")
}
