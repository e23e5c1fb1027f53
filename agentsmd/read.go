package agentsmd

import (
	"errors"
	"io/fs"
	"strings"

	"github.com/agentlayers/layers/diag"
	"github.com/agentlayers/layers/tree"
)

// Our own bounds. What they leave unread is named in a diagnostic.
const (
	maxReadBytes   = 16 << 20 // of the global file, and of all counted files together
	lookAheadBytes = 1 << 20  // read of one file beyond what the model gets, to name what is lost
	maxLookAhead   = 8 << 20  // the same over all files
	maxNameBytes   = 255      // of one part of a path; a longer one is an error everywhere

	maxMarkdownBytes    = 256 << 10 // of one file that are parsed for headings
	maxAllMarkdownBytes = 1 << 20   // the same over all files
)

func newReader(fsys tree.FS) reader {
	return reader{fsys: fsys, ahead: maxLookAhead, markdown: maxAllMarkdownBytes}
}

// reader reads files within the bounds.
type reader struct {
	fsys  tree.FS
	ahead int64 // bytes that may still be read beyond what the model gets

	markdown int // bytes that may still be parsed for headings
}

// errName is a path that no operating system takes.
var errName = errors.New("invalid file name")

// stat describes what p leads to. A name that the operating system refuses is an error on every file system.
func (r *reader) stat(p string) (fs.FileInfo, tree.Resolved, error) {
	for part := range strings.SplitSeq(p, "/") {
		if len(part) > maxNameBytes || hasNUL(part) {
			return nil, tree.Resolved{}, &fs.PathError{Op: "stat", Path: p, Err: errName}
		}
	}
	return tree.Stat(r.fsys, p)
}

func hasNUL(s string) bool {
	for i := range len(s) {
		if s[i] == 0 {
			return true
		}
	}
	return false
}

// read fills in what d's file holds: at least its first need bytes, if it has as many, and some more for
// naming what is lost.
func (r *reader) read(d *Document, need int64) error {
	need = max(need, 0)
	f, _, err := tree.Read(r.fsys, d.Path, need+min(lookAheadBytes, r.ahead))
	if err != nil && !errors.Is(err, tree.ErrTooLarge) {
		return err
	}
	if err == nil {
		d.Digest = f.Digest()
		d.Bytes = int64(len(f.Data))
	}
	r.ahead -= max(0, int64(len(f.Data))-need)
	d.Source = diag.NewSource(d.Path, f.Data)
	return nil
}
