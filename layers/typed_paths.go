package layers

import (
	"path"
	"slices"
	"strings"

	"github.com/agentlayers/layers/dialect"
	"github.com/agentlayers/layers/internal/doc"
)

// ResolvePaths gives a layer's tree as the agent keeps it once the layer parses: relative paths of path-typed
// keys are joined to dir, "~" and "~/x" to home, and values that may be written in several ways take their
// normal form (a date becomes its text where a string is wanted, {never = {}} becomes "never", an array that
// stands for a table becomes that table). Node.Written keeps what the file says. Paths are cleaned as text:
// links are not followed.
//
// Cases: layers-relative-paths and testdata/typed.
func ResolvePaths(root *Node, schema *dialect.Schema, dir, home string) *Node {
	r := resolver{dir: dir, home: home}
	return r.node(root, schema.Root(), resolved{})
}

// PathNodes yields every value of a path-typed key that is a string.
func PathNodes(root *Node, schema *dialect.Schema) func(yield func(Key, *Node) bool) {
	return pathNodes(root, nil, schema)
}

// pathNodes is PathNodes without what stands at the same key of an earlier tree.
func pathNodes(root, was *Node, schema *dialect.Schema) func(yield func(Key, *Node) bool) {
	return func(yield func(Key, *Node) bool) {
		walkOthers(root, was, schema.Root(), deepKey(), func(k Key, n *Node, f *dialect.Field) bool {
			_, isText := n.Value.(string)
			return !f.Key.IsPath || !isText || yield(slices.Clone(k), n)
		})
	}
}

type resolver struct{ dir, home string }

// resolved is an earlier node and what became of it; nil where there is none.
type resolved struct{ written, root *Node }

func (w resolved) member(i int, name string) resolved {
	return resolved{w.written.beside(i, name), w.root.beside(i, name)}
}

func (w resolved) element(i int) resolved { return resolved{w.written.element(i), w.root.element(i)} }

// node gives what becomes of n, and of the same node the same.
func (r resolver) node(n *Node, f *dialect.Field, was resolved) *Node {
	switch {
	case f == nil:
		return n
	case n == was.written && was.root != nil:
		return was.root
	case n.Table != nil && f.Accepts("enum") && len(n.Table.Members) == 1:
		return r.variant(n, f, was)
	case n.Table != nil:
		return r.table(n, f, was)
	case n.Elems != nil && f.Key.Order != nil:
		return r.ordered(n, f, was)
	case n.Elems != nil:
		return r.array(n, f, was)
	}
	return r.scalar(n, f)
}

func (r resolver) table(n *Node, f *dialect.Field, was resolved) *Node {
	var members []Member
	for i, m := range n.Table.Members {
		next := r.node(m.Node, below(f, m.Name), was.member(i, m.Name))
		if next == m.Node {
			continue
		}
		if members == nil {
			members = append(members, n.Table.Members...)
		}
		members[i].Node = next
	}
	if members == nil {
		return n
	}
	out := *n
	out.Table = NewTable(members)
	return &out
}

func (r resolver) array(n *Node, f *dialect.Field, was resolved) *Node {
	var elems []*Node
	elem := elementOf(f)
	for i, e := range n.Elems {
		next := r.node(e, elem, was.element(i))
		if next == e {
			continue
		}
		if elems == nil {
			elems = append(elems, n.Elems...)
		}
		elems[i] = next
	}
	if elems == nil {
		return n
	}
	out := *n
	out.Elems = elems
	return &out
}

// variant turns a word that is written as a table, {never = {}}, into the word.
func (r resolver) variant(n *Node, f *dialect.Field, was resolved) *Node {
	m := n.Table.Members[0]
	if f.Named(m.Name) != nil || !isEmpty(m.Node) {
		return r.table(n, f, was)
	}
	out := *n
	out.Table, out.Value = nil, m.Name
	return &out
}

func (r resolver) ordered(n *Node, f *dialect.Field, was resolved) *Node {
	if len(f.Key.Order) < len(n.Elems) {
		return n
	}
	members := make([]Member, len(n.Elems))
	for i, e := range n.Elems {
		name := f.Key.Order[i]
		members[i] = Member{name, r.node(e, f.Named(name), resolved{was.written.element(i), was.root.beside(i, name)})}
	}
	out := *n
	out.Elems, out.Table = nil, NewTable(members)
	return &out
}

func (r resolver) scalar(n *Node, f *dialect.Field) *Node {
	next := n.Value
	if t, ok := next.(doc.Time); ok && f.Accepts("string") {
		next = t.Text
	}
	if i, ok := next.(int64); ok && f.Accepts("number") {
		next = float64(i)
	}
	if s, ok := next.(string); ok {
		if f.Key.IsPath {
			next = r.path(s)
		} else if to, ok := f.Key.Reads[s]; ok {
			next = to
		}
	}
	if next == n.Value {
		return n
	}
	out := *n
	out.Value, out.Written = next, n.Value
	return &out
}

// path makes p absolute and clean.
func (r resolver) path(p string) string {
	if r.home != "" {
		if p == "~" {
			return path.Clean(r.home)
		}
		if rest, ok := strings.CutPrefix(p, "~/"); ok {
			return path.Join(r.home, rest)
		}
	}
	if path.IsAbs(p) {
		return path.Clean(p)
	}
	return path.Join(r.dir, p)
}

// below is the field of a table's member, and nil for what the schema does not know.
func below(f *dialect.Field, name string) *dialect.Field {
	if m := f.Member(name); m != nil {
		return m
	}
	for _, form := range f.Forms {
		if form.Kind == "map" {
			return f.Element(form)
		}
	}
	return nil
}

func elementOf(f *dialect.Field) *dialect.Field {
	if f.Elem != nil {
		return f.Elem
	}
	for _, form := range f.Forms {
		if form.Kind == "array" {
			return f.Element(form)
		}
	}
	return nil
}

// walkFields visits every node that the schema knows, parents first, until visit says false. The key is overwritten
// after the visit: copy what is kept of it.
func walkFields(n *Node, f *dialect.Field, key Key, visit func(Key, *Node, *dialect.Field) bool) bool {
	return walkOthers(n, nil, f, key, visit)
}

// walkOthers is walkFields without what stands at the same key below an earlier node.
func walkOthers(n, was *Node, f *dialect.Field, key Key, visit func(Key, *Node, *dialect.Field) bool) bool {
	if f == nil || n == was {
		return true
	}
	if !visit(key, n, f) {
		return false
	}
	if n.Table != nil {
		for i, m := range n.Table.Members {
			old := was.beside(i, m.Name)
			if m.Node != old && !walkOthers(m.Node, old, below(f, m.Name), append(key, m.Name), visit) {
				return false
			}
		}
	}
	for i, e := range n.Elems {
		if !walkFields(e, elementOf(f), append(key, itoa(i)), visit) {
			return false
		}
	}
	return true
}
