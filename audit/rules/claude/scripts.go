package claude

import (
	"strings"

	"github.com/agentlayers/layers/audit"
	"github.com/agentlayers/layers/audit/facts"
	"github.com/agentlayers/layers/audit/source"
	"github.com/agentlayers/layers/diag"
)

// scripts are the files of the repository that a command names.
func scripts(p *audit.Pass, c facts.Command) []string {
	var out []string
	for _, text := range c.LocalPaths() {
		rel, inside := p.Inside(c.File.Start, text.Text)
		if inside && p.Set.File(rel) != nil {
			out = append(out, rel)
		}
	}
	return out
}

// scriptsAt are those of the command whose text stands at span.
func scriptsAt(p *audit.Pass, f *source.File, span diag.Span) []string {
	for _, c := range facts.Commands(f) {
		if c.At == span || c.KeyAt == span {
			return scripts(p, c)
		}
	}
	return nil
}

// lineOf is the text of a command, for messages: the words of a program, or what a shell is given.
func lineOf(c facts.Command) string {
	texts := c.Argv
	if len(texts) == 0 {
		texts = c.Shell
	}
	var words []string
	for _, t := range texts {
		words = append(words, t.Text)
	}
	return strings.Join(words, " ")
}
