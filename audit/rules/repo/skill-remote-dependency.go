package repo

import (
	"path"

	"gopkg.in/yaml.v3"

	"github.com/agentlayers/layers/audit"
	"github.com/agentlayers/layers/audit/facts"
	"github.com/agentlayers/layers/audit/source"
)

func skillRemoteDependency() audit.Rule {
	return audit.Rule{
		ID:         "skill-remote-dependency",
		Title:      "a skill brings a server of its own",
		Severity:   audit.Low,
		Confidence: audit.Certain,
		Agents:     []string{"codex"},
		Doc: audit.Doc{
			Why:   "Codex offers to install what a skill depends on: a server on another machine, or a program that is started here.",
			Fires: "a dependency in agents/openai.yaml of a skill with an address on another machine, or with a command.",
			Quiet: "this machine; dependencies that only name a server.",
			File:  ".agents/skills/docs/agents/openai.yaml",
			Bad:   "dependencies:\n  tools:\n    - type: mcp\n      value: docs\n      url: https://mcp.example.com/mcp",
			Good:  "dependencies:\n  tools:\n    - type: mcp\n      value: docs",
			Fix:   "check whose server it is",
		},
		Check: func(p *audit.Pass) {
			for f := range p.Kinds(source.SkillFile) {
				base := path.Base(f.Inner)
				if f.User || base != "openai.yaml" && base != "openai.yml" || path.Base(path.Dir(f.Inner)) != "agents" {
					continue
				}
				root := f.YAML().Root
				deps := source.Field(root, "dependencies")
				if deps == nil {
					continue
				}
				list := deps.Value
				if tools := source.Field(deps.Value, "tools"); tools != nil {
					list = tools.Value
				}
				for _, item := range source.Items(list) {
					reportDependency(p, f, item)
				}
			}
		},
	}
}

func reportDependency(p *audit.Pass, f *source.File, item *yaml.Node) {
	for _, m := range source.Pairs(item) {
		what := ""
		switch m.Key.Value {
		case "url":
			if host := facts.HostOf(m.Value.Value); host != "" && !facts.Loopback(host) {
				what = "the skill depends on a server at " + host
			}
		case "command":
			what = "the skill depends on a server that is started as " + m.Value.Value
		}
		if what != "" {
			p.Report(audit.Finding{File: f, Span: f.NodeSpan(m.Key), Gate: facts.ByHand, Message: audit.What(what)})
		}
	}
}
