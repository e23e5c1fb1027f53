package facts

import (
	"github.com/agentlayers/layers/audit/shell"
	"github.com/agentlayers/layers/audit/source"
	"github.com/agentlayers/layers/diag"
)

// Run is one text of shell that a command runs, or one program with its arguments.
type Run struct {
	Lines []shell.Pipeline
	At    diag.Span
	Words []diag.Span // of a program: where each of its words stands
	Again bool        // what the run before says, read in another way
}

// Place is where a word of a call of the run stands, counted from the program; below 0 for the call as such.
func (r Run) Place(word int) diag.Span {
	if word >= 0 && word < len(r.Words) {
		return r.Words[word]
	}
	return r.At
}

// Runs are the texts and programs of a command. A program that only hands a text to a shell is left out for the
// text; for PowerShell it follows, because its texts are no shell's.
func (c Command) Runs() []Run {
	var out []Run
	for _, text := range c.Shell {
		lines, _ := shell.Parse(text.Text)
		out = append(out, Run{Lines: lines, At: text.Span})
	}
	again := len(c.Shell) > 0
	if len(c.Argv) == 0 || again && !isPowerShell(c.Argv) {
		return out
	}
	run, call := Run{At: c.At, Again: again}, shell.Call{}
	for _, a := range c.Argv {
		call.Words = append(call.Words, shell.Word{Text: a.Text, Literal: true})
		run.Words = append(run.Words, a.Span)
	}
	run.Lines = []shell.Pipeline{{Calls: []shell.Call{call}}}
	return append(out, run)
}

// isPowerShell reports whether a program is PowerShell, also behind a program that starts another.
func isPowerShell(argv []source.Text) bool {
	call := shell.Call{}
	for _, a := range argv {
		call.Words = append(call.Words, shell.Word{Text: a.Text, Literal: true})
	}
	return takesRest(call.Unwrapped().Name())
}
