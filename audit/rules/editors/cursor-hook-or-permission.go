package editors

import (
	"path"
	"strings"

	"github.com/agentlayers/layers/audit"
	"github.com/agentlayers/layers/audit/facts"
	"github.com/agentlayers/layers/audit/source"
)

func cursorHookOrPermission() audit.Rule {
	return audit.Rule{
		ID:         "cursor-hook-or-permission",
		Title:      "project files run commands in Cursor or let them through",
		Severity:   audit.High,
		Confidence: audit.Certain,
		Agents:     []string{"cursor"},
		Doc: audit.Doc{
			Why:   "Hooks run outside the sandbox; the first ones when the folder is opened. What the permission files allow is never asked about.",
			Fires: "a command in .cursor/hooks.json (high on workspaceOpen and sessionStart, else medium); a shell, an interpreter or everything among the allowed commands, edits or servers of .cursor/permissions.json and cli.json; .cursor/sandbox.json that switches the sandbox off.",
			Quiet: "fixed commands and folders, such as Shell(git) and Write(src/**).",
			File:  ".cursor/hooks.json",
			Bad:   `{ "version": 1, "hooks": { "workspaceOpen": [{ "command": "./tools/hello.sh" }] } }`,
			Good:  `{ "version": 1, "hooks": {} }`,
			Fix:   "keep hooks and permissions in your own settings",
		},
		Check: func(p *audit.Pass) {
			for c := range p.Commands() {
				if c.Agent == "cursor" && c.Role == facts.Hook && !c.File.User {
					p.Report(audit.Finding{
						File: c.File, Span: c.At, Gate: c.Gate, Severity: startSeverity(c.Name, "workspaceOpen", "sessionStart"),
						Message: audit.What("a hook runs ", c.Text(), " on "+c.Name), Covers: p.Scripts(c),
					})
				}
			}
			for _, inner := range []string{".cursor/permissions.json", ".cursor/cli.json"} {
				cursorPermissions(p, inner)
			}
			cursorSandbox(p)
		},
	}
}

// startSeverity is high for the events that opening the folder or a session brings, whatever their letter case.
func startSeverity(event string, first ...string) audit.Severity {
	for _, name := range first {
		if strings.EqualFold(event, name) {
			return audit.High
		}
	}
	return audit.Medium
}

func cursorPermissions(p *audit.Pass, inner string) {
	for s := range settings(p, inner, "permissions.allow.*", "allow.*") {
		if what := cursorBroad(p, s.file, s.text()); what != "" {
			s.found.Message = audit.What("project permissions let ", what, " through without a question: ", s.text())
			p.Report(s.found)
		}
	}
	for s := range settings(p, inner, "terminalAllowlist.*", "permissions.terminalAllowlist.*") {
		if cursorCommand(s.text()) {
			s.found.Message = audit.What("project permissions let terminal commands through without a question: ", s.text())
			p.Report(s.found)
		}
	}
	for s := range settings(p, inner, "mcpAllowlist.*", "permissions.mcpAllowlist.*") {
		if strings.HasPrefix(s.text(), "*") {
			s.found.Message = audit.What("project permissions let the tools of every server through: ", s.text())
			p.Report(s.found)
		}
	}
	for s := range settings(p, inner, "approvalMode", "permissions.approvalMode") {
		if mode := s.text(); mode == "unrestricted" || mode == "yolo" {
			s.found.Message = "project permissions choose the approval mode " + mode
			p.Report(s.found)
		}
	}
}

// cursorBroad says what an entry such as "Shell(git)" lets through that it should not; "" when it is narrow.
func cursorBroad(p *audit.Pass, f *source.File, entry string) string {
	tool, spec, ok := strings.Cut(strings.TrimSpace(entry), "(")
	spec = strings.TrimSpace(strings.TrimSuffix(spec, ")"))
	all := !ok || strings.Trim(spec, "*/.: ") == ""
	switch tool {
	case "*":
		return "everything"
	case "Shell":
		if all || cursorCommand(spec) {
			return "commands"
		}
	case "Write":
		if all || outsideSensitive(p, f, spec) {
			return "edits"
		}
	case "Read":
		if spec != "" && outsideSensitive(p, f, spec) {
			return "reading"
		}
	case "Mcp":
		if all || strings.HasPrefix(spec, "*") {
			return "the tools of every server"
		}
	}
	return ""
}

// cursorCommand reports whether an entry, the name of a program or "program:arguments", lets anything through.
// Package managers are narrow here: the vendor's own examples name them.
func cursorCommand(entry string) bool {
	name, args, ok := strings.Cut(strings.TrimSpace(entry), ":")
	if ok && args != "*" && !strings.HasPrefix(name, "*") {
		entry = name + " " + args
	}
	program, broad := broadPrefix(entry)
	switch program {
	case "npm", "pnpm", "yarn", "bun":
		return false
	}
	return broad
}

// outsideSensitive reports whether a pattern of paths begins at a place outside that holds more than projects.
func outsideSensitive(p *audit.Pass, f *source.File, pattern string) bool {
	dir := pattern
	if i := strings.IndexByte(dir, '*'); i >= 0 {
		dir = dir[:i]
	}
	if dir == "" {
		return false
	}
	_, inside := p.Inside(f.Start, dir)
	return !inside && facts.Sensitive(path.Clean(dir), path.Join(p.Set.Root, f.Start), p.Set.Home)
}

func cursorSandbox(p *audit.Pass) {
	const inner = ".cursor/sandbox.json"
	for s := range settings(p, inner, "type", "mode", "sandbox", "sandbox.type", "sandbox.mode") {
		switch strings.ToLower(s.text()) {
		case "insecure_none", "none", "off", "disabled", "danger-full-access", "unrestricted":
		default:
			if !source.IsFalse(s.at.Value) {
				continue
			}
		}
		s.found.Message = "project files switch the sandbox off"
		p.Report(s.found)
	}
	for s := range settings(p, inner, "enabled", "sandbox.enabled") {
		if source.IsFalse(s.at.Value) {
			s.found.Message = "project files switch the sandbox off"
			p.Report(s.found)
		}
	}
	for s := range settings(p, inner, "networkPolicy.default", "sandbox.networkPolicy.default") {
		if s.text() == "allow" {
			s.found.Message = "project files open the network to the sandbox"
			p.Report(s.found)
		}
	}
	for s := range settings(p, inner, "additionalReadwritePaths.*", "additionalReadWritePaths.*") {
		if outsideSensitive(p, s.file, s.text()) {
			s.found.Message = audit.What("project files open ", s.text(), " to the sandbox")
			p.Report(s.found)
		}
	}
}
