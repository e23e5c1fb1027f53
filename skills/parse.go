package skills

import (
	"bytes"
	"errors"
	"io/fs"
	"path"
	"strconv"
	"strings"
	"unicode/utf8"

	"github.com/agentlayers/layers/diag"
	"github.com/agentlayers/layers/internal/frontmatter"
	"github.com/agentlayers/layers/tree"
)

// The fields of a skill's head that agents read, as keys of Skill.Spans.
const (
	fieldName        = "name"
	fieldDescription = "description"
	fieldMetadata    = "metadata"
	fieldShort       = "short-description"
	shortKey         = fieldMetadata + "." + fieldShort
)

// maxHeadBytes bounds the front matter of all skills together, which would otherwise bound nothing in a folder full
// of heads that are slow to read.
const maxHeadBytes = 8 << 20

// candidate is a file that may become a skill.
type candidate struct {
	folder
	root    int
	file    string // links resolved
	seen    string
	entries []fs.DirEntry // the listing of its folder
}

// parse reads one file as the agent does.
//
// Cases: skills-frontmatter-errors, skills-frontmatter-forms, skills-text-forms, skills-length-limits,
// skills-unreadable.
func (l *loader) parse(c candidate) *reading {
	r := &reading{candidate: c}
	l.readHead(r)
	if r.failure == nil && r.problem != nil {
		r.failure = headFailure(c.file, r.problem)
	}
	if r.failure == nil {
		l.readWhole(r)
		if r.failure = l.check(r.skill); r.failure != nil {
			r.skill = nil
		}
	}
	if r.failure != nil {
		r.failure.Root, r.failure.Quiet = c.root, l.set.Roots[c.root].Dialect.Bundled
	}
	return r
}

// readHead reads the file and its head; of the same bytes as before, nothing is parsed.
func (l *loader) readHead(r *reading) {
	data, failure := l.bytes(r.candidate)
	if r.failure = failure; failure != nil {
		return
	}
	if l.headBytes > maxHeadBytes {
		r.failure = &Failure{Path: r.file, Class: "too-large", At: diag.File(r.file), Text: "not read: the front matter of all skills together is too large"}
		return
	}
	if old := l.earlier(r.file); old != nil && old.src != nil && bytes.Equal(old.src.Bytes, data) {
		r.src, r.doc, r.problem = old.src, old.doc, old.problem
	} else {
		r.src = diag.NewSource(r.file, data)
		r.doc, r.problem = frontmatter.Parse(r.src, l.set.Dialect.Limits.HeadBytes, checkHead)
	}
	if r.problem == nil || r.problem.Kind == frontmatter.BadYAML { // others were not parsed
		r.headBytes = r.doc.Head.End.Offset - r.doc.Head.Start.Offset
		l.headBytes += r.headBytes
	}
}

// readWhole makes a skill of a file whose head is right, and of what stands beside it.
func (l *loader) readWhole(r *reading) {
	r.whole = true
	r.namespace = l.namespaceOf(r.real)
	s := &Skill{
		Path: r.file, Seen: r.seen, Root: r.root, Scope: l.set.Roots[r.root].Scope, Enabled: true,
		Source: r.src, Body: r.doc.Body, Repaired: r.doc.Repaired, Spans: map[string]diag.Span{}, Namespace: r.namespace,
	}
	s.fill(r.doc.Root, path.Base(r.real))
	s.Comment = commentAfter(r.src, s.Spans[fieldDescription])
	s.Meta = l.metadata(r)
	s.Standard = standard(r.src, r.doc, path.Base(r.real))
	s.Diags = s.problems()
	r.skill = s
}

// earlier is what a file gave in an earlier search; nil when there was none.
func (l *loader) earlier(file string) *reading {
	if l.o.Previous == nil {
		return nil
	}
	return l.o.Previous.read[file]
}

// namespaceOf is the namespace of a folder: as it was where only files are exchanged.
func (l *loader) namespaceOf(dir string) string {
	if l.namespace != nil {
		return *l.namespace
	}
	return l.names.of(dir)
}

