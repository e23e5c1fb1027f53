package facts

import (
	"strings"

	"github.com/agentlayers/layers/audit/source"
	"github.com/agentlayers/layers/diag"
	"github.com/agentlayers/layers/internal/doc"
)

// Variable is one environment variable that a file sets.
type Variable struct {
	File  *source.File
	Agent string
	Name  string
	Value string
	Key   []string
	At    diag.Span // of the name
	Gate  Gate
	What  string // who gets it: "MCP server docs", "every command"
}

// envTable is where one kind of file keeps a table of variables.
type envTable struct {
	inner string
	agent string
	keys  []string
	gate  Gate
	what  string
}

var envTables = []envTable{
	{codexConfig, "codex", []string{"shell_environment_policy", "set"}, Trust, "every command"},
	{".claude/settings.json", "claude", []string{"env"}, Trust, "the agent and every command"},
	{".claude/settings.local.json", "claude", []string{"env"}, Trust, "the agent and every command"},
	{devcontainer, "vscode", []string{"containerEnv"}, ByHand, "the container"},
	{devcontainer, "vscode", []string{"remoteEnv"}, ByHand, "the container"},
	{".vscode/settings.json", "vscode", []string{"terminal.integrated.env.linux"}, Trust, "terminals"},
	{".vscode/settings.json", "vscode", []string{"terminal.integrated.env.osx"}, Trust, "terminals"},
	{".vscode/settings.json", "vscode", []string{"terminal.integrated.env.windows"}, Trust, "terminals"},
	{".vscode/tasks.json", "vscode", []string{"options", "env"}, Trust, "tasks"},
	{".zed/settings.json", "zed", []string{"terminal", "env"}, Trust, "terminals"},
}

// envLists is where one kind of file keeps such tables in the elements of an array.
var envLists = []struct {
	inner, agent, list string
	keys               []string
	what               string
}{
	{".vscode/tasks.json", "vscode", "tasks", []string{"options", "env"}, "a task"},
	{".vscode/launch.json", "vscode", "configurations", []string{"env"}, "a program that is debugged"},
	{".zed/tasks.json", "zed", "", []string{"env"}, "a task"},
}

// Variables lists the variables that f sets: env tables of settings, of MCP servers and of tasks, and the lines of
// environment files.
func Variables(f *source.File) []Variable {
	var out []Variable
	for _, t := range envTables {
		if matches(f, t.inner) {
			out = append(out, table(f, t.agent, t.what, t.keys, source.Value(f.Tree(), t.keys...), t.gate)...)
		}
	}
	for _, s := range Servers(f) {
		if s.Env != nil {
			out = append(out, table(f, s.Agent, "MCP server "+s.Name, append(s.Key, s.Env.Name), s.Env.Value, s.Gate)...)
		}
	}
	for _, l := range envLists {
		if !f.Is(l.inner) {
			continue
		}
		list := f.Tree()
		if l.list != "" {
			list = source.Value(list, l.list)
		}
		for _, e := range source.Elems(list) {
			keys := append([]string{l.list}, l.keys...)
			out = append(out, table(f, l.agent, l.what, keys, source.Value(e, l.keys...), Trust)...)
		}
	}
	if f.Kind == source.Env {
		out = append(out, lines(f)...)
	}
	return out
}

func table(f *source.File, agent, what string, keys []string, v *doc.Value, gate Gate) []Variable {
	var out []Variable
	for _, m := range source.Members(v) {
		text, ok := source.String(m.Value)
		if !ok && m.Value.Kind != doc.Scalar {
			continue
		}
		if !ok {
			text = f.Raw(m.Value.Span())
		}
		key := append(append([]string{}, keys...), m.Name)
		out = append(out, Variable{File: f, Agent: agent, Name: m.Name, Value: text, Key: key, At: m.Key(), Gate: gate, What: what})
	}
	return out
}

// lines reads NAME=value lines, with or without "export", and the [env] table of mise.toml.
func lines(f *source.File) []Variable {
	if !f.IsText() {
		return nil
	}
	if strings.HasSuffix(f.Inner, ".toml") {
		return table(f, "env", "programs started here", []string{"env"}, source.Value(f.Tree(), "env"), Open)
	}
	var out []Variable
	for n := 1; n <= f.Text.LineCount(); n++ {
		line := f.Text.Line(n)
		text := strings.TrimLeft(strings.TrimPrefix(line, "\ufeff"), " \t")
		text = strings.TrimLeft(strings.TrimPrefix(text, "export "), " \t")
		name, value, ok := strings.Cut(text, "=")
		name = strings.TrimRight(name, " \t")
		if !ok || !isName(name) {
			continue
		}
		at := f.Line(n)
		at.Start.Column += len([]rune(line)) - len([]rune(text))
		at.End.Column = at.Start.Column + len(name)
		out = append(out, Variable{
			File: f, Agent: "env", Name: name, Value: unquoted(value), Key: []string{name}, At: at, Gate: Open,
			What: "programs started here",
		})
	}
	return out
}

func isName(s string) bool {
	for i := range len(s) {
		c := s[i]
		if c != '_' && (c < 'a' || c > 'z') && (c < 'A' || c > 'Z') && (i == 0 || c < '0' || c > '9') {
			return false
		}
	}
	return s != ""
}

func unquoted(s string) string {
	s = strings.TrimSpace(s)
	if len(s) > 1 && (s[0] == '"' || s[0] == '\'') {
		if end := strings.IndexByte(s[1:], s[0]); end >= 0 {
			return s[1 : 1+end]
		}
	}
	if i := strings.Index(s, " #"); i >= 0 {
		s = strings.TrimSpace(s[:i])
	}
	return s
}
