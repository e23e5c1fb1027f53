package layers

import (
	"slices"

	"github.com/agentlayers/layers/dialect"
)

// merge lays high over low and returns the result; neither is changed.
//
// A table over a table merges key by key, in the order in which keys were first seen from below. Anything
// else replaces what is below whole: arrays, arrays of tables, a table by a scalar and a scalar by a table.
// Nothing is ever deleted: an empty table on top changes nothing.
//
// Folding is not associative (table, scalar, table), so a stack is always folded from the lowest layer up.
// Cases: layers-precedence, layers-type-clash, layers-empty-table-override.
func merge(low, high *Node) *Node { return mergeLike(low, high, merged{}) }

// merged is an earlier merge; the zero value is none.
type merged struct{ low, high, out *Node }

func (m merged) member(name string) merged {
	if m.out == nil {
		return m
	}
	return merged{m.low.member(name), m.high.member(name), m.out.member(name)}
}

// mergeLike is merge where an earlier one is known: what comes of the same nodes is the same node.
func mergeLike(low, high *Node, was merged) *Node {
	if low == nil {
		return high
	}
	if was.out != nil && low == was.low && high == was.high {
		return was.out
	}
	if low.Table == nil || high.Table == nil {
		return hide(low, high)
	}
	if len(high.Table.Members) == 0 {
		return low
	}
	members := make([]Member, len(low.Table.Members), len(low.Table.Members)+len(high.Table.Members))
	copy(members, low.Table.Members)
	for _, m := range high.Table.Members {
		if i := low.Table.find(m.Name); i >= 0 {
			members[i].Node = mergeLike(members[i].Node, m.Node, was.member(m.Name))
		} else {
			members = append(members, m)
		}
	}
	out := *high
	out.Table = tableLike(members, was.out)
	out.Shadowed = low.Shadowed
	return &out
}

// hide returns high with low, and all that low hides, in its list of shadowed values.
func hide(low, high *Node) *Node {
	out, bare := *high, low
	if low.Shadowed != nil {
		alone := *low
		alone.Shadowed = nil
		bare = &alone
	}
	out.Shadowed = append([]*Node{bare}, low.Shadowed...)
	return &out
}

// mergeDeep is merge for agents that join arrays: an array over an array adds the elements that are new to it,
// each with its own origin, and a table over an array changes nothing.
//
// Only scalars are compared; 1 and 1.0 are one value, 1 and "1" two.
// Cases: claude/060-settings-precedence, settings-clash, settings-duplicates.
func mergeDeep(low, high *Node) *Node {
	switch {
	case low == nil:
		return high
	case low.Elems != nil && high.Table != nil:
		return low
	case low.Elems != nil && high.Elems != nil:
		return join(low, high)
	case low.Table == nil || high.Table == nil:
		return hide(low, high)
	}
	members := slices.Clone(low.Table.Members)
	for _, m := range high.Table.Members {
		if i := low.Table.find(m.Name); i >= 0 {
			members[i].Node = mergeDeep(members[i].Node, m.Node)
		} else {
			members = append(members, m)
		}
	}
	out := *high
	out.Table = NewTable(members)
	out.Shadowed = low.Shadowed
	return &out
}

// join lists the elements of both arrays, the first of equal scalars only.
func join(low, high *Node) *Node {
	out := *high
	out.Elems = make([]*Node, 0, len(low.Elems)+len(high.Elems))
	out.Shadowed = low.Shadowed
	seen := make(map[any]bool, len(low.Elems))
	for _, e := range slices.Concat(low.Elems, high.Elems) {
		if e.Table == nil && e.Elems == nil {
			if seen[e.Value] {
				continue
			}
			seen[e.Value] = true
		}
		out.Elems = append(out.Elems, e)
	}
	return &out
}

// merger gives the strategy of dialect.Config.Merge.
func merger(strategy string) func(low, high *Node) *Node {
	if strategy == dialect.MergeDeep {
		return mergeDeep
	}
	return merge
}

// Effective folds the active layers from the lowest up. It is pure: the entries are not changed, and a
// disabled entry never takes part.
func (s ConfigLayerStack) Effective() Effective {
	return s.fold(func(e Entry) *Node { return e.Canonical })
}

// Reported is what the agent itself shows as its effective configuration. It differs from Effective where the
// agent reports settings that it does not act on.
func (s ConfigLayerStack) Reported() Effective {
	return s.fold(Entry.Shown)
}

// folded is a step of a fold: a layer, and what it and those below it add up to.
type folded struct{ layer, sum *Node }

// foldLike is Effective, and its steps, where those of an earlier fold are known.
func (s ConfigLayerStack) foldLike(before []folded) (Effective, []folded) {
	if s.Merge == dialect.MergeDeep {
		return s.Effective(), nil
	}
	steps := make([]folded, 1, len(s.Entries)+1)
	steps[0].sum = emptyTable(nil)
	if len(before) > 0 {
		steps[0] = before[0]
	}
	root := steps[0].sum
	for _, e := range s.Entries {
		if !e.Active() {
			continue
		}
		was := merged{}
		if i := len(steps); i < len(before) {
			was = merged{before[i-1].sum, before[i].layer, before[i].sum}
		}
		root = mergeLike(root, e.Canonical, was)
		steps = append(steps, folded{e.Canonical, root})
	}
	return Effective{Root: root}, steps
}

func (s ConfigLayerStack) fold(of func(Entry) *Node) Effective {
	root, merge := emptyTable(nil), merger(s.Merge)
	for _, e := range s.Entries {
		if e.Active() {
			root = merge(root, of(e))
		}
	}
	return Effective{Root: root}
}
