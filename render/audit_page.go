package render

import (
	"fmt"
	"io"
	"strings"

	"github.com/agentlayers/layers/audit"
)

// RuleMarkdown writes the page of a rule for the documentation.
func RuleMarkdown(w io.Writer, r audit.Rule) error {
	var b strings.Builder
	agents := "every agent's files"
	if len(r.Agents) > 0 {
		agents = strings.Join(r.Agents, ", ")
	}
	fmt.Fprintf(&b, "# %s\n\n%s.\n\n", r.ID, upper(r.Title))
	fmt.Fprintf(&b, "| severity | confidence | agents | persona |\n|---|---|---|---|\n| %s | %s | %s | %s |\n\n", r.Severity, r.Confidence, agents, orDefault(r.Persona))
	fmt.Fprintf(&b, "%s\n\n", markdownText(r.Doc.Why))
	fmt.Fprintf(&b, "**Reported:** %s\n\n**Not reported:** %s\n\n", markdownText(r.Doc.Fires), markdownText(r.Doc.Quiet))
	fmt.Fprintf(&b, "Bad, in `%s`:\n\n%s\nGood:\n\n%s\n", r.Doc.File, fenced(r.Doc.Bad), fenced(r.Doc.Good))
	fmt.Fprintf(&b, "**Fix:** %s.\n", markdownText(r.Doc.Fix))
	if r.WorkTree {
		b.WriteString("\nOnly a work tree has what this rule looks at; it is passed over when a commit is audited.\n")
	}
	if len(r.Doc.Refs) > 0 {
		fmt.Fprintf(&b, "\nSee also: %s.\n", strings.Join(r.Doc.Refs, ", "))
	}
	_, err := io.WriteString(w, b.String())
	return err
}

// RuleIndex writes the list of rules for the documentation.
func RuleIndex(w io.Writer, rules []audit.Rule) error {
	var b strings.Builder
	b.WriteString("# Audit rules\n\nWhat `layers audit` looks for. `layers audit --explain RULE` shows a page on the terminal.\n\n")
	b.WriteString("| rule | severity | what |\n|---|---|---|\n")
	for _, r := range rules {
		fmt.Fprintf(&b, "| [%s](%s.md) | %s | %s |\n", r.ID, r.ID, r.Severity, markdownText(r.Title))
	}
	_, err := io.WriteString(w, b.String())
	return err
}

func orDefault(p audit.Persona) audit.Persona {
	if p == "" {
		return audit.Default
	}
	return p
}

func upper(text string) string {
	if text == "" {
		return ""
	}
	return markdownText(strings.ToUpper(text[:1]) + text[1:])
}

// markdownText keeps the characters of a text from being markup.
func markdownText(text string) string {
	return strings.NewReplacer("*", `\*`, "_", `\_`, "<", "&lt;", "`", "\\`", "[", `\[`, "|", `\|`).Replace(text)
}

// fenced is a code block; its fence is longer than any run of backquotes inside.
func fenced(text string) string {
	fence := "```"
	for strings.Contains(text, fence) {
		fence += "`"
	}
	return fence + "\n" + strings.TrimSuffix(text, "\n") + "\n" + fence + "\n"
}
