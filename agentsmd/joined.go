package agentsmd

import (
	"context"
	"slices"
	"strings"

	"github.com/agentlayers/layers/diag"
	"github.com/agentlayers/layers/dialect"
	"github.com/agentlayers/layers/internal/frontmatter"
	"github.com/agentlayers/layers/tree"
)

// joiner builds the one text of an agent whose documents share a heading and a budget.
type joiner struct {
	reader
	o     Options
	out   *Loaded
	left  int64 // bytes of the budget
	spent bool  // a file found no budget left
}

// loadJoined reads an agent whose documents become one text under one budget.
//
// Cases: doc-chain, doc-override, doc-max-bytes-cut, doc-unreadable.
func loadJoined(ctx context.Context, fsys tree.FS, o Options) (*Loaded, error) {
	j := joiner{reader: newReader(fsys), o: o, out: &Loaded{}}
	if o.Plain {
		j.markdown = 0 // headings that are lost are for people
	}
	j.out.Budget = o.budget()
	j.left = j.out.Budget.Limit
	for _, s := range o.Dialect.Sources {
		start := len(j.out.Documents)
		failed := false
		folders := o.folders(s)
		j.out.Documents = slices.Grow(j.out.Documents, 2*len(folders))
		for _, dir := range folders {
			if err := ctx.Err(); err != nil {
				return nil, err
			}
			failed = j.folder(s, dir) || failed
		}
		if s.Counted {
			j.spend(s, j.out.Documents[start:], failed)
		}
	}
	j.join()
	j.out.diagnose(o)
	return j.out, ctx.Err()
}

// budget is the limit over all counted files.
func (o Options) budget() Budget {
	b := Budget{Limit: o.Dialect.Budget.Default, Key: o.Dialect.Budget.Key}
	if o.Limit != nil {
		b.Limit, b.At, b.Set = max(o.Limit.Bytes, 0), o.Limit.At, true
	}
	return b
}

// folder adds what one folder holds. It reports whether the agent cannot look at a candidate there.
func (j *joiner) folder(s dialect.DocumentSource, dir string) (failed bool) {
	names := j.o.names(s)
	docs, err := j.probe(s, dir, names)
	if s.Pick == dialect.PickText {
		j.pickText(s, docs)
	} else {
		pickFile(docs)
	}
	if len(docs) == 0 {
		docs = append(docs, absent(s, dir))
	}
	j.out.Documents = append(j.out.Documents, docs...)
	near, diags := j.near(s, dir, names)
	j.out.Documents = append(j.out.Documents, near...)
	j.out.Diags = append(j.out.Diags, diags...)
	return s.Fragile && err != nil
}

// pickFile takes the first regular file, whatever it holds.
func pickFile(docs []Document) {
	var taken *Document
	for i := range docs {
		d := &docs[i]
		switch {
		case d.Omitted != nil:
		case taken == nil:
			taken = d
		default:
			shadow(d, taken)
		}
	}
}

func shadow(d, by *Document) {
	d.ShadowedBy = by.Path
	by.Shadows = append(by.Shadows, d.Path)
	d.Omitted = &Omitted{
		Code: Shadowed, Text: "gives way to " + rel(d.Dir, by.Path) + " in the same folder", By: diag.File(by.Path),
	}
}

// rel is p as seen from dir, when it lies below.
func rel(dir, p string) string {
	if dir != "/" {
		dir += "/"
	}
	return strings.TrimPrefix(p, dir)
}

// pickText takes the first file that holds more than white space. A file that cannot be read is passed over.
//
// Cases: doc-global-only, doc-global-unreadable.
func (j *joiner) pickText(s dialect.DocumentSource, docs []Document) {
	var taken *Document
	for i := range docs {
		d := &docs[i]
		if d.Omitted != nil {
			continue
		}
		if taken != nil {
			shadow(d, taken)
			continue
		}
		if err := j.read(d, maxReadBytes); err != nil {
			d.Omitted = &Omitted{Code: Unreadable, Text: "cannot be read: " + cause(err)}
			continue
		}
		text := frontmatter.Lossy(d.Source.Bytes)
		if isBlank(text) {
			d.Omitted = &Omitted{Code: Empty, Text: blankText(d)}
			continue
		}
		taken, d.Text, d.Sent = d, text, int64(len(d.Source.Bytes))
		if s.Trim {
			d.Text = strings.TrimSpace(text)
			d.Sent -= int64(len(text) - len(d.Text)) // white space is valid text: as many bytes in the file
		}
		if int64(len(d.Source.Bytes)) < d.Bytes {
			d.Sent = d.Bytes // what the agent reads; Text ends at our own limit
		}
	}
}

func blankText(d *Document) string {
	if d.Bytes == 0 {
		return "empty"
	}
	return "holds nothing but white space"
}

