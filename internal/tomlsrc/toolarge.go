package tomlsrc

import (
	"cmp"
	"slices"
)

// finding is a number that does not fit, or an inline table that may hold some.
type finding struct {
	number *problem
	table  *table
}

// firstTooLarge gives the number below t that the reference agent reports: it meets such numbers only after
// reading the file, when it walks the tables in the order in which they entered their parents.
func firstTooLarge(t *table) *problem {
	for _, e := range t.elems {
		if bad := firstTooLarge(e); bad != nil {
			return bad
		}
	}
	members := make([]closed, 0, len(t.closed)+len(t.below))
	for _, c := range t.closed {
		members = append(members, c)
	}
	for _, b := range t.below {
		if b != nil {
			members = append(members, closed{b.order, []finding{{table: b}}})
		}
	}
	slices.SortFunc(members, func(a, b closed) int { return cmp.Compare(a.order, b.order) })
	for _, m := range members {
		for _, f := range m.tooLarge {
			if f.number != nil {
				return f.number
			}
			if bad := firstTooLarge(f.table); bad != nil {
				return bad
			}
		}
	}
	return nil
}
