package facts

import (
	"sort"
	"sync"

	"github.com/agentlayers/layers/audit/shell"
	"github.com/agentlayers/layers/audit/source"
	"github.com/agentlayers/layers/diag"
	"github.com/agentlayers/layers/internal/doc"
)

// Role is what an agent runs a command for.
type Role string

// The roles.
const (
	Hook      Role = "hook"
	MCP       Role = "MCP server"
	Task      Role = "task"
	Helper    Role = "helper" // status lines, credential helpers and the like
	Container Role = "container"
	Tool      Role = "tool"
)

// Command is one program or shell line that a file makes an agent run.
type Command struct {
	File  *source.File
	Agent string
	Role  Role
	Name  string // of the server, task or setting; of the event for a hook
	Gate  Gate
	Key   []string
	KeyAt diag.Span
	At    diag.Span // of the command's own text
	// Shell is what a shell runs: the command itself, or the text that it hands to one.
	Shell []source.Text
	// Argv is the program and its arguments where the agent starts it without a shell.
	Argv []source.Text

	parsed *parsedLines // shared by copies
}

// parsedLines is what Lines gave before.
type parsedLines struct {
	once  sync.Once
	lines []shell.Pipeline
}

// Lines are the pipelines that the command runs, shell or not; a program without a shell is a pipeline of one.
// They are parsed once: change nothing in them.
func (c Command) Lines() []shell.Pipeline {
	if c.parsed == nil {
		return c.lines()
	}
	c.parsed.once.Do(func() { c.parsed.lines = c.lines() })
	return c.parsed.lines
}

func (c Command) lines() []shell.Pipeline {
	var out []shell.Pipeline
	if len(c.Argv) > 0 {
		call := shell.Call{}
		for _, a := range c.Argv {
			call.Words = append(call.Words, shell.Word{Text: a.Text, Literal: true})
		}
		out = append(out, shell.Pipeline{Calls: []shell.Call{call}})
	}
	for _, text := range c.Shell {
		lines, _ := shell.Parse(text.Text)
		out = append(out, lines...)
	}
	return out
}

// Commands lists what f makes agents run, in order of place.
func Commands(f *source.File) []Command {
	var out []Command
	for _, s := range Servers(f) {
		if c, ok := serverCommand(s); ok {
			out = append(out, c)
		}
	}
	for _, row := range commandRows {
		if f.Is(row.inner) {
			out = append(out, row.commands(f)...)
		}
	}
	if f.Under(".github/hooks") {
		out = append(out, hooks(f, "copilot", nil, Trust)...)
	}
	for i := range out {
		out[i].parsed = &parsedLines{}
	}
	sort.SliceStable(out, func(i, j int) bool { return out[i].At.Start.Offset < out[j].At.Start.Offset })
	return out
}

func serverCommand(s Server) (Command, bool) {
	if s.Command == nil {
		return Command{}, false
	}
	program, ok := source.String(s.Command.Value)
	if !ok {
		return Command{}, false
	}
	c := Command{
		File: s.File, Agent: s.Agent, Role: MCP, Name: s.Name, Gate: s.Gate, Key: append(s.Key, s.Command.Name),
		KeyAt: s.Command.Key, At: s.Command.Value.Span, Argv: []source.Text{{Text: program, Span: s.Command.Value.Span}},
	}
	c.Argv = append(c.Argv, s.Args...)
	c.inline()
	return c, true
}

// inline moves a program that is given to a shell as text into Shell.
func (c *Command) inline() {
	args := make([]string, 0, len(c.Argv))
	for _, a := range c.Argv[1:] {
		args = append(args, a.Text)
	}
	if at, isShell, ok := shell.Inline(c.Argv[0].Text, args); ok && isShell {
		c.Shell = append(c.Shell, c.Argv[at+1])
	}
}

// commandRow is one kind of file with commands in it.
type commandRow struct {
	inner    string
	commands func(*source.File) []Command
}

var commandRows = []commandRow{
	{".codex/config.toml", func(f *source.File) []Command { return hooks(f, "codex", nil, Consent) }},
	{".codex/hooks.json", func(f *source.File) []Command { return hooks(f, "codex", nil, Consent) }},
	{".claude/settings.json", claude},
	{".claude/settings.local.json", claude},
	{".cursor/hooks.json", func(f *source.File) []Command { return hooks(f, "cursor", nil, Trust) }},
	{".gemini/settings.json", gemini},
	{".vscode/tasks.json", tasks},
	{".devcontainer/devcontainer.json", container},
	{".devcontainer.json", container},
}

