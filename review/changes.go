package review

import (
	"path"
	"slices"
	"strings"

	"github.com/agentlayers/layers/audit/facts"
	"github.com/agentlayers/layers/audit/source"
	"github.com/agentlayers/layers/diag"
	"github.com/agentlayers/layers/internal/doc"
)

// Change is one piece of content that differs from what was reviewed.
type Change struct {
	Path string     `json:"path"`
	Kind Kind       `json:"kind"`
	How  string     `json:"how"`  // "added", "removed", "changed"
	Keys [][]string `json:"keys"` // of a configuration file, where what was reviewed is known
	Runs []string   `json:"runs"` // what an added file makes an agent run
	Text bool       `json:"text"` // text for the model
	Why  string     `json:"why"`  // what makes a change of text count; "" for the scope
}

// maxKeys bounds the keys that one change names.
const maxKeys = 20

// Changes lists what differs between a record and a snapshot, in order of path.
func (r *Record) Changes(now *Snapshot) []Change { return r.changes(now, r.Entries, now.Entries) }

func (r *Record) changes(now *Snapshot, was, is []Entry) []Change {
	var out []Change
	for len(was) > 0 || len(is) > 0 {
		switch {
		case len(is) == 0 || len(was) > 0 && order(was[0], is[0]) < 0:
			out = append(out, changeOf(was[0], "removed"))
			was = was[1:]
		case len(was) == 0 || order(is[0], was[0]) < 0:
			c := changeOf(is[0], "added")
			c.Runs = now.runs(is[0].Path)
			out = append(out, c)
			is = is[1:]
		default:
			if was[0].Hash != is[0].Hash || was[0].Exec != is[0].Exec || was[0].Text != is[0].Text {
				c := changeOf(is[0], "changed")
				c.Text = was[0].Text && is[0].Text
				c.Keys = r.keys(now, was[0], is[0])
				out = append(out, c)
			}
			was, is = was[1:], is[1:]
		}
	}
	return out
}

func changeOf(e Entry, how string) Change {
	return Change{Path: e.Path, Kind: e.Kind, How: how, Text: e.Text}
}

// runs lists what a file makes agents run, as written.
func (s *Snapshot) runs(rel string) []string {
	f := s.files[rel]
	if f == nil {
		return nil
	}
	var out []string
	for _, c := range facts.Commands(f) {
		words := c.Argv
		if len(words) == 0 {
			words = c.Shell
		}
		texts := make([]string, 0, len(words))
		for _, w := range words {
			texts = append(texts, w.Text)
		}
		out = append(out, strings.Join(texts, " "))
	}
	return out[:min(len(out), maxKeys)]
}

// keys lists the keys of a configuration file whose values differ.
func (r *Record) keys(now *Snapshot, was, is Entry) [][]string {
	f, text := now.files[is.Path], r.Content[was.Hash]
	if f == nil || text == nil || was.Kind != File || is.Kind != File {
		return nil
	}
	old := &source.File{Path: f.Path, Rel: f.Rel, Place: f.Place, Text: diag.NewSource(f.Path, text)}
	a, b := old.Tree(), f.Tree()
	if a == nil || b == nil {
		return nil
	}
	var out [][]string
	differing(nil, a, b, &out)
	return out
}

// differing collects the paths at which two trees differ: of the deepest tables, arrays as a whole.
func differing(at []string, a, b *doc.Value, out *[][]string) {
	if len(*out) >= maxKeys {
		return
	}
	if a == nil || b == nil || a.Kind != doc.Table || b.Kind != doc.Table {
		if !equal(a, b) {
			*out = append(*out, at)
		}
		return
	}
	for _, m := range a.Members {
		differing(extended(at, m.Name), m.Value, member(b, m.Name), out)
	}
	for _, m := range b.Members {
		if member(a, m.Name) == nil {
			differing(extended(at, m.Name), nil, m.Value, out)
		}
	}
}

func extended(at []string, name string) []string { return append(slices.Clone(at), name) }

func member(t *doc.Value, name string) *doc.Value {
	for _, m := range t.Members {
		if m.Name == name {
			return m.Value
		}
	}
	return nil
}

// equal compares values without their places.
func equal(a, b *doc.Value) bool {
	switch {
	case a == nil || b == nil:
		return a == b
	case a.Kind != b.Kind:
		return false
	case a.Kind == doc.Scalar:
		return a.Scalar == b.Scalar
	case a.Kind == doc.Array:
		return slices.EqualFunc(a.Elems, b.Elems, equal)
	}
	return slices.EqualFunc(a.Members, b.Members, func(x, y doc.Member) bool { return x.Name == y.Name && equal(x.Value, y.Value) })
}

// inGit reports whether a path lies in a git folder.
func inGit(rel string) bool {
	return slices.Contains(strings.Split(path.Dir(strings.SplitN(rel, "#", 2)[0]), "/"), ".git")
}
