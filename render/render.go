// Package render writes what was resolved: text for people, lines for scripts, one JSON document.
//
//	resolve.Result ──> Screen ─┐    ┌─> term.Builder: screens for people
//	audit.Result ────> Audit ──┼────┼─> JSON, SARIF, annotations: documents for programs
//	compare.Results ─> Diff ───┘    └─> List, Get: lines for scripts
//
// Every writer takes a value and an io.Writer; nothing here reads a file or asks the terminal.
package render

import (
	"slices"
	"strings"

	"github.com/agentlayers/layers/diag"
	"github.com/agentlayers/layers/layers"
	"github.com/agentlayers/layers/render/term"
	"github.com/agentlayers/layers/resolve"
	"github.com/agentlayers/layers/skills"
)

// Screen is one result and how it is to be shown.
type Screen struct {
	Result    *resolve.Result
	AsTrusted *resolve.Result // the same with every project layer trusted; nil when none is off
	Before    *resolve.Result // set when Result is the answer "as if trusted": the present answer
	Style     term.Style
	Reveal    bool // show secrets
	Git       *Git // what the repository is; nil when it was not asked
}

// Trusted is the screen of the answer "as if trusted". Where nothing is off it is the screen itself.
func (s Screen) Trusted() Screen {
	if s.AsTrusted == nil {
		return s
	}
	return Screen{Result: s.AsTrusted, Before: s.Result, Style: s.Style, Reveal: s.Reveal, Git: s.Git}
}

// names shortens paths: below the working directory's project they are relative to the project root.
func (s Screen) names() term.Names {
	n := term.Names{Root: s.Result.Root.Path, Home: s.Result.Home}
	if n.Root == n.Home {
		n.Root = "" // "~/" says more than a path relative to the home folder
	}
	return n
}

// name is a path as people read it: shortened and escaped.
func (s Screen) name(absPath string) string { return s.Style.Escape(s.names().Name(absPath)) }

// at is a place as people read it: "file:line:column".
func (s Screen) at(span diag.Span) string { return s.Style.Place(s.names(), span) }

// titles is the first row of a table.
func titles(words ...string) []term.Cell {
	out := make([]term.Cell, len(words))
	for i, w := range words {
		out[i] = term.Cell{Text: w, Paint: term.Heading}
	}
	return out
}

func (s Screen) reporter() term.Reporter {
	return term.Reporter{Names: s.names(), Source: s.sources(), Secrets: s.secretSpans, Context: 1}
}

// entries are all files that hold configuration or requirements.
func (s Screen) entries() []layers.Entry {
	return slices.Concat(s.Result.Stack.Entries, s.Result.Stack.Requirements.Sources)
}

// sources finds the text of a file, which is indexed once: a screen may show thousands of places.
func (s Screen) sources() func(path string) *diag.Source {
	known := map[string]*diag.Source{}
	add := func(path string, text *diag.Source) {
		if text != nil && known[path] == nil {
			known[path] = text
		}
	}
	for _, e := range s.entries() {
		add(e.Source.Path, e.Text)
	}
	for _, d := range s.Result.Documents {
		add(d.Path, d.Source)
	}
	heads := map[string]*skills.Skill{}
	for _, sk := range s.Result.Skills.Skills {
		heads[sk.Path] = sk
	}
	return func(path string) *diag.Source {
		if sk := heads[path]; sk != nil && known[path] == nil {
			known[path] = sk.Source()
		}
		return known[path]
	}
}

// value writes a node for people, on one line, secrets masked and escaped.
func (s Screen) value(key layers.Key, n *layers.Node) string {
	var b strings.Builder
	s.writeValue(&b, key, n)
	return b.String()
}

// masked stands for a secret.
const masked = "••••••••"

func (s Screen) writeValue(b *strings.Builder, key layers.Key, n *layers.Node) {
	switch {
	case n.Table != nil:
		b.WriteByte('{')
		for i, m := range n.Table.Members {
			b.WriteString(separator(i, " "))
			b.WriteString(s.memberName(m.Name))
			s.writeValue(b, key.Child(m.Name), m.Node)
		}
		if len(n.Table.Members) > 0 {
			b.WriteByte(' ')
		}
		b.WriteByte('}')
	case n.Elems != nil:
		b.WriteByte('[')
		for i, e := range n.Elems {
			b.WriteString(separator(i, ""))
			s.writeValue(b, key, e)
		}
		b.WriteByte(']')
	case !s.Reveal && s.IsSecret(key, n.Value):
		b.WriteString(s.Style.Draw(masked))
	default:
		b.WriteString(s.Style.Escape(layers.FormatValue(n.Value)))
	}
}

func separator(i int, first string) string {
	if i == 0 {
		return first
	}
	return ", "
}

// place is where a node was set: file:line:column, the flag, or nothing for what no file sets.
func (s Screen) place(o layers.Origin) string {
	if o.Key().HasPosition() {
		return s.at(o.Key())
	}
	if o.Value().HasPosition() {
		return s.at(o.Value())
	}
	if o.Source == nil {
		return ""
	}
	return s.Style.Escape(o.Source.Name)
}
