// Package diag holds positions in files and the problems found there.
//
//	bytes of a file ─> NewSource ─> Source ─> Span: path, line, column ─┐
//	                                                                    ├─> Diagnostic ─> List ─> Sorted, render
//	              Code, Severity: what is wrong, what to do about it ───┘
//
// Every other package reports through it, so that one rule decides what a line, a column and a
// severity are. It imports nothing of the project.
package diag

import (
	"cmp"
	"slices"
	"strconv"
)

// Pos is one place in a file.
//
// Line and Column count from 1, Column in Unicode code points (a byte that is not valid UTF-8 counts
// as one); Offset counts bytes from 0. The zero Pos means "no place".
type Pos struct {
	Line   int `json:"line"`
	Column int `json:"column"`
	Offset int `json:"offset"`
}

// Span is a stretch of a file: Start is inside, End is the place after the last byte.
//
// Path is absolute with forward slashes. The zero Span means that there is no place, as for values
// from flags and built-in defaults. A Span with a Path and zero positions names a whole file.
type Span struct {
	Path  string `json:"path"`
	Start Pos    `json:"start"`
	End   Pos    `json:"end"`
}

// IsZero reports whether s names no place at all.
func (s Span) IsZero() bool { return s.Path == "" && s.Start == Pos{} && s.End == Pos{} }

// HasPosition reports whether s names a line, not only a file.
func (s Span) HasPosition() bool { return s.Start.Line > 0 }

// String is the place as people and editors write it: "/repo/.codex/config.toml:3:19"; without a line the path alone.
func (s Span) String() string {
	if !s.HasPosition() {
		return s.Path
	}
	return s.Path + ":" + strconv.Itoa(s.Start.Line) + ":" + strconv.Itoa(s.Start.Column)
}

// File is the span of a whole file, for problems that have no line: absent, unreadable, too large.
func File(path string) Span { return Span{Path: path} }

// Severity orders problems. The zero value is invalid, so that a forgotten one shows.
type Severity int

// The severities, weakest first.
const (
	Note    Severity = iota + 1 // worth knowing; nothing is wrong
	Warning                     // something has no effect, or another effect than its author may expect
	Error                       // the agent refuses, or a layer in effect cannot be read
)

// String gives the word that people read.
func (s Severity) String() string {
	switch s {
	case Note:
		return "note"
	case Warning:
		return "warning"
	case Error:
		return "error"
	default:
		return "invalid"
	}
}

// MarshalText makes a Severity its word in JSON.
func (s Severity) MarshalText() ([]byte, error) { return []byte(s.String()), nil }

// Code names a kind of problem: stable kebab-case words such as "toml-syntax".
type Code string

// Related points at another place that belongs to a problem: the layer that won, the first definition.
type Related struct {
	Span Span   `json:"span"`
	Text string `json:"text"`
}

// Diagnostic is one problem: what, where, why, and how to fix it.
type Diagnostic struct {
	Code     Code      `json:"code"`
	Severity Severity  `json:"severity"`
	Summary  string    `json:"summary"`          // one line, lower case, no full stop
	Detail   string    `json:"detail,omitempty"` // why, where the summary is not enough
	Effect   string    `json:"effect,omitempty"` // what the agent does about it
	Fix      string    `json:"fix,omitempty"`    // the command or edit that resolves it
	Subject  Span      `json:"subject"`          // the smallest span that is wrong
	Related  []Related `json:"related,omitempty"`
}

// String is one line for a log: place, severity, summary, code. It may hold bytes of a scanned file as they are, so a
// terminal is shown it through term.Style.Escape only.
func (d Diagnostic) String() string {
	text := d.Severity.String() + ": " + d.Summary + " [" + string(d.Code) + "]"
	if at := d.Subject.String(); at != "" {
		return at + ": " + text
	}
	return text
}

// List is a set of problems in the order in which they were found.
type List []Diagnostic

// HasErrors reports whether any problem is an Error.
func (l List) HasErrors() bool {
	return slices.ContainsFunc(l, func(d Diagnostic) bool { return d.Severity == Error })
}

// Sorted returns a copy ordered for people: errors first, then by file and place.
func (l List) Sorted() List {
	out := slices.Clone(l)
	slices.SortStableFunc(out, func(a, b Diagnostic) int {
		return cmp.Or(
			cmp.Compare(b.Severity, a.Severity),
			cmp.Compare(a.Subject.Path, b.Subject.Path),
			cmp.Compare(a.Subject.Start.Offset, b.Subject.Start.Offset),
			cmp.Compare(a.Code, b.Code),
		)
	})
	return out
}
