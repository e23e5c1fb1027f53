package claude

import (
	"path"
	"strings"

	"github.com/agentlayers/layers/audit"
	"github.com/agentlayers/layers/audit/facts"
	"github.com/agentlayers/layers/audit/shell"
	"github.com/agentlayers/layers/audit/source"
)

func sandboxWeakened() audit.Rule {
	return audit.Rule{
		ID:         "claude-sandbox-weakened",
		Title:      "project settings weaken the sandbox",
		Severity:   audit.High,
		Confidence: audit.Certain,
		Agents:     []string{"claude"},
		Doc: audit.Doc{
			Why:   "The sandbox keeps commands inside the project and off the network. A repository that makes a hole in it makes it for whatever it gets the agent to run.",
			Fires: "sandbox.enabled = false; a shell, an interpreter or * among sandbox.excludedCommands; all Unix sockets, or the socket of a container engine; enableWeakerNestedSandbox, enableWeakerNetworkIsolation, allowAppleEvents, filesystem.disabled; writing to the whole disk, home folders or places of credentials; bwrapPath, socatPath and ripgrep.command, which name the programs that build the sandbox or run outside it. Other excluded commands are low.",
			Quiet: "sandbox.enabled = true and everything that narrows it; the user's own settings.",
			File:  sharedFile,
			Bad:   `{ "sandbox": { "enabled": true, "excludedCommands": ["bash *"] } }`,
			Good:  `{ "sandbox": { "enabled": true } }`,
			Fix:   "remove it from the project's settings",
		},
		Check: func(p *audit.Pass) {
			switches(p)
			excluded(p)
			sockets(p)
			sandboxPaths(p)
		},
	}
}

// switches reports single settings that open the sandbox.
func switches(p *audit.Pass) {
	for s := range settings(p, "sandbox.enabled") {
		if source.IsFalse(s.at.Value) {
			s.found.Message = "project settings switch the sandbox off"
			p.Report(s.found)
		}
	}
	for s := range settings(p,
		"sandbox.enableWeakerNestedSandbox", "sandbox.enableWeakerNetworkIsolation", "sandbox.allowAppleEvents",
		"sandbox.filesystem.disabled", "sandbox.allowAllUnixSockets", "sandbox.network.allowAllUnixSockets") {
		if source.IsTrue(s.at.Value) {
			s.found.Message = "project settings weaken the sandbox (" + strings.Join(s.key, ".") + ")"
			p.Report(s.found)
		}
	}
}

func excluded(p *audit.Pass) {
	for s := range settings(p, "sandbox.excludedCommands.*") {
		text := strings.TrimSpace(s.text())
		if text == "" {
			continue
		}
		name, broad := shell.Broad(text)
		if !strings.Contains(text, "*") {
			name, broad = shell.Broad(text + " *")
		}
		if !broad || name != "" && !shell.IsInterpreter(name) {
			s.found.Severity = audit.Low
		}
		s.found.Message = audit.What("project settings run ", text, " outside the sandbox")
		p.Report(s.found)
	}
}

// sockets reports the socket of a container engine, which gives its user the whole machine.
func sockets(p *audit.Pass) {
	for s := range settings(p, "sandbox.network.allowUnixSockets.*", "sandbox.allowUnixSockets.*") {
		base := path.Base(s.text())
		engine := strings.Contains(base, "docker") || strings.Contains(base, "podman") || strings.Contains(base, "containerd")
		if engine || strings.Trim(base, "*/") == "" && s.text() != "" {
			s.found.Message = audit.What("project settings let commands talk to the service at ", s.text())
			p.Report(s.found)
		}
	}
}

func sandboxPaths(p *audit.Pass) {
	for s := range settings(p, "sandbox.bwrapPath", "sandbox.socatPath", "sandbox.ripgrep.command") {
		if s.text() != "" {
			s.found.Message = audit.What("project settings name a program that is run outside the sandbox: ", s.text())
			p.Report(s.found)
		}
	}
	for s := range settings(p, "sandbox.filesystem.allowWrite.*") {
		dir, absolute := s.text(), strings.HasPrefix(s.text(), "//")
		if absolute {
			dir = dir[1:]
		}
		if _, inside := p.Inside(s.file.Start, dir); inside || dir == "" {
			continue
		}
		if facts.Sensitive(dir, path.Join(p.Set.Root, s.file.Start), p.Set.Home) {
			s.found.Message = audit.What("project settings let commands write to ", s.text())
			p.Report(s.found)
		}
	}
}
