package reach

import (
	"path"
	"slices"
	"strings"

	"github.com/agentlayers/layers/agentsmd"
	"github.com/agentlayers/layers/resolve"
)

// Judge looks one path up in r. It reads nothing: f holds what is known about the path.
//
// The path of a folder is judged by whether the agent takes anything from it.
func Judge(r *resolve.Result, f Facts) Verdict {
	if f.Dir {
		return judgeFolder(r, f)
	}
	for _, ask := range []func(*resolve.Result, Facts) (Verdict, bool){held, layer, skill, slotted, configSlot} {
		if v, ok := ask(r, f); ok {
			return orElse(r, f, v)
		}
	}
	return orElse(r, f, unknown(r, f))
}

// orElse asks for the same file under another name where it does not load under this one. A file counts as loaded
// when a link to it is; a link only when it is taken itself.
func orElse(r *resolve.Result, f Facts, v Verdict) Verdict {
	if v.State.Loads() {
		return v
	}
	same, ok := sameContent(r, f)
	switch {
	case !ok:
		return v
	case f.Link:
		v.As = same.As
		return v
	}
	return same
}

// held answers for a path that the Result lists as a document.
func held(r *resolve.Result, f Facts) (Verdict, bool) {
	d, number := find(r, func(d agentsmd.Document) bool { return f.is(d.Path) })
	if d == nil {
		return Verdict{}, false
	}
	return fromDocument(r, f, *d, number), true
}

// find gives the first document that fits, one that loads before one that does not, and its number among those
// that load, 0 for the others.
func find(r *resolve.Result, fits func(agentsmd.Document) bool) (*agentsmd.Document, int) {
	var out *agentsmd.Document
	number := 0
	for i := range r.Documents {
		d := &r.Documents[i]
		if d.Loaded() {
			number++
		}
		switch {
		case d.Role == agentsmd.Setting || !fits(*d):
		case d.Loaded():
			return d, number
		case out == nil:
			out = d
		}
	}
	return out, 0
}

func loadedDocuments(r *resolve.Result) (n int) {
	for _, d := range r.Documents {
		if d.Loaded() {
			n++
		}
	}
	return n
}

// fromDocument is the verdict that a document carries.
func fromDocument(r *resolve.Result, f Facts, d agentsmd.Document, number int) Verdict {
	v := Verdict{Kind: Document, State: Loaded, Document: &d, Number: number, Total: loadedDocuments(r)}
	switch {
	case d.Omitted != nil:
		v.State, v.Why, v.By, v.Fix = Omitted, d.Omitted.Text, d.Omitted.By, d.Omitted.Fix
		if d.Omitted.Code == agentsmd.Shadowed || d.Omitted.Code == agentsmd.Repeated {
			v.State = Shadowed
		}
		if isNotSeen(d.Omitted.Code) {
			v.State = NotSeen
		}
	case d.Later != nil:
		v.State, v.Why = Later, d.Later.When
	case d.Lost != nil:
		v.State = Cut
	}
	q := question{r: r, f: f, doc: &d}
	if found := slots(r, f); len(found) > 0 {
		q.slot = &found[0]
	}
	q.answer(&v)
	return v
}

// isNotSeen reports whether a reason says that the agent does not look at the file at all.
func isNotSeen(code agentsmd.Reason) bool {
	switch code {
	case agentsmd.Absent, agentsmd.WrongCase, agentsmd.NotConfigured, agentsmd.NotPlainName, agentsmd.BelowCwd:
		return true
	}
	return false
}

// skill answers for the file of a skill.
func skill(r *resolve.Result, f Facts) (Verdict, bool) {
	exists := Condition{Code: "exists", Text: "exists", Met: true}
	if r.Dialect.Skills.File == "" && path.Base(f.Path) == skillFile && f.Exists {
		why := "how " + r.Dialect.Name + " finds skills is not described"
		return Verdict{Kind: Skill, State: Unknown, Why: why, Conditions: []Condition{exists, {Code: "described", Text: "described here", Detail: why}}}, true
	}
	if r.Skills == nil {
		return Verdict{}, false
	}
	for _, s := range r.Skills.Skills {
		if !f.is(s.Path) && !f.is(s.Seen) && f.Real != s.Path {
			continue
		}
		v := Verdict{Kind: Skill, State: Loaded, Conditions: []Condition{exists, {Code: "skill", Text: "skill " + s.Name, Met: true}}}
		if !s.Enabled {
			v.State, v.Why = Disabled, "the skill "+s.Name+" is switched off"
			v.Conditions = append(v.Conditions, Condition{Code: "enabled", Text: "switched on"})
		}
		return v, true
	}
	return Verdict{}, false
}

// slotted answers for a path whose name is a candidate, and that the Result does not hold: its folder is none
// that the agent looks into, or there is no file.
func slotted(r *resolve.Result, f Facts) (Verdict, bool) {
	found := slots(r, f)
	if len(found) == 0 {
		return Verdict{}, false
	}
	v := Verdict{Kind: Document, State: NotSeen}
	q := question{r: r, f: f, slot: &found[0]}
	q.answer(&v)
	return v, true
}

// sameContent answers for a link to a file that loads under another name, and for the target of one.
func sameContent(r *resolve.Result, f Facts) (Verdict, bool) {
	if f.Real == "" {
		return Verdict{}, false
	}
	d, number := find(r, func(d agentsmd.Document) bool { return d.Loaded() && (d.Path == f.Real || d.Real == f.Real) })
	if d == nil {
		return Verdict{}, false
	}
	v := fromDocument(r, f, *d, number)
	v.As = d.Path
	return v, true
}

// unknown answers for a name that means nothing to the agent.
func unknown(r *resolve.Result, f Facts) Verdict {
	v := Verdict{Kind: Other, State: NotSeen, Conditions: []Condition{{Code: "exists", Text: "exists", Met: f.Exists}}}
	if !f.Exists {
		v.Why = noFile
		return v
	}
	c := Condition{Code: "name", Text: "name is a candidate"}
	if r.Dialect.Instructions.Imports.Syntax != "" {
		c.Text += ", or a loaded file imports it"
	}
	v.Conditions = append(v.Conditions, c)
	v.Why, v.Rule = "not a name that "+r.Dialect.Name+" looks for", NameRule(r)
	return v
}

// skillFile is the name that the public standard gives the file of a skill.
const skillFile = "SKILL.md"

const noFile = "no such file"

// NameRule says in a sentence what an agent looks for.
func NameRule(r *resolve.Result) string {
	out := r.Dialect.Name + " reads " + strings.Join(spelledNames(r, ""), ", ")
	var config []string
	for _, l := range r.Dialect.Config.Layers {
		if name := projectName(l); name != "" && !slices.Contains(config, name) {
			config = append(config, name)
		}
	}
	if len(config) > 0 {
		out += ", and settings in " + strings.Join(config, ", ")
	}
	if r.Dialect.Instructions.Imports.Syntax != "" {
		out += "; other files where a loaded one imports them with @PATH"
	}
	return out + "."
}
