package layers

import (
	"github.com/agentlayers/layers/diag"
	"github.com/agentlayers/layers/dialect"
	"github.com/agentlayers/layers/trust"
)

// told is what Judge remembers, so that a later Judge looks only at what is another node by then. Nodes are immutable,
// and a key has one field in a schema: the same node at the same key gives the same answer. It is never changed once
// Judge has returned.
type told struct {
	schema *dialect.Schema
	folds  []folded // from the lowest layer up

	root    *Node // the effective configuration
	typed   bool  // root has no fault that CheckTypes finds
	starts  bool  // root holds nothing that is no longer supported
	untyped []Key
	differs []Differs

	early  [2]*Node // what is read before the project layers and has no fault; nil for the others
	rules  trusting // of the session
	looked map[*Node]*looked
	plain  map[*Source]*Node // layers of which there is nothing to say
}

// earlier is what a Judge of the same question remembers; nothing where there is none.
func earlier(o Options, schema *dialect.Schema) told {
	if o.Judged == nil || o.Judged.told.schema != schema {
		return told{}
	}
	return o.Judged.told
}

// wellTyped is the earlier configuration, where all of it was found right.
func (t *told) wellTyped() *Node {
	if !t.typed {
		return nil
	}
	return t.root
}

// supported is the earlier configuration, where all of it was found supported.
func (t *told) supported() *Node {
	if !t.starts {
		return nil
	}
	return t.root
}

// trusting is a trust table and the rules in it.
type trusting struct {
	table *Node // nil where there is none
	rules trust.Rules
}

// rulesOf reads the trust table of a merged tree, unless it is the one that was read before.
func rulesOf(root *Node, t dialect.Trust, empty bool, before trusting) trusting {
	table := root.Table.Get(t.Key)
	if table != nil && table == before.table {
		return before
	}
	return trusting{table, trust.NewRules(trustRules(root, t, empty))}
}

// looked is what there is to say about one layer by itself.
type looked struct {
	schema  *dialect.Schema
	unknown []Unknown
	notices diag.List // of unknown keys, as in a layer that takes part
	dollars diag.List // of paths with a shell variable
}

// look says it, or repeats what was said about the same tree.
func (j *judge) look(e Entry) *looked {
	schema := j.l.Schema
	if e.Source.Kind == dialect.Required {
		schema = j.l.Required
	}
	if l := j.now.looked[e.Root]; l != nil && l.schema == schema {
		return l
	}
	l := j.before.looked[e.Root]
	if l == nil || l.schema != schema {
		was := j.before.plain[e.Source]
		l = &looked{schema: schema, unknown: unknownBeside(e.Root, schema, was), dollars: dollarNotices(e.Root, j.l.Schema, was)}
		for i, u := range l.unknown {
			l.notices = append(l.notices, unknownNotice(u, schema, j.unknownEffect(), i < maxSuggestions))
		}
	}
	j.now.looked[e.Root] = l
	if len(l.unknown)+len(l.dollars) == 0 {
		j.now.plain[e.Source] = e.Root
	}
	return l
}

// member is the node of a table's member; nil where there is none, or no table.
func (n *Node) member(name string) *Node {
	if n == nil {
		return nil
	}
	return n.Table.Get(name)
}

// beside is the member of an earlier table that stands where one of a later table does: mostly at the same place.
func (n *Node) beside(i int, name string) *Node {
	if n == nil || n.Table == nil {
		return nil
	}
	if i < len(n.Table.Members) && n.Table.Members[i].Name == name {
		return n.Table.Members[i].Node
	}
	return n.Table.Get(name)
}
