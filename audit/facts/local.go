package facts

import (
	"path"
	"strings"
	"sync"

	"github.com/agentlayers/layers/audit/shell"
	"github.com/agentlayers/layers/audit/source"
)

// rootVars stand for the folder that an agent was started in, or that a plugin lies in, at the start of a path.
var rootVars = []string{
	"CLAUDE_PROJECT_DIR", "CLAUDE_PLUGIN_ROOT", "CURSOR_PROJECT_DIR", "GEMINI_PROJECT_DIR", "workspaceFolder", "workspaceRoot",
	"localWorkspaceFolder", "containerWorkspaceFolder", "workspacePath", "ZED_WORKTREE_ROOT", "PWD", "INIT_CWD", "PROJECT_DIR",
}

// LocalPath is a path as written in a configuration, without a variable at its start that stands for the folder
// the agent was started in. ok is false when the path starts elsewhere, or nobody can tell.
func LocalPath(written string) (rel string, ok bool) {
	text := strings.ReplaceAll(written, `\`, "/")
	for _, name := range rootVars {
		for _, form := range []string{"${" + name + "}", "$" + name, "${" + name + ":-.}", "${env:" + name + "}", "%" + name + "%"} {
			rest, found := strings.CutPrefix(text, form)
			if found && (rest == "" || rest[0] == '/') {
				return "." + rest, true
			}
		}
	}
	if text == "" || path.IsAbs(text) || text[0] == '~' || strings.ContainsAny(text[:1], "$%{") || strings.Contains(text, "://") {
		return "", false
	}
	return text, !strings.Contains(text, "$")
}

// scriptRunners are programs, besides interpreters, that run the file which their first argument names.
var scriptRunners = sync.OnceValue(func() map[string]bool {
	return map[string]bool{
		"source": true, ".": true, "tsx": true, "ts-node": true, "ts-node-esm": true, "esno": true, "jiti": true, "zx": true, "vite-node": true,
		"php": true, "java": true, "dotnet": true, "fastmcp": true, "mcp": true, "go": true, "uvicorn": true, "nodemon": true, "swift": true,
		"elixir": true, "julia": true, "rscript": true, "groovy": true, "kotlin": true, "jbang": true, "cargo": true,
	}
})

// subcommands are the words after which such a program names the file; other words of its own name none.
var subcommands = sync.OnceValue(func() map[string]string {
	return map[string]string{
		"deno": "run", "bun": "run", "go": "run", "dotnet": "run exec", "fastmcp": "run dev", "mcp": "run dev", "cargo": "",
	}
})

// fileOptions are options whose value is a file that is run.
var fileOptions = sync.OnceValue(func() map[string]bool {
	return map[string]bool{
		"-jar": true, "-r": true, "--require": true, "--import": true, "--loader": true, "--project": true, "--manifest-path": true,
		"-File": true, "-file": true, "-f": true,
	}
})

// sourceEndings are the endings of files that a wrapper such as "uv run" takes for a script.
const sourceEndings = ".py .js .mjs .cjs .ts .mts .sh .bash .rb .pl .php .jar .exe .bat .cmd .ps1"

// Scripts lists the words of a call, which has no wrappers any more, that name a file which it runs: the program where it is a path,
// the file that an interpreter is given, and files that it loads first. They are counted from the program.
func Scripts(call shell.Call) []int {
	if len(call.Words) == 0 {
		return nil
	}
	first := call.Words[0].Text
	if strings.ContainsAny(first, `/\`) || isSource(first) {
		if name := call.Name(); !shell.IsInterpreter(name) && !scriptRunners()[name] {
			return []int{0}
		}
	}
	var out []int
	if strings.ContainsAny(first, `/\`) {
		out = append(out, 0)
	}
	name := call.Name()
	if name == "npx" || name == "bunx" || name == "pnpx" {
		for i, w := range call.Words[1:] {
			if scriptRunners()[w.Text] {
				call.Words = call.Words[i+1:]
				return shifted(Scripts(call), i+1)
			}
			if !strings.HasPrefix(w.Text, "-") {
				return out
			}
		}
		return out
	}
	if !shell.IsInterpreter(name) && !scriptRunners()[name] {
		return out
	}
	if _, _, inline := shell.Inline(first, call.Args()); inline {
		return out
	}
	return append(out, arguments(call, name)...)
}

// arguments finds the files that an interpreter or runner is given.
func arguments(call shell.Call, name string) []int {
	var out []int
	sub, hasSub := subcommands()[name]
	for i := 1; i < len(call.Words); i++ {
		text := call.Words[i].Text
		switch {
		case fileOptions()[text] && i+1 < len(call.Words):
			out = append(out, i+1)
			i++
			if text == "-jar" || text == "--project" || text == "-File" || text == "-file" {
				return out
			}
		case text == "-m" || text == "-c" || text == "-" || text == "":
			return out
		case strings.HasPrefix(text, "-"):
		case name == "cmd" && strings.HasPrefix(text, "/"):
		case hasSub && oneWord(text, sub):
			hasSub = false
		case hasSub && !isSource(text) && !strings.ContainsAny(text, `/\`):
			return out
		case name == "java" && !isSource(text):
			return out
		default:
			return append(out, i)
		}
	}
	return out
}

func oneWord(word, list string) bool {
	for _, w := range strings.Fields(list) {
		if w == word {
			return true
		}
	}
	return false
}

func isSource(text string) bool {
	return path.Ext(text) != "" && oneWord(path.Ext(text), sourceEndings)
}

func shifted(at []int, by int) []int {
	for i := range at {
		at[i] += by
	}
	return at
}

// LocalPaths are the words of a command that name a file which it runs, relative to where the agent was started.
func (c Command) LocalPaths() []source.Text {
	var out []source.Text
	seen := map[string]bool{}
	for _, p := range shell.Deep(c.Lines()) {
		for _, call := range p.Calls {
			call = call.Unwrapped()
			for _, i := range Scripts(call) {
				w := call.Words[i]
				text := w.Text
				if len(w.Subst) > 0 { // "$(git rev-parse --show-toplevel)/tool"
					text = strings.TrimPrefix(text, "/")
				}
				rel, ok := LocalPath(text)
				if ok && rel != "." && !seen[rel] {
					seen[rel] = true
					out = append(out, source.Text{Text: rel, Span: c.At})
				}
			}
		}
	}
	return out
}
