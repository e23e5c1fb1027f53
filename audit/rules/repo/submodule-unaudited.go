package repo

import (
	"path"
	"strings"

	"github.com/agentlayers/layers/audit"
	"github.com/agentlayers/layers/audit/facts"
	"github.com/agentlayers/layers/audit/source"
)

func submoduleUnaudited() audit.Rule {
	return audit.Rule{
		ID:         "submodule-unaudited",
		Title:      "a submodule is a repository of its own",
		Severity:   audit.Info,
		Confidence: audit.Certain,
		Agents:     []string{"git"},
		Doc: audit.Doc{
			Why:   "What a submodule holds comes from another repository and changes with its commit. Where it is not checked out nothing of it was read.",
			Fires: "a submodule that is not there, or that holds files which an agent reads.",
			Quiet: "a submodule that is there and holds none.",
			File:  ".gitmodules",
			Bad:   "[submodule \"lib\"]\n\tpath = lib\n\turl = ../lib.git",
			Good:  "# no submodules",
			Fix:   "check it out and audit it: layers audit PATH",
		},
		Check: func(p *audit.Pass) {
			var all []submodule
			for f := range p.Named(".gitmodules") {
				for _, e := range f.GitConfig() {
					if e.Section != "submodule" || e.Name != "path" || e.Value == "" {
						continue
					}
					if rel, ok := p.Inside(path.Dir(f.Rel), e.Value); ok && rel != "." { // else another rule's matter
						all = append(all, submodule{rel, f, e})
					}
				}
			}
			there, agents := contents(p, all)
			for _, s := range all {
				found := audit.Finding{File: s.file, Span: s.entry.At, Gate: facts.Open}
				switch {
				case !there[s.rel]:
					found.Message = audit.What("the submodule ", s.rel, " is not here: nothing of it was read")
				case agents[s.rel] != "":
					found.Message = audit.What("the submodule "+s.rel+" holds ", agents[s.rel])
				default:
					continue
				}
				p.Report(found)
			}
		},
	}
}

// submodule is one entry of a .gitmodules file.
type submodule struct {
	rel   string
	file  *source.File
	entry source.GitEntry
}

// contents says which submodules hold anything, and the first file of each that an agent reads.
func contents(p *audit.Pass, all []submodule) (there map[string]bool, agents map[string]string) {
	there, agents = map[string]bool{}, map[string]string{}
	if len(all) == 0 {
		return
	}
	named := map[string]bool{}
	for _, s := range all {
		named[s.rel] = true
	}
	above := func(rel string, yield func(string)) {
		for dir := path.Dir(rel); dir != "."; dir = path.Dir(dir) {
			if named[dir] {
				yield(dir)
			}
		}
	}
	for _, e := range p.Set.Entries {
		if path.Base(e.Rel) != ".git" {
			above(e.Rel, func(dir string) { there[dir] = true })
		}
	}
	for f := range p.Files() {
		if !f.User && f.Kind != source.Git && !strings.HasPrefix(f.Rel, "/") {
			above(f.Rel, func(dir string) {
				if agents[dir] == "" {
					agents[dir] = f.Rel
				}
			})
		}
	}
	return there, agents
}