// bytes reads the file, or says why that is not possible.
func (l *loader) bytes(c candidate) ([]byte, *Failure) {
	f, err := l.fsys.ReadFile(c.file, l.set.Dialect.Limits.FileBytes)
	fail := Failure{Path: c.file, Class: "unreadable", At: diag.File(c.file)}
	switch {
	case errors.Is(err, tree.ErrTooLarge):
		fail.Text = "larger than " + strconv.FormatInt(l.set.Dialect.Limits.FileBytes>>20, 10) + " MiB, so it was not read"
	case err != nil:
		fail.Text = "the file cannot be read"
		fail.Fix = "make it readable: chmod u+r " + c.file
	case !utf8.Valid(f.Data):
		fail.Text = "the file is not valid UTF-8"
		src := diag.NewSource(c.file, f.Data)
		at := invalidAt(f.Data)
		fail.At = src.Span(at, at+1)
		fail.Fix = "save the file as UTF-8"
	default:
		return f.Data, nil
	}
	return nil, &fail
}

func invalidAt(data []byte) int {
	for i := 0; i < len(data); {
		r, n := utf8.DecodeRune(data[i:])
		if r == utf8.RuneError && n == 1 {
			return i
		}
		i += n
	}
	return len(data)
}

// checkHead refuses heads that do not have the shape of a skill's. Keys that agents do not read may be anything.
func checkHead(root *frontmatter.Value) *frontmatter.Problem {
	if root.Kind != frontmatter.Map {
		return wrong(root, "the head must be keys with values")
	}
	if p := texts(root, fieldName, fieldDescription); p != nil {
		return p
	}
	if p := twice(root, fieldMetadata); p != nil {
		return p
	}
	meta := root.Get(fieldMetadata)
	if meta == nil || isEmpty(meta.Value) {
		return nil
	}
	if meta.Value.Kind != frontmatter.Map {
		return wrong(meta.Value, "metadata must hold keys with values")
	}
	return texts(meta.Value, fieldShort)
}

// texts checks that each named field is given at most once, as text or nothing.
func texts(v *frontmatter.Value, names ...string) *frontmatter.Problem {
	if v != nil && v.OddKey != nil {
		return v.OddKey
	}
	for _, name := range names {
		if p := twice(v, name); p != nil {
			return p
		}
		f := v.Get(name)
		if f == nil {
			continue
		}
		if f.Value.Kind == frontmatter.List || f.Value.Kind == frontmatter.Map || f.Value.BadNull {
			return wrong(f.Value, name+" must be text")
		}
	}
	return nil
}

func twice(v *frontmatter.Value, name string) *frontmatter.Problem {
	if v == nil {
		return nil
	}
	n := 0
	for _, f := range v.Fields {
		if f.Name != name {
			continue
		}
		if n++; n > 1 {
			return &frontmatter.Problem{Kind: frontmatter.BadYAML, At: f.Key, Text: name + " is given twice"}
		}
	}
	return nil
}

// isEmpty reports a value that is not there at all; a written null is not.
func isEmpty(v *frontmatter.Value) bool {
	return v.Kind == frontmatter.Null && v.Text == "" && v.Plain
}

func wrong(v *frontmatter.Value, text string) *frontmatter.Problem {
	return &frontmatter.Problem{Kind: frontmatter.BadYAML, At: v.Span, Text: text}
}

// fill takes the texts of the head, each collapsed to one line. Without a name the folder's is used.
func (s *Skill) fill(root *frontmatter.Value, folderName string) {
	s.Name = s.text(root, fieldName, fieldName)
	if s.Name == "" {
		if s.Name = oneLine(folderName); s.Name == "" {
			s.Name = "skill"
		}
		delete(s.Spans, fieldName)
	}
	if s.Namespace != "" {
		s.Name = s.Namespace + ":" + s.Name
	}
	s.Description = s.text(root, fieldDescription, fieldDescription)
	if meta := root.Get(fieldMetadata); meta != nil {
		s.Short = s.text(meta.Value, fieldShort, shortKey)
	}
}

