package render

import (
	"fmt"
	"io"
	"slices"

	"github.com/agentlayers/layers/dialect"
	"github.com/agentlayers/layers/render/term"
)

// Sent is what the installed agent itself says that it sends.
type Sent struct {
	Program string // the path that was started
	Refused string // what the agent said when it did not start; "" when it did

	Instructions    string
	InstructionsFor string   // the folder in the heading; "" for none
	Aliases, Skills []string // lines of the skill part
	Memory          *string  // nil when the program does not print this part
}

// The states of a compared part.
const (
	partEqual     = "equal"
	partDiffers   = "different"
	partUnprinted = "not-printed" // by the agent's own listing
)

// comparedPart is one part beside what the agent sends.
type comparedPart struct {
	Name   string   `json:"part"`
	State  string   `json:"state"`
	Agent  []string `json:"agent"`  // lines that only the agent has
	Layers []string `json:"layers"` // lines that only this program has
	bytes  int
}

// compareSent compares part by part. Where the agent refuses to start there are none.
func (s Screen) compareSent(sent Sent) []comparedPart {
	r := s.Result
	var aliases []string
	for _, a := range r.Catalog.Aliases {
		aliases = append(aliases, a.Line)
	}
	out := []comparedPart{
		compareText("instructions", sent.Instructions, r.Instructions),
		compareText("instructions heading", sent.InstructionsFor, r.InstructionsFor),
		compareLines("skills", slices.Concat(sent.Aliases, sent.Skills), slices.Concat(aliases, r.Catalog.Lines)),
	}
	for _, p := range r.Prompt() {
		if p.From != dialect.PartMemory || p.Text == "" && sent.Memory == nil {
			continue
		}
		if sent.Memory == nil {
			out = append(out, comparedPart{Name: "memory", State: partUnprinted, Agent: []string{}, Layers: []string{}, bytes: len(p.Text)})
			continue
		}
		out = append(out, compareText("memory", *sent.Memory, p.Text))
	}
	return out
}

// compareText compares byte for byte and tells the lines that differ.
func compareText(name, agent, layers string) comparedPart {
	p := compareLines(name, lines(agent), lines(layers))
	p.bytes = len(layers)
	return p
}

// lines cuts a text so that joined they give it again.
func lines(text string) []string {
	var out []string
	for text != "" {
		n := 1
		for n < len(text) && text[n-1] != '\n' {
			n++
		}
		out, text = append(out, text[:n]), text[n:]
	}
	return out
}

// compareLines leaves out what both begin with and what both end with.
func compareLines(name string, agent, layers []string) comparedPart {
	p := comparedPart{Name: name, State: partEqual, Agent: []string{}, Layers: []string{}}
	for _, l := range layers {
		p.bytes += len(l) + 1
	}
	if slices.Equal(agent, layers) {
		return p
	}
	for len(agent) > 0 && len(layers) > 0 && agent[0] == layers[0] {
		agent, layers = agent[1:], layers[1:]
	}
	for len(agent) > 0 && len(layers) > 0 && agent[len(agent)-1] == layers[len(layers)-1] {
		agent, layers = agent[:len(agent)-1], layers[:len(layers)-1]
	}
	p.State, p.Agent, p.Layers = partDiffers, append(p.Agent, agent...), append(p.Layers, layers...)
	return p
}

// PromptCheck compares what is reproduced with what the agent sends; same is false when anything differs.
func (s Screen) PromptCheck(sent Sent) (screen *term.Builder, same bool) {
	b := s.Style.Builder()
	name := s.Result.Dialect.Name
	b.Hang("", 0, fmt.Sprintf("compared with %s %s, %s", name, s.Result.Dialect.Version, s.name(sent.Program)))
	b.Blank()
	refuses := s.Result.Outcome.Exit != 0
	switch {
	case refuses != (sent.Refused != ""):
		said := name + " starts here; layers says that it refuses to (layers explain says why)"
		if sent.Refused != "" {
			said = name + " refuses to start here; layers does not say so. It said: " + s.Style.Escape(sent.Refused)
		}
		s.verdict(b, false, "start", said)
		return b, false
	case refuses:
		s.verdict(b, true, "start", name+" refuses to start here, as layers says")
		return b, true
	}
	same = true
	for _, p := range s.compareSent(sent) {
		same = s.comparedLine(b, p) && same
	}
	return b, same
}

// shownLines bounds the lines of a difference that are shown; --json has them all.
const shownLines = 5

func (s Screen) comparedLine(b *term.Builder, p comparedPart) (same bool) {
	const indent = 26
	label := func(mark string) string { return "  " + s.Style.Draw(mark) + " " + term.PadRight(p.Name, indent-4) }
	switch p.State {
	case partUnprinted:
		b.Hang(label("–"), indent, "its own listing does not print this part: not compared")
		return true
	case partEqual:
		b.Hang(label("✓"), indent, "equal, "+term.Count(p.bytes)+" B")
		return true
	}
	b.Hang(label("✗"), indent, s.Style.Paint(term.Failure, "different"))
	s.differing(b, s.Result.Dialect.Name, p.Agent)
	s.differing(b, "layers", p.Layers)
	return false
}

func (s Screen) differing(b *term.Builder, who string, list []string) {
	for i, l := range list {
		if i == shownLines {
			b.Line("    ", who, ": ", term.Plural(len(list)-i, "more line"))
			return
		}
		b.Line("    ", who, ": ", s.Style.ShortenValue(s.Style.Escape(l), max(s.Style.Width-12, 40)))
	}
}

// promptCheckJSON is the comparison.
type promptCheckJSON struct {
	envelope
	Program string         `json:"program"`
	Refuses string         `json:"refuses"` // what the agent said when it did not start
	Same    bool           `json:"same"`
	Parts   []comparedPart `json:"parts"` // none where the agent does not start
}

// PromptCheckJSON writes the comparison.
func (s Screen) PromptCheckJSON(w io.Writer, version string, sent Sent) (same bool, err error) {
	_, same = s.PromptCheck(sent)
	out := promptCheckJSON{envelope: s.envelope("PromptCheck", version), Program: sent.Program, Refuses: sent.Refused, Same: same, Parts: []comparedPart{}}
	if sent.Refused == "" && s.Result.Outcome.Exit == 0 {
		out.Parts = s.compareSent(sent)
	}
	return same, write(w, out)
}
