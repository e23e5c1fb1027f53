package render

import (
	"strings"
	"unicode/utf8"

	"github.com/agentlayers/layers/render/term"
	"github.com/agentlayers/layers/review"
)

// FileDiff is one piece of reviewed content that differs.
type FileDiff struct {
	review.Change
	Path          string // absolute
	Known         bool   // Before and After are the content of both sides
	Before, After []byte
}

// maxDiffLines bounds the lines that are shown of one file.
const maxDiffLines = 200

// files lists what was reviewed and differs. The lines of what has no keys, scripts above all, are shown always.
func (d Diff) files(b *term.Builder) {
	if len(d.Files) == 0 {
		return
	}
	d.heading(b, "reviewed files")
	t := Trust{Screen: Screen{Result: d.To.Result, Style: d.Style}}
	for _, f := range d.Files {
		if f.Text {
			t.Status.Reported = append(t.Status.Reported, f.Change)
			continue
		}
		t.Status.Changes = append(t.Status.Changes, f.Change)
	}
	t.changes(b)
	for _, f := range d.Files {
		if d.Text || !f.Text && len(f.Keys) == 0 {
			d.fileLines(b, f)
		}
	}
}

func (d Diff) fileLines(b *term.Builder, f FileDiff) {
	if !f.Known || !utf8.Valid(f.Before) || !utf8.Valid(f.After) || string(f.Before) == string(f.After) {
		return
	}
	b.Blank()
	n := 0
	for line := range strings.Lines(d.fileDiff(f)) {
		if n++; n > maxDiffLines {
			continue
		}
		b.Line(" ", strings.TrimRight(line, "\n"))
	}
	if n > maxDiffLines {
		b.Line(" and ", term.Plural(n-maxDiffLines, "more line"))
	}
}

// fileDiff is the unified difference, secrets masked.
func (d Diff) fileDiff(f FileDiff) string {
	s := Screen{Result: d.To.Result, Style: d.Style, Reveal: d.Reveal}
	return s.Diff(Edit{Path: f.Path, Before: f.Before, After: f.After, Was: d.From.Result}).String()
}

// fileDiffJSON is one piece of reviewed content that differs.
type fileDiffJSON struct {
	review.Change
	Diff string `json:"diff"` // unified, secrets masked; "" where one side was not kept or is no text
}

func (d Diff) filesJSON() []fileDiffJSON {
	d.Style.Color = false
	out := []fileDiffJSON{}
	for _, f := range d.Files {
		j := fileDiffJSON{Change: (Screen{Reveal: d.Reveal}).shownChanges([]review.Change{f.Change})[0]}
		if f.Known && utf8.Valid(f.Before) && utf8.Valid(f.After) {
			j.Diff = d.fileDiff(f)
		}
		out = append(out, j)
	}
	return out
}

// FileDiffs are the changes between a review and a snapshot with the content of both sides.
func FileDiffs(r *review.Record, now *review.Snapshot) []FileDiff {
	var out []FileDiff
	for _, c := range r.Changes(now) {
		f := FileDiff{Change: c, Path: r.Root + "/" + c.Path}
		f.Before, f.After, f.Known = r.Texts(now, c)
		out = append(out, f)
	}
	return out
}
