package mcp

import (
	"strings"

	"github.com/agentlayers/layers/audit"
	"github.com/agentlayers/layers/audit/acts"
	"github.com/agentlayers/layers/audit/facts"
	"github.com/agentlayers/layers/audit/source"
	"github.com/agentlayers/layers/diag"
)

// did is one deed of a command: in its own text, or in a script of the repository that it names.
type did struct {
	act     acts.Act
	command facts.Command
	file    *source.File
	at      diag.Span
}

// deeds finds what commands do of one kind.
func deeds(p *audit.Pass, kind acts.Kind) []did {
	var out []did
	seen := map[*source.File]bool{}
	for c := range p.Commands() {
		if c.File.User {
			continue
		}
		if c.Role == facts.Inside && kind != acts.DownloadExec {
			continue // inside the container it is not this machine that is changed
		}
		before := len(out)
		for _, run := range c.Runs() {
			if run.Again && len(out) > before {
				break
			}
			for _, a := range acts.Find(run.Lines) {
				if a.Kind == kind {
					out = append(out, did{a, c, c.File, run.Place(a.Word)})
				}
			}
		}
		if !alone(c) {
			continue
		}
		for _, text := range c.LocalPaths() {
			rel, ok := p.Inside(c.File.Start, text.Text)
			f := p.Set.File(rel)
			if !ok || f == nil || !f.IsText() || seen[f] || f.Kind == source.SkillFile {
				continue
			}
			seen[f] = true
			for _, a := range acts.File(f.Inner, string(f.Text.Bytes)) {
				if a.Kind == kind {
					out = append(out, did{a, c, f, f.Span(a.Start, a.End)})
				}
			}
		}
	}
	return out
}

// alone reports whether a command is started without a person asking for it: then the scripts that it names count
// as part of it.
func alone(c facts.Command) bool {
	switch c.Role {
	case facts.Inside, facts.Expansion:
		return false
	case facts.Task:
		return c.Gate < facts.ByHand
	}
	return true
}

// report reports the deeds of a kind, with the severity that the gate of the command asks for.
func report(p *audit.Pass, kind acts.Kind, severity func(facts.Command) audit.Severity) {
	for _, d := range deeds(p, kind) {
		f := audit.Finding{
			File: d.file, Span: d.at, Gate: d.command.Gate, Start: d.command.File.Start,
			Message: audit.What("the "+subject(d.command)+" ", d.act.What),
		}
		if d.file == d.command.File {
			f.Key = d.command.Key
		} else {
			f.Message = audit.What("the script that the "+subject(d.command)+" runs ", d.act.What)
		}
		if severity != nil {
			f.Severity = severity(d.command)
		}
		p.Report(f)
	}
}

// subject names a command.
func subject(c facts.Command) string {
	switch c.Role {
	case facts.Hook, facts.Bundled:
		return "hook on " + c.Name
	case facts.Expansion:
		return "command in the text"
	case facts.Container, facts.Inside, facts.Tool, facts.Helper:
		return "command " + strings.Join(c.Key, ".")
	}
	return strings.TrimSpace(string(c.Role) + " " + c.Name)
}
