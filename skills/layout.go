package skills

import "unicode/utf8"

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
	table   int // what the table of abbreviations costs
	used    int // table and lines
	cut     int // characters of descriptions that are not shown
	omitted int // lines
}

// layOut fits lines into the budget less what the table costs. names abbreviate roots; nil for none.
func (s *Set) layOut(order []int, b Budget, names map[string]string, table int, before form) form {
	f := form{lines: make([]line, len(order)), table: table, used: table}
	earlier := sameLines{lines: before.lines}
	for i, k := range order {
		sk := &s.Skills[k]
		root, rest := "", sk.Path
		if names != nil {
			root, rest = s.short(sk, names)
		}
		l := line{budget: b, name: sk.Name, root: root, path: rest, description: s.shownDescription(sk.Description), earlier: -1}
		if !earlier.find(&l) {
			l.measure()
		}
		f.lines[i] = l
	}
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

// sameLines finds lines of an earlier form in those of a later one that has most of them, in the same order.
type sameLines struct {
	lines []line
	next  int
}

// find takes the measures of the earlier line that is the same, if it is near.
func (s *sameLines) find(l *line) bool {
	for i := s.next; i < len(s.lines) && i < s.next+2; i++ {
		if old := &s.lines[i]; old.same(l) {
			l.ends, l.bareChars, l.bareBytes, l.earlier = old.ends, old.bareChars, old.bareBytes, i
			s.next = i + 1
			return true
		}
	}
	return false
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
	var lost losses
	out := make([]Entry, len(now.order))
	for i, k := range now.order {
		l := &best.lines[i]
		if j := l.earlier; j >= 0 && j < len(was) && was[j].shows(l) {
			out[i] = before.entries[j]
			out[i].Skill = k
			continue
		}
		description := s.Skills[k].Description
		out[i] = Entry{
			Skill: k, Line: l.text(), Kept: l.kept, Written: utf8.RuneCountInString(description), Cost: l.cost(), Lost: lost.of(description, firstChars(l.description, l.kept)),
		}
	}
	return out
}
