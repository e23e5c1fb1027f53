package claude

import (
	"strings"

	"github.com/agentlayers/layers/audit"
	"github.com/agentlayers/layers/audit/facts"
	"github.com/agentlayers/layers/audit/shell"
	"github.com/agentlayers/layers/audit/source"
	"github.com/agentlayers/layers/diag"
	"github.com/agentlayers/layers/internal/frontmatter"
)

func toolGrantBroad() audit.Rule {
	return audit.Rule{
		ID:         "tool-grant-broad",
		Title:      "a command or skill grants itself every shell command",
		Severity:   audit.Medium,
		Confidence: audit.Certain,
		Doc: audit.Doc{
			Why:   "While the command or skill is in use, nothing that its allowed-tools name is asked about.",
			Fires: "allowed-tools with *, Bash, Bash(*) or a shell followed by anything, in the front matter of commands and skills.",
			Quiet: "grants of fixed commands, such as Bash(git status:*); tools that only read.",
			File:  ".claude/commands/status.md",
			Bad:   "---\nallowed-tools: Bash\n---",
			Good:  "---\nallowed-tools: Bash(git status:*), Read\n---",
			Fix:   "name the commands that it needs",
		},
		Check: func(p *audit.Pass) {
			for f := range p.Kinds(source.Command, source.Skill) {
				field := headField(f, "allowed-tools")
				if field == nil {
					continue
				}
				for _, g := range grants(field) {
					if !grantsShell(parsePermission(g.Text)) {
						continue
					}
					p.Report(audit.Finding{
						File: f, Span: g.Span, Gate: facts.ByHand,
						Message: audit.What("the front matter grants ", g.Text),
					})
					if field.Value.Kind != frontmatter.List {
						break // one line, one finding
					}
				}
			}
		},
	}
}

func grantsShell(r permission) bool {
	switch r.tool {
	case "*":
		return true
	case "Bash", "PowerShell":
		name, broad := shell.Broad(r.spec)
		return r.everything() || broad && (name == "" || shell.IsShell(name))
	}
	return false
}

// grants splits the value of allowed-tools: a list, or words between commas or blanks outside parentheses.
func grants(field *frontmatter.Field) []source.Text {
	var out []source.Text
	if field.Value.Kind == frontmatter.List {
		for _, item := range field.Value.Items {
			out = append(out, source.Text{Text: item.Text, Span: item.Span})
		}
		return out
	}
	at := field.Value.Span
	if at.Start.Line != at.End.Line || at == (diag.Span{}) {
		at = field.Key
	}
	depth := 0
	words := strings.FieldsFunc(field.Value.Text, func(r rune) bool {
		switch r {
		case '(':
			depth++
		case ')':
			depth--
		}
		return depth <= 0 && (r == ',' || r == ' ' || r == '\t' || r == '\n')
	})
	for _, w := range words {
		out = append(out, source.Text{Text: strings.Trim(w, `"'[]`), Span: at})
	}
	return out
}
