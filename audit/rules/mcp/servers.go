package mcp

import (
	"iter"
	"slices"
	"strings"

	"github.com/agentlayers/layers/audit"
	"github.com/agentlayers/layers/audit/facts"
	"github.com/agentlayers/layers/audit/shell"
	"github.com/agentlayers/layers/audit/source"
	"github.com/agentlayers/layers/diag"
)

// servers yields the servers that the repository declares.
func servers(p *audit.Pass) iter.Seq[facts.Server] {
	return func(yield func(facts.Server) bool) {
		for s := range p.Servers() {
			if !s.File.User && !yield(s) {
				return
			}
		}
	}
}

// about is a finding about a key of a server. The keys of Codex's configuration are looked up in the layers.
func about(s facts.Server, at diag.Span, key ...string) audit.Finding {
	f := audit.Finding{File: s.File, Span: at, Key: append(slices.Clone(s.Key), key...), Gate: s.Gate}
	if s.Agent == "codex" && s.Gate == facts.Trust {
		f.Gate = 0
	}
	return f
}

// step is one call that starts or is started by a server's command, without wrappers.
type step struct {
	call    shell.Call
	full    shell.Call
	run     facts.Run
	dropped int // wrappers' words
}

// at is the place of a word, counted from the program.
func (s step) at(word int) diag.Span { return s.run.Place(s.dropped + word) }

// steps lists the calls of a server's command, those of a shell text it is given included.
func steps(s facts.Server) []step {
	c, ok := s.Start()
	if !ok {
		return nil
	}
	var out []step
	for _, run := range c.Runs() {
		for _, p := range shell.Deep(run.Lines) {
			for _, full := range p.Calls {
				call := full.Unwrapped()
				if len(call.Words) > 0 {
					out = append(out, step{call: call, full: full, run: run, dropped: len(full.Words) - len(call.Words)})
				}
			}
		}
	}
	return out
}

// address is a URL that a server is reached at.
type address struct {
	url  string
	host string
	at   diag.Span
	key  string
}

// bridges are programs that connect to the address they are given.
var bridges = []string{"mcp-remote", "supergateway", "mcp-proxy", "super-gateway", "@pyroprompts/mcp-stdio-to-streamable-http-adapter"}

// addresses lists the URLs of a server: its own, or that of the bridge which it starts.
func addresses(s facts.Server) []address {
	var out []address
	if s.URL != nil {
		if url, ok := source.String(s.URL.Value); ok {
			out = append(out, address{url, facts.HostOf(url), s.URL.Value.Span(), s.URL.Name})
		}
	}
	for _, st := range steps(s) {
		if !startsBridge(st.call) {
			continue
		}
		for i, w := range st.call.Words {
			if host := facts.HostOf(w.Text); host != "" {
				out = append(out, address{w.Text, host, st.at(i), "args"})
			}
		}
	}
	return out
}

func startsBridge(c shell.Call) bool {
	for _, w := range c.Words {
		name := w.Text
		if i := strings.LastIndexByte(name, '@'); i > 0 {
			name = name[:i]
		}
		if slices.Contains(bridges, name) {
			return true
		}
	}
	return false
}

// isLocal reports whether a host is this machine, or not known before a variable is filled in.
func isLocal(host string) bool {
	return host == "" || facts.Loopback(host) || host == "host.docker.internal" || strings.ContainsAny(host[:1], "${<%")
}
