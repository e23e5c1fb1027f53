package paths

import (
	"fmt"
	"path"
	"slices"
	"strings"

	"github.com/agentlayers/layers/audit"
	"github.com/agentlayers/layers/audit/source"
)

func reviewHidden() audit.Rule {
	return audit.Rule{
		ID:         "review-hidden",
		Title:      "attributes keep changes of a file that an agent reads out of reviews",
		Severity:   audit.Medium,
		Confidence: audit.Certain,
		Intent:     true,
		Doc: audit.Doc{
			Why:   "With -diff or binary, git shows \"binary files differ\"; with linguist-generated or linguist-vendored, code hosts fold the file away. Whoever changes the instructions next is not seen.",
			Fires: "a line of .gitattributes that gives one of these attributes to instructions, skills, commands or configuration of an agent.",
			Quiet: "the same for build output, lock files and images; a line that a later one takes back.",
			File:  ".gitattributes",
			Bad:   "AGENTS.md linguist-generated=true",
			Good:  "dist/** linguist-generated=true",
			Fix:   "remove the attribute",
		},
		Check: func(p *audit.Pass) {
			lines := allAttributes(p)
			if len(lines) == 0 {
				return
			}
			hidden := map[*attributeLine][]*source.File{}
			for f := range p.Files() {
				if !isReviewed(f) {
					continue
				}
				for _, line := range hiding(lines, f.Rel) {
					hidden[line] = append(hidden[line], f)
				}
			}
			for i := range lines {
				if files := hidden[&lines[i]]; len(files) > 0 {
					reportHidden(p, &lines[i], files)
				}
			}
		},
	}
}

func reportHidden(p *audit.Pass, l *attributeLine, files []*source.File) {
	message := audit.What("this line keeps changes of ", files[0].Rel, " out of reviews")
	if len(files) > 1 {
		message = audit.What("this line keeps changes of ", files[0].Rel) + fmt.Sprintf(" and %d more files of agents out of reviews", len(files)-1)
	}
	p.Report(audit.Finding{File: l.file, Span: l.file.Line(l.line), Message: message})
}

// allAttributes are the lines of every .gitattributes file: later ones count more, and those nearer to a file count
// more than those above.
func allAttributes(p *audit.Pass) []attributeLine {
	var files []*source.File
	for f := range p.Named(".gitattributes") {
		if !f.Variant && f.IsText() {
			files = append(files, f)
		}
	}
	slices.SortStableFunc(files, func(a, b *source.File) int { return depth(a.Rel) - depth(b.Rel) })
	macros := map[string][]attribute{"binary": binaryMacro}
	var out []attributeLine
	for _, f := range files {
		out = append(out, attributeLines(f, macros)...)
		if len(out) > maxAttributes {
			return out[:maxAttributes]
		}
	}
	return out
}

// maxAttributes bounds the lines that are looked at.
const maxAttributes = 5000

func depth(rel string) int { return strings.Count(rel, "/") }

// hides reports whether an attribute keeps a file out of a review; counts is false when it has nothing to do with
// reviews.
func (a attribute) hides() (hides, counts bool) {
	switch a.name {
	case "diff":
		return a.value == "false", true
	case "linguist-generated", "linguist-vendored":
		return a.value != "false" && a.value != "", true
	}
	return false, false
}

// hiding are the lines that decide that the file at rel stays out of a review.
func hiding(lines []attributeLine, rel string) []*attributeLine {
	decided := map[string]*attributeLine{}
	for i := range lines {
		l := &lines[i]
		if !l.concerns() || !l.matches(rel) {
			continue
		}
		for _, a := range l.set {
			switch hides, counts := a.hides(); {
			case hides:
				decided[a.name] = l
			case counts:
				delete(decided, a.name)
			}
		}
	}
	var out []*attributeLine
	for _, l := range decided {
		if !slices.Contains(out, l) {
			out = append(out, l)
		}
	}
	return out
}

// concerns reports whether a line sets one of the attributes that matter.
func (l *attributeLine) concerns() bool {
	return slices.ContainsFunc(l.set, func(a attribute) bool {
		_, counts := a.hides()
		return counts
	})
}

// isReviewed reports whether people are to review changes of f: text for a model and configuration, but no lock
// files, data and build output.
func isReviewed(f *source.File) bool {
	base := path.Base(f.Inner)
	if f.User || f.From != nil || f.Binary || strings.Contains(base, "lock") {
		return false
	}
	switch f.Kind {
	case source.Instructions, source.Skill, source.Command, source.Config, source.Env:
		return true
	case source.SkillFile, source.Other:
		ext := path.Ext(base)
		return ext == ".md" || ext == ".mdc" || ext == ".sh" || ext == ".py"
	}
	return false
}