// spend reads the files of a counted source in order until the budget is used up.
func (j *joiner) spend(s dialect.DocumentSource, docs []Document, failed bool) {
	for i := range docs {
		d := &docs[i]
		if d.Omitted != nil {
			continue
		}
		switch {
		case s.Gated && j.o.Untrusted && j.o.Dialect.Trust.Untrusted:
			d.Omitted = &Omitted{Code: Untrusted, Text: "the project is marked as untrusted", By: j.o.Distrust}
		case failed:
		case j.left == 0:
			j.starve(d)
		default:
			failed = !j.take(d) && s.Fragile
		}
		if d.Omitted == nil || d.Omitted.Code == OverBudget {
			j.out.Budget.Need += d.Bytes
		}
	}
	if failed {
		j.drop(docs)
	}
}

// starve leaves out a file that finds no budget. The agent does not look inside it.
func (j *joiner) starve(d *Document) {
	d.Omitted = &Omitted{Code: OverBudget, Text: "no bytes of the budget are left", By: j.out.Budget.At}
	if j.out.Budget.Limit == 0 {
		d.Omitted.Text = "the budget is 0, which means no project documents"
	}
	if err := j.read(d, 0); err != nil {
		d.Diags = append(d.Diags, unreadNote(d, err))
	}
	d.Lost = j.lost(d, 0)
	j.out.Budget.Lost += d.Bytes
	if j.o.Dialect.Budget.Warns && !j.spent && j.out.Budget.Limit > 0 {
		j.out.Warnings = append(j.out.Warnings, diag.Event{Class: "doc-skipped", At: diag.File(d.Path)})
	}
	j.spent = true
}

// take reads one file as far as the budget goes. It reports whether the file could be read.
//
// A file whose share holds only white space contributes nothing and costs nothing.
// Cases: doc-whitespace-kept, doc-cut-to-blank.
func (j *joiner) take(d *Document) bool {
	if err := j.read(d, min(j.left, maxReadBytes-j.out.Budget.Used)); err != nil {
		d.Omitted = &Omitted{Code: Unreadable, Text: "cannot be read: " + cause(err)}
		return false
	}
	share := min(j.left, d.Bytes)
	if d.Bytes > share && j.o.Dialect.Budget.Warns {
		j.out.Warnings = append(j.out.Warnings, diag.Event{Class: "doc-truncated", At: diag.File(d.Path), Loaded: share, Of: d.Bytes})
	}
	data := d.Source.Bytes[:min(share, int64(len(d.Source.Bytes)))]
	text := frontmatter.Lossy(data)
	if isBlank(text) && int64(len(data)) == share {
		d.Omitted = &Omitted{Code: Empty, Text: blankText(d)}
		if d.Bytes > share {
			d.Omitted = &Omitted{Code: OverBudget, Text: "the bytes that are left of the budget hold only white space", By: j.out.Budget.At}
			d.Lost = j.lost(d, 0)
			j.out.Budget.Lost += d.Bytes
		}
		return true
	}
	d.Text, d.Sent = text, share // Text is shorter only where our own limit ends it
	if d.Bytes > d.Sent {
		d.Lost = j.lost(d, d.Sent)
		j.out.Budget.Lost += d.Lost.Bytes
	}
	j.left -= d.Sent
	j.out.Budget.Used += d.Sent
	return true
}

// drop takes back every file of a source after an input error at one of them.
//
// Case: doc-unreadable.
func (j *joiner) drop(docs []Document) {
	var culprit string
	for _, d := range docs {
		if d.Omitted != nil && d.Omitted.Code == Unreadable {
			culprit = d.Path
			break
		}
	}
	for i := range docs {
		d := &docs[i]
		if d.Omitted == nil || d.Omitted.Code == OverBudget {
			d.Omitted = &Omitted{
				Code: LostWithOther, By: diag.File(culprit),
				Text: "an input error at " + culprit + " loses every document of the project",
			}
			d.Text, d.Sent, d.Lost = "", 0, nil
		}
	}
	j.out.Budget.Used, j.out.Budget.Lost = 0, 0
}

// join puts the texts together and notes what the agent lists and tells.
func (j *joiner) join() {
	joint := j.o.Dialect.Joint
	var parts []string
	project, some := false, false
	for i := range j.out.Documents {
		d := &j.out.Documents[i]
		if !d.Loaded() {
			continue
		}
		first := d.Counted && !project
		switch {
		case !some:
		case first:
			parts = append(parts, joint.Project)
		default:
			parts = append(parts, joint.Between)
		}
		project, some = project || d.Counted, some || d.Text != ""
		parts = append(parts, d.Text)
		j.out.Sources = append(j.out.Sources, d.Path)
	}
	j.out.Text = strings.Join(parts, "")
	if project && joint.Heading == "cwd" {
		j.out.For = j.o.Cwd
	}
	size, limit := int64(len(j.out.Text)), j.out.Budget.Limit
	if j.o.Dialect.Budget.Warns && limit > 0 && size > limit {
		j.out.Warnings = append(j.out.Warnings, diag.Event{Class: "instructions-over-limit", Loaded: size})
	}
}
