package reach

import (
	"cmp"
	"slices"
	"strings"

	"github.com/agentlayers/layers/agentsmd"
	"github.com/agentlayers/layers/dialect"
	"github.com/agentlayers/layers/resolve"
	"github.com/agentlayers/layers/tree"
)

// question is one document, or a path that could be one, under its conditions.
type question struct {
	r    *resolve.Result
	f    Facts
	doc  *agentsmd.Document // nil when the Result holds none
	slot *slot              // nil for imports and odd names
}

// step is one condition of documents: for which it is shown, and when it fails.
type step struct {
	code, text string
	reasons    []agentsmd.Reason       // of a document that fails here
	shown      func(question) bool     // also when it holds; nil: only when it fails
	fails      func(question) bool     // for a path without a document; nil: never
	detail     func(q question) string // nil: none
	rule       func(q question) string // what the agent does instead; nil: nothing to add
}

func always(question) bool { return true }

// steps are the conditions in the order in which they are told.
var steps = [...]step{
	{
		code: "exists", text: "exists", reasons: []agentsmd.Reason{agentsmd.Absent}, shown: always,
		fails: func(q question) bool { return !q.f.Exists },
	},
	{
		code: "file", text: "is a file", reasons: []agentsmd.Reason{agentsmd.NotAFile},
		fails: func(q question) bool { return q.f.Exists && !q.f.Regular },
		detail: func(q question) string {
			if q.f.Unlooked != "" {
				return q.f.Unlooked
			}
			return q.f.WhatItIs
		},
	},
	{
		code: "import", text: "a loaded file imports it", shown: question.isImport,
	},
	{
		code: "name", text: "name is a candidate", shown: func(q question) bool { return !q.isImport() },
		reasons: []agentsmd.Reason{agentsmd.NotConfigured, agentsmd.WrongCase, agentsmd.NotPlainName, agentsmd.WrongSuffix},
		detail:  question.namesOfPlace, rule: question.nameRule,
	},
	{
		code: "home", text: "stands where the agent looks", shown: func(q question) bool { return q.slot != nil && q.slot.inside && q.slot.source.In != inWalk },
		fails:  func(q question) bool { return q.slot != nil && !q.slot.inside && !q.isWalk() },
		detail: func(q question) string { return q.wanted() },
	},
	{
		code: "root", text: "inside the project root", shown: question.hasRoot,
		fails:  func(q question) bool { return q.hasRoot() && !tree.Within(walkTop(q.r), q.slot.folder) },
		detail: func(q question) string { return walkTop(q.r) }, rule: question.walkRule,
	},
	{
		code: "way", text: "on the way from root to cwd", reasons: []agentsmd.Reason{agentsmd.BelowCwd}, shown: question.isWalk,
		fails: func(q question) bool { return q.isWalk() && !q.slot.inside }, rule: question.walkRule,
	},
	{
		code: "trusted", text: "the project is not marked as untrusted", reasons: []agentsmd.Reason{agentsmd.Untrusted},
		shown: func(q question) bool {
			return q.slot != nil && q.slot.source.Gated && q.r.Dialect.Instructions.Trust.Untrusted
		},
	},
	{code: "on", text: "switched on", reasons: []agentsmd.Reason{agentsmd.SwitchedOff}},
	{code: "excluded", text: "not excluded by a setting", reasons: []agentsmd.Reason{agentsmd.Excluded}},
	{code: "depth", text: "not too many imports deep", reasons: []agentsmd.Reason{agentsmd.TooDeep}},
	{code: "boundary", text: "inside the working directory, or approved", reasons: []agentsmd.Reason{agentsmd.External}},
	{code: "once", text: "not taken before", reasons: []agentsmd.Reason{agentsmd.Repeated}},
	{code: "readable", text: "can be read", reasons: []agentsmd.Reason{agentsmd.Unreadable, agentsmd.LostWithOther}},
	{code: "size", text: "not too large", reasons: []agentsmd.Reason{agentsmd.TooLarge, agentsmd.NotReached}},
	{
		code: "alone", text: "first of its folder", reasons: []agentsmd.Reason{agentsmd.Shadowed},
		shown: func(q question) bool { return q.slot != nil && q.slot.source.Pick != dialect.PickAll },
		rule:  question.pickRule,
	},
	{code: "text", text: "holds text", reasons: []agentsmd.Reason{agentsmd.Empty}},
	{
		code: "budget", text: "within the budget", reasons: []agentsmd.Reason{agentsmd.OverBudget},
		shown: func(q question) bool { return q.doc != nil && q.doc.Counted },
	},
	{code: "paths", text: "loads without a path condition", reasons: []agentsmd.Reason{agentsmd.NotMatching}},
}

