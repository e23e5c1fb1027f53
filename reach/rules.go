package reach

import (
	"strings"

	"github.com/agentlayers/layers/dialect"
)

// walkRule says in a sentence which folders of the walk are read.
func (q question) walkRule() string {
	d := q.r.Dialect
	from := "the root"
	if d.Instructions.Walk.Top == "file-system" {
		from = "/"
	}
	what := strings.Join(spelledNames(q.r, inWalk), ", ")
	if q.slot != nil && q.slot.source.Pick != dialect.PickAll {
		what = "one " + q.primary() + " per folder"
	} else if q.slot != nil {
		what = "every " + q.slot.name.File
	}
	text := d.Name + " reads " + what + " between " + from + " and the working directory, and nothing beside"
	if d.Instructions.Walk.Lazy {
		return text + " it; what is below it follows when a file there is read."
	}
	return text + " or below it."
}

// primary is the name that people know a source by.
func (q question) primary() string {
	for _, n := range q.slot.source.Names {
		if n.Role == "primary" {
			return n.File
		}
	}
	return q.slot.name.File
}

// pickRule says which of several names of a folder is taken.
func (q question) pickRule() string {
	if q.slot == nil || q.slot.source.Pick == dialect.PickAll {
		return ""
	}
	which := "the first of"
	if q.slot.source.Pick == dialect.PickText {
		which = "the first with text of"
	}
	return q.r.Dialect.Name + " takes " + which + " " + q.namesOfPlace() + " in a folder, and no other."
}

func (q question) nameRule() string { return NameRule(q.r) }
