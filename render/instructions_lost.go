package render

import (
	"fmt"
	"strings"

	"github.com/agentlayers/layers/agentsmd"
	"github.com/agentlayers/layers/render/term"
)

// lostHeadings lists, for each cut document, the headings that do not reach the model.
func (s Screen) lostHeadings(b *term.Builder) {
	for _, d := range s.Result.Documents {
		if d.Lost == nil {
			continue
		}
		var parts []string
		if h := d.Lost.Inside; h != nil {
			parts = append(parts, s.heading(*h)+" (in part)")
		}
		for _, h := range d.Lost.Headings {
			parts = append(parts, s.heading(h))
		}
		if d.Lost.Unread > 0 {
			parts = append(parts, term.Count(int(d.Lost.Unread))+" B not searched for headings")
		}
		if len(parts) == 0 {
			parts = []string{"none"}
		}
		b.Blank()
		b.Hang("lost headings  ", 15, s.name(d.Path)+"   "+strings.Join(parts, s.Style.Draw(" · ")))
	}
}

// Lost writes what does not reach the model: for each document the place of the cut and the sections with their
// sizes.
func (s Screen) Lost() *term.Builder {
	b := s.Style.Builder()
	if !s.anyLost() {
		b.Line("nothing is lost")
		return b
	}
	for _, d := range s.Result.Documents {
		if d.Lost == nil {
			continue
		}
		b.Blank()
		where := s.name(d.Path)
		if d.Lost.At.HasPosition() {
			where = s.at(d.Lost.At)
		}
		b.Line(where, fmt.Sprintf("  %s of %s B lost from here on", term.Count(int(d.Lost.Bytes)), term.Count(int(d.Bytes))))
		t := term.Table{Indent: 3, Columns: []term.Column{{Right: true}, {Right: true}, {Shrink: term.ShrinkText}}}
		if h := d.Lost.Inside; h != nil {
			part := int64(h.At.Start.Offset) + h.Bytes - d.Sent
			t.Rows = append(t.Rows, s.lostRow(*h, part, "the end of "))
		}
		for _, h := range d.Lost.Headings {
			t.Rows = append(t.Rows, s.lostRow(h, h.Bytes, ""))
		}
		b.Table(t)
		if d.Lost.Unread > 0 {
			b.Line("   ", term.Count(int(d.Lost.Unread)), " B at the end were not searched for headings")
		}
	}
	return b
}

func (s Screen) lostRow(h agentsmd.Heading, bytes int64, before string) []term.Cell {
	return []term.Cell{
		{Text: fmt.Sprintf("line %d", h.At.Start.Line), Paint: term.Place}, {Text: term.Count(int(bytes)) + " B"}, {Text: before + s.heading(h)},
	}
}

// Plan writes ways to make everything fit. It changes no file.
func (s Screen) Plan() *term.Builder {
	b := s.Style.Builder()
	if !s.anyLost() {
		b.Line("everything fits; nothing to plan")
		return b
	}
	s.planInto(b)
	return b
}

func (s Screen) planInto(b *term.Builder) {
	g := s.Result.DocumentBudget
	b.Blank()
	b.Line(s.Style.Paint(term.Heading, "ways to fit"), " (no file is written)")
	way := 'a'
	item := func(text string) {
		b.Hang("  "+string(way)+"  ", 5, text)
		way++
	}
	item(fmt.Sprintf("raise %s to %d in %s", s.Style.Escape(g.Key), g.Enough(), s.name(s.settingsFile())))
	over := g.Need - g.Limit
	if d, h := s.largestSection(); d != nil && over > 0 {
		text := fmt.Sprintf("move %s B out of %s", term.Count(int(over)), s.name(d.Path))
		if h != nil {
			text += fmt.Sprintf("; largest section: %s, %s B", s.heading(*h), term.Count(int(h.Bytes)))
		}
		item(text)
	}
	for _, src := range s.Result.Dialect.Instructions.Sources {
		if src.In == "~home" && !src.Counted && s.Result.AgentHome != "" {
			file := src.Names[len(src.Names)-1].File
			item("move what holds for every project to " + s.name(s.Result.AgentHome+"/"+file) + ", which is not counted")
		}
	}
}

// largestSection is the largest counted document and its largest section; nil when there is none.
func (s Screen) largestSection() (*agentsmd.Document, *agentsmd.Heading) {
	var largest *agentsmd.Document
	for i := range s.Result.Documents {
		d := &s.Result.Documents[i]
		if d.Counted && d.Source != nil && (d.Loaded() || d.Lost != nil) && (largest == nil || d.Bytes > largest.Bytes) {
			largest = d
		}
	}
	if largest == nil {
		return nil, nil
	}
	var section *agentsmd.Heading
	for _, h := range largest.Headings() {
		if section == nil || h.Bytes > section.Bytes {
			section = &h
		}
	}
	return largest, section
}

// Check writes one line a document that loses bytes, or one line that all is well. whole reports the latter.
func (s Screen) Check() (b *term.Builder, whole bool) {
	b = s.Style.Builder()
	for _, d := range s.Result.Documents {
		if d.Lost == nil {
			continue
		}
		where := s.name(d.Path)
		if d.Lost.At.HasPosition() {
			where = s.at(d.Lost.At)
		}
		text := fmt.Sprintf(": cut after %d of %d bytes", d.Sent, d.Bytes)
		if !d.Loaded() {
			text = fmt.Sprintf(": none of %d bytes reach the model", d.Bytes)
		}
		if h := d.Lost.First(); h != nil {
			text += "; first lost heading: " + s.heading(*h)
			if h == d.Lost.Inside {
				text += " (in part)"
			}
		}
		b.Line(where, text)
	}
	if b.String() != "" {
		return b, false
	}
	g := s.Result.DocumentBudget
	b.Line("every document fits: ", term.Count(int(g.Used)), " of ", term.Count(int(g.Limit)), " B")
	return b, true
}
