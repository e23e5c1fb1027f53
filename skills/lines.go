package skills

import "unicode/utf8"

// line is one skill's line while the budget is handed out.
type line struct {
	budget      *Budget
	name        string
	root, path  string // the path as shown, in two parts
	description string
	ends        []int // ends[k] is the length in bytes of the first k characters of the description; nil when both are equal
	kept        int   // characters shown
	omitted     bool
	bareChars   int // of the line without description, line break included
	bareBytes   int
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

// same reports a line of the same skill, whatever is shown of it.
func (l *line) same(other *line) bool {
	return l.path == other.path && l.description == other.description && l.name == other.name && l.root == other.root && l.budget.Unit == other.budget.Unit && l.budget.size == other.budget.size
}

// shows reports a line that shows as much.
func (l *line) shows(other *line) bool { return l.kept == other.kept && l.omitted == other.omitted }

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

func (l *line) shown() string { return l.description[:l.end(l.kept)] }

// text is the line as it stands in the catalog; "" when it is left out.
func (l *line) text() string {
	switch {
	case l.omitted:
		return ""
	case l.kept == 0:
		return lineStart + l.name + lineMiddle + lineFile + l.root + l.path + lineEnd
	}
	return lineStart + l.name + lineMiddle + l.shown() + " " + lineFile + l.root + l.path + lineEnd
}

// costWith is what the line costs with so many characters of the description. The first one pays for the blank
// after it too.
func (l *line) costWith(kept int) int {
	if kept == 0 {
		return l.budget.cost(l.bareChars, l.bareBytes)
	}
	return l.budget.cost(l.bareChars+kept+1, l.bareBytes+l.end(kept)+1)
}

func (l *line) cost() int { return l.costWith(l.kept) }

// fit chooses how much of each description is shown, in three steps: everything; else every line, and one
// character a round for each while it fits; else bare lines in order, those that do not fit left out while later,
// shorter ones are still tried.
func fit(lines []line, limit int) {
	full, bare := 0, 0
	for i := range lines {
		l := &lines[i]
		l.kept = l.chars()
		full += l.cost()
		bare += l.costWith(0)
	}
	if full <= limit {
		return
	}
	for i := range lines {
		lines[i].kept = 0
	}
	if bare <= limit {
		deal(lines, limit-bare)
		return
	}
	used := 0
	for i := range lines {
		l := &lines[i]
		if used+l.cost() > limit {
			l.omitted = true
			continue
		}
		used += l.cost()
	}
}

// deal hands out what is left of the budget, one character a line and round, until no line can take any.
func deal(lines []line, rest int) {
	for changed := true; changed; {
		changed = false
		for i := range lines {
			l := &lines[i]
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
