package editors

import (
	"path"
	"slices"
	"strings"

	"gopkg.in/yaml.v3"

	"github.com/agentlayers/layers/audit"
	"github.com/agentlayers/layers/audit/source"
	"github.com/agentlayers/layers/diag"
)

func workflowAgentUnattended() audit.Rule {
	return audit.Rule{
		ID:         "workflow-agent-unattended",
		Title:      "a workflow runs an agent with nothing that holds it back",
		Severity:   audit.Medium,
		Confidence: audit.Firm,
		Agents:     []string{"ci"},
		Doc: audit.Doc{
			Why:   "An agent that trusts whatever was checked out and never asks does what the text of an issue or a pull request tells it, with the workflow's token.",
			Fires: "a step that forces an agent to trust the folder, or switches its questions or its sandbox off: GEMINI_CLI_TRUST_WORKSPACE, --skip-trust, --yolo, --dangerously-* and the like, on a command line or as an input of an agent's action. High where anybody can trigger it: pull_request_target, issue_comment, issues.",
			Quiet: "other workflows, comments, and steps that only talk about such options. An agent with nothing but reading tools on a push to named branches is reported to auditors.",
			File:  ".github/workflows/triage.yml",
			Bad:   "on: issues\njobs:\n  triage:\n    runs-on: ubuntu-latest\n    steps:\n      - run: gemini --yolo -p \"label this\"",
			Good:  "on: issues\njobs:\n  triage:\n    runs-on: ubuntu-latest\n    steps:\n      - run: gemini -p \"label this\"",
			Fix:   "leave the questions on, give the job a token that only reads, and do not trust the checkout",
			Refs:  []string{"google-gemini/gemini-cli#25814"},
		},
		Check: func(p *audit.Pass) {
			for f := range p.Kinds(source.Workflow) {
				if ext := path.Ext(f.Inner); f.User || ext != ".yml" && ext != ".yaml" {
					continue
				}
				if root := f.YAML().Root; root != nil {
					w := workflow{p: p, f: f, triggers: triggersOf(root), seen: map[int]bool{}, done: map[*yaml.Node]bool{}}
					w.look(root)
				}
			}
		},
	}
}

// workflow is one file while it is looked at.
type workflow struct {
	p        *audit.Pass
	f        *source.File
	triggers []string
	onBranch bool                // pushes to named branches only
	seen     map[int]bool        // lines that are reported
	done     map[*yaml.Node]bool // lists of steps, and texts, that were looked at: aliases repeat them
}

// triggersOf lists the events that start a workflow.
func triggersOf(root *yaml.Node) []string {
	on := source.Field(root, "on")
	if on == nil {
		return nil
	}
	var out []string
	if on.Value.Kind == yaml.ScalarNode {
		out = append(out, on.Value.Value)
	}
	for _, e := range source.Items(on.Value) {
		out = append(out, e.Value)
	}
	for _, e := range source.Pairs(on.Value) {
		out = append(out, e.Key.Value)
	}
	return out
}

// isOpen reports whether anybody can start the workflow.
func (w *workflow) isOpen() bool {
	return slices.ContainsFunc(w.triggers, func(t string) bool {
		return t == "pull_request_target" || t == "issue_comment" || t == "issues"
	})
}

// isProtected reports whether only a push to named branches, or its owners, start the workflow.
func (w *workflow) isProtected(root *yaml.Node) bool {
	for _, t := range w.triggers {
		switch t {
		case "schedule", "workflow_dispatch":
		case "push":
			on := source.Field(root, "on")
			push := source.Field(on.Value, "push")
			if push == nil || source.Field(push.Value, "branches") == nil {
				return false
			}
		default:
			return false
		}
	}
	return len(w.triggers) > 0
}

func (w *workflow) look(root *yaml.Node) {
	w.onBranch = w.isProtected(root)
	w.env(root)
	jobs := source.Field(root, "jobs")
	if jobs == nil {
		return
	}
	for _, job := range source.Pairs(jobs.Value) {
		w.env(job.Value)
		steps := source.Field(job.Value, "steps")
		if with := source.Field(job.Value, "with"); with != nil {
			w.inputs(job.Value, with.Value)
		}
		if steps == nil || w.done[steps.Value] {
			continue
		}
		w.done[steps.Value] = true
		for _, step := range source.Items(steps.Value) {
			step = source.Alias(step)
			w.env(step)
			if with := source.Field(step, "with"); with != nil {
				w.inputs(step, with.Value)
			}
			if run := source.Field(step, "run"); run != nil {
				w.script(run.Value)
			}
		}
	}
}

// env looks at the variables of the workflow, a job or a step.
func (w *workflow) env(owner *yaml.Node) {
	table := source.Field(owner, "env")
	if table == nil {
		return
	}
	for _, m := range source.Pairs(table.Value) {
		if forcesTrust(m.Key.Value, m.Value.Value) {
			w.report(m.Key.Line, w.f.NodeSpan(m.Key), m.Key.Value+" makes the agent trust whatever was checked out", false)
		}
	}
}

// forcesTrust reports whether a variable makes an agent trust the folder, or never ask.
func forcesTrust(name, value string) bool {
	value = strings.ToLower(strings.TrimSpace(value))
	switch name {
	case "GEMINI_CLI_TRUST_WORKSPACE", "CLAUDE_CODE_DANGEROUSLY_SKIP_PERMISSIONS", "CLAUDE_DANGEROUSLY_SKIP_PERMISSIONS", "COPILOT_ALLOW_ALL",
		"GEMINI_YOLO", "OPENCODE_YOLO", "QWEN_CODE_TRUST_WORKSPACE":
		return value != "" && value != "false" && value != "0"
	case "GEMINI_APPROVAL_MODE":
		return value == "yolo"
	}
	return false
}

// mostLines bounds the findings about one file.
const mostLines = 100

// report reports one line once. reading says that the agent only has tools that read.
func (w *workflow) report(line int, at diag.Span, what string, reading bool) {
	if w.seen[line] || len(w.seen) >= mostLines {
		return
	}
	w.seen[line] = true
	found := audit.Finding{File: w.f, Span: at, Message: audit.What(what)}
	switch {
	case w.isOpen():
		found.Severity = audit.High
		found.Message += "; anybody can trigger it"
	case w.onBranch && reading:
		found.Severity, found.Persona = audit.Low, audit.Auditor
	}
	w.p.Report(found)
}
