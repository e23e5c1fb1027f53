package facts

import (
	"sort"
	"strings"
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
	Bundled   Role = "hook of a plugin or text" // in the front matter of an agent or skill, or in a plugin's manifest
	Expansion Role = "expansion"                // run when a prompt template or skill is expanded
	Inside    Role = "command in the container" // not on this machine
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

// Text is what the command says, for messages: the words of a program, or what a shell is given.
func (c Command) Text() string {
	texts := c.Argv
	if len(texts) == 0 {
		texts = c.Shell
	}
	words := make([]string, 0, len(texts))
	for _, t := range texts {
		words = append(words, t.Text)
	}
	return strings.Join(words, " ")
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
		if c, ok := s.Start(); ok {
			out = append(out, c)
		}
	}
	for _, row := range commandRows {
		if matches(f, row.inner) {
			out = append(out, row.commands(f)...)
		}
	}
	if f.Under(".github/hooks") {
		out = append(out, hooks(f, "copilot", nil, Trust)...)
	}
	out = append(out, textCommands(f)...)
	for i := range out {
		out[i].parsed = &parsedLines{}
	}
	sort.SliceStable(out, func(i, j int) bool { return out[i].At.Start.Offset < out[j].At.Start.Offset })
	return out
}

// Start is the command that starts the server; ok is false for a remote one.
func (s Server) Start() (c Command, ok bool) {
	if s.Command == nil {
		return Command{}, false
	}
	program, ok := source.String(s.Command.Value)
	if !ok {
		return Command{}, false
	}
	c = Command{
		File: s.File, Agent: s.Agent, Role: MCP, Name: s.Name, Gate: s.Gate, Key: append(s.Key, s.Command.Name),
		KeyAt: s.Command.Key(), At: s.Command.Value.Span(),
	}
	c.Argv = append(words(program, s.Command.Value.Span(), len(s.Args)), s.Args...)
	c.inline()
	return c, true
}

// words splits a program that is written with its arguments in one text, where it is one that people write so: a
// path may hold blanks.
func words(program string, at diag.Span, args int) []source.Text {
	parts := strings.Fields(program)
	if args > 0 || len(parts) < 2 || strings.ContainsAny(parts[0], `/\"'`) {
		return []source.Text{{Text: program, Span: at}}
	}
	lines, err := shell.Parse(program)
	if err != nil || len(lines) != 1 || len(lines[0].Calls) != 1 {
		return []source.Text{{Text: program, Span: at}}
	}
	var out []source.Text
	for _, w := range lines[0].Calls[0].Words {
		out = append(out, source.Text{Text: w.Text, Span: at})
	}
	return out
}

// inline copies a program that is given to a shell as text to Shell.
func (c *Command) inline() {
	call := shell.Call{}
	for _, a := range c.Argv {
		call.Words = append(call.Words, shell.Word{Text: a.Text, Literal: true})
	}
	inner := call.Unwrapped()
	dropped := len(call.Words) - len(inner.Words)
	at, isShell, ok := shell.Inline(inner.Words[0].Text, inner.Args())
	if !ok || !isShell {
		return
	}
	rest := c.Argv[dropped+at+1:]
	if inner.Name() == "cmd" && len(rest) > 1 { // "cmd /c npx server": how programs are started on Windows
		c.Argv = rest
		c.inline()
		return
	}
	text := rest[0]
	if takesRest(inner.Name()) {
		for _, more := range rest[1:] {
			text.Text += " " + more.Text
		}
	}
	c.Shell = append(c.Shell, text)
}

// takesRest reports whether a shell takes every word that follows for its program.
func takesRest(program string) bool {
	return program == "pwsh" || program == "powershell"
}

// commandRow is one kind of file with commands in it.
type commandRow struct {
	inner    string
	commands func(*source.File) []Command
}

var commandRows = []commandRow{
	{codexConfig, codex},
	{".codex/hooks.json", func(f *source.File) []Command { return hooks(f, "codex", nil, Consent) }},
	{".claude/settings.json", claude},
	{".claude/settings.local.json", claude},
	{".claude-plugin/plugin.json", bundled},
	{".cursor/hooks.json", func(f *source.File) []Command { return hooks(f, "cursor", nil, Trust) }},
	{".cursor/worktrees.json", worktrees},
	{".windsurf/hooks.json", func(f *source.File) []Command { return hooks(f, "windsurf", nil, Trust) }},
	{".kiro/agents/*.json", func(f *source.File) []Command { return hooks(f, "kiro", nil, Trust) }},
	{".amazonq/cli-agents/*.json", func(f *source.File) []Command { return hooks(f, "amazonq", nil, Trust) }},
	{".gemini/settings.json", gemini},
	{".vscode/tasks.json", tasks},
	{".zed/tasks.json", zedTasks},
	{"opencode.json", opencode},
	{"opencode.jsonc", opencode},
	{".opencode/opencode.json", opencode},
	{".opencode/opencode.jsonc", opencode},
	{devcontainer, container},
}

// hooks reads a "hooks" table: event to a list of commands, or of groups that hold such lists.
func hooks(f *source.File, agent string, above []string, gate Gate) []Command {
	return hooksOf(f, f.Tree(), agent, above, gate)
}

func hooksOf(f *source.File, tree *doc.Value, agent string, above []string, gate Gate) []Command {
	var out []Command
	root := source.Value(tree, append(append([]string{}, above...), "hooks")...)
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
	for _, name := range []string{"command", "bash", "powershell", "commandWindows", "command_windows"} {
		m := source.At(v, name)
		if m == nil {
			continue
		}
		cs := line(f, Command{
			Agent: agent, Role: Hook, Name: event, Gate: gate, Key: append(append([]string{}, key...), name),
		}, m)
		if name == "powershell" && len(cs) == 1 && len(cs[0].Argv) == 0 {
			cs[0].Argv = append([]source.Text{{Text: name, Span: m.Key()}, {Text: "-Command", Span: m.Key()}}, cs[0].Shell...)
		}
		if args := source.Value(v, "args"); args != nil && len(cs) == 1 && len(cs[0].Shell) == 1 && len(cs[0].Argv) == 0 {
			cs[0].Argv = append(cs[0].Shell, source.Strings(args)...) // without a shell
			cs[0].Shell = nil
			cs[0].inline()
		}
		out = append(out, cs...)
	}
	return out
}

// line is a command whose text a shell runs, or an array of program and arguments.
func line(f *source.File, c Command, m *doc.Member) []Command {
	c.File, c.KeyAt, c.At = f, m.Key(), m.Value.Span()
	if text, ok := source.String(m.Value); ok {
		c.Shell = []source.Text{{Text: text, Span: m.Value.Span()}}
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
		[]string{"otelHeadersHelper"}, []string{"statusLine", "command"}, []string{"fileSuggestion", "command"}, []string{"subagentStatusLine", "command"})...)
}

func gemini(f *source.File) []Command {
	return append(hooks(f, "gemini", nil, Trust), settings(f, "gemini", Tool, Trust,
		[]string{"tools", "discoveryCommand"}, []string{"tools", "callCommand"}, []string{"mcp", "serverCommand"},
		[]string{"toolDiscoveryCommand"}, []string{"toolCallCommand"}, []string{"mcpServerCommand"})...)
}
