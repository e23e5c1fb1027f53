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
	return r.node(root, schema.Root())
}

// PathNodes yields every value of a path-typed key that is a string.
func PathNodes(root *Node, schema *dialect.Schema) func(yield func(Key, *Node) bool) {
	return func(yield func(Key, *Node) bool) {
		walkFields(root, schema.Root(), deepKey(), func(k Key, n *Node, f *dialect.Field) bool {
			_, isText := n.Value.(string)
			return !f.Key.IsPath || !isText || yield(slices.Clone(k), n)
		})
	}
}

type resolver struct{ dir, home string }

func (r resolver) node(n *Node, f *dialect.Field) *Node {
	if f == nil {
		return n
	}
	switch {
	case n.Table != nil && f.Accepts("enum") && len(n.Table.Members) == 1:
		return r.variant(n, f)
	case n.Table != nil:
		return r.table(n, f)
	case n.Elems != nil && f.Key.Order != nil:
		return r.ordered(n, f)
	case n.Elems != nil:
		return r.array(n, f)
	}
	return r.scalar(n, f)
}

func (r resolver) table(n *Node, f *dialect.Field) *Node {
	var members []Member
	for i, m := range n.Table.Members {
		next := r.node(m.Node, below(f, m.Name))
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

func (r resolver) array(n *Node, f *dialect.Field) *Node {
	var elems []*Node
	elem := elementOf(f)
	for i, e := range n.Elems {
		next := r.node(e, elem)
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
func (r resolver) variant(n *Node, f *dialect.Field) *Node {
	m := n.Table.Members[0]
	if f.Named(m.Name) != nil || !isEmpty(m.Node) {
		return r.table(n, f)
	}
	out := *n
	out.Table, out.Value = nil, m.Name
	return &out
}

func (r resolver) ordered(n *Node, f *dialect.Field) *Node {
	if len(f.Key.Order) < len(n.Elems) {
		return n
	}
	members := make([]Member, len(n.Elems))
	for i, e := range n.Elems {
		name := f.Key.Order[i]
		members[i] = Member{name, r.node(e, f.Named(name))}
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
