// Package facts reads from the configuration files of every agent what they have in common: the servers they
// start, the commands they run, the variables they set. One table row per place in one agent's format.
//
//	source.File of any agent ─> Servers, Commands, Variables, Imports ─> one form for all ─> rules
package facts

import (
	"path"
	"strings"

	"github.com/agentlayers/layers/audit/source"
	"github.com/agentlayers/layers/diag"
	"github.com/agentlayers/layers/internal/doc"
)

// Gate is what stands between opening a repository and an effect of its file.
type Gate int

// The gates, weakest first.
const (
	Open     Gate = iota + 1 // nothing: takes effect in a folder that nobody trusts
	Trust                    // one click: takes effect once the folder is trusted
	Consent                  // a second question: hook review, server approval
	ByHand                   // only when a person starts it
	NoEffect                 // current versions ignore it
)

// Server is one MCP server of one file.
type Server struct {
	File    *source.File
	Agent   string
	Name    string
	NameAt  diag.Span
	Key     []string   // of the server's table
	Table   *doc.Value // everything that it is told
	Gate    Gate
	Command *doc.Member // the program; nil for a remote server
	Args    []source.Text
	URL     *doc.Member
	Env     *doc.Member // a table of variables, or nil
	Headers []*doc.Member
}

// Argv is the program and its arguments; nil for a remote server.
func (s Server) Argv() []string {
	if s.Command == nil {
		return nil
	}
	var out []string
	if text, ok := source.String(s.Command.Value); ok {
		out = append(out, text)
	}
	for _, a := range s.Args {
		out = append(out, a.Text)
	}
	return out
}

// serverTable is where one kind of file keeps its servers.
type serverTable struct {
	inner string // as for matches
	agent string
	keys  []string
	gate  Gate
}

var serverTables = []serverTable{
	{codexConfig, "codex", []string{"mcp_servers"}, Trust},
	{".mcp.json", "claude", []string{"mcpServers"}, Consent},
	{".claude/settings.json", "claude", []string{"mcpServers"}, NoEffect},
	{".claude/settings.local.json", "claude", []string{"mcpServers"}, NoEffect},
	{".claude-plugin/plugin.json", "claude", []string{"mcpServers"}, Consent},
	{".cursor/mcp.json", "cursor", []string{"mcpServers"}, Consent},
	{".vscode/mcp.json", "vscode", []string{"servers"}, Consent},
	{".vscode/settings.json", "vscode", []string{"mcp", "servers"}, Consent},
	{".vscode/settings.json", "vscode", []string{"mcp.servers"}, Consent},
	{".gemini/settings.json", "gemini", []string{"mcpServers"}, Trust},
	{".gemini/extensions/*/gemini-extension.json", "gemini", []string{"mcpServers"}, Trust},
	{"opencode.json", "opencode", []string{"mcp"}, Open},
	{"opencode.jsonc", "opencode", []string{"mcp"}, Open},
	{".opencode/opencode.json", "opencode", []string{"mcp"}, Open},
	{".opencode/opencode.jsonc", "opencode", []string{"mcp"}, Open},
	{".amazonq/mcp.json", "amazonq", []string{"mcpServers"}, Trust},
	{".amazonq/default.json", "amazonq", []string{"mcpServers"}, Trust},
	{".amazonq/agents/*.json", "amazonq", []string{"mcpServers"}, Trust},
	{".amazonq/cli-agents/*.json", "amazonq", []string{"mcpServers"}, Trust},
	{".roo/mcp.json", "roo", []string{"mcpServers"}, Trust},
	{".kiro/settings/mcp.json", "kiro", []string{"mcpServers"}, Trust},
	{".kiro/agents/*.json", "kiro", []string{"mcpServers"}, Trust},
	{".windsurf/mcp_config.json", "windsurf", []string{"mcpServers"}, Trust},
	{".zed/settings.json", "zed", []string{"context_servers"}, Trust},
	{devcontainer, "vscode", []string{"customizations", "vscode", "mcp", "servers"}, Consent},
	{devcontainer, "vscode", []string{"customizations", "vscode", "settings", "mcp", "servers"}, Consent},
}

// Names of several files, for matches.
const (
	codexConfig  = "codex configuration" // config.toml, and the files of agent roles
	devcontainer = "devcontainer"
)

// matches reports whether f is the file of a table row: a lower-case path as in source.Place.Inner, in which "*"
// stands for one part, or a name of several files.
func matches(f *source.File, inner string) bool {
	switch inner {
	case codexConfig:
		return f.Is(".codex/config.toml") || strings.HasSuffix(f.Inner, ".toml") && (f.Under(".codex") ||
			f.Kind == source.Config && f.From != nil && f.From.File.Is(".codex/config.toml"))
	case devcontainer:
		return IsDevcontainer(f)
	}
	star := strings.IndexByte(inner, '*')
	if star < 0 {
		return f.Is(inner)
	}
	if !strings.HasPrefix(f.Inner, inner[:star]) {
		return false
	}
	ok, err := path.Match(inner, f.Inner)
	return err == nil && ok
}

// IsDevcontainer reports whether f describes a development container: a repository may have several.
func IsDevcontainer(f *source.File) bool {
	return f.Is(".devcontainer.json") || f.Under(".devcontainer") && path.Base(f.Inner) == "devcontainer.json"
}

// Servers lists the MCP servers that f declares, in written order.
func Servers(f *source.File) []Server {
	var out []Server
	for _, t := range serverTables {
		if !matches(f, t.inner) {
			continue
		}
		for _, m := range source.Members(f.Tree(), t.keys...) {
			if m.Value.Kind == doc.Table {
				out = append(out, server(f, t, m))
			}
		}
	}
	return out
}

func server(f *source.File, t serverTable, m doc.Member) Server {
	s := Server{
		File: f, Agent: t.agent, Name: m.Name, NameAt: m.Key(), Table: m.Value, Gate: t.gate,
		Key: append(append([]string{}, t.keys...), m.Name),
	}
	if source.IsTrue(source.Value(m.Value, "disabled")) || source.IsFalse(source.Value(m.Value, "enabled")) {
		s.Gate = max(s.Gate, ByHand)
	}
	s.Command = source.At(m.Value, "command")
	if s.Command != nil && s.Command.Value.Kind == doc.Array { // opencode: the whole line in one array
		words := source.Strings(s.Command.Value)
		if len(words) > 0 {
			s.Args = words[1:]
			first := *s.Command
			first.Value = s.Command.Value.Elems[0]
			s.Command = &first
		}
	} else if s.Command != nil && s.Command.Value.Kind == doc.Table { // zed: path, args, env below
		inner := s.Command.Value
		s.Args = source.Strings(source.Value(inner, "args"))
		s.Env = source.At(inner, "env")
		s.Command = source.At(inner, "path")
	}
	if s.Args == nil {
		s.Args = source.Strings(source.Value(m.Value, "args"))
	}
	for _, name := range []string{"url", "httpUrl", "serverUrl", "http_url"} {
		if u := source.At(m.Value, name); u != nil && s.URL == nil {
			s.URL = u
		}
	}
	for _, name := range []string{"env", "environment"} {
		if e := source.At(m.Value, name); e != nil && s.Env == nil {
			s.Env = e
		}
	}
	for _, name := range []string{"headers", "http_headers", "env_http_headers", "requestInit"} {
		if h := source.At(m.Value, name); h != nil {
			s.Headers = append(s.Headers, h)
		}
	}
	return s
}
