package reach

import (
	"fmt"
	"slices"
	"strings"

	"github.com/agentlayers/layers/diag"
	"github.com/agentlayers/layers/dialect"
	"github.com/agentlayers/layers/layers"
	"github.com/agentlayers/layers/resolve"
	"github.com/agentlayers/layers/tree"
)

// layer answers for the file of a layer or of requirements.
func layer(r *resolve.Result, f Facts) (Verdict, bool) {
	for i := range r.Stack.Entries {
		if e := &r.Stack.Entries[i]; e.Source.Path != "" && f.is(e.Source.Path) {
			v := fromEntry(r, e)
			v.LayerNumber = i + 1
			return v, true
		}
	}
	for i := range r.Stack.Requirements.Sources {
		if e := &r.Stack.Requirements.Sources[i]; f.is(e.Source.Path) {
			return fromEntry(r, e), true
		}
	}
	return Verdict{}, false
}

// fromEntry is the verdict that a layer carries.
func fromEntry(r *resolve.Result, e *layers.Entry) Verdict {
	v := Verdict{Kind: Config, State: Loaded, Layer: e, Layers: len(r.Stack.Entries)}
	add := func(code, text, detail string, met bool) {
		v.Conditions = append(v.Conditions, Condition{Code: code, Text: text, Detail: detail, Met: met})
	}
	add("exists", "exists", "", e.Exists)
	if !e.Exists {
		v.State, v.Why = NotSeen, noFile
		return v
	}
	add("layer", "is a layer", e.Source.Name, true)
	add("readable", "can be read", "", !e.Failed)
	if e.Failed {
		v.State, v.Why = Omitted, "it cannot be read"
		for _, d := range e.Diags {
			if d.Severity == diag.Error {
				v.Why, v.By, v.Fix = d.Summary, d.Subject, d.Fix
				break
			}
		}
		c := v.Failed()
		c.Detail, c.At = v.Why, v.By
		return v
	}
	if e.Disabled == nil {
		if e.Source.Kind == dialect.Project && r.Dialect.Trust.Trusted != "" && !r.Dialect.Trust.Boolean {
			add("trusted", "its folder is trusted", "", true)
		}
		return v
	}
	v.State, v.Why, v.Fix = Disabled, e.Disabled.Text, e.Disabled.Fix
	code, text := "trusted", "its folder is trusted"
	if e.Disabled.Code == "settings-dropped" {
		code, text = "values", "every value can be used"
	} else if rule := e.Disabled.Decision.Rule; rule != nil {
		v.By = rule.Span
	}
	v.Conditions = append(v.Conditions, Condition{Code: code, Text: text, Detail: v.Why, At: v.By})
	return v
}

// projectName is the name that a layer's file has in the folders of a project; "" for other layers.
func projectName(l dialect.Layer) string {
	for _, prefix := range []string{"~cwd/", "~repo/"} {
		if name, ok := strings.CutPrefix(l.File, prefix); ok {
			return name
		}
	}
	if l.Kind == dialect.Project && !strings.HasPrefix(l.File, "~") && !tree.IsAbs(l.File) {
		return l.File
	}
	return ""
}

// configSlot answers for a path with the name of a settings file that is no layer here.
func configSlot(r *resolve.Result, f Facts) (Verdict, bool) {
	if v, ok := profileFile(r, f); ok {
		return v, true
	}
	name, folder := projectFile(r.Dialect.Config, f)
	if name == "" {
		return Verdict{}, false
	}
	return misplaced(r, f, name, folder), true
}

// projectFile gives the name of a project's settings file that the path has, and the folder that it is for.
func projectFile(c dialect.Config, f Facts) (name, folder string) {
	for _, l := range c.Layers {
		name := projectName(l)
		if name == "" {
			continue
		}
		for _, p := range f.spellings() {
			if folder, ok := fits(name, p); ok {
				return name, folder
			}
		}
	}
	return "", ""
}

// profileFile answers for the file of a profile that is not selected.
func profileFile(r *resolve.Result, f Facts) (Verdict, bool) {
	for _, l := range r.Dialect.Config.Layers {
		file, inHome := strings.CutPrefix(l.File, "~home/")
		before, after, isProfile := strings.Cut(file, "{profile}")
		if !inHome || !isProfile || r.AgentHome == "" || !f.Exists {
			continue
		}
		for _, p := range f.spellings() {
			name, fits := strings.CutPrefix(p, r.AgentHome+"/"+before)
			name, ends := strings.CutSuffix(name, after)
			if !fits || !ends || name == "" || strings.Contains(name, "/") {
				continue
			}
			v := Verdict{Kind: Config, State: NotSeen, Why: "the profile " + name + " is not selected", Fix: r.Dialect.Name + " --profile " + name}
			v.Conditions = []Condition{{Code: "exists", Text: "exists", Met: true}, {Code: "profile", Text: "its profile is selected", Detail: v.Why}}
			return v, true
		}
	}
	return Verdict{}, false
}

// misplaced answers for a settings file in a folder whose settings are not read.
func misplaced(r *resolve.Result, f Facts, name, folder string) Verdict {
	v := Verdict{Kind: Config, State: NotSeen}
	v.Conditions = append(v.Conditions, Condition{Code: "exists", Text: "exists", Met: f.Exists})
	if !f.Exists {
		v.Why = noFile
		return v
	}
	v.Conditions = append(v.Conditions, Condition{Code: "name", Text: "name is a settings file", Detail: name, Met: true})
	if !walksConfig(r.Dialect.Config, name) {
		v.Conditions = append(v.Conditions, Condition{Code: "way", Text: "in the working directory"})
		v.Place = newPlace(r.Root.Path, r.Cwd, folder)
		v.Why = v.Place.word()
		v.Rule = r.Dialect.Name + " reads " + name + " of the working directory only."
		return v
	}
	root := r.Root.Path
	inside := tree.Within(root, folder)
	v.Conditions = append(v.Conditions, Condition{Code: "root", Text: "inside the project root", Detail: root, Met: inside})
	v.Place = newPlace(root, r.Cwd, folder)
	v.Rule = fmt.Sprintf("%s reads %s of each folder between the root and the working directory, and nothing beside or below it.", r.Dialect.Name, name)
	if !inside {
		v.Why = outsideRoot
		return v
	}
	if slices.Contains(tree.Between(root, r.Cwd), folder) {
		v.Place, v.Rule, v.Why = nil, "", "its folder is "+r.Dialect.Name+"'s own and no project's"
		v.Conditions = append(v.Conditions, Condition{Code: "own", Text: "in a folder of the project", Detail: v.Why})
		return v
	}
	v.Conditions = append(v.Conditions, Condition{Code: "way", Text: "on the way from root to cwd"})
	v.Why = v.Place.word()
	return v
}

// walksConfig reports whether a settings file is read in every folder of the walk.
func walksConfig(c dialect.Config, name string) bool {
	return slices.ContainsFunc(c.Layers, func(l dialect.Layer) bool { return l.File == name })
}
