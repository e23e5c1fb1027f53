package facts

import (
	"strings"

	"github.com/agentlayers/layers/audit/source"
	"github.com/agentlayers/layers/internal/doc"
)

func codex(f *source.File) []Command {
	return append(hooks(f, "codex", nil, Consent), settings(f, "codex", Helper, NoEffect, []string{"notify"})...)
}

// opencode reads the formatters and language servers that opencode.json starts.
func opencode(f *source.File) []Command {
	var out []Command
	for _, kind := range []string{"formatter", "lsp"} {
		for _, m := range source.Members(f.Tree(), kind) {
			out = append(out, settings(f, "opencode", Helper, Open, []string{kind, m.Name, "command"})...)
		}
	}
	return out
}

// worktrees reads what Cursor runs in a new worktree: lines of shell, or the name of a script.
func worktrees(f *source.File) []Command {
	var out []Command
	for _, m := range source.Members(f.Tree()) {
		if !strings.HasPrefix(m.Name, "setup-worktree") {
			continue
		}
		c := Command{File: f, Agent: "cursor", Role: Task, Name: m.Name, Gate: ByHand, Key: []string{m.Name}, KeyAt: m.Key(), At: m.Value.Span()}
		if c.Shell = source.Strings(m.Value); len(c.Shell) > 0 {
			out = append(out, c)
		}
	}
	return out
}

// inContainer are the commands of a devcontainer that run inside the container.
var inContainer = []string{
	"onCreateCommand", "updateContentCommand", "postCreateCommand", "postStartCommand", "postAttachCommand",
}

// container reads a devcontainer: each command is a line of shell, an array of words, or a table of both.
func container(f *source.File) []Command {
	out := lifecycle(f, "initializeCommand", Container, Trust)
	for _, name := range inContainer {
		out = append(out, lifecycle(f, name, Inside, ByHand)...)
	}
	return out
}

func lifecycle(f *source.File, name string, role Role, gate Gate) []Command {
	m := source.At(f.Tree(), name)
	if m == nil {
		return nil
	}
	if m.Value.Kind != doc.Table {
		return settings(f, "vscode", role, gate, []string{name})
	}
	var out []Command
	for _, part := range m.Value.Members {
		out = append(out, settings(f, "vscode", role, gate, []string{name, part.Name})...)
	}
	return out
}

// tasks reads tasks.json: those that run when the folder is opened need one click, the others a person.
func tasks(f *source.File) []Command {
	out := task(f, f.Tree(), []string{})
	for _, t := range source.Elems(f.Tree(), "tasks") {
		out = append(out, task(f, t, []string{"tasks"})...)
	}
	return out
}

// task reads one task, with what it does instead on one system.
func task(f *source.File, t *doc.Value, key []string) []Command {
	label, _ := source.String(source.Value(t, "label"))
	kind, _ := source.String(source.Value(t, "type"))
	gate := ByHand
	if on, _ := source.String(source.Value(t, "runOptions", "runOn")); on == "folderOpen" {
		gate = Trust
	}
	var out []Command
	for _, system := range []string{"", "windows", "osx", "linux"} {
		own := t
		if system != "" {
			own = source.Value(t, system)
		}
		m := source.At(own, "command")
		if m == nil {
			continue
		}
		args := source.Value(own, "args")
		if args == nil {
			args = source.Value(t, "args")
		}
		out = append(out, program(f, Command{
			Agent: "vscode", Role: Task, Name: label, Gate: gate, Key: append(append([]string{}, key...), "command"),
		}, *m, args, kind == "process")...)
	}
	return out
}

// program reads a command with arguments beside it. A shell gets them in one line; a part with blanks is one word.
// Each may be a table with the text as "value".
func program(f *source.File, c Command, m doc.Member, args *doc.Value, direct bool) []Command {
	if v := source.Value(m.Value, "value"); v != nil {
		m.Value = v
	}
	words := source.Strings(args)
	if len(words) == 0 {
		for _, e := range source.Elems(args) {
			words = append(words, source.Strings(source.Value(e, "value"))...)
		}
	}
	cs := line(f, c, &m)
	for i := range cs {
		switch {
		case direct && len(cs[i].Shell) > 0:
			cs[i].Argv = append(cs[i].Shell, words...)
			cs[i].Shell = nil
			cs[i].inline()
		case len(words) > 0 && len(cs[i].Shell) > 0:
			whole := cs[i].Shell[0]
			cs[i].Argv = append([]source.Text{whole}, words...)
			cs[i].Shell = nil
			if cs[i].inline(); len(cs[i].Shell) > 0 {
				continue
			}
			cs[i].Argv = nil
			for _, w := range words {
				whole.Text += " " + quoted(w.Text)
			}
			cs[i].Shell = []source.Text{whole}
		}
	}
	return cs
}

// quoted is an argument as VS Code hands it to a shell: in quotes when it holds a blank.
func quoted(arg string) string {
	if !strings.ContainsAny(arg, " \t") || strings.ContainsAny(arg, `"'`) {
		return arg
	}
	return "'" + arg + "'"
}

// zedTasks reads Zed's tasks.json, an array: those with a hook run when a worktree is made.
func zedTasks(f *source.File) []Command {
	var out []Command
	for _, t := range source.Elems(f.Tree()) {
		m := source.At(t, "command")
		if m == nil {
			continue
		}
		label, _ := source.String(source.Value(t, "label"))
		gate := ByHand
		if len(source.Elems(t, "hooks")) > 0 {
			gate = Trust
		}
		c := Command{Agent: "zed", Role: Task, Name: label, Gate: gate, Key: []string{"command"}}
		out = append(out, program(f, c, *m, source.Value(t, "args"), false)...)
	}
	return out
}
