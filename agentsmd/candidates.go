package agentsmd

import (
	"cmp"
	"errors"
	"io/fs"
	"slices"
	"strings"

	"github.com/agentlayers/layers/diag"
	"github.com/agentlayers/layers/dialect"
	"github.com/agentlayers/layers/tree"
)

// candidateName is a name to look for, with the setting that asks for it.
type candidateName struct {
	file string
	role Role
	from diag.Span
}

// names lists what is looked for in each folder of a source, in order: the built-in names, then the configured
// ones, white space around them removed, empty and repeated ones left out.
//
// Cases: doc-fallback-names, doc-fallback-odd.
func (o Options) names(s dialect.DocumentSource) []candidateName {
	var out []candidateName
	for _, n := range s.Names {
		out = append(out, candidateName{file: n.File, role: Role(n.Role)})
	}
	if !s.Fallback {
		return out
	}
	for _, n := range o.Fallbacks {
		file := strings.TrimSpace(n.Text)
		known := slices.ContainsFunc(out, func(c candidateName) bool { return c.file == file })
		if file == "" || known || o.Dialect.Fallback.PlainOnly && !isPlain(file) {
			continue
		}
		out = append(out, candidateName{file: file, role: Fallback, from: n.At})
	}
	return out
}

// isPlain reports whether name is the name of a file, not a path.
func isPlain(name string) bool {
	return name != "." && name != ".." && !strings.ContainsAny(name, "/\x00")
}

// folders lists the folders of a source, in the order in which they are visited.
func (o Options) folders(s dialect.DocumentSource) []string {
	switch s.In {
	case "walk":
		top := o.Root
		if o.Dialect.Walk.Top == "file-system" {
			top = "/"
		}
		dirs := tree.Between(top, o.Cwd)
		if o.Dialect.Walk.Order == "up" {
			slices.Reverse(dirs)
		}
		return dirs
	case "~home":
		return present(o.AgentHome)
	case "~":
		return present(o.Home)
	}
	return present(s.In)
}

func present(dir string) []string {
	if dir == "" {
		return nil
	}
	return []string{dir}
}

// probe looks for every name in one folder and gives a document for each that is there. The documents that
// are regular files are left without Omitted: which of them is taken is decided by the caller.
//
// failed is the first error other than that nothing is there, among the names up to the first regular file:
// those that the agent itself asks for.
func (r *reader) probe(s dialect.DocumentSource, dir string, names []candidateName) (docs []Document, failed error) {
	regular := false
	for _, n := range names {
		d := Document{
			Path: tree.Join(dir, n.file), Dir: dir, Scope: Scope(s.Scope), Role: n.role, From: n.from, Counted: s.Counted,
		}
		info, where, err := r.stat(d.Path)
		switch {
		case errors.Is(err, fs.ErrNotExist), err != nil && regular:
			continue // after a regular file the agent asks for no other name
		case err != nil:
			failed = cmp.Or(failed, err)
			d.Exists = true
			d.Omitted = &Omitted{Code: Unreadable, Text: "cannot be looked at: " + cause(err)}
		case !info.Mode().IsRegular():
			d.Exists = true
			d.Omitted = &Omitted{Code: NotAFile, Text: "is " + whatItIs(info) + ", not a file"}
		default:
			d.Exists, d.Bytes = true, info.Size()
			regular = true
		}
		if len(where.Hops) > 0 && where.Path != d.Path {
			d.Real = where.Path
		}
		docs = append(docs, d)
	}
	return docs, failed
}

// cause is the innermost text of a file error, without the path that is shown beside it.
func cause(err error) string {
	var pe *fs.PathError
	if errors.As(err, &pe) {
		err = pe.Err
	}
	if errors.Is(err, fs.ErrPermission) {
		return "permission denied"
	}
	return err.Error()
}

func whatItIs(info fs.FileInfo) string {
	switch mode := info.Mode(); {
	case mode.IsDir():
		return "a folder"
	case mode&fs.ModeNamedPipe != 0:
		return "a named pipe"
	case mode&fs.ModeSocket != 0:
		return "a socket"
	default:
		return "a device"
	}
}

// absent is the document that stands for a folder without any candidate.
func absent(s dialect.DocumentSource, dir string) Document {
	primary := s.Names[len(s.Names)-1]
	return Document{
		Path: tree.Below(dir, primary.File), Dir: dir, Scope: Scope(s.Scope), Role: Role(primary.Role), Counted: s.Counted,
		Omitted: &Omitted{Code: Absent, Text: "none in this folder"},
	}
}
