package editors

import (
	"strings"

	"github.com/agentlayers/layers/audit"
	"github.com/agentlayers/layers/audit/facts"
	"github.com/agentlayers/layers/audit/source"
	"github.com/agentlayers/layers/internal/doc"
)

func vscodeTaskAutorun() audit.Rule {
	return audit.Rule{
		ID:         "vscode-task-autorun",
		Title:      "a task runs when the folder is opened",
		Severity:   audit.High,
		Confidence: audit.Certain,
		Doc: audit.Doc{
			Why:   "VS Code asks before it runs such a task in a folder that is not trusted. Editors made from it, Cursor first, come with that question switched off.",
			Fires: "runOptions.runOn = \"folderOpen\" in .vscode/tasks.json; tasks of .zed/tasks.json that run when a worktree is made (medium).",
			Quiet: "tasks that a person starts.",
			File:  ".vscode/tasks.json",
			Bad:   `{ "tasks": [{ "label": "a", "command": "./a.sh", "runOptions": { "runOn": "folderOpen" } }] }`,
			Good:  `{ "tasks": [{ "label": "a", "command": "./a.sh" }] }`,
			Fix:   "remove runOn; start the task by hand",
		},
		Check: func(p *audit.Pass) {
			for f := range p.Named(".vscode/tasks.json") {
				autoRun(p, f, f.Tree(), "", 0)
			}
			for f := range p.Named(".zed/tasks.json") {
				for _, task := range source.Elems(f.Tree()) {
					for _, hook := range source.Strings(source.Value(task, "hooks")) {
						label, _ := source.String(source.Value(task, "label"))
						p.Report(audit.Finding{
							File: f, Span: hook.Span, Severity: audit.Medium, Gate: facts.Trust,
							Message: audit.What("the task ", label, " runs on "+hook.Text),
						})
					}
				}
			}
		},
	}
}

// autoRun looks for runOptions at every depth: tasks can stand below the name of an operating system.
func autoRun(p *audit.Pass, f *source.File, v *doc.Value, label string, depth int) {
	const deepest = 6
	if v == nil || depth > deepest {
		return
	}
	if text, ok := source.String(source.Value(v, "label")); ok && v.Kind == doc.Table {
		label = text
	}
	for _, e := range v.Elems {
		autoRun(p, f, e, label, depth+1)
	}
	for _, m := range v.Members {
		if on := source.At(m.Value, "runOn"); m.Name == "runOptions" && on != nil {
			if text, _ := source.String(on.Value); strings.EqualFold(text, "folderOpen") {
				p.Report(audit.Finding{
					File: f, Span: source.Where(on), Gate: facts.Trust,
					Message: audit.What("the task ", label, " runs when the folder is opened"),
				})
			}
			continue
		}
		autoRun(p, f, m.Value, label, depth+1)
	}
}
