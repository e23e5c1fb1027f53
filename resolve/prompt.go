package resolve

import (
	"strings"

	"github.com/agentlayers/layers/dialect"
)

// Part is one part of what the model reads before the user's first words, as far as it is reproduced here.
type Part struct {
	dialect.PromptPart
	Text string // byte for byte; "" for the agent's own text, and for a part that is empty
}

// Reproduced reports whether Text is what the model reads. All other parts are the agent's own text.
func (p Part) Reproduced() bool { return p.From != "" }

// Tokens estimates the tokens of n bytes: one for every four, rounded up.
func Tokens(n int) int { return (n + bytesPerToken - 1) / bytesPerToken }

const bytesPerToken = 4

// Prompt lists everything that the model reads before the user's first words, in the order of the request. Of the
// skills it has the lines and the table of abbreviations, without the agent's own text around them.
//
// Nothing is known of an agent whose dialect lists no parts.
func (r *Result) Prompt() []Part {
	var out []Part
	for _, p := range r.Dialect.Prompt {
		part := Part{PromptPart: p}
		switch p.From {
		case dialect.PartInstructions:
			part.Text = r.Instructions
		case dialect.PartSkills:
			part.Text = r.skillLines()
		case dialect.PartMemory:
			part.Text = r.Memory.Text
		}
		out = append(out, part)
	}
	return out
}

// skillLines is the catalog: abbreviations first, one line each.
func (r *Result) skillLines() string {
	var b strings.Builder
	for _, a := range r.Catalog.Aliases {
		b.WriteString(a.Line + "\n")
	}
	for _, line := range r.Catalog.Lines {
		b.WriteString(line + "\n")
	}
	return b.String()
}
