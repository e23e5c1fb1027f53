package repo

import (
	"io/fs"
	"path"
	"strings"

	"github.com/agentlayers/layers/audit"
	"github.com/agentlayers/layers/audit/facts"
	"github.com/agentlayers/layers/audit/source"
)

func gitmodulesSuspicious() audit.Rule {
	return audit.Rule{
		ID:         "gitmodules-suspicious",
		Title:      "a submodule is described in a way that attacks use",
		Severity:   audit.High,
		Confidence: audit.Certain,
		Agents:     []string{"git"},
		Doc: audit.Doc{
			Why:   "Names, paths and addresses of submodules become folders and arguments of programs when the repository is cloned with its submodules. Several versions of git let crafted ones write outside, or run what they say.",
			Fires: "control characters, \"..\" or a leading \"-\" in a name or path; control characters, a leading \"-\", ext:: and the like, or a file: address as url; update = !command; a path at or below a link, an agent's folder or .git.",
			Quiet: "relative addresses of siblings, such as ../lib.git.",
			File:  ".gitmodules",
			Bad:   "[submodule \"../x\"]\n\tpath = ../x\n\turl = https://example.com/x.git",
			Good:  "[submodule \"third_party/x\"]\n\tpath = third_party/x\n\turl = https://example.com/x.git",
			Fix:   "correct the entry, and update git",
			Refs:  []string{"CVE-2025-48384", "CVE-2018-11235"},
		},
		Check: func(p *audit.Pass) {
			links := linksOf(p)
			for f := range p.Named(".gitmodules") {
				for _, e := range f.GitConfig() {
					if e.Section != "submodule" {
						continue
					}
					if why := suspicious(links, e); why != "" {
						p.Report(audit.Finding{File: f, Span: e.At, Gate: facts.Open, Message: why})
					}
				}
			}
		},
	}
}

// suspicious says what is wrong with one entry; the header stands for the submodule's name.
func suspicious(links map[string]string, e source.GitEntry) string {
	switch e.Name {
	case "":
		return badPath("name", e.Sub)
	case "path":
		if why := badPath("path", e.Value); why != "" {
			return why
		}
		return badPlace(links, e.Value)
	case "url":
		return badURL(e.Value)
	case "update":
		if strings.HasPrefix(strings.TrimSpace(e.Value), "!") {
			return audit.What("the submodule runs ", e.Value, " when it is updated")
		}
	}
	return ""
}

// badPath judges a name or a path.
func badPath(what, value string) string {
	switch {
	case hasControl(value):
		return "the " + what + " of a submodule holds control characters"
	case strings.HasPrefix(value, "-"):
		return audit.What("the "+what+" of a submodule looks like an option: ", value)
	case strings.HasPrefix(value, "/") && what == "path", len(value) > 1 && value[1] == ':' && what == "path":
		return audit.What("the path of a submodule lies outside the repository: ", value)
	}
	for _, part := range strings.FieldsFunc(value, func(r rune) bool { return r == '/' || r == '\\' }) {
		if part == ".." {
			return audit.What("the "+what+" of a submodule climbs out: ", value)
		}
	}
	return ""
}

// badPlace judges where a submodule goes: not below a link, and not where agents or git look for their own files.
func badPlace(links map[string]string, value string) string {
	folded := strings.Trim(source.Fold(value), "/")
	for _, part := range strings.Split(folded, "/") {
		if part == ".git" {
			return audit.What("the submodule goes into a git folder: ", value)
		}
	}
	for _, name := range []string{"/x", "/settings.json", "/copilot-instructions.md"} {
		if _, ok := source.Classify(value + name); ok && value != "" && isAgentFolder(value, name) {
			return audit.What("the submodule goes into a folder that agents read: ", value)
		}
	}
	for dir := path.Clean(folded); dir != "." && dir != "/"; dir = path.Dir(dir) {
		if link, ok := links[dir]; ok {
			return audit.What("the submodule goes below the link ", link)
		}
	}
	return ""
}

// linksOf are the links of the tree, by their path without letter case.
func linksOf(p *audit.Pass) map[string]string {
	out := map[string]string{}
	for _, e := range p.Set.Entries {
		if e.Type&fs.ModeSymlink != 0 {
			out[source.Fold(e.Rel)] = e.Rel
		}
	}
	return out
}

// isAgentFolder reports whether it is the folder, and not the name of the file in it, that an agent knows.
func isAgentFolder(dir, name string) bool {
	place, ok := source.Classify(dir + name)
	return ok && place.Inner != source.Fold(strings.TrimPrefix(name, "/"))
}

func badURL(value string) string {
	lower := strings.ToLower(strings.TrimSpace(value))
	for _, escaped := range []string{"%0a", "%0d", "%00"} {
		if strings.Contains(lower, escaped) {
			return "the address of a submodule holds an encoded control character"
		}
	}
	helper, _, isHelper := strings.Cut(lower, "::")
	switch {
	case hasControl(value):
		return "the address of a submodule holds control characters"
	case strings.HasPrefix(lower, "-"), strings.HasPrefix(facts.HostOf(lower), "-"):
		return audit.What("the address of a submodule looks like an option: ", value)
	case isHelper && helper != "" && strings.Trim(helper, "abcdefghijklmnopqrstuvwxyz0123456789+-.") == "":
		return audit.What("the address of a submodule starts a program: ", value)
	case strings.HasPrefix(lower, "file:"), strings.HasPrefix(lower, "/"), strings.HasPrefix(lower, "~"):
		return audit.What("the address of a submodule is a folder of this machine: ", value)
	}
	return ""
}

func hasControl(s string) bool {
	return strings.ContainsFunc(s, func(r rune) bool { return r < 0x20 || r >= 0x7f && r < 0xa0 })
}
