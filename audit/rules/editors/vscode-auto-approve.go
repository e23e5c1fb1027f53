package editors

import (
	"regexp"
	"strings"

	"github.com/agentlayers/layers/audit"
	"github.com/agentlayers/layers/audit/source"
	"github.com/agentlayers/layers/internal/doc"
)

const vscodeSettings = ".vscode/settings.json"

func vscodeAutoApprove() audit.Rule {
	return audit.Rule{
		ID:         "vscode-auto-approve",
		Title:      "workspace settings switch confirmations of the editor's agent off",
		Severity:   audit.High,
		Confidence: audit.Certain,
		Agents:     []string{"vscode"},
		Intent:     true,
		Doc: audit.Doc{
			Why:   "With these settings the agent's tools, or its terminal commands, run without a question, and the settings can be written by the agent itself.",
			Fires: "chat.tools.autoApprove, chat.tools.global.autoApprove, chat.tools.terminal.autoApprove of everything, of a shell or of an interpreter, chat.tools.urls.autoApprove of everything, security.workspace.trust.enabled = false, and the like of extensions.",
			Quiet: "single commands, such as git status.",
			File:  vscodeSettings,
			Bad:   `{ "chat.tools.autoApprove": true }`,
			Good:  `{ "chat.tools.terminal.autoApprove": { "ls": true } }`,
			Fix:   "remove it from the workspace",
			Refs:  []string{"CVE-2025-53773"},
		},
		Check: func(p *audit.Pass) {
			for f := range p.Named(vscodeSettings) {
				approvals(p, f)
			}
		},
	}
}

// approvalSwitches are settings that approve everything when they have the value; "" stands for true.
var approvalSwitches = []struct{ name, value string }{
	{"chat.tools.autoApprove", ""},
	{"chat.tools.global.autoApprove", ""},
	{"claudeCode.allowDangerouslySkipPermissions", ""},
	{"claudeCode.initialPermissionMode", "bypassPermissions"},
	{"geminicodeassist.agentYoloMode", ""},
}

func approvals(p *audit.Pass, f *source.File) {
	report := func(m *doc.Member, name, message string) {
		p.Report(audit.Finding{File: f, Span: source.Where(m), Key: []string{name}, Message: message})
	}
	for _, s := range approvalSwitches {
		for _, m := range dotted(f.Tree(), s.name) {
			text, _ := source.String(m.Value)
			if source.IsTrue(m.Value) && s.value == "" || text == s.value && s.value != "" {
				report(m, s.name, "workspace settings approve every tool ("+s.name+")")
			}
		}
	}
	for _, m := range dotted(f.Tree(), "security.workspace.trust.enabled") {
		if source.IsFalse(m.Value) {
			report(m, m.Name, "workspace settings switch workspace trust off")
		}
	}
	terminals(f, report)
	const urls = "chat.tools.urls.autoApprove"
	for _, table := range dotted(f.Tree(), urls) {
		for _, m := range source.Members(table.Value) {
			host := strings.TrimPrefix(strings.TrimPrefix(m.Name, "https://"), "http://")
			if isApproved(m.Value) && strings.Trim(host, "*/") == "" {
				report(&m, urls, audit.What("workspace settings approve requests to any address: ", m.Name))
			}
		}
	}
	for _, list := range dotted(f.Tree(), "roo-cline.allowedCommands") {
		for _, text := range source.Strings(list.Value) {
			if _, broad := broadPrefix(text.Text); broad {
				p.Report(audit.Finding{File: f, Span: text.Span, Message: audit.What("workspace settings approve terminal commands without a question: ", text.Text)})
			}
		}
	}
}

// terminals reports the commands that are approved for the terminal, where they let anything through.
func terminals(f *source.File, report func(m *doc.Member, name, message string)) {
	const terminal = "chat.tools.terminal.autoApprove"
	for _, table := range append(dotted(f.Tree(), terminal), dotted(f.Tree(), "github.copilot.chat.agent.terminal.allowList")...) {
		if source.IsTrue(table.Value) {
			report(table, terminal, "workspace settings approve every terminal command")
		}
		tried := 0
		for _, m := range source.Members(table.Value) {
			if isApproved(m.Value) && approvesAnything(m.Name, &tried) {
				report(&m, terminal, audit.What("workspace settings approve terminal commands without a question: ", m.Name))
			}
		}
	}
}

// isApproved reports whether the value of an entry approves: true, or a table that says so.
func isApproved(v *doc.Value) bool {
	if source.IsTrue(v) {
		return true
	}
	for _, m := range source.Members(v) {
		if strings.HasPrefix(m.Name, "approve") && source.IsTrue(m.Value) {
			return true
		}
	}
	return false
}

// probes are commands that no honest list approves together.
var probes = []string{"qzx --zq 17", "rm -rf /srv", "bash -c 'id'"}

// Expressions are tried up to this length, and this many of one table; they come from the repository.
const (
	longestExpression = 200
	mostExpressions   = 500
)

// approvesAnything reports whether an entry lets any command through. An entry is the start of a command line, or an
// expression between slashes, which is tried on the probes; one that cannot be tried, because of a negation, counts.
// tried counts the expressions.
func approvesAnything(entry string, tried *int) bool {
	body, ok := strings.CutPrefix(entry, "/")
	end := strings.LastIndexByte(body, '/')
	if !ok || end < 0 || strings.Trim(body[end+1:], "dgimsuvy") != "" {
		_, broad := broadPrefix(entry)
		return broad
	}
	body = body[:end]
	if strings.Trim(body, "^$.*+()?") == "" || strings.HasPrefix(strings.TrimPrefix(body, "^"), "(?!") {
		return true
	}
	if *tried++; *tried > mostExpressions || len(body) > longestExpression {
		return false
	}
	expression, err := regexp.Compile(body)
	if err != nil {
		return false
	}
	for _, command := range probes {
		if !expression.MatchString(command) {
			return false
		}
	}
	return true
}
