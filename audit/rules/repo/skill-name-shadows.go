package repo

import (
	"cmp"
	"path"
	"slices"
	"strings"

	"github.com/agentlayers/layers/audit"
	"github.com/agentlayers/layers/audit/source"
	"github.com/agentlayers/layers/diag"
)

func skillNameShadows() audit.Rule {
	return audit.Rule{
		ID:         "skill-name-shadows",
		Title:      "one name stands for two skills",
		Severity:   audit.Medium,
		Confidence: audit.Certain,
		Doc: audit.Doc{
			Why:   "Skills are chosen by their name: the second one of a name is loaded in the place of the first, or beside it, and nobody sees which.",
			Fires: "two skills of one name that one session can load; a skill with the name of one that comes with Codex.",
			Quiet: "the same text for several agents; folders side by side.",
			File:  ".agents/skills/skill-creator/SKILL.md",
			Bad:   "---\nname: skill-creator\ndescription: Create skills.\n---",
			Good:  "---\nname: our-skill-creator\ndescription: Create skills.\n---",
			Fix:   "give the skill a name of its own",
		},
		Check: func(p *audit.Pass) {
			byName := map[string][]*source.File{}
			var names []string
			for f := range p.Kinds(source.Skill) {
				if f.User {
					continue
				}
				name, _ := skillName(f)
				name = strings.ToLower(name)
				if byName[name] == nil {
					names = append(names, name)
				}
				byName[name] = append(byName[name], f)
			}
			slices.Sort(names)
			for _, name := range names {
				reportSkills(p, name, byName[name])
			}
		},
	}
}

// system are the skills that come with Codex, 0.145.0 or 0.171.0.
var system = []string{
	"create-statusline", "imagegen", "openai-docs", "plugin-creator", "review-agent", "skill-creator", "skill-installer",
}

// reportSkills looks at the skills of one name: each is compared with those before it in the order of paths.
func reportSkills(p *audit.Pass, name string, same []*source.File) {
	slices.SortFunc(same, func(a, b *source.File) int { return cmp.Compare(a.Rel, b.Rel) })
	for i, f := range same {
		spelled, at := skillName(f)
		found := audit.Finding{File: f, Span: at}
		if f.ReadBy("codex") && slices.Contains(system, name) && !f.Under(".claude") {
			found.Message = audit.What("the skill ", spelled, " has the name of one that comes with Codex")
			p.Report(found)
			continue
		}
		for _, other := range same[:i] {
			if other.Digest == f.Digest || !oneSession(f.Start, other.Start) || !loaded(f) || !loaded(other) {
				continue
			}
			_, otherAt := skillName(other)
			found.Message = audit.What("the skill "+spelled+" is also in ", other.Rel)
			found.Related = []diag.Related{{Span: otherAt, Text: "the other skill of that name"}}
			p.Report(found)
			break
		}
	}
}

// loaded reports whether a skill lies where an agent looks for skills, directly or in a group below it. One
// elsewhere, as in a plugin's repository, is loaded under the plugin's name.
func loaded(f *source.File) bool {
	return strings.Contains("/"+f.Inner, "/skills/") && strings.HasPrefix(f.Inner, ".") && path.Base(f.Inner) == "skill.md"
}
