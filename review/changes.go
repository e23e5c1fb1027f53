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
	Runs []string   `json:"runs"` // what the file makes an agent run and did not before
	Text bool       `json:"text"` // text for the model
	Why  string     `json:"why"`  // what makes a change of text count; "" for the scope

	Was string `json:"was"` // digest of the content that was reviewed; "" for an added piece
	Is  string `json:"is"`  // of what is there now; "" for a piece that is gone
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
			c := changeOf(was[0], "removed")
			c.Was = was[0].Hash
			out = append(out, c)
			was = was[1:]
		case len(was) == 0 || order(is[0], was[0]) < 0:
			c := changeOf(is[0], "added")
			c.Is, c.Runs = is[0].Hash, runs(now.files[is[0].Path])
			out = append(out, c)
			is = is[1:]
		default:
			if was[0].Hash != is[0].Hash || was[0].Exec != is[0].Exec || was[0].Text != is[0].Text {
				c := changeOf(is[0], "changed")
				c.Text = was[0].Text && is[0].Text
				c.Was, c.Is = was[0].Hash, is[0].Hash
				r.detail(now, &c)
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

// Texts are the content of a changed file before and after. ok is false where one of them was not kept, or is no
// content of a file.
func (r *Record) Texts(now *Snapshot, c Change) (before, after []byte, ok bool) {
	if c.Kind != File && c.Kind != Link {
		return nil, nil, false
	}
	before, had := r.Content[c.Was]
	after, has := now.content[c.Is]
	return before, after, (had || c.Was == "") && (has || c.Is == "")
}

// runs lists what a file makes agents run, as written.
func runs(f *source.File) []string {
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

// detail adds the keys of a configuration file whose values differ, and what it runs that it did not run before.
func (r *Record) detail(now *Snapshot, c *Change) {
	f, text := now.files[c.Path], r.Content[c.Was]
	if f == nil || f.Text == nil || text == nil || c.Kind != File {
		return
	}
	old := &source.File{Path: f.Path, Rel: f.Rel, Place: f.Place, Mode: f.Mode, Text: diag.NewSource(f.Path, text)}
	before := runs(old)
	for _, run := range runs(f) {
		if !slices.Contains(before, run) {
			c.Runs = append(c.Runs, run)
		}
	}
	if a, b := old.Tree(), f.Tree(); a != nil && b != nil {
		differing(nil, a, b, &c.Keys)
	}
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
