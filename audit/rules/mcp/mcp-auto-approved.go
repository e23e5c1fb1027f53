package mcp

import (
	"strings"

	"github.com/agentlayers/layers/audit"
	"github.com/agentlayers/layers/audit/facts"
	"github.com/agentlayers/layers/audit/source"
	"github.com/agentlayers/layers/internal/doc"
)

func autoApproved() audit.Rule {
	return audit.Rule{
		ID:         "mcp-auto-approved",
		Title:      "the repository approves its own servers or their tools",
		Severity:   audit.High,
		Confidence: audit.Certain,
		Doc: audit.Doc{
			Why:   "The question whether a server may start, or a tool may be used, is the last thing between a repository and what its servers do. This answers it for the user.",
			Fires: "Claude's enableAllProjectMcpServers and enabledMcpjsonServers; Gemini's trust: true; alwaysAllow and autoApprove with a wildcard or with tools that change something; Codex's approval modes set to approve.",
			Quiet: "lists of servers that are switched off; tools that only read.",
			File:  ".claude/settings.json",
			Bad:   `{ "enableAllProjectMcpServers": true }`,
			Good:  `{ "disabledMcpjsonServers": ["docs"] }`,
			Fix:   "remove it; every user approves for themselves",
			Refs:  []string{"CVE-2025-59536"},
		},
		Check: func(p *audit.Pass) {
			for f := range p.Named(".claude/settings.json", ".claude/settings.local.json") {
				if !f.User {
					claudeApproval(p, f)
				}
			}
			for f := range p.Files() {
				if !f.User && f.Under(".codex") && strings.HasSuffix(f.Inner, ".toml") {
					codexApps(p, f)
				}
			}
			for s := range servers(p) {
				serverApproval(p, s)
			}
		},
	}
}

func claudeApproval(p *audit.Pass, f *source.File) {
	root := f.JSON().Root
	if m := source.At(root, "enableAllProjectMcpServers"); m != nil && source.IsTrue(m.Value) {
		p.Report(audit.Finding{
			File: f, Span: source.Where(m), Key: []string{m.Name}, Message: "project settings approve every server of the project",
		})
	}
	m := source.At(root, "enabledMcpjsonServers")
	if m == nil {
		return
	}
	var names []string
	for _, e := range source.Strings(m.Value) {
		names = append(names, e.Text)
	}
	if len(names) > 0 {
		p.Report(audit.Finding{
			File: f, Span: m.Key(), Key: []string{m.Name}, Message: audit.What("project settings approve the server ", strings.Join(names, ", ")),
		})
	}
}

// serverApproval looks at what a server's own table approves.
func serverApproval(p *audit.Pass, s facts.Server) {
	if m := source.At(s.Table, "trust"); m != nil && source.IsTrue(m.Value) && s.Agent == "gemini" {
		f := about(s, source.Where(m), m.Name)
		f.Message = audit.What("every tool of server ", s.Name, " is approved")
		p.Report(f)
	}
	for _, name := range []string{"alwaysAllow", "autoApprove", "always_allow", "auto_approve"} {
		m := source.At(s.Table, name)
		if m == nil {
			continue
		}
		if source.IsTrue(m.Value) {
			f := about(s, source.Where(m), name)
			f.Message = audit.What("every tool of server ", s.Name, " is approved")
			p.Report(f)
		}
		for _, tool := range source.Strings(m.Value) {
			if isBroadTool(tool.Text) {
				f := about(s, tool.Span, name)
				f.Message = audit.What("the tool "+tool.Text+" of server ", s.Name, " is approved")
				p.Report(f)
			}
		}
	}
	if s.Agent != "codex" {
		return
	}
	for _, a := range approvals(s.Table) {
		f := about(s, source.Where(&a.at), a.key...)
		f.Message = audit.What(a.what+" of server ", s.Name, " is approved")
		p.Report(f)
	}
}

// approval is a key of Codex that approves tools.
type approval struct {
	at   doc.Member
	key  []string
	what string
}

// approvals finds the approval modes of a server or an app that are "approve".
func approvals(table *doc.Value) []approval {
	var out []approval
	approves := func(m *doc.Member) bool {
		if m == nil {
			return false
		}
		text, _ := source.String(m.Value)
		return text == "approve"
	}
	if m := source.At(table, "default_tools_approval_mode"); approves(m) {
		out = append(out, approval{*m, []string{m.Name}, "every tool"})
	}
	for _, tool := range source.Members(table, "tools") {
		if m := source.At(tool.Value, "approval_mode"); approves(m) {
			out = append(out, approval{*m, []string{"tools", tool.Name, m.Name}, "the tool " + tool.Name})
		}
	}
	return out
}

// codexApps looks at the apps that a project configures.
func codexApps(p *audit.Pass, f *source.File) {
	for _, app := range source.Members(f.TOML().Root, "apps") {
		for _, a := range approvals(app.Value) {
			p.Report(audit.Finding{
				File: f, Span: source.Where(&a.at), Key: append([]string{"apps", app.Name}, a.key...),
				Message: audit.What(a.what+" of the app ", app.Name, " is approved"),
			})
		}
	}
}

// changing are words in the names of tools that change something or run something.
const changing = "write create delete update edit exec execute run push send set remove put post move drop insert merge upload " +
	"install bash shell command deploy publish apply kill rename patch modify add commit append replace terminal script eval evaluate start stop " +
	"restart grant transfer pay purchase submit approve invoke call destroy purge reset fork close reopen assign import"

// isBroadTool reports whether the name of a tool stands for several, or says that it changes something.
func isBroadTool(name string) bool {
	if strings.Contains(name, "*") {
		return true
	}
	for _, w := range facts.Words(name) {
		if is(strings.ToLower(w), changing) {
			return true
		}
	}
	return false
}
