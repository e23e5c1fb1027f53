package render

import (
	"fmt"
	"path"

	"github.com/agentlayers/layers/dialect"
	"github.com/agentlayers/layers/render/term"
	"github.com/agentlayers/layers/resolve"
)

// Prompt writes what the model reads before the user's first words: every part that is reproduced with its size,
// and by name those that are the agent's own text.
func (s Screen) Prompt() *term.Builder {
	b := s.Style.Builder()
	s.header(b)
	b.Blank()
	parts := s.Result.Prompt()
	if len(parts) == 0 {
		b.Line("what ", s.Result.Dialect.Name, " puts before the first words is not described")
		return b
	}
	if s.Result.Outcome.Exit != 0 {
		b.Hang("", 0, s.Result.Dialect.Name+" refuses to start here (layers explain says why); this is what it would send")
		b.Blank()
	}
	b.Hang("", 0, "what the model reads before the first words; tokens are an estimate, bytes / 4")
	b.Blank()
	s.promptTable(b, parts)
	s.restarted(b)
	b.Blank()
	b.Hang("", 0, s.Style.Draw("–")+" is "+s.Result.Dialect.Name+"'s own text: not reproduced here, and its length is not known")
	return b
}

func (s Screen) promptTable(b *term.Builder, parts []resolve.Part) {
	t := term.Table{Indent: 1, Columns: []term.Column{{}, {}, {Right: true}, {Right: true}, {}, {Shrink: term.ShrinkText, Min: 20}}}
	total := promptBytes(parts)
	if s.narrow() {
		for _, p := range parts {
			t.Rows = append(t.Rows, []term.Cell{{Text: p.Name}, {Text: s.promptWords(p)}})
		}
		t.Rows = append(t.Rows, []term.Cell{{Text: "reproduced", Paint: term.Heading}, {Text: sizeWords(total)}})
		b.Table(t)
		return
	}
	t.Rows = append(t.Rows, titles("part", "role", "bytes", "~tokens", "share", "what"))
	for _, p := range parts {
		t.Rows = append(t.Rows, s.promptRow(p, total))
	}
	t.Rows = append(t.Rows, []term.Cell{
		{Text: "reproduced", Paint: term.Heading}, {}, {Text: term.Count(total)}, {Text: term.Count(resolve.Tokens(total))},
	})
	b.Table(t)
}

// promptWords is a row's text where there is no room for columns.
func (s Screen) promptWords(p resolve.Part) string {
	if !p.Reproduced() {
		return s.Style.Draw("– ") + p.About
	}
	return sizeWords(len(p.Text)) + ", " + s.partWords(p)
}

func sizeWords(bytes int) string {
	return term.Count(bytes) + " B, ~" + term.Count(resolve.Tokens(bytes)) + " tokens"
}

func promptBytes(parts []resolve.Part) int {
	n := 0
	for _, p := range parts {
		n += len(p.Text)
	}
	return n
}

// shareWidth is the width of the bar of one part.
const shareWidth = 8

func (s Screen) promptRow(p resolve.Part, total int) []term.Cell {
	dash := s.Style.Draw("–")
	role := p.Role
	if role == "" {
		role = dash
	}
	row := []term.Cell{{Text: p.Name}, {Text: role}, {Text: dash, Paint: term.Faint}, {Text: dash, Paint: term.Faint}, {}, {Text: p.About, Paint: term.Faint}}
	if !p.Reproduced() {
		return row
	}
	n := len(p.Text)
	row[2], row[3], row[5] = term.Cell{Text: term.Count(n)}, term.Cell{Text: term.Count(resolve.Tokens(n))}, term.Cell{Text: s.partWords(p)}
	if n > 0 {
		row[4].Text = s.Style.Bar(term.Bar{Kept: n, Free: total - n}, shareWidth)
	}
	return row
}

// partWords says in a few words what a reproduced part holds, or why it is empty.
func (s Screen) partWords(p resolve.Part) string {
	r := s.Result
	switch p.From {
	case dialect.PartInstructions:
		n := 0
		for _, d := range r.Documents {
			if d.Loaded() {
				n++
			}
		}
		return term.Plural(n, "document")
	case dialect.PartSkills:
		return s.skillPartWords()
	}
	switch m := r.Memory; {
	case !m.On && len(r.Dialect.Skills.Memory.Keys) > 0:
		return "off: " + r.Dialect.Skills.Memory.Keys[0]
	case m.Text == "":
		return "no " + path.Base(r.Dialect.Skills.Memory.File)
	case m.Removed > 0:
		return fmt.Sprintf("%s of %s B cut out", term.Count(m.Removed), term.Count(m.Bytes))
	}
	return "whole"
}

func (s Screen) skillPartWords() string {
	r := s.Result
	c := r.Catalog
	switch {
	case r.Skills.Dialect.File == "":
		return "not described"
	case c.Off:
		return "off (layers skills says why)"
	}
	text := term.Plural(len(c.Lines), "skill")
	if c.Omitted > 0 {
		text += fmt.Sprintf(", %s omitted", term.Count(c.Omitted))
	}
	if c.Unknown {
		text += "; own ones to come"
	}
	return text
}
