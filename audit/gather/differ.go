package gather

import (
	"bytes"
	"io/fs"
	"path"
	"slices"
	"strings"

	"github.com/agentlayers/layers/audit/source"
)

// Difference is a file of which a work tree does not hold what the commit holds. An audit of one then says nothing
// about the other.
type Difference struct {
	Rel string
	Why string // "line endings", "a filter", "sparse checkout", "edited" ...
}

// Differences compares the files of a commit with those of its work tree, in byte order. sparse says that the work
// tree need not hold all of the commit.
func Differences(commit, work *Set, sparse bool) []Difference {
	c := comparison{commit: commit, work: work, sparse: sparse, filters: filters(commit)}
	var out []Difference
	for _, f := range commit.Files {
		if why := c.committed(f); why != "" {
			out = append(out, Difference{f.Rel, why})
		}
	}
	for _, f := range work.Files {
		if why := c.added(f); why != "" {
			out = append(out, Difference{f.Rel, why})
		}
	}
	slices.SortFunc(out, func(a, b Difference) int { return strings.Compare(a.Rel, b.Rel) })
	return out
}

type comparison struct {
	commit, work *Set
	sparse       bool
	filters      []attribute
}

// committed says how the work tree differs in a file of the commit; "" when it does not.
func (c comparison) committed(f *source.File) string {
	if f.User {
		return ""
	}
	w := c.work.File(f.Rel)
	switch {
	case w == nil && c.work.has(f.Rel):
		return "" // looked at in the commit only, because a file that leads to it differs
	case w == nil && c.sparse:
		return "sparse checkout"
	case w == nil:
		return "not in the work tree"
	case f.Link != nil && w.Link != nil:
		if f.Link.Text == w.Link.Text {
			return ""
		}
		return "the link leads elsewhere"
	case f.Link != nil && w.Text != nil && string(w.Text.Bytes) == f.Link.Text:
		return "a link, checked out as a file"
	case f.Link != nil || w.Link != nil || w.Mode.Type() != f.Mode.Type():
		return "not the same kind of file"
	case w.Text == nil || f.Text == nil:
		return "cannot be compared"
	case f.Digest == w.Digest && f.Size == w.Size:
		return ""
	case bytes.Equal(plainEnds(f.Text.Bytes), plainEnds(w.Text.Bytes)):
		return "line endings"
	case c.filtered(f):
		return "a filter"
	}
	return "edited"
}

// added says why a file of the work tree is not in the commit; "" when it is.
func (c comparison) added(w *source.File) string {
	if w.User || c.commit.File(w.Rel) != nil || c.commit.has(w.Rel) || w.Rel == ".git" || strings.Contains("/"+w.Rel, "/.git/") {
		return ""
	}
	for dir := path.Dir(w.Rel); dir != "."; dir = path.Dir(dir) {
		if c.work.has(dir + "/.git") {
			return "" // of a repository of its own
		}
	}
	return "not in the commit"
}

func plainEnds(data []byte) []byte { return bytes.ReplaceAll(data, []byte("\r\n"), []byte("\n")) }

// lfsPointer starts what git-lfs leaves in a commit in place of a file.
const lfsPointer = "version https://git-lfs.github.com/spec/"

func (c comparison) filtered(f *source.File) bool {
	if bytes.HasPrefix(f.Text.Bytes, []byte(lfsPointer)) {
		return true
	}
	on := false
	for _, a := range c.filters {
		if a.matches(f.Rel) {
			on = a.on
		}
	}
	return on
}

// has reports whether the tree has an entry at rel.
func (s *Set) has(rel string) bool {
	if s.entries == nil {
		s.entries = make(map[string]fs.FileMode, len(s.Entries))
		for _, e := range s.Entries {
			s.entries[e.Rel] = e.Type
		}
	}
	_, ok := s.entries[rel]
	return ok
}

// attribute is a line of .gitattributes that sets or unsets a change of content between commit and work tree.
type attribute struct {
	dir     string // of the file, "." for the root
	pattern string
	on      bool
}

// filters reads the lines about filters, encodings and expanded ids, the root's file first.
func filters(s *Set) []attribute {
	var out []attribute
	files := slices.Clone(s.Files)
	slices.SortStableFunc(files, func(a, b *source.File) int { return strings.Count(a.Rel, "/") - strings.Count(b.Rel, "/") })
	for _, f := range files {
		if path.Base(f.Rel) != ".gitattributes" || f.Text == nil {
			continue
		}
		for line := range strings.Lines(string(f.Text.Bytes)) {
			fields := strings.Fields(line)
			if len(fields) < 2 || strings.HasPrefix(fields[0], "#") {
				continue
			}
			for _, a := range fields[1:] {
				name, _, _ := strings.Cut(strings.TrimLeft(a, "-!"), "=")
				if name == "filter" || name == "ident" || name == "working-tree-encoding" {
					out = append(out, attribute{path.Dir(f.Rel), strings.Trim(fields[0], `"`), a[0] != '-' && a[0] != '!'})
				}
			}
		}
	}
	return out
}

// matches follows git for the usual patterns: a name, a path from the folder of the file, "**/" before and "/**"
// after either.
func (a attribute) matches(rel string) bool {
	if a.dir != "." {
		inner, below := strings.CutPrefix(rel, a.dir+"/")
		if !below {
			return false
		}
		rel = inner
	}
	pattern, anywhere := strings.CutPrefix(a.pattern, "**/")
	if dir, ok := strings.CutSuffix(pattern, "/**"); ok {
		for d := path.Dir(rel); d != "."; d = path.Dir(d) {
			if fits(strings.TrimPrefix(dir, "/"), d, anywhere) {
				return true
			}
		}
		return false
	}
	anywhere = anywhere || !strings.Contains(pattern, "/")
	return fits(strings.TrimPrefix(pattern, "/"), rel, anywhere)
}

// fits matches the whole of rel, or with anywhere as many of its last parts as the pattern has.
func fits(pattern, rel string, anywhere bool) bool {
	if anywhere {
		parts := strings.Split(rel, "/")
		rel = path.Join(parts[max(0, len(parts)-1-strings.Count(pattern, "/")):]...)
	}
	ok, err := path.Match(pattern, rel)
	return ok && err == nil
}