func (s *Skill) text(v *frontmatter.Value, name, key string) string {
	f := v.Get(name)
	if f == nil || f.Value.Kind != frontmatter.Text {
		return ""
	}
	s.Spans[key] = f.Value.Span
	return oneLine(f.Value.Text)
}

// commentAfter is the comment that ends a value's line: text of a description is easily lost in one.
func commentAfter(src *diag.Source, value diag.Span) diag.Span {
	if !value.HasPosition() || value.Start.Line != value.End.Line {
		return diag.Span{}
	}
	rest := restOfLine(src.Bytes, value.End.Offset)
	text := strings.TrimSpace(rest)
	if !strings.HasPrefix(text, "#") {
		return diag.Span{}
	}
	start := value.End.Offset + strings.Index(rest, "#")
	return src.Span(start, start+len(text))
}

// restOfLine is the text from an offset to the end of its line.
func restOfLine(data []byte, offset int) string {
	rest, _, _ := bytes.Cut(data[offset:], []byte("\n"))
	return string(rest)
}

// oneLine collapses every run of blanks to one space.
func oneLine(text string) string {
	if isOneLine(text) {
		return text
	}
	return strings.Join(strings.Fields(text), " ")
}

// isOneLine reports text of ASCII without control characters whose blanks are single ones between words.
func isOneLine(text string) bool {
	blank := true
	for i := range len(text) {
		c := text[i]
		if c < ' ' || c >= 0x7f || c == ' ' && blank {
			return false
		}
		blank = c == ' '
	}
	return !blank
}

// check applies the limits that make a skill an error.
//
// Cases: skills-length-limits, skills-plugin-limits.
func (l *loader) check(s *Skill) *Failure {
	limits := l.set.Dialect.Limits
	own := strings.TrimPrefix(s.Name, s.Namespace+":")
	switch {
	case over(own, limits.Name):
		return s.tooLong("field-too-long", "the name", own, limits.Name)
	case s.Namespace != "" && over(s.Name, limits.Qualified):
		return s.tooLong("qualified-name-too-long", "the name with its plugin's in front", s.Name, limits.Qualified)
	case s.Description != "":
		return nil
	}
	at := s.Source.Span(0, 0)
	if span, ok := s.Spans[fieldDescription]; ok {
		at = span
	}
	return &Failure{
		Path: s.Path, Class: "missing-field", Field: fieldDescription, At: at, Text: "no description",
		Fix: "add a line  description: what the skill does and when to use it",
	}
}

func over(text string, limit int) bool { return limit > 0 && utf8.RuneCountInString(text) > limit }

func (s *Skill) tooLong(class, what, text string, limit int) *Failure {
	f := &Failure{
		Path: s.Path, Class: class, Field: fieldName, Limit: limit, At: s.Spans[fieldName],
		Text: what + " has " + plural(utf8.RuneCountInString(text), "character") + ", " + strconv.Itoa(limit) + " are allowed",
		Fix:  "shorten name, or the folder's name where the head gives none",
	}
	if f.At.IsZero() {
		f.At = diag.File(s.Path)
	}
	return f
}

// headFailure words a problem of the head.
func headFailure(file string, p *frontmatter.Problem) *Failure {
	f := &Failure{Path: file, Class: "missing-frontmatter", At: p.At, Text: p.Text}
	switch p.Kind {
	case frontmatter.BadYAML:
		f.Class, f.Fix = "bad-yaml", "put the value in single quotes, a quote inside it doubled"
	case frontmatter.TooLarge:
		f.Class = "too-large"
	case frontmatter.Unclosed:
		f.Fix = "end the head with a line ---"
	default:
		f.Fix = "begin the file with a head:  ---, name: ..., description: ..., ---"
	}
	return f
}
