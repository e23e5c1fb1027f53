package acts

import (
	"path"
	"strings"

	"github.com/agentlayers/layers/audit/shell"
)

// starters are functions that run the text they are given.
const starters = "system popen run call check_call check_output execsync exec spawn spawnsync shell_exec getoutput execfile execfilesync"

// shellEndings and codeEndings are the endings of scripts.
const (
	shellEndings = ".sh .bash .zsh .ksh .dash .command"
	codeEndings  = ".py .js .mjs .cjs .ts .mts .rb .php"
)

// File lists what a script does: all of it when it is one of a shell, the texts that it hands to one when it is
// written in another language. name tells by its ending; without one the first line does.
func File(name, text string) []Act {
	ext := strings.ToLower(path.Ext(name))
	first, _, _ := strings.Cut(text, "\n")
	interpreter := ""
	if rest, ok := strings.CutPrefix(first, "#!"); ok {
		if words := strings.Fields(rest); len(words) > 0 {
			if interpreter = shell.ProgramName(words[0]); interpreter == "env" && len(words) > 1 {
				interpreter = shell.ProgramName(words[len(words)-1])
			}
		}
	}
	switch {
	case oneOf(ext, shellEndings), shell.IsShell(interpreter):
		return Find(shell.Script(text))
	case oneOf(ext, codeEndings), interpreter != "" && shell.IsInterpreter(interpreter):
		return inLiterals(text)
	}
	return nil
}

// inLiterals looks at the texts that code hands to functions which start programs.
func inLiterals(code string) []Act {
	var out []Act
	for i := 0; i < len(code); {
		if !isNameByte(code[i]) {
			i++
			continue
		}
		start := i
		for i < len(code) && isNameByte(code[i]) {
			i++
		}
		if !oneOf(strings.ToLower(code[start:i]), starters) || i >= len(code) || code[i] != '(' {
			continue
		}
		text, at, ok := literal(code, i+1)
		if !ok {
			continue
		}
		lines, _ := shell.Parse(text)
		for _, a := range Find(lines) {
			a.Start, a.End, a.Word = at, at+len(text), -1
			out = append(out, a)
		}
	}
	return out
}

// literal is the text in quotes that follows a bracket, and where it starts.
func literal(code string, at int) (text string, start int, ok bool) {
	for at < len(code) && strings.IndexByte(" \t\r\nfrb", code[at]) >= 0 {
		at++
	}
	if at >= len(code) || strings.IndexByte("\"'`", code[at]) < 0 {
		return "", 0, false
	}
	quote := code[at : at+1]
	if triple := strings.Repeat(quote, 3); strings.HasPrefix(code[at:], triple) {
		quote = triple
	}
	start = at + len(quote)
	end := strings.Index(code[start:], quote)
	if end < 0 || len(quote) == 1 && quote != "`" && strings.Contains(code[start:start+end], "\n") {
		return "", 0, false
	}
	return code[start : start+end], start, true
}
