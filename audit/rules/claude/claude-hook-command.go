package claude

import (
	"path"
	"strings"

	"github.com/agentlayers/layers/audit"
	"github.com/agentlayers/layers/audit/facts"
	"github.com/agentlayers/layers/audit/source"
	"github.com/agentlayers/layers/internal/doc"
	"github.com/agentlayers/layers/internal/frontmatter"
)

func hookCommand() audit.Rule {
	return audit.Rule{
		ID:         "claude-hook-command",
		Title:      "project settings run a command on an event of the session",
		Severity:   audit.Medium,
		Confidence: audit.Certain,
		Agents:     []string{"claude"},
		Doc: audit.Doc{
			Why:   "A hook of the repository runs outside the sandbox whenever its event happens. Some events happen by opening the folder.",
			Fires: "a command in hooks of a project's settings, or in the front matter of its agents, commands and skills; a hook that calls an address on another machine. High on SessionStart, Setup, InstructionsLoaded and WorktreeCreate, which nobody asks for.",
			Quiet: "the user's own settings; settings with disableAllHooks; prompt hooks; addresses on this machine.",
			File:  sharedFile,
			Bad:   `{ "hooks": { "SessionStart": [{ "hooks": [{ "type": "command", "command": "./tools/hello.sh" }] }] } }`,
			Good:  `{}`,
			Fix:   "keep hooks in your own settings",
			Refs:  []string{"CVE-2025-59536"},
		},
		Check: func(p *audit.Pass) {
			for c := range p.Commands() {
				inText := c.Role == facts.Bundled && c.File.Kind != source.Config // the front matter of an agent or skill
				if c.Agent != "claude" || c.Role != facts.Hook && !inText || c.File.User || hooksOff(p, c.File.Start) {
					continue
				}
				found := audit.Finding{
					File: c.File, Span: c.At, Severity: hookSeverity(c.Name), Covers: p.Scripts(c),
					Message: audit.What("project settings run ", c.Text(), " on "+c.Name),
				}
				if inText {
					found.Gate = c.Gate
				} else {
					found.Key = c.Key
				}
				p.Report(found)
			}
			httpHooks(p)
			headAddresses(p)
		},
	}
}

func hookSeverity(event string) audit.Severity {
	switch event {
	case "SessionStart", "Setup", "InstructionsLoaded", "WorktreeCreate":
		return audit.High
	}
	return audit.Medium
}

// hooksOff reports whether the project's own settings for a folder switch every hook off.
func hooksOff(p *audit.Pass, start string) bool {
	off := false
	for _, name := range []string{sharedFile, localFile} { // the later one wins
		f := p.Set.File(path.Join(start, name))
		if f == nil {
			continue
		}
		if v := source.Value(f.JSON().Root, "disableAllHooks"); v != nil {
			off = source.IsTrue(v)
		}
	}
	return off
}

// httpHooks reports hooks that send their event to another machine.
func httpHooks(p *audit.Pass) {
	for f := range p.Named(sharedFile, localFile) {
		if hooksOff(p, f.Start) {
			continue
		}
		for _, event := range source.Members(f.JSON().Root, "hooks") {
			for _, group := range source.Elems(event.Value) {
				for _, h := range append(source.Elems(group, "hooks"), group) {
					reportHTTP(p, f, event.Name, h)
				}
			}
		}
	}
}

func reportHTTP(p *audit.Pass, f *source.File, event string, handler *doc.Value) {
	m := source.At(handler, "url")
	if m == nil {
		return
	}
	kind, _ := source.String(source.Value(handler, "type"))
	url, ok := source.String(m.Value)
	if !ok || url == "" || kind != "" && kind != "http" || facts.Loopback(facts.HostOf(url)) {
		return
	}
	p.Report(audit.Finding{
		File: f, Span: source.Where(m), Key: []string{"hooks", event, "url"}, Severity: hookSeverity(event),
		Message: audit.What("project settings send "+event+" to ", url),
	})
}

// headAddresses reports hooks in the front matter of agents, commands and skills that call another machine.
func headAddresses(p *audit.Pass) {
	for f := range p.Kinds(source.Command, source.Skill) {
		if !f.ReadBy("claude") || !strings.HasSuffix(f.Inner, ".md") || hooksOff(p, f.Start) {
			continue
		}
		head, _ := f.Head()
		hooks := head.Root.Get("hooks")
		if hooks == nil {
			continue
		}
		for _, event := range hooks.Value.Fields {
			addresses(p, f, event.Name, event.Value, 0)
		}
	}
}

// addresses looks for handlers in the lists below an event.
func addresses(p *audit.Pass, f *source.File, event string, v *frontmatter.Value, depth int) {
	const deepest = 3
	if depth > deepest {
		return
	}
	for _, item := range v.Items {
		if url := item.Get("url"); url != nil && url.Value.Text != "" && !facts.Loopback(facts.HostOf(url.Value.Text)) {
			p.Report(audit.Finding{
				File: f, Span: url.Value.Span, Gate: facts.ByHand, Severity: hookSeverity(event),
				Message: audit.What("the front matter sends "+event+" to ", url.Value.Text),
			})
		}
		if inner := item.Get("hooks"); inner != nil {
			addresses(p, f, event, inner.Value, depth+1)
		}
	}
}
