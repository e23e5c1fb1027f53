package skills

import (
	"slices"
	"unicode/utf8"
)

// Layout is how a catalog was laid out, for Set.CatalogLike. The zero value is none. It is never changed.
type Layout struct {
	order          []int // of skills that are offered
	plain, aliased form
	entries        []Entry // of the form that was chosen
	short          bool    // the aliased one was
}

// form is one way to write the lines.
type form struct {
	lines   []line
	earlier []int // of each line, the same one of the form before, or -1
	limit   int   // of the budget
	table   int   // what the table of abbreviations costs
	used    int   // table and lines
	cut     int   // characters of descriptions that are not shown
	omitted int   // lines
}

// layOut fits lines into the budget less what the table costs. names abbreviate roots; nil for none.
func (s *Set) layOut(order []int, b *Budget, names map[string]string, table int, before form) form {
	f := form{limit: b.Limit, table: table, used: table}
	next, same := 0, len(order) == len(before.lines) && before.limit == f.limit && before.table == table
	for i, k := range order {
		sk := s.Skills[k]
		l := line{budget: b, name: sk.Name, path: sk.Path, description: s.shownDescription(sk.Description)}
		if names != nil {
			l.root, l.path = s.short(sk, names)
		}
		at := before.find(&l, next)
		if at >= 0 {
			next = at + 1
		}
		if same = same && at == i; same {
			continue
		}
		f.begin(before.lines, i, len(order))
		if at >= 0 {
			l.ends, l.bareChars, l.bareBytes = before.lines[at].ends, before.lines[at].bareChars, before.lines[at].bareBytes
		} else {
			l.measure()
		}
		f.lines, f.earlier = append(f.lines, l), append(f.earlier, at)
	}
	if same {
		return before
	}
	f.begin(before.lines, len(order), len(order))
	fit(f.lines, b.Limit-table)
	for i := range f.lines {
		l := &f.lines[i]
		f.cut += l.chars() - l.kept
		if l.omitted {
			f.omitted++
		} else {
			f.used += l.cost()
		}
	}
	return f
}

// begin takes over the first n lines of the form before, if nothing has been taken yet.
func (f *form) begin(before []line, n, all int) {
	if f.lines != nil {
		return
	}
	f.lines, f.earlier = make([]line, n, all), make([]int, n, all)
	copy(f.lines, before)
	for i := range f.lines {
		f.lines[i].kept, f.lines[i].omitted, f.earlier[i] = 0, false, i
	}
}

// find gives the place of the same line, if that is where the lines of a form that has most of them would be; else -1.
func (f form) find(l *line, next int) int {
	for i := next; i < len(f.lines) && i < next+2; i++ {
		if f.lines[i].same(l) {
			return i
		}
	}
	return -1
}

// chosen is the form of the entries.
func (l Layout) chosen() form {
	if l.short {
		return l.aliased
	}
	return l.plain
}

// describe says of each line of the chosen form what is shown and what is lost.
func (s *Set) describe(now, before Layout) []Entry {
	best, was := now.chosen(), before.chosen().lines
	if now.short != before.short {
		was = nil
	}
	if len(was) == len(best.lines) && len(was) > 0 && &was[0] == &best.lines[0] && slices.Equal(now.order, before.order) {
		return before.entries
	}
	var lost losses
	out := make([]Entry, len(now.order))
	for i, k := range now.order {
		l, at := &best.lines[i], i
		if len(was) == 0 || &was[0] != &best.lines[0] {
			at = best.earlier[i]
		}
		if at >= 0 && at < len(was) && was[at].shows(l) {
			out[i] = before.entries[at]
			out[i].Skill = k
			continue
		}
		description := s.Skills[k].Description
		out[i] = Entry{
			Skill: k, Line: l.text(), Kept: l.kept, Written: utf8.RuneCountInString(description), Cost: l.cost(),
			Lost: lost.of(description, firstChars(l.description, l.kept)),
		}
	}
	return out
}
