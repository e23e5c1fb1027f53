package claude

import (
	"strings"

	"github.com/agentlayers/layers/audit/source"
	"github.com/agentlayers/layers/internal/frontmatter"
)

// headField is a field of the front matter of f, or nil. Where the head is no YAML the agent takes it line by line,
// so that "allowed-tools: *" counts.
func headField(f *source.File, name string) *frontmatter.Field {
	head, problem := f.Head()
	if problem == nil || problem.Kind != frontmatter.BadYAML {
		return head.Root.Get(name)
	}
	for n := 2; n <= f.Text.LineCount(); n++ {
		line := f.Text.Line(n)
		if strings.TrimSpace(line) == "---" {
			return nil
		}
		if value, ok := strings.CutPrefix(line, name+":"); ok {
			text := strings.Trim(strings.TrimSpace(value), `"'`)
			return &frontmatter.Field{
				Name: name, Key: f.Line(n), Value: &frontmatter.Value{Kind: frontmatter.Text, Text: text, Span: f.Line(n)},
			}
		}
	}
	return nil
}