// hooks reads a "hooks" table: event to a list of commands, or of groups that hold such lists.
func hooks(f *source.File, agent string, above []string, gate Gate) []Command {
	var out []Command
	root := source.Value(f.Tree(), append(append([]string{}, above...), "hooks")...)
	for _, event := range source.Members(root) {
		key := append(append([]string{}, above...), "hooks", event.Name)
		for _, e := range source.Elems(event.Value) {
			out = append(out, handler(f, agent, event.Name, key, e, gate)...)
			for _, inner := range source.Elems(e, "hooks") {
				out = append(out, handler(f, agent, event.Name, key, inner, gate)...)
			}
		}
	}
	return out
}

// handler reads one handler of an event: its text stands under one of a few names.
func handler(f *source.File, agent, event string, key []string, v *doc.Value, gate Gate) []Command {
	var out []Command
	for _, name := range []string{"command", "bash", "powershell", "commandWindows"} {
		m := source.At(v, name)
		if m == nil {
			continue
		}
		out = append(out, line(f, Command{
			Agent: agent, Role: Hook, Name: event, Gate: gate, Key: append(append([]string{}, key...), name),
		}, m)...)
	}
	return out
}

// line is a command whose text a shell runs, or an array of program and arguments.
func line(f *source.File, c Command, m *doc.Member) []Command {
	c.File, c.KeyAt, c.At = f, m.Key, m.Value.Span
	if text, ok := source.String(m.Value); ok {
		c.Shell = []source.Text{{Text: text, Span: m.Value.Span}}
		return []Command{c}
	}
	if words := source.Strings(m.Value); len(words) > 0 {
		c.Argv = words
		c.inline()
		return []Command{c}
	}
	return nil
}

// settings are single keys that hold a command.
func settings(f *source.File, agent string, role Role, gate Gate, paths ...[]string) []Command {
	var out []Command
	for _, keys := range paths {
		if m := source.At(f.Tree(), keys...); m != nil {
			out = append(out, line(f, Command{Agent: agent, Role: role, Name: keys[0], Gate: gate, Key: keys}, m)...)
		}
	}
	return out
}

func claude(f *source.File) []Command {
	return append(hooks(f, "claude", nil, Trust), settings(f, "claude", Helper, Trust,
		[]string{"apiKeyHelper"}, []string{"awsAuthRefresh"}, []string{"awsCredentialExport"}, []string{"gcpAuthRefresh"},
		[]string{"otelHeadersHelper"}, []string{"statusLine", "command"}, []string{"fileSuggestion", "command"})...)
}

func gemini(f *source.File) []Command {
	return append(hooks(f, "gemini", nil, Trust), settings(f, "gemini", Tool, Trust,
		[]string{"tools", "discoveryCommand"}, []string{"tools", "callCommand"}, []string{"mcp", "serverCommand"})...)
}

func container(f *source.File) []Command {
	return settings(f, "vscode", Container, ByHand, []string{"initializeCommand"})
}

// tasks reads tasks.json: those that run when the folder is opened need one click, the others a person.
func tasks(f *source.File) []Command {
	var out []Command
	for _, t := range source.Elems(f.Tree(), "tasks") {
		m := source.At(t, "command")
		if m == nil {
			continue
		}
		label, _ := source.String(source.Value(t, "label"))
		c := Command{Agent: "vscode", Role: Task, Name: label, Gate: ByHand, Key: []string{"tasks", "command"}}
		if on, _ := source.String(source.Value(t, "runOptions", "runOn")); on == "folderOpen" {
			c.Gate = Trust
		}
		cs := line(f, c, m)
		args := source.Strings(source.Value(t, "args"))
		for i := range cs {
			if kind, _ := source.String(source.Value(t, "type")); kind == "process" && len(cs[i].Shell) > 0 {
				cs[i].Argv = append(cs[i].Shell, args...)
				cs[i].Shell = nil
				cs[i].inline()
			} else {
				cs[i].Shell = append(cs[i].Shell, args...)
			}
		}
		out = append(out, cs...)
	}
	return out
}
