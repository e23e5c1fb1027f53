package agentsmd

import (
	"path"
	"strings"

	"github.com/agentlayers/layers/dialect"
)

// memory takes the index of the agent's own notes, shortened to the limits on lines and characters.
//
// Cases: auto-memory, auto-memory-characters, auto-memory-off.
func (b *blocks) memory(s dialect.DocumentSource) {
	if b.o.Blocks.MemoryDir == "" {
		return
	}
	for _, n := range s.Names {
		start := len(b.docs)
		c := b.candidate(s, n, b.o.Blocks.MemoryDir)
		c.path = path.Join(b.o.Blocks.MemoryDir, n.File)
		b.take(c)
		for i := start; i < len(b.docs); i++ {
			if d := &b.docs[i]; d.Loaded() {
				b.shorten(d)
			}
		}
	}
}

// shorten cuts the text of a memory index at whole lines.
func (b *blocks) shorten(d *Document) {
	l := b.o.Dialect.Limits
	kept, cut := cutLines(d.Text, l.MemoryLines, l.MemoryChars)
	if cut == nil {
		return
	}
	d.Cut = cut
	d.Lost = &Lost{Bytes: int64(len(d.Text) - len(kept))}
	if p := newPage(d.Source); p.textAt != nil {
		at := p.textAt(len(kept))
		d.Lost.At = d.Source.Span(at, len(d.Source.Bytes))
		for _, h := range headings(d.Source, len(d.Source.Bytes)) {
			if h.At.Start.Offset >= at {
				d.Lost.Headings = append(d.Lost.Headings, h)
			}
		}
	}
	d.Text, d.Sent = kept, int64(len(kept))
}

// cutLines keeps at most the given lines, and of these as many whole ones as have no more than chars UTF-16
// units. A first line that alone is longer is cut inside. cut is nil when all is kept.
func cutLines(text string, lines, chars int) (kept string, cut *Cut) {
	all := strings.Split(text, "\n")
	c := Cut{Lines: len(all), Chars: utf16Len(text), ByLines: lines > 0 && len(all) > lines}
	kept = text
	if c.ByLines {
		kept = strings.Join(all[:lines], "\n")
	}
	c.ByChars = chars > 0 && c.Chars > chars
	if chars > 0 && utf16Len(kept) > chars {
		end := unitOffset(kept, chars)
		if i := strings.LastIndexByte(kept[:min(end+1, len(kept))], '\n'); i > 0 {
			end = i
		} else {
			c.InsideLine = true
		}
		kept = kept[:end]
	}
	if len(kept) == len(text) {
		return text, nil
	}
	c.FirstLost = strings.Count(kept, "\n") + 2
	if c.InsideLine {
		c.FirstLost--
	}
	return kept, &c
}

// unitOffset is the byte offset of the UTF-16 unit n of s; a pair of units is not taken apart.
func unitOffset(s string, n int) int {
	units := 0
	for i, r := range s {
		if r > 0xFFFF {
			units++
		}
		if units++; units > n {
			return i
		}
	}
	return len(s)
}
