package render

import (
	"fmt"
	"io"
	"path"
	"strings"

	"github.com/agentlayers/layers/agentsmd"
	"github.com/agentlayers/layers/audit"
	"github.com/agentlayers/layers/compare"
	"github.com/agentlayers/layers/layers"
	"github.com/agentlayers/layers/render/term"
	"github.com/agentlayers/layers/resolve"
)

// DiffSide is one side of a comparison and what people call it: a revision, a folder, an agent.
type DiffSide struct {
	Name   string
	Result *resolve.Result
}

// Diff is a comparison and how it is to be shown.
type Diff struct {
	From, To   DiffSide
	Difference compare.Difference
	New, Gone  []audit.Finding
	Files      []FileDiff // since a review
	Off        []string   // files of layers that are off for want of trust on a side, absolute
	Style      term.Style
	Reveal     bool
	Text       bool // the changed lines of documents
}

// Empty reports whether nothing differs.
func (d Diff) Empty() bool {
	return d.Difference.Empty() && len(d.New) == 0 && len(d.Gone) == 0 && len(d.Files) == 0
}

// Screen writes the comparison for people.
func (d Diff) Screen() *term.Builder {
	b := d.Style.Builder()
	b.Hang("", 0, "what the agent will see differently, "+d.Style.Escape(d.From.Name)+d.Style.Draw(" → ")+d.Style.Escape(d.To.Name))
	if d.Empty() {
		b.Blank()
		b.Line("nothing")
		d.off(b)
		return b
	}
	d.config(b)
	d.words(b, "session", d.Difference.Session)
	d.words(b, "requirements", d.Difference.Requirements)
	d.documents(b)
	d.skills(b)
	d.audit(b)
	d.files(b)
	d.exit(b)
	d.off(b)
	return b
}

// off says which layers took no part.
func (d Diff) off(b *term.Builder) {
	if len(d.Off) == 0 {
		return
	}
	names := term.Names{Root: d.To.Result.Root.Path, Home: d.To.Result.Home}
	list := make([]string, 0, len(d.Off))
	for _, p := range d.Off {
		list = append(list, d.Style.Escape(names.Name(p)))
	}
	b.Blank()
	b.Hang("", 2, "off, not trusted: "+strings.Join(list, ", ")+"   --as-trusted compares as if it was")
}

func (d Diff) heading(b *term.Builder, name string) {
	b.Blank()
	b.Line(d.Style.Paint(term.Heading, name))
}

// config lists the keys that differ, with the place on the side that has them.
func (d Diff) config(b *term.Builder) {
	if len(d.Difference.Config) == 0 {
		return
	}
	d.heading(b, "config")
	s := Screen{Result: d.To.Result, Before: d.From.Result, Style: d.Style, Reveal: d.Reveal}
	t := changeColumns()
	for _, c := range d.Difference.Config {
		t.Rows = append(t.Rows, s.changeRow(c))
	}
	b.Table(t)
}

// words lists named values.
func (d Diff) words(b *term.Builder, name string, list []compare.Words) {
	if len(list) == 0 {
		return
	}
	d.heading(b, name)
	t := term.Table{Indent: 1, Columns: []term.Column{{}, {Shrink: term.ShrinkText}, {Shrink: term.ShrinkText}}}
	for _, w := range list {
		mark, text := "~", d.Style.Escape(w.From)+d.Style.Draw(" → ")+d.Style.Escape(w.To)
		switch {
		case w.From == "":
			mark, text = "+", d.Style.Escape(w.To)
		case w.To == "":
			mark, text = "-", d.Style.Escape(w.From)
		}
		t.Rows = append(t.Rows, []term.Cell{{Text: mark, Paint: term.Caution}, {Text: d.Style.Escape(w.Name)}, {Text: text}})
	}
	b.Table(t)
}

