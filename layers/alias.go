package layers

import (
	"slices"
	"strings"

	"github.com/agentlayers/layers/dialect"
)

// renamer returns a function that gives keys their current name, as the agent does before merging: the layer
// keeps the old name, the effective configuration and its origins have the new one. Where one table holds
// both names, the new one wins and the other is dropped.
//
// Case: layers-alias (the origins of codex-findings B1).
func renamer(aliases []dialect.Alias) func(*Node) *Node {
	return func(root *Node) *Node {
		for _, a := range aliases {
			if root.Setting(a.Old) == nil {
				continue
			}
			from, to := strings.Split(a.Old, "."), strings.Split(a.New, ".")
			last := len(from) - 1
			root = update(root, from[:last], func(t *Node) *Node { return renameMember(t, from[last], to[len(to)-1]) })
		}
		return root
	}
}

// update replaces the table at path by f's answer, copying only the way there.
func update(n *Node, path []string, f func(*Node) *Node) *Node {
	if n.Table == nil {
		return n
	}
	if len(path) == 0 {
		return f(n)
	}
	i := n.Table.find(path[0])
	if i < 0 {
		return n
	}
	child := n.Table.Members[i].Node
	next := update(child, path[1:], f)
	if next == child {
		return n
	}
	return withMember(n, i, Member{path[0], next})
}

func withMember(n *Node, i int, m Member) *Node {
	members := slices.Clone(n.Table.Members)
	members[i] = m
	out := *n
	out.Table = NewTable(members)
	return &out
}

// without returns n less the member at index i.
func without(n *Node, i int) *Node {
	out := *n
	out.Table = NewTable(slices.Delete(slices.Clone(n.Table.Members), i, i+1))
	return &out
}

func renameMember(t *Node, from, to string) *Node {
	i := t.Table.find(from)
	switch {
	case i < 0:
		return t
	case t.Table.find(to) >= 0:
		return without(t, i)
	}
	return withMember(t, i, Member{to, t.Table.Members[i].Node})
}
