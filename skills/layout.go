package skills

import (
	"slices"
	"unicode/utf8"
)

// Layout is how a catalog was laid out, for Set.CatalogLike. The zero value is none. It is never changed.
type Layout struct {
	skills         []*Skill // of the set
	roots          []Root
	order          []int // of skills that are offered
	aliases        []Alias
	plain, aliased form
	entries        []Entry // of the form that was chosen
	short          bool    // the aliased one was
}

// skill is the one on a line.
func (l *Layout) skill(line int) *Skill { return l.skills[l.order[line]] }

// find gives the line of a skill, if that is where the lines of a layout that has most of them would be; else -1.
func (l *Layout) find(next int, sk *Skill) int {
	for i := next; i < len(l.order) && i < next+2; i++ {
		if l.skill(i) == sk {
			return i
		}
	}
	return -1
}

// abbreviates reports a layout in which every path is abbreviated as in l.
func (l *Layout) abbreviates(other *Layout) bool {
	return slices.Equal(l.aliases, other.aliases) && slices.EqualFunc(l.roots, other.roots, func(a, b Root) bool { return a.Real == b.Real })
}

// form is one way to write the lines. Lines that stay as they are belong to the forms of many catalogs.
type form struct {
	budget  Budget
	lines   []*line
	costs   []costs
	kept    []int32 // characters shown of each description; none of a line that is left out
	table   int     // what the table of abbreviations costs
	used    int     // table and lines
	cut     int     // characters of descriptions that are not shown
	omitted int     // lines
}

// costs are of one line: the characters of its description, and what it costs without and with them.
type costs struct{ chars, bare, full int32 }

// leftOut stands for the characters of a line that is not shown at all.
const leftOut = -1

// layOut fits the lines of now into the budget less what the table costs. names abbreviate roots; nil for none. before
// is an earlier layout, and was its form of the same kind, without lines where none can be taken over.
func (s *Set) layOut(now *Layout, b Budget, names map[string]string, table int, before *Layout, was form) form {
	n := len(now.order)
	f := form{budget: b, table: table, used: table, lines: make([]*line, n), costs: make([]costs, n)}
	room := make([]line, 0, max(fewLines, n-len(was.lines)))
	next, same := 0, was.budget == b && was.table == table && n == len(was.lines)
	for i := range now.order {
		sk, at := now.skill(i), -1
		if was.lines != nil {
			at = before.find(next, sk)
		}
		if same = same && at == i; at >= 0 {
			next, f.lines[i], f.costs[i] = at+1, was.lines[at], was.costs[at]
			if was.budget.prices(b) {
				continue
			}
		} else {
			if len(room) == cap(room) {
				room = make([]line, 0, fewLines)
			}
			room = append(room, s.line(sk, names))
			f.lines[i] = &room[len(room)-1]
		}
		f.costs[i] = f.lines[i].costs(b)
	}
	if same {
		return was
	}
	f.kept = fit(&f, b.Limit-table)
	for i, c := range f.costs {
		switch kept := f.kept[i]; kept {
		case leftOut:
			f.cut += int(c.chars)
			f.omitted++
		case c.chars:
			f.used += int(c.full)
		default:
			f.cut += int(c.chars - kept)
			f.used += f.lines[i].cost(b, int(kept))
		}
	}
	return f
}

// fewLines is how many new lines there is room for where most are as before.
const fewLines = 16

// chosen is the form of the entries.
func (l Layout) chosen() form {
	if l.short {
		return l.aliased
	}
	return l.plain
}

// describe says of each line of the chosen form what is shown and what is lost.
func (s *Set) describe(now, before *Layout) []Entry {
	best, was := now.chosen(), before.chosen()
	if len(was.lines) > 0 && &was.lines[0] == &best.lines[0] && slices.Equal(now.order, before.order) {
		return before.entries
	}
	var lost losses
	out := make([]Entry, len(now.order))
	next := 0
	for i, k := range now.order {
		l, kept := best.lines[i], int(best.kept[i])
		at := before.find(next, s.Skills[k])
		if at >= 0 {
			next = at + 1
		}
		if at >= 0 && was.lines[at] == l && was.kept[at] == best.kept[i] && was.budget.prices(best.budget) {
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
