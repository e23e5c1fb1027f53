package skills

import "unicode/utf8"

// line is one skill's line. It is never changed once it is measured.
type line struct {
	name        string
	root, path  string // the path as shown, in two parts
	description string
	ends        []int // ends[k] is the length in bytes of the first k characters of the description; nil when both are equal
	bareChars   int   // of the line without description, line break included
	bareBytes   int
}

// line is that of a skill. names abbreviate roots; nil for none.
func (s *Set) line(sk *Skill, names map[string]string) line {
	l := line{name: sk.Name, path: sk.Path, description: s.shownDescription(sk.Description)}
	if names != nil {
		l.root, l.path = s.short(sk, names)
	}
	l.measure()
	return l
}

// measure counts what the line costs.
func (l *line) measure() {
	if n := utf8.RuneCountInString(l.description); n < len(l.description) {
		l.ends = make([]int, 0, n+1)
		for i := range l.description {
			l.ends = append(l.ends, i)
		}
		l.ends = append(l.ends, len(l.description))
	}
	const around = len(lineStart) + len(lineMiddle) + len(lineFile) + len(lineEnd) + len("\n")
	l.bareChars = utf8.RuneCountInString(l.name) + utf8.RuneCountInString(l.root) + utf8.RuneCountInString(l.path) + around
	l.bareBytes = len(l.name) + len(l.root) + len(l.path) + around
}

// What stands around name, description and path, all of it ASCII.
const (
	lineStart  = "- "
	lineMiddle = ": "
	lineFile   = "(file: "
	lineEnd    = ")"
)

// chars is how many characters the description has.
func (l *line) chars() int {
	if l.ends == nil {
		return len(l.description)
	}
	return len(l.ends) - 1
}

// end is the length in bytes of the first k characters of the description.
func (l *line) end(k int) int {
	if l.ends == nil {
		return k
	}
	return l.ends[k]
}

// text is the line as it stands in the catalog, with so many characters of the description.
func (l *line) text(kept int) string {
	if kept == 0 {
		return lineStart + l.name + lineMiddle + lineFile + l.root + l.path + lineEnd
	}
	return lineStart + l.name + lineMiddle + l.description[:l.end(kept)] + " " + lineFile + l.root + l.path + lineEnd
}

// cost is what the line costs with so many characters of the description. The first one pays for the blank after it
// too.
func (l *line) cost(b Budget, kept int) int {
	if kept == 0 {
		return b.cost(l.bareChars, l.bareBytes)
	}
	return b.cost(l.bareChars+kept+1, l.bareBytes+l.end(kept)+1)
}

// costs are those of the line under a budget.
func (l *line) costs(b Budget) costs {
	n := l.chars()
	return costs{int32(n), int32(l.cost(b, 0)), int32(l.cost(b, n))} //nolint:gosec // of a head, which is bounded
}

// fit chooses how much of each description is shown, in three steps: everything; else every line, and one
// character a round for each while it fits; else bare lines in order, those that do not fit left out while later,
// shorter ones are still tried.
func fit(f *form, limit int) []int32 {
	kept := make([]int32, len(f.lines))
	full, bare := 0, 0
	for i, c := range f.costs {
		kept[i] = c.chars
		full += int(c.full)
		bare += int(c.bare)
	}
	if full <= limit {
		return kept
	}
	clear(kept)
	if bare <= limit {
		deal(f, kept, limit-bare)
		return kept
	}
	used := 0
	for i, c := range f.costs {
		if used+int(c.bare) > limit {
			kept[i] = leftOut
			continue
		}
		used += int(c.bare)
	}
	return kept
}

// deal hands out what is left of the budget, one character a line and round, until no line can take any.
func deal(f *form, kept []int32, rest int) {
	for changed := true; changed; {
		changed = false
		for i, l := range f.lines {
			n := kept[i]
			if n == f.costs[i].chars {
				continue
			}
			if more := l.cost(f.budget, int(n)+1) - l.cost(f.budget, int(n)); more <= rest {
				kept[i]++
				rest -= more
				changed = true
			}
		}
	}
}
