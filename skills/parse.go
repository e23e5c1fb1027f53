package skills

import (
	"bytes"
	"io/fs"
	"path"
	"strings"

	"github.com/agentlayers/layers/diag"
	"github.com/agentlayers/layers/internal/frontmatter"
)

// The fields of a skill's head that agents read, by which Skill.Span finds them.
const (
	fieldName        = "name"
	fieldDescription = "description"
	fieldMetadata    = "metadata"
	fieldShort       = "short-description"
	shortKey         = fieldMetadata + "." + fieldShort
)

// headFields is how many of them a skill mostly has.
const headFields = 3

// maxHeadBytes bounds the front matter of all skills together, which would otherwise bound nothing in a folder full
// of heads that are slow to read.
const maxHeadBytes = 8 << 20

// candidate is a file that may become a skill.
type candidate struct {
	root   int
	file   string // links resolved
	seen   string
	of     *plugin
	beside fs.DirEntry // what stands beside it and may be, or hold, its metadata; nil for nothing
}

// dir is the folder of the file, links resolved.
func (c candidate) dir() string { return c.file[:strings.LastIndexByte(c.file, '/')] }

// parse reads one file as the agent does. What an earlier search has of the same bytes is taken over.
//
// Cases: skills-frontmatter-errors, skills-frontmatter-forms, skills-text-forms, skills-length-limits,
// skills-unreadable.
func (l *loader) parse(c candidate) *reading {
	r := &reading{candidate: c}
	if doc := l.readHead(r); r.failure == nil {
		l.readWhole(r, doc)
	}
	if r.failure != nil {
		r.failure.Root, r.failure.Quiet = c.root, l.set.Roots[c.root].Dialect.Bundled
	}
	return r
}

// readHead reads the file and its head, or sets why it can be no skill. Of the same bytes as before only the head is
// read again, from memory.
func (l *loader) readHead(r *reading) (doc frontmatter.Doc) {
	old := l.earlier(r.file)
	f, digest, err := l.skill.file.ReadOnce(l.fsys, r.file, l.set.Dialect.Limits.FileBytes, old.digest)
	same := old.digest != "" && digest == old.digest
	if !same {
		if r.failure = l.unread(r.file, f.Data, err); r.failure != nil {
			r.digest = digest
			return doc
		}
	}
	if l.headBytes > maxHeadBytes {
		r.failure = &Failure{Path: r.file, Class: "too-large", At: diag.File(r.file), Text: "not read: the front matter of all skills together is too large"}
		return doc
	}
	r.digest = digest
	switch {
	case same && !old.whole:
		failure := *old.failure
		r.failure, r.headBytes = &failure, old.headBytes
	case same:
		f.Data = []byte(old.head)
	}
	if r.failure == nil {
		var problem *frontmatter.Problem
		doc, problem = l.skill.head.Parse(r.file, f.Data, l.set.Dialect.Limits.HeadBytes, checkHead)
		if problem == nil || problem.Kind == frontmatter.BadYAML { // others were not parsed
			r.headBytes = doc.Head.End.Offset - doc.Head.Start.Offset
		}
		switch {
		case problem != nil:
			r.failure = headFailure(r.file, problem)
		case same:
			r.below = old.below
		default:
			r.below = summaryOf(f.Data[doc.Body:])
		}
	}
	l.headBytes += r.headBytes
	return doc
}

// readWhole makes a skill of a file whose head is right, and of what stands beside it.
func (l *loader) readWhole(r *reading, doc frontmatter.Doc) {
	r.whole, r.head = true, doc.Text
	dir := r.dir()
	r.namespace = l.namespaceOf(r.of)
	s := &Skill{
		Path: r.file, Seen: r.seen, Root: r.root, Scope: l.set.Roots[r.root].Scope, Enabled: true, Namespace: r.namespace,
		Head: doc.Text, Digest: r.digest, Repaired: doc.Repaired, Command: l.noCommand, below: r.below,
		places: make([]place, 0, headFields),
	}
	s.fill(doc.Root, path.Base(dir))
	s.comment()
	s.Standard = standard(r.file, doc, r.below.lines, path.Base(dir))
	s.Meta = l.metadata(r)
	s.Diags = s.problems()
	if r.failure = l.check(s); r.failure == nil {
		r.skill = s
	}
}

// earlier is what a file gave in an earlier search; one without a digest when there was none.
func (l *loader) earlier(file string) *reading {
	if l.o.Previous != nil {
		if r := l.o.Previous.read[file]; r != nil {
			return r
		}
	}
	return &noReading
}

// noReading is that of a file that was not read before. It is never changed.
var noReading reading

// namespaceOf is the namespace that a plugin gives: as it was where only files are exchanged.
func (l *loader) namespaceOf(p *plugin) string {
	if l.namespace != nil {
		return *l.namespace
	}
	return l.names.name(p)
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
		s.drop(fieldName)
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
	s.at(key, f.Value.Span)
	return oneLine(f.Value.Text)
}

// comment notes the comment that ends the line of the description: text of it is easily lost in one.
func (s *Skill) comment() {
	for _, p := range s.places {
		if p.field != fieldDescription || p.end < 0 || strings.IndexByte(s.Head[p.start:p.end], '\n') >= 0 {
			continue
		}
		rest, _, _ := strings.Cut(s.Head[p.end:], "\n")
		text := strings.TrimSpace(rest)
		if strings.HasPrefix(text, "#") {
			start := int(p.end) + strings.IndexByte(rest, '#')
			s.places = append(s.places, place{commentField, int32(start), int32(start + len(text))}) //nolint:gosec // a file has at most 16 MiB
		}
		return
	}
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
