package editors

import (
	"strings"

	"github.com/agentlayers/layers/audit"
	"github.com/agentlayers/layers/audit/facts"
	"github.com/agentlayers/layers/audit/source"
	"github.com/agentlayers/layers/diag"
	"github.com/agentlayers/layers/internal/doc"
)

func devcontainerHostCommand() audit.Rule {
	return audit.Rule{
		ID:         "devcontainer-host-command",
		Title:      "the container's description reaches out to this machine",
		Severity:   audit.High,
		Confidence: audit.Certain,
		Agents:     []string{"vscode"},
		Doc: audit.Doc{
			Why:   "initializeCommand runs on the machine itself, before there is a container. A mounted home folder, docker's socket and --privileged each let what runs inside out again.",
			Fires: "initializeCommand (high); a mount of the home folder or of credentials below it, docker's socket, --privileged (medium).",
			Quiet: "commands inside the container, volumes, folders of the repository, caches below home.",
			File:  ".devcontainer/devcontainer.json",
			Bad:   `{ "initializeCommand": "./tools/prepare.sh" }`,
			Good:  `{ "postCreateCommand": "make deps" }`,
			Fix:   "use postCreateCommand, which runs inside the container",
		},
		Check: func(p *audit.Pass) {
			for f := range p.Files() {
				if f.User || f.Text == nil || !facts.IsDevcontainer(f) {
					continue
				}
				hostCommand(p, f)
				reachesOut(p, f)
			}
		},
	}
}

func hostCommand(p *audit.Pass, f *source.File) {
	m := source.At(f.JSON().Root, "initializeCommand")
	if m == nil || isEmpty(m.Value) {
		return
	}
	text := f.Raw(m.Value.Span())
	if line, ok := source.String(m.Value); ok {
		text = line
	}
	found := audit.Finding{
		File: f, Span: source.Where(m), Key: []string{m.Name}, Gate: facts.Trust, Message: audit.What("opening the container runs on this machine: ", text),
	}
	for _, c := range facts.Commands(f) {
		if c.Role == facts.Container {
			found.Covers = append(found.Covers, p.Scripts(c)...)
		}
	}
	p.Report(found)
}

func isEmpty(v *doc.Value) bool {
	text, isText := source.String(v)
	return isText && strings.TrimSpace(text) == "" || !isText && len(v.Elems) == 0 && len(v.Members) == 0
}

// reachesOut reports mounts and options with which the container is no border any more.
func reachesOut(p *audit.Pass, f *source.File) {
	root := f.JSON().Root
	report := func(at diag.Span, key, what string) {
		p.Report(audit.Finding{File: f, Span: at, Key: []string{key}, Gate: facts.ByHand, Severity: audit.Medium, Message: audit.What(what)})
	}
	if m := source.At(root, "privileged"); m != nil && source.IsTrue(m.Value) {
		report(source.Where(m), m.Name, "the container is privileged")
	}
	for _, e := range source.Elems(root, "mounts") {
		from, _ := source.String(e)
		if e.Kind == doc.Table {
			from, _ = source.String(source.Value(e, "source"))
		} else {
			from = mountSource(from)
		}
		if what := mounted(from); what != "" {
			report(e.Span(), "mounts", "the container mounts "+what)
		}
	}
	if m := source.At(root, "workspaceMount"); m != nil {
		text, _ := source.String(m.Value)
		if what := mounted(mountSource(text)); what != "" {
			report(source.Where(m), m.Name, "the container mounts "+what)
		}
	}
	args := source.Strings(source.Value(root, "runArgs"))
	for i, a := range args {
		option, value, joined := strings.Cut(a.Text, "=")
		at := a.Span
		if !joined && i+1 < len(args) {
			value, at = args[i+1].Text, args[i+1].Span
		}
		switch option {
		case "--privileged":
			if value != "false" || !joined {
				report(a.Span, "runArgs", "the container is privileged")
			}
		case "-v", "--volume":
			if what := mounted(volumeSource(value)); what != "" {
				report(at, "runArgs", "the container mounts "+what)
			}
		case "--mount":
			if what := mounted(mountSource(value)); what != "" {
				report(at, "runArgs", "the container mounts "+what)
			}
		}
	}
}

// mountSource is the source of "source=A,target=B,type=bind".
func mountSource(text string) string {
	for _, part := range strings.Split(text, ",") {
		if key, value, ok := strings.Cut(part, "="); ok && (key == "source" || key == "src") {
			return value
		}
	}
	return ""
}

// volumeSource is the first part of "A:B:ro"; colons in ${...} do not count.
func volumeSource(text string) string {
	depth := 0
	for i := range len(text) {
		switch text[i] {
		case '{':
			depth++
		case '}':
			depth--
		case ':':
			if depth == 0 && i != 1 {
				return text[:i]
			}
		}
	}
	return text
}

// mounted says what a mount gives away: docker's socket, the home folder, or credentials below it.
func mounted(from string) string {
	text := strings.ReplaceAll(from, `\`, "/")
	for _, v := range []string{"${localEnv:HOME}${localEnv:USERPROFILE}", "${localEnv:HOME}", "${localEnv:USERPROFILE}", "${env:HOME}", "${HOME}", "$HOME"} {
		if rest, ok := strings.CutPrefix(text, v); ok {
			text = "~" + rest
			break
		}
	}
	for _, name := range []string{"docker.sock", "podman.sock", "containerd.sock", "docker_engine"} {
		if strings.HasSuffix(text, "/"+name) {
			return "the socket " + from
		}
	}
	if text == "/" {
		return "the whole disk"
	}
	home := strings.HasPrefix(text, "~") || strings.HasPrefix(text, "/home/") || strings.HasPrefix(text, "/Users/") || strings.HasPrefix(text, "/root")
	if home && facts.Sensitive(text, "/nowhere", "") {
		return from
	}
	return ""
}
