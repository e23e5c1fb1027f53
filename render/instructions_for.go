package render

import (
	"io"
	"strconv"

	"github.com/agentlayers/layers/agentsmd"
	"github.com/agentlayers/layers/render/term"
	"github.com/agentlayers/layers/resolve"
)

// ForFile writes what an agent adds to its instructions when it reads a file, and what it looks at and does not
// take. exists says whether the file is there.
func (s Screen) ForFile(file string, exists bool, added *agentsmd.Loaded) *term.Builder {
	b := s.Style.Builder()
	s.header(b)
	b.Blank()
	name := s.name(file)
	d := s.Result.Dialect
	switch {
	case !d.Instructions.Walk.Lazy:
		b.Hang("", 0, "reading "+name+" adds nothing: "+d.Name+" reads all of its documents at the start")
		return b
	case len(added.Sources) == 0:
		b.Hang("", 0, "reading "+name+" adds nothing to what is loaded at the start")
	default:
		b.Hang("", 0, "reading "+name+" adds "+term.Plural(len(added.Sources), "document"))
	}
	if !exists {
		b.Hang("  ", 2, "there is no such file; the answer is for one of that name")
	}
	if len(added.Documents) > 0 {
		b.Blank()
		s.addedTable(b, added.Documents)
	}
	return b
}

// addedTable has a row for every document that the agent looks at when a file is read.
func (s Screen) addedTable(b *term.Builder, docs []agentsmd.Document) {
	t := s.emptyDocumentTable()
	number := 0
	for _, d := range docs {
		mark := s.Style.Draw("–")
		if d.Loaded() {
			number++
			mark = strconv.Itoa(number)
		}
		t.Rows = append(t.Rows, s.documentRow(mark, d))
	}
	b.Table(t)
}

// forFileJSON is what an agent adds when it reads a file.
type forFileJSON struct {
	envelope
	File      string         `json:"file"`
	Exists    bool           `json:"exists"`
	Lazy      bool           `json:"lazy"`      // false: the agent reads all of its documents at the start
	Documents []documentJSON `json:"documents"` // looked at, in order
	Sources   []string       `json:"sources"`   // those that are added
	Text      string         `json:"text"`      // of those that are added
	Problems  []problemJSON  `json:"problems"`
}

// ForFileJSON writes what an agent adds when it reads a file.
func (s Screen) ForFileJSON(w io.Writer, version, file string, exists bool, added *agentsmd.Loaded) error {
	out := forFileJSON{
		envelope: s.envelope("InstructionsFor", version), File: file, Exists: exists,
		Lazy: s.Result.Dialect.Instructions.Walk.Lazy, Documents: []documentJSON{},
		Sources: append([]string{}, added.Sources...), Text: added.Text, Problems: problemsJSON(&resolve.Result{Diags: added.Diags}),
	}
	for _, d := range added.Documents {
		out.Documents = append(out.Documents, documentOf(d))
	}
	return write(w, out)
}
