package repo

import (
	"strings"

	"github.com/agentlayers/layers/audit"
	"github.com/agentlayers/layers/audit/source"
	"github.com/agentlayers/layers/internal/frontmatter"
)

func skillAlwaysOn() audit.Rule {
	return audit.Rule{
		ID:         "skill-always-on",
		Title:      "a skill wants to be used for everything",
		Severity:   audit.Low,
		Confidence: audit.Tentative,
		Persona:    audit.Auditor,
		Doc: audit.Doc{
			Why:   "The description decides when the model loads a skill. One that claims every task puts its text into every session.",
			Fires: "a description that says it is for every task: \"always use\", \"for any request\" and close forms.",
			Quiet: "descriptions that name their task.",
			File:  ".agents/skills/helper/SKILL.md",
			Bad:   "---\nname: helper\ndescription: Always use this skill, for any request.\n---",
			Good:  "---\nname: helper\ndescription: Use when a migration of the database is written.\n---",
			Fix:   "say which task the skill is for",
		},
		Check: func(p *audit.Pass) {
			for f := range p.Kinds(source.Skill) {
				head, problem := f.Head()
				if f.User || problem != nil {
					continue
				}
				m := head.Root.Get("description")
				if m == nil || m.Value.Kind != frontmatter.Text {
					continue
				}
				if claim := claimsAll(m.Value.Text); claim != "" {
					p.Report(audit.Finding{File: f, Span: m.Key, Message: audit.What("the description says: ", claim)})
				}
			}
		},
	}
}

// claims are wordings that leave no task out.
var claims = []string{
	"always use", "always load", "always invoke", "always run this", "must always be used", "must be used for every", "must be used for all",
	"for any request", "for every request", "for all requests", "for any task", "for every task", "for all tasks", "for any question",
	"for every question", "for any prompt", "for every prompt", "for everything", "in every conversation", "in every session",
	"on every message", "on every request", "with every request", "before any other skill", "before every task", "before any task",
	"before responding to any", "before answering any", "use for all", "use this for all", "regardless of the task", "no matter what the user",
}

// claimsAll is the wording with which a description claims every task, "" when it names one: "always use when ..."
// and "for all tasks about ..." do.
func claimsAll(text string) string {
	lower := strings.Join(strings.Fields(strings.ToLower(text)), " ")
	for _, c := range claims {
		i := strings.Index(lower, c)
		if i < 0 {
			continue
		}
		if narrowed(lower[i+len(c):]) {
			continue
		}
		return c
	}
	return ""
}

// narrowed reports whether what follows a claim limits it.
func narrowed(rest string) bool {
	rest = strings.TrimLeft(rest, " ")
	for _, skip := range []string{"this skill", "this", "it", "the skill"} {
		if after, ok := strings.CutPrefix(rest, skip+" "); ok {
			rest = after
			break
		}
	}
	for _, word := range []string{"when", "if", "about", "related", "involving", "to ", "that", "in ", "on ", "of ", "with ", "after", "before", "while", "where", "regarding", "concerning"} {
		if strings.HasPrefix(rest, word) {
			return true
		}
	}
	return false
}
