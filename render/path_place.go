package render

import (
	"path"
	"strings"

	"github.com/agentlayers/layers/reach"
	"github.com/agentlayers/layers/render/term"
)

// drawPlace draws the way to the working directory and the way to the file as one small tree:
//
//	root ── services ── api          ← you are here
//	     └─ packages ── web          ← the file is here
func (s Screen) drawPlace(b *term.Builder, p *reach.Place, kind reach.Kind) {
	if p == nil {
		return
	}
	const indent, gap, hereText = 6, 10, "← you are here"
	thereText := "← the file is here"
	if kind == reach.Folder {
		thereText = "← the folder is here"
	}
	room := 0
	if s.Style.Width > 0 {
		room = max(s.Style.Width-indent-2-term.Width(thereText), 16)
	}
	lead := s.chain(append([]string{s.topName(p)}, p.Shared...), room/2)
	first, second, firstText, secondText := p.Here, p.There, hereText, thereText
	if len(p.There) == 0 {
		first, second, firstText, secondText = nil, p.Here, thereText, hereText
	}
	line1, fork := lead, term.Width(lead)+1
	if len(first) > 0 {
		line1 += s.Style.Draw(" ── ") + s.chain(s.withRoot(p, first), room-term.Width(lead)-4)
	} else { // below the last name, as a child of it
		last := append([]string{s.topName(p)}, p.Shared...)[len(p.Shared)]
		fork -= term.Width(s.Style.Escape(last))
	}
	line2 := strings.Repeat(" ", fork) + s.Style.Draw("└─ ") + s.chain(s.withRoot(p, second), room-term.Width(lead)-4)
	width := max(term.Width(line1), term.Width(line2))
	space := gap
	if s.Style.Width > 0 {
		space = max(2, min(gap, s.Style.Width-indent-width-term.Width(thereText)))
	}
	b.Line(strings.Repeat(" ", indent), term.PadRight(line1, width+space), s.Style.Draw(firstText))
	if len(second) > 0 {
		b.Line(strings.Repeat(" ", indent), term.PadRight(line2, width+space), s.Style.Draw(secondText))
	}
}

// topName is what the drawing starts from.
func (s Screen) topName(p *reach.Place) string {
	if p.Top == p.Root {
		return "root"
	}
	return term.Names{Home: s.Result.Home}.Name(p.Top)
}

// withRoot marks the project root where it is one of the parts on the way to the working directory.
func (s Screen) withRoot(p *reach.Place, parts []string) []string {
	out := append([]string{}, parts...)
	at := path.Join(append([]string{p.Top}, p.Shared...)...)
	for i, name := range out {
		at = path.Join(at, name)
		if at == p.Root {
			out[i] += " (root)"
		}
	}
	return out
}

// chain joins names with lines; names in the middle give way when there is no room.
func (s Screen) chain(parts []string, room int) string {
	link := s.Style.Draw(" ── ")
	names := make([]string, len(parts))
	for i, p := range parts {
		names[i] = s.Style.Escape(p)
	}
	text := strings.Join(names, link)
	for cut := 1; room > 0 && !s.Style.Full && term.Width(text) > room && cut < len(names)-1; cut++ {
		kept := append([]string{names[0], s.Style.Draw("…")}, names[cut+1:]...)
		text = strings.Join(kept, link)
	}
	return text
}