// documents lists instruction documents with the bytes that reach the model.
func (d Diff) documents(b *term.Builder) {
	list := d.Difference.Documents
	if len(list) == 0 {
		return
	}
	d.heading(b, "instructions")
	names := term.Names{Root: d.To.Result.Root.Path, Home: d.To.Result.Home}
	t := term.Table{Indent: 1, Columns: []term.Column{{}, {Shrink: term.ShrinkPath}, {}, {Shrink: term.ShrinkText}}}
	for _, doc := range list {
		mark, size := "~", d.bytes(doc.From)+d.Style.Draw(" → ")+d.bytes(doc.To)
		switch {
		case doc.From == nil:
			mark, size = "+", d.bytes(doc.To)
		case doc.To == nil:
			mark, size = "-", d.bytes(doc.From)
		}
		t.Rows = append(t.Rows, []term.Cell{
			{Text: mark, Paint: term.Caution},
			{Text: d.Style.Escape(names.Name(doc.Path)), Paint: term.Place},
			{Text: size + " B"},
			{Text: cutWords(doc)},
		})
	}
	b.Table(t)
	if d.Text {
		for _, doc := range list {
			d.lines(b, names, doc)
		}
	}
}

func (d Diff) bytes(doc *agentsmd.Document) string {
	if doc == nil {
		return "0"
	}
	return term.Count(int(doc.Sent))
}

// cutWords says when a document starts or stops being cut.
func cutWords(doc compare.Document) string {
	was, is := doc.From != nil && doc.From.Lost != nil, doc.To != nil && doc.To.Lost != nil
	switch {
	case is && !was:
		return "is now cut"
	case was && !is:
		return "is no longer cut"
	case is:
		return "is cut"
	}
	return ""
}

// lines adds the unified difference of one document's text.
func (d Diff) lines(b *term.Builder, names term.Names, doc compare.Document) {
	text := func(x *agentsmd.Document) string {
		if x == nil {
			return ""
		}
		return x.Text
	}
	b.Blank()
	for line := range strings.Lines(unified(names.Name(doc.Path), text(doc.From), text(doc.To))) {
		b.Line(" ", d.Style.Escape(strings.TrimRight(line, "\n")))
	}
}

func (d Diff) skills(b *term.Builder) {
	list, cut := d.Difference.Skills, d.Difference.Shortened
	if len(list) == 0 && cut[0] == cut[1] {
		return
	}
	d.heading(b, "skills")
	t := term.Table{Indent: 1, Columns: []term.Column{{}, {Shrink: term.ShrinkText}, {Shrink: term.ShrinkText}}}
	for _, s := range list {
		mark, text := "~", s.From.State+d.Style.Draw(" → ")+s.To.State
		switch {
		case s.From.State == s.To.State && s.Described:
			text = "another description" + d.Style.Draw(" · ") + term.Plural(s.To.Chars, "char")
		case s.From.State == s.To.State:
			text = "another text"
		case s.From.State == "":
			mark, text = "+", s.To.Scope+d.Style.Draw(" · ")+s.To.State+d.Style.Draw(" · ")+term.Plural(s.To.Chars, "char")
		case s.To.State == "":
			mark, text = "-", s.From.Scope+d.Style.Draw(" · ")+"was "+s.From.State
		}
		t.Rows = append(t.Rows, []term.Cell{{Text: mark, Paint: term.Caution}, {Text: d.Style.Escape(s.Name)}, {Text: text}})
	}
	b.Table(t)
	if cut[0] != cut[1] {
		b.Line(" ", term.Plural(cut[1], "description"), " shortened, before ", fmt.Sprint(cut[0]))
	}
}

func (d Diff) audit(b *term.Builder) {
	if len(d.New) == 0 && len(d.Gone) == 0 {
		return
	}
	d.heading(b, "audit")
	t := term.Table{Indent: 1, Columns: []term.Column{{}, {}, {Shrink: term.ShrinkPath}, {}}}
	row := func(mark, state string, f audit.Finding) {
		t.Rows = append(t.Rows, []term.Cell{
			{Text: mark, Paint: term.Caution},
			{Text: f.Severity.String() + "[" + f.Rule + "]"},
			{Text: d.Style.Escape(path.Clean(f.Path)) + fmt.Sprintf(":%d", max(f.Span.Start.Line, 1)), Paint: term.Place},
			{Text: state},
		})
	}
	for _, f := range d.New {
		row("+", "new", f)
	}
	for _, f := range d.Gone {
		row("-", "gone", f)
	}
	b.Table(t)
}

