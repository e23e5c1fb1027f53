package tomlsrc

import (
	"cmp"
	"slices"
)

// finding is a number that does not fit, or an inline table that may hold some.
type finding struct {
	number *problem
	table  *node
}

// firstTooLarge gives the number below n that the reference agent reports: it meets such numbers only after
// reading the file, when it walks the tables in the order in which they entered their parents.
func firstTooLarge(n *node) *problem {
	for _, f := range n.tooLarge {
		if f.number != nil {
			return f.number
		}
		if bad := firstTooLarge(f.table); bad != nil {
			return bad
		}
	}
	for _, e := range n.elems {
		if bad := firstTooLarge(e); bad != nil {
			return bad
		}
	}
	children := slices.SortedFunc(slices.Values(n.children), func(a, b *node) int { return cmp.Compare(a.order, b.order) })
	for _, child := range children {
		if bad := firstTooLarge(child); bad != nil {
			return bad
		}
	}
	return nil
}
