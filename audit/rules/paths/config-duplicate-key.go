package paths

import (
	"gopkg.in/yaml.v3"

	"github.com/agentlayers/layers/audit"
	"github.com/agentlayers/layers/audit/source"
	"github.com/agentlayers/layers/diag"
	"github.com/agentlayers/layers/internal/jsonsrc"
)

func configDuplicateKey() audit.Rule {
	return audit.Rule{
		ID:         "config-duplicate-key",
		Title:      "a key stands twice in one table",
		Severity:   audit.Medium,
		Confidence: audit.Certain,
		Intent:     true,
		Doc: audit.Doc{
			Why:   "Most readers of JSON take the last of two members with one name, some take the first, and a reviewer sees either. The one that is reviewed need not be the one that counts.",
			Fires: "a key that stands twice in one object of a JSON or YAML configuration file, or in the YAML head of a skill, a rule, a command or an agent.",
			Quiet: "TOML, where a key that stands twice is an error: config-unparsable.",
			File:  ".mcp.json",
			Bad:   "{ \"mcpServers\": { \"docs\": { \"command\": \"/usr/bin/true\" }, \"docs\": { \"command\": \"/usr/bin/false\" } } }",
			Good:  "{ \"mcpServers\": { \"docs\": { \"command\": \"/usr/bin/true\" } } }",
			Fix:   "remove one of them",
		},
		Check: func(p *audit.Pass) {
			for f := range p.Files() {
				if f.Text == nil || f.Cut {
					continue
				}
				switch {
				case isMarkdown(f):
					twiceInHead(p, f)
				case !isSettings(f):
				case isJSON(f):
					for _, d := range f.JSON().Problems {
						if d.Code == jsonsrc.CodeDuplicate {
							p.Report(audit.Finding{
								File: f, Span: d.Subject, Related: d.Related,
								Message: audit.What("the key ", f.Raw(d.Subject), " stands twice in one object"),
							})
						}
					}
				case isYAML(f):
					duplicates(p, f, f.YAML().Root, 0)
				}
			}
		},
	}
}

// twiceInHead looks at the keys of the YAML head of a text. Some agents refuse such a head, others take the last.
func twiceInHead(p *audit.Pass, f *source.File) {
	head, problem := f.Head()
	if problem != nil || head.Root == nil {
		return
	}
	seen := map[string]diag.Span{}
	for _, field := range head.Root.Fields {
		if first, twice := seen[field.Name]; twice {
			p.Report(audit.Finding{
				File: f, Span: field.Key, Related: []diag.Related{{Span: first, Text: "the first one"}},
				Message: audit.What("the key ", field.Name, " stands twice in the head"),
			})
		}
		seen[field.Name] = field.Key
	}
}

// maxNesting bounds the walk through a YAML file.
const maxNesting = 200

func duplicates(p *audit.Pass, f *source.File, n *yaml.Node, depth int) {
	if n == nil || n.Kind == yaml.AliasNode || depth > maxNesting {
		return
	}
	if n.Kind == yaml.MappingNode {
		seen := map[string]bool{}
		for i := 0; i+1 < len(n.Content); i += 2 {
			key := n.Content[i]
			if key.Kind == yaml.ScalarNode && key.Value != "<<" && seen[key.Value] {
				p.Report(audit.Finding{
					File: f, Span: f.NodeSpan(key), Message: audit.What("the key ", key.Value, " stands twice in one mapping"),
				})
			}
			seen[key.Value] = true
		}
	}
	for _, c := range n.Content {
		duplicates(p, f, c, depth+1)
	}
}
