package reach

import (
	"slices"

	"github.com/agentlayers/layers/agentsmd"
	"github.com/agentlayers/layers/layers"
	"github.com/agentlayers/layers/resolve"
	"github.com/agentlayers/layers/tree"
)

// Item is one file that an agent knows of, and what becomes of it.
type Item struct {
	Path string
	Verdict
}

// Items lists every file that is there and that the agent, or a reader of its rules, takes an interest in:
// documents in the order of loading, then layers and requirements, lowest first, then skills.
func Items(r *resolve.Result) []Item {
	var out []Item
	add := func(p string, v Verdict) {
		if !slices.ContainsFunc(out, func(i Item) bool { return i.Path == p }) {
			out = append(out, Item{p, v})
		}
	}
	number := 0
	for _, d := range r.Documents {
		if d.Loaded() {
			number++
		}
		if !d.Exists || d.Role == agentsmd.Setting {
			continue
		}
		n := number
		if !d.Loaded() {
			n = 0
		}
		add(d.Path, fromDocument(r, Facts{Path: d.Path, RealDir: d.Dir, Exists: true, Regular: true, Real: d.Real}, d, n))
	}
	entries := func(list []layers.Entry, numbered bool) {
		for i := range list {
			if e := &list[i]; e.Exists && e.Source.Path != "" {
				v := fromEntry(r, e)
				if numbered {
					v.LayerNumber = i + 1
				}
				add(e.Source.Path, v)
			}
		}
	}
	entries(r.Stack.Entries, true)
	entries(r.Stack.Requirements.Sources, false)
	if r.Skills != nil {
		for _, s := range r.Skills.Skills {
			if v, ok := skill(r, Facts{Path: s.Path, Real: s.Path}); ok {
				add(s.Path, v)
			}
		}
	}
	return out
}

// within lists the items of a folder, by any spelling of it.
func within(r *resolve.Result, f Facts) []Item {
	dirs := f.spellings()
	if f.Real != "" {
		dirs = append(dirs, f.Real)
	}
	var out []Item
	for _, i := range Items(r) {
		if slices.ContainsFunc(dirs, func(dir string) bool { return tree.Within(dir, i.Path) }) {
			out = append(out, i)
		}
	}
	return out
}

// judgeFolder says whether anything of a folder loads, and where the folder stands to the working directory.
func judgeFolder(r *resolve.Result, f Facts) Verdict {
	v := Verdict{Kind: Folder, State: NotSeen, Conditions: []Condition{{Code: "exists", Text: "exists", Met: true}}}
	for _, i := range within(r, f) {
		if i.State.Loads() {
			v.State = Loaded
			return v
		}
	}
	top := walkTop(r)
	way := tree.Between(top, r.Cwd)
	if slices.ContainsFunc(f.spellings(), func(p string) bool { return slices.Contains(way, p) }) {
		v.Why = "it holds nothing that loads"
		v.Conditions = append(v.Conditions,
			Condition{Code: "way", Text: wayText(r), Met: true},
			Condition{Code: "content", Text: "holds something that loads"})
		return v
	}
	root := top
	if root == "/" {
		root = ""
	}
	v.Place = newPlace(root, r.Cwd, f.Path)
	v.Why = v.Place.word()
	if root != "" {
		inside := tree.Within(root, f.Path)
		v.Conditions = append(v.Conditions, Condition{Code: "root", Text: "inside the project root", Detail: root, Met: inside})
		if !inside {
			v.Why = outsideRoot
			return v
		}
	}
	v.Conditions = append(v.Conditions, Condition{Code: "way", Text: wayText(r)})
	v.Rule = question{r: r}.walkRule()
	return v
}