func (d Diff) exit(b *term.Builder) {
	e := d.Difference.Exit
	if e[0] == e[1] {
		return
	}
	b.Blank()
	if e[1] != 0 {
		b.Line(d.Style.Paint(term.Failure, d.Style.Draw("✗ ")+d.To.Result.Dialect.Name+" refuses to start afterwards"))
		return
	}
	b.Line(d.To.Result.Dialect.Name, " starts again")
}

// diffJSON is the comparison as one document.
type diffJSON struct {
	envelope
	From string `json:"from"`
	To   string `json:"to"`
	differenceJSON
	New   []findingDiffJSON `json:"newFindings"`
	Gone  []findingDiffJSON `json:"goneFindings"`
	Files []fileDiffJSON    `json:"files"` // with --since-trust: pieces of the review that differ
	Off   []string          `json:"off"`   // files of layers that are off for want of trust on a side
}

// differenceJSON is what an agent sees differently.
type differenceJSON struct {
	Config       []changeJSON       `json:"config"`
	Session      []compare.Words    `json:"session"`
	Requirements []compare.Words    `json:"requirements"`
	Documents    []documentDiffJSON `json:"documents"`
	Skills       []compare.Skill    `json:"skills"`
	Shortened    [2]int             `json:"shortened"`
	Exit         [2]int             `json:"exit"`
}

type documentDiffJSON struct {
	Path string `json:"path"`
	From *int64 `json:"fromBytes"` // that reach the model; null where the document contributes nothing
	To   *int64 `json:"toBytes"`
	Cut  bool   `json:"cut"`
}

type findingDiffJSON struct {
	Rule        string `json:"rule"`
	Severity    string `json:"severity"`
	Path        string `json:"path"`
	Line        int    `json:"line"`
	Message     string `json:"message"`
	Fingerprint string `json:"fingerprint"`
}

// JSON writes the comparison as one document, kind "Diff".
func (d Diff) JSON(w io.Writer, version string) error {
	s := Screen{Result: d.To.Result, Before: d.From.Result, Style: d.Style, Reveal: d.Reveal}
	return write(w, diffJSON{
		envelope: s.envelope("Diff", version), From: d.From.Name, To: d.To.Name,
		differenceJSON: s.differenceJSON(d.Difference), New: findingsDiff(d.New), Gone: findingsDiff(d.Gone),
		Files: d.filesJSON(), Off: orEmpty(d.Off),
	})
}

func (s Screen) differenceJSON(d compare.Difference) differenceJSON {
	out := differenceJSON{
		Config: []changeJSON{}, Session: orEmpty(d.Session), Requirements: orEmpty(d.Requirements),
		Documents: []documentDiffJSON{}, Skills: orEmpty(d.Skills), Shortened: d.Shortened, Exit: d.Exit,
	}
	for _, c := range d.Config {
		out.Config = append(out.Config, s.changeJSON(c))
	}
	for _, doc := range d.Documents {
		j := documentDiffJSON{Path: doc.Path, Cut: doc.To != nil && doc.To.Lost != nil}
		if doc.From != nil {
			j.From = &doc.From.Sent
		}
		if doc.To != nil {
			j.To = &doc.To.Sent
		}
		out.Documents = append(out.Documents, j)
	}
	return out
}

// changeJSON is one setting that differs.
func (s Screen) changeJSON(c layers.Change) changeJSON {
	j := changeJSON{Key: c.Key, From: s.plain(c.Key, c.From), To: s.plain(c.Key, c.To)}
	if c.To != nil {
		j.At = place(c.To.Origin.Value())
	}
	return j
}

func findingsDiff(list []audit.Finding) []findingDiffJSON {
	out := []findingDiffJSON{}
	for _, f := range list {
		out = append(out, findingDiffJSON{f.Rule, f.Severity.String(), f.Path, max(f.Span.Start.Line, 1), f.Message, f.Fingerprint})
	}
	return out
}