// answer fills in the conditions up to the first that fails, its rule, and the place.
func (q question) answer(v *Verdict) {
	for _, s := range steps {
		met := !q.failsAt(s)
		if met && (s.shown == nil || !s.shown(q)) {
			continue
		}
		c := Condition{Code: s.code, Text: s.text, Met: met}
		if s.code == "way" {
			c.Text = wayText(q.r)
		}
		if s.detail != nil {
			c.Detail = s.detail(q)
		}
		if s.code == "import" {
			c.At = q.doc.From
		}
		v.Conditions = append(v.Conditions, c)
		if met {
			continue
		}
		q.fail(v, s)
		return
	}
	if v.State.Loads() {
		return
	}
	v.Conditions = append(v.Conditions, Condition{Code: "other", Text: "nothing else is in the way", Detail: v.Why, At: v.By})
}

// failsAt reports whether s is what keeps the path out. Where the Result holds a document, its reason decides.
func (q question) failsAt(s step) bool {
	if q.doc == nil {
		return s.fails != nil && s.fails(q)
	}
	if q.doc.Omitted != nil {
		return slices.Contains(s.reasons, q.doc.Omitted.Code)
	}
	if q.doc.Later == nil {
		return false
	}
	if len(q.doc.Later.Patterns) > 0 || !q.isWalk() {
		return s.code == "paths"
	}
	return s.code == "way"
}

// fail words the condition that fails.
func (q question) fail(v *Verdict, s step) {
	c := &v.Conditions[len(v.Conditions)-1]
	if s.rule != nil {
		v.Rule = s.rule(q)
	}
	switch s.code {
	case "exists":
		v.Why = noFile
	case "way", "root":
		q.misplaced(v, s, c)
	case "home":
		v.Why = q.r.Dialect.Name + " looks for it in another folder"
	default:
		if v.Why == "" {
			v.Why = cmp.Or(c.Detail, s.text+" does not hold")
		}
		c.Detail, c.At = v.Why, v.By
	}
	if v.State == Later {
		c.Detail = "" // the headline of the answer says when
	}
}

// misplaced says where the file is and where it should be.
func (q question) misplaced(v *Verdict, s step, c *Condition) {
	folder := q.f.RealDir
	if q.slot != nil {
		folder = q.slot.folder
	} else if q.doc != nil {
		folder = q.doc.Dir
	}
	root := walkTop(q.r)
	if root == "/" {
		root = ""
	}
	v.Place = newPlace(root, q.r.Cwd, folder)
	switch {
	case s.code == "root":
		v.Why, c.Detail = outsideRoot, walkTop(q.r)
	case v.State == Later:
	case q.doc == nil && folder != q.r.Cwd && tree.Within(q.r.Cwd, folder) && q.r.Dialect.Instructions.Walk.Lazy:
		v.State, v.Why = Later, whenBelow
	default:
		v.Why = v.Place.word()
	}
}

const (
	outsideRoot = "outside the project root"
	whenBelow   = "when a file in its folder or below is read"
)

// word says in words where the file is.
func (p Place) word() string {
	switch {
	case len(p.Here) == 0:
		return "below the working directory"
	case len(p.There) == 0:
		return "above the folders that are looked at"
	}
	return "beside the way to the working directory"
}

func (q question) isImport() bool { return q.doc != nil && q.doc.Role == agentsmd.Import }

// isWalk reports whether the path is one of the walk over folders.
func (q question) isWalk() bool {
	return q.slot != nil && (q.slot.source.In == inWalk || q.slot.source.In == inBelow) && !q.isImport()
}

func (q question) hasRoot() bool {
	return q.isWalk() && q.r.Dialect.Instructions.Walk.Top == "root"
}

// wanted is the folder that the source of the slot looks into.
func (q question) wanted() string {
	if q.slot == nil {
		return ""
	}
	return strings.Join(folders(q.r, q.slot.source), ", ")
}

// namesOfPlace lists the names among which the path has its own: all of those that exclude each other, or the one
// that it has.
func (q question) namesOfPlace() string {
	if q.slot == nil {
		return strings.Join(spelledNames(q.r, inWalk), ", ")
	}
	if q.slot.source.Pick == dialect.PickAll {
		return q.slot.name.File
	}
	var out []string
	for _, n := range names(q.r, q.slot.source) {
		out = append(out, n.File)
	}
	return strings.Join(out, ", ")
}

func wayText(r *resolve.Result) string {
	if walkTop(r) == "/" {
		return "on the way from / to cwd"
	}
	return "on the way from root to cwd"
}
