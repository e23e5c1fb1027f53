package tree

import (
	"cmp"
	"slices"
)

// Union joins lists of accesses of one record, each in byte order.
func Union(lists ...[]Access) []Access {
	bySize := slices.SortedStableFunc(slices.Values(lists), func(a, b []Access) int { return cmp.Compare(len(a), len(b)) })
	all := 0
	for _, list := range lists {
		all += len(list)
	}
	out := make([]Access, 0, all)
	for _, list := range bySize {
		out = union(out, list)
	}
	return out
}

// union puts the accesses of a list, a longer one, among few, which has room for them: from the end, in runs. Of two of
// one path it keeps the one that knows more.
func union(few, list []Access) []Access {
	out := few[:len(few)+len(list)]
	end := len(out) // of what is still free
	for n := len(few) - 1; n >= 0; n-- {
		a := few[n]
		i, found := search(list, a.Path)
		run := list[i:]
		list = list[:i]
		if found {
			a, run = a.with(run[0]), run[1:]
		}
		end -= len(run)
		copy(out[end:], run)
		end--
		out[end] = a
	}
	copy(out[end-len(list):], list)
	end -= len(list)
	kept := copy(out, out[end:])
	clear(out[kept:])
	return out[:kept]
}

func (a Access) with(b Access) Access {
	listed := a.Listed || b.Listed
	if a.Digest == "" && (b.Digest != "" || b.Found == foundUnreadable) {
		a = b
	}
	a.Listed = listed
	return a
}

// Renew is Union(lists...) where all was Union(before...), and most of the lists are as they were.
func Renew(all []Access, before, lists [][]Access) []Access {
	if len(before) != len(lists) {
		return Union(lists...)
	}
	var other []string
	for i, now := range lists {
		was := before[i]
		switch {
		case len(was) != len(now):
			return Union(lists...)
		case len(now) == 0 || &was[0] == &now[0]:
			continue
		}
		for k := range now {
			switch {
			case now[k].Path != was[k].Path:
				return Union(lists...)
			case now[k] != was[k]:
				other = append(other, now[k].Path)
			}
		}
	}
	out := all
	for k, p := range other {
		if k == 0 {
			out = slices.Clone(all)
		}
		i, _ := search(out, p)
		out[i] = one(lists, p)
	}
	return out
}

// one is what the lists say of a path that is in some of them.
func one(lists [][]Access, p string) Access {
	var out Access
	for _, list := range lists {
		switch i, found := search(list, p); {
		case found && out.Path == "":
			out = list[i]
		case found:
			out = out.with(list[i])
		}
	}
	return out
}

// Exchange gives a list of accesses after some paths were asked for again: those of changed are as now says, others
// are added. All are in byte order.
func Exchange(list, now []Access, changed []string) []Access {
	out := slices.Clone(list)
	for _, a := range now {
		i, found := search(out, a.Path)
		_, other := slices.BinarySearch(changed, a.Path)
		switch {
		case !found:
			out = slices.Insert(out, i, a)
		case other:
			out[i] = a
		}
	}
	return out
}

// search is where p stands in a list, or would stand.
func search(list []Access, p string) (i int, found bool) {
	end := len(list)
	for i < end {
		if mid := (i + end) / 2; list[mid].Path < p {
			i = mid + 1
		} else {
			end = mid
		}
	}
	return i, i < len(list) && list[i].Path == p
}
