package skills

import (
	"errors"
	"strconv"
	"strings"
	"unicode/utf8"

	"github.com/agentlayers/layers/diag"
	"github.com/agentlayers/layers/internal/frontmatter"
	"github.com/agentlayers/layers/tree"
)

// unread says why a file cannot be read; nil when it can.
func (l *loader) unread(file string, data []byte, err error) *Failure {
	if err == nil && utf8.Valid(data) {
		return nil
	}
	fail := Failure{Path: file, Class: "unreadable", At: diag.File(file)}
	switch {
	case errors.Is(err, tree.ErrTooLarge):
		fail.Text = "larger than " + strconv.FormatInt(l.set.Dialect.Limits.FileBytes>>20, 10) + " MiB, so it was not read"
	case errors.Is(err, tree.ErrChanged):
		fail.Text = "the file changes while it is read"
	case err != nil:
		fail.Text = "the file cannot be read"
		fail.Fix = "make it readable: chmod u+r " + file
	default:
		fail.Text = "the file is not valid UTF-8"
		at := invalidAt(data)
		fail.At = diag.NewSource(file, data).Span(at, at+1)
		fail.Fix = "save the file as UTF-8"
	}
	return &fail
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
	at := s.Span(fieldDescription)
	if at.IsZero() {
		at = s.Source().Span(0, 0)
	}
	return &Failure{
		Path: s.Path, Class: "missing-field", Field: fieldDescription, At: at, Text: "no description",
		Fix: "add a line  description: what the skill does and when to use it",
	}
}

func over(text string, limit int) bool { return limit > 0 && utf8.RuneCountInString(text) > limit }

func (s *Skill) tooLong(class, what, text string, limit int) *Failure {
	f := &Failure{
		Path: s.Path, Class: class, Field: fieldName, Limit: limit, At: s.Span(fieldName),
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
