package codex

import (
	"path"
	"strings"

	"github.com/agentlayers/layers/audit"
	"github.com/agentlayers/layers/audit/facts"
	"github.com/agentlayers/layers/audit/source"
	"github.com/agentlayers/layers/dialect"
)

func sandboxWidened() audit.Rule {
	return audit.Rule{
		ID:         "codex-sandbox-widened",
		Title:      "project config widens the sandbox",
		Severity:   audit.Medium,
		Confidence: audit.Certain,
		Agents:     []string{"codex"},
		Doc: audit.Doc{
			Why:   "The sandbox keeps commands inside the repository and off the network. Every hole that a repository makes in it is for whatever the repository makes the agent run.",
			Fires: "sandbox_workspace_write.network_access = true; writable_roots outside the repository; in [permissions]: writing outside it, proxies, sockets. High for the whole disk, home folders, places of credentials, the socket of a container engine, and all sockets at once.",
			Quiet: "roots inside the repository; exclude_slash_tmp and exclude_tmpdir_env_var, which tighten; the whole table where the project sets sandbox_mode = \"read-only\".",
			File:  ".codex/config.toml",
			Bad:   "[sandbox_workspace_write]\nnetwork_access = true",
			Good:  "[sandbox_workspace_write]\nwritable_roots = [\"../build\"]",
			Fix:   "remove it, or name folders inside the repository",
		},
		Check: func(p *audit.Pass) {
			workspaceWrite(p)
			permissionPaths(p)
			permissionNetwork(p)
		},
	}
}

func workspaceWrite(p *audit.Pass) {
	for s := range settings(p, "sandbox_workspace_write.network_access") {
		if source.IsTrue(s.at.Value) && !readOnly(p, s.file) {
			s.found.Span, s.found.Message = s.at.Key(), "project config lets commands use the network"
			p.Report(s.found)
		}
	}
	for s := range settings(p, "sandbox_workspace_write.writable_roots[]") {
		if !readOnly(p, s.file) {
			reportPath(p, s, s.text())
		}
	}
}

// reportPath reports a folder outside the repository that commands may write to.
func reportPath(p *audit.Pass, s setting, written string) {
	dir := path.Dir(s.file.Rel)
	if _, inside := p.Inside(dir, written); inside || written == "" {
		return
	}
	if facts.Sensitive(written, path.Join(p.Set.Root, dir), p.Set.Home) {
		s.found.Severity = audit.High
	}
	s.found.Message = audit.What("project config lets commands write to ", written, ", outside the repository")
	p.Report(s.found)
}

// readOnly reports whether the project itself keeps the sandbox read-only, so that its other settings do nothing.
func readOnly(p *audit.Pass, f *source.File) bool {
	start := p.Set.Start(f.Start)
	if start == nil {
		return false
	}
	for _, v := range start.Views {
		if v.Agent != "codex" {
			continue
		}
		mode := v.Trusted.Value("sandbox_mode")
		if mode == nil || mode.Value != "read-only" || mode.Origin.Source == nil || mode.Origin.Source.Kind != dialect.Project {
			return false
		}
	}
	return len(start.Views) > 0
}

func permissionPaths(p *audit.Pass) {
	for s := range settings(p, "permissions.*.filesystem.*", "permissions.*.filesystem.*.*") {
		written := s.key[3]
		if s.text() != "write" || strings.HasPrefix(written, ":") && written != ":root" {
			continue
		}
		s.found.Span = s.at.Key()
		if written == ":root" {
			written = "/"
		}
		reportPath(p, s, written)
	}
	for s := range settings(p, "permissions.*.workspace_roots.*") {
		if source.IsTrue(s.at.Value) {
			s.found.Span = s.at.Key()
			reportPath(p, s, s.at.Name)
		}
	}
}

func permissionNetwork(p *audit.Pass) {
	for s := range settings(p, "permissions.*.network.proxy_url", "permissions.*.network.socks_url") {
		if host := facts.HostOf(s.text()); host != "" && !facts.Loopback(host) {
			s.found.Message = audit.What("project config sends the traffic of commands through ", host)
			p.Report(s.found)
		}
	}
	for s := range settings(p, "permissions.*.network.dangerously_allow_all_unix_sockets") {
		if source.IsTrue(s.at.Value) {
			s.found.Span, s.found.Severity = s.at.Key(), audit.High
			s.found.Message = "project config lets commands talk to every service on this machine"
			p.Report(s.found)
		}
	}
	for s := range settings(p, "permissions.*.network.dangerously_allow_non_loopback_proxy") {
		if source.IsTrue(s.at.Value) {
			s.found.Span, s.found.Message = s.at.Key(), "project config lets a proxy stand on another machine"
			p.Report(s.found)
		}
	}
	for s := range settings(p, "permissions.*.network.unix_sockets.*") {
		if s.text() != "allow" {
			continue
		}
		if isEngineSocket(s.at.Name) {
			s.found.Severity = audit.High
		}
		s.found.Span = s.at.Key()
		s.found.Message = audit.What("project config lets commands talk to the service at ", s.at.Name)
		p.Report(s.found)
	}
}

// isEngineSocket reports whether a socket is that of a container engine, which gives its user the whole machine.
func isEngineSocket(name string) bool {
	base := path.Base(name)
	return strings.Contains(base, "docker") || strings.Contains(base, "podman") || strings.Contains(base, "containerd") ||
		name == "*" || base == "**"
}
