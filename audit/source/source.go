// Package source is one file of an audited repository: where it lies, which agents read it, and its text, parsed
// at most once whatever the number of rules that ask.
//
//	path ─> Classify ─> Place: who reads it, as what ──┐
//	                                                   ├─> File ─> JSON, TOML, YAML, Markdown, Head, on first use
//	bytes ─────────────────────────────────────────────┘
package source

import (
	"io/fs"
	"path"
	"sync"

	"github.com/yuin/goldmark/ast"

	"github.com/agentlayers/layers/diag"
	"github.com/agentlayers/layers/internal/frontmatter"
	"github.com/agentlayers/layers/tree"
)

// File is one entry of the discovery set: a file, a link or something special at a path that an agent reads.
//
// The parsed forms (JSON, TOML, YAML, Markdown, Head) are made on first use and shared; change nothing in them.
// Methods may be called from several goroutines.
type File struct {
	Path string // absolute
	Rel  string // below the audited root, as spelled; for the user's own files the absolute path
	Place

	Mode   fs.FileMode
	Size   int64        // bytes on disk
	Text   *diag.Source // nil when nothing was read: a folder, a special file, unreadable
	Digest string       // sha256 of the bytes read, in hex; "" when nothing was read
	Cut    bool         // Text holds only the first bytes: the file is larger than the limit of a read
	Binary bool         // an image, an archive and the like: no text
	Err    error        // why a file that is there could not be read
	Link   *Link        // set when Rel is a symbolic link
	From   *Reference   // set when only another file of the set leads here
	User   bool         // one of the user's own files, not of the repository
	memo   memo
}

// Link is what a symbolic link leads to.
type Link struct {
	Text    string     // as written in the link
	Hops    []tree.Hop // every link followed, this one first
	Target  string     // absolute path reached, or the last path tried
	Outside bool       // the way leaves the audited root
	Broken  bool       // nothing is there
	Loop    bool       // more links than are followed
	Dir     bool       // the target is a folder
}

// Reference is the place that names another file: an import, or a command.
type Reference struct {
	File *File
	At   diag.Span
}

// memo holds the parsed forms.
type memo struct {
	json, toml, yaml, head sync.Once
	markdown               sync.Mutex

	jsonTree, tomlTree Parsed
	yamlTree           YAML
	document           ast.Node
	headDoc            frontmatter.Doc
	headProblem        *frontmatter.Problem
}

// IsText reports whether f has text to look at.
func (f *File) IsText() bool { return f.Text != nil && !f.Binary }

// Dir is the folder that holds f.
func (f *File) Dir() string { return path.Dir(f.Path) }

// Whole is the place of findings about the file as such: its first line, column 1 to 1.
func (f *File) Whole() diag.Span {
	at := diag.Pos{Line: 1, Column: 1}
	return diag.Span{Path: f.Path, Start: at, End: at}
}

// Span is the place from one byte offset of the text up to another.
func (f *File) Span(start, end int) diag.Span { return f.Text.Span(start, end) }

// Line is the place of line n without its end.
func (f *File) Line(n int) diag.Span {
	pos := diag.Pos{Line: n, Column: 1}
	text := f.Text.Line(n)
	return diag.Span{Path: f.Path, Start: pos, End: diag.Pos{Line: n, Column: 1 + len([]rune(text))}}
}

// Raw is the text of a place in f, as written.
func (f *File) Raw(span diag.Span) string {
	if f.Text == nil || span.Start.Offset > span.End.Offset || span.End.Offset > len(f.Text.Bytes) {
		return ""
	}
	return string(f.Text.Bytes[span.Start.Offset:span.End.Offset])
}
