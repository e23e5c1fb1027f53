package skills

import "unicode/utf8"

// line is one skill's line while the budget is handed out.
type line struct {
	budget      Budget
	name, path  string
	description string
	ends        []int // ends[k] is the length in bytes of the first k characters of the description
	kept        int   // characters shown
	omitted     bool
	bareChars   int // of the line without description, line break included
	bareBytes   int
}

func newLine(b Budget, name, description, path string) *line {
	l := &line{budget: b, name: name, path: path, description: description, ends: []int{0}}
	for i := range description {
		if i > 0 {
			l.ends = append(l.ends, i)
		}
	}
	if description != "" {
		l.ends = append(l.ends, len(description))
	}
	bare := l.text()
	l.bareChars, l.bareBytes = utf8.RuneCountInString(bare)+1, len(bare)+1
	return l
}

// chars is how many characters the description has.
func (l *line) chars() int { return len(l.ends) - 1 }

func (l *line) shown() string { return l.description[:l.ends[l.kept]] }

// text is the line as it stands in the catalog; "" when it is left out.
func (l *line) text() string {
	switch {
	case l.omitted:
		return ""
	case l.kept == 0:
		return "- " + l.name + ": (file: " + l.path + ")"
	}
	return "- " + l.name + ": " + l.shown() + " (file: " + l.path + ")"
}

// costWith is what the line costs with so many characters of the description. The first one pays for the blank
// after it too.
func (l *line) costWith(kept int) int {
	if kept == 0 {
		return l.budget.cost(l.bareChars, l.bareBytes)
	}
	return l.budget.cost(l.bareChars+kept+1, l.bareBytes+l.ends[kept]+1)
}

func (l *line) cost() int { return l.costWith(l.kept) }

// fit chooses how much of each description is shown, in three steps: everything; else every line, and one
// character a round for each while it fits; else bare lines in order, those that do not fit left out while later,
// shorter ones are still tried.
func fit(lines []*line, limit int) {
	full, bare := 0, 0
	for _, l := range lines {
		l.kept = l.chars()
		full += l.cost()
		bare += l.costWith(0)
	}
	if full <= limit {
		return
	}
	for _, l := range lines {
		l.kept = 0
	}
	if bare <= limit {
		deal(lines, limit-bare)
		return
	}
	used := 0
	for _, l := range lines {
		if used+l.cost() > limit {
			l.omitted = true
			continue
		}
		used += l.cost()
	}
}

// deal hands out what is left of the budget, one character a line and round, until no line can take any.
func deal(lines []*line, rest int) {
	for changed := true; changed; {
		changed = false
		for _, l := range lines {
			if l.kept == l.chars() {
				continue
			}
			more := l.costWith(l.kept+1) - l.cost()
			if more <= rest {
				l.kept++
				rest -= more
				changed = true
			}
		}
	}
}
