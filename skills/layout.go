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

// form is one way to write the lines. Lines that stay as they are belong to the forms of many catalogs.
type form struct {
	budget  Budget
	lines   []*line
	kept    []int32 // characters shown of each description; none of a line that is left out
	table   int     // what the table of abbreviations costs
	used    int     // table and lines
	cut     int     // characters of descriptions that are not shown
	omitted int     // lines
}

// leftOut stands for the characters of a line that is not shown at all.
const leftOut = -1

// layOut fits lines into the budget less what the table costs. names abbreviate roots; nil for none.
func (s *Set) layOut(order []int, b Budget, names map[string]string, table int, before form) form {
	f := form{budget: b, table: table, used: table, lines: make([]*line, len(order))}
	room := make([]line, 0, max(fewLines, len(order)-len(before.lines)))
	next, same := 0, before.budget == b && before.table == table && len(order) == len(before.lines)
	for i, k := range order {
		sk := s.Skills[k]
		l := line{name: sk.Name, path: sk.Path, description: s.shownDescription(sk.Description)}
		if names != nil {
			l.root, l.path = s.short(sk, names)
		}
		at := before.find(next, func(old *line) bool { return old.same(&l) })
		same = same && at == i
		if at >= 0 {
			next, f.lines[i] = at+1, before.lines[at]
			continue
		}
		if len(room) == cap(room) {
			room = make([]line, 0, fewLines)
		}
		l.measure()
		room = append(room, l)
		f.lines[i] = &room[len(room)-1]
	}
	if same {
		return before
	}
	f.kept = fit(f.lines, b, b.Limit-table)
	for i, l := range f.lines {
		if f.kept[i] == leftOut {
			f.cut += l.chars()
			f.omitted++
			continue
		}
		f.cut += l.chars() - int(f.kept[i])
		f.used += l.cost(b, int(f.kept[i]))
	}
	return f
}

// fewLines is how many new lines there is room for where most are as before.
const fewLines = 16

// find gives the place of a line, if that is where the lines of a form that has most of them would be; else -1.
func (f form) find(next int, is func(*line) bool) int {
	for i := next; i < len(f.lines) && i < next+2; i++ {
		if is(f.lines[i]) {
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
	best, was := now.chosen(), before.chosen()
	if len(was.lines) > 0 && &was.lines[0] == &best.lines[0] && slices.Equal(now.order, before.order) {
		return before.entries
	}
	var lost losses
	out := make([]Entry, len(now.order))
	next := 0
	for i, k := range now.order {
		l, kept := best.lines[i], int(best.kept[i])
		at := was.find(next, func(old *line) bool { return old == l })
		if at >= 0 {
			next = at + 1
		}
		if at >= 0 && was.kept[at] == best.kept[i] && was.budget.prices(best.budget) {
			out[i] = before.entries[at]
			out[i].Skill = k
			continue
		}
		description := s.Skills[k].Description
		e := Entry{Skill: k, Kept: max(0, kept), Written: utf8.RuneCountInString(description), Cost: l.cost(best.budget, max(0, kept))}
		if kept != leftOut {
			e.Line = l.text(kept)
		}
		e.Lost = lost.of(description, l.description[:l.end(e.Kept)])
		out[i] = e
	}
	return out
}
