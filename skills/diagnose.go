package skills

import (
	"slices"

	"github.com/agentlayers/layers/diag"
	"github.com/agentlayers/layers/dialect"
)

// diagnose words what people should know about the files. noted is how many skills have problems.
func (l *loader) diagnose(noted int) {
	for _, f := range l.set.Failed {
		l.report(diag.Diagnostic{
			Code: diag.Code("skill-" + f.Class), Severity: diag.Warning, Summary: "this is not listed as a skill: " + f.Text,
			Fix: f.Fix, Subject: f.At,
		})
	}
	for _, s := range l.set.Skills {
		if noted == 0 {
			break
		}
		if len(s.Diags) > 0 {
			noted--
			l.set.Diags = append(l.set.Diags, s.Diags...)
		}
	}
	for _, p := range l.set.Passed {
		if slices.Contains([]string{PassedLink, PassedName, PassedLimit, PassedDeep, PassedFolder}, p.Reason) {
			l.report(diag.Diagnostic{
				Code: diag.Code("skill-" + p.Reason), Severity: diag.Warning, Summary: "not taken as a skill: " + p.Text,
				Subject: diag.File(p.Path),
			})
		}
	}
	for _, r := range l.set.Rules {
		switch {
		case r.Ignored != "":
			l.report(diag.Diagnostic{
				Code: "skill-rule-ignored", Severity: diag.Warning, Summary: "this rule has no effect: " + r.Ignored, Subject: r.At,
			})
		case r.Hits == 0:
			l.report(diag.Diagnostic{
				Code: "skill-rule-unused", Severity: diag.Warning, Summary: "this rule selects no skill here", Subject: r.At,
				Fix: l.ruleFix(),
			})
		}
	}
}

// ruleFix says how a rule is written so that it selects.
func (l *loader) ruleFix() string {
	if l.set.Dialect.Form == dialect.SkillsAsCommands {
		return "the key is the name of the folder or file, not the name in its head; skills of plugins have no such rules"
	}
	return "a path names the " + l.set.Dialect.File + " itself, a name is the full name in its exact case"
}

// problems words what is wrong with one skill.
func (s *Skill) problems() diag.List {
	var out diag.List
	for _, r := range s.Repaired {
		out = append(out, diag.Diagnostic{
			Code: "skill-yaml-repaired", Severity: diag.Warning, Summary: "this is not valid YAML", Subject: r.Value,
			Effect: "it is read as plain text here; other agents drop the skill", Fix: "write  " + r.Text,
		})
	}
	if at := s.Comment(); !at.IsZero() {
		out = append(out, diag.Diagnostic{
			Code: "skill-description-comment", Severity: diag.Warning, Summary: "this is a comment and no part of the description",
			Subject: at, Fix: "put the description in quotes if the text belongs to it",
		})
	}
	if s.Meta.Ignored != "" {
		out = append(out, diag.Diagnostic{
			Code: "skill-metadata-ignored", Severity: diag.Warning, Summary: "the whole file is ignored: " + s.Meta.Ignored,
			Subject: s.Meta.IgnoredAt, Effect: "its policy does not hold either",
		})
	}
	for _, d := range s.Meta.Dropped {
		out = append(out, diag.Diagnostic{
			Code: "skill-metadata-dropped", Severity: diag.Note, Summary: d.Field + " is dropped: " + d.Text, Subject: d.At,
		})
	}
	return out
}

func (l *loader) report(d diag.Diagnostic) { l.set.Diags = append(l.set.Diags, d) }
