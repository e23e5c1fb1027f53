package layers

// merge lays high over low and returns the result; neither is changed.
//
// A table over a table merges key by key, in the order in which keys were first seen from below. Anything
// else replaces what is below whole: arrays, arrays of tables, a table by a scalar and a scalar by a table.
// Nothing is ever deleted: an empty table on top changes nothing.
//
// Folding is not associative (table, scalar, table), so a stack is always folded from the lowest layer up.
// Cases: layers-precedence, layers-type-clash, layers-empty-table-override.
func merge(low, high *Node) *Node {
	if low == nil {
		return high
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
			members[i].Node = merge(members[i].Node, m.Node)
		} else {
			members = append(members, m)
		}
	}
	out := *high
	out.Table = NewTable(members)
	out.Shadowed = low.Shadowed
	return &out
}

// hide returns high with low, and all that low hides, in its list of shadowed values.
func hide(low, high *Node) *Node {
	out := *high
	bare := *low
	bare.Shadowed = nil
	out.Shadowed = append([]*Node{&bare}, low.Shadowed...)
	return &out
}

// Effective folds the active layers from the lowest up. It is pure: the entries are not changed, and a
// disabled entry never takes part.
func (s ConfigLayerStack) Effective() Effective {
	root := emptyTable(nil)
	for _, e := range s.Entries {
		if e.Active() {
			root = merge(root, e.Canonical)
		}
	}
	return Effective{Root: root}
}
