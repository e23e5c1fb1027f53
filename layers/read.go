package layers

import (
	"errors"
	"fmt"
	"io/fs"

	"github.com/agentlayers/layers/diag"
	"github.com/agentlayers/layers/dialect"
	"github.com/agentlayers/layers/internal/doc"
	"github.com/agentlayers/layers/internal/tomlsrc"
	"github.com/agentlayers/layers/tree"
)

// readEntry reads and parses the file of src. A missing file gives an entry without Text whose Root is an
// empty table; a file that cannot be read or parsed gives Failed, a diagnostic, and a nil Root.
func readEntry(fsys tree.FS, src Source, c dialect.Config, m *memory) Entry {
	own := src
	e, lim := Entry{Source: &own}, c.Limits
	f, where, err := tree.Read(fsys, src.Path, lim.FileBytes)
	switch {
	case errors.Is(err, fs.ErrNotExist):
		e.Root = emptyTable(e.Source)
		return e
	case err != nil:
		e.Exists, e.Failed = true, true
		e.Diags = diag.List{unreadable(src.Path, where, err, lim)}
		return e
	}
	return m.read(src, f.Data, func(before parsedFile) parsedFile {
		e.Exists = true
		e.Digest = f.Digest()
		w := written{}
		if before.root != nil {
			e.Source, w = before.entry.Source, before.written
		}
		w = e.parseLike(f.Data, c, w, &m.toml)
		return parsedFile{f.Data, e, w}
	})
}

// parse reads the entry's text in the dialect's format.
func (e *Entry) parse(data []byte, c dialect.Config) {
	e.parseLike(data, c, written{}, &tomlsrc.Parser{})
}

// parseLike is parse where the tree of the file's earlier text is known, with the memory of earlier files.
func (e *Entry) parseLike(data []byte, c dialect.Config, before written, toml *tomlsrc.Parser) written {
	e.Text = diag.NewSource(e.Source.Path, decoded(data, c.Format))
	var v *doc.Value
	if c.Format == dialect.FormatJSON {
		v, e.Diags = readJSON(e.Text, c.Limits)
	} else {
		v, e.Diags = toml.Parse(e.Text, tomlOptions(c.Limits))
	}
	e.Failed = e.Diags.HasErrors()
	if e.Failed {
		return written{}
	}
	w := fromDocLike(v, e.Source, before)
	e.Root = w.root
	return w
}

// codeUnreadable and detailDenied tell a file that may not be read.
const (
	codeUnreadable diag.Code = "unreadable"
	detailDenied   string    = "permission denied"
)

// unreadable words why a file that is there gave no bytes.
func unreadable(p string, where tree.Resolved, err error, lim dialect.Limits) diag.Diagnostic {
	d := diag.Diagnostic{
		Code: codeUnreadable, Severity: diag.Error, Subject: diag.File(p),
		Summary: "this file cannot be read",
		Effect:  "the agent stops with an error",
	}
	switch {
	case errors.Is(err, tree.ErrTooLarge):
		d.Code = "file-too-large"
		d.Summary = fmt.Sprintf("this file is larger than %d MiB and was not read", lim.FileBytes>>20)
		d.Effect = "this answer lacks what the file sets; the agent would read it"
		d.Fix = "shorten the file"
	case errors.Is(err, tree.ErrNotRegular):
		d.Code = "not-a-file"
		d.Summary = "a folder, a pipe or a device stands in the place of this file"
		d.Fix = "remove " + p
	case errors.Is(err, tree.ErrTooManyLinks):
		d.Code = "link-loop"
		d.Summary = fmt.Sprintf("the symbolic links of this path form a loop (more than %d hops)", tree.MaxHops)
		d.Fix = "remove the link " + firstLink(where, p)
	case errors.Is(err, fs.ErrPermission):
		d.Detail = detailDenied
		d.Fix = "chmod u+r " + p
	default:
		d.Detail = rootCause(err)
	}
	return d
}

func firstLink(r tree.Resolved, p string) string {
	if len(r.Hops) > 0 {
		return r.Hops[0].Link
	}
	return p
}

// rootCause is the innermost message of err, without the path that the subject already names.
func rootCause(err error) string {
	var pe *fs.PathError
	if errors.As(err, &pe) {
		return pe.Err.Error()
	}
	return err.Error()
}
