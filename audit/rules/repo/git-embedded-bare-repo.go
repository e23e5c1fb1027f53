package repo

import (
	"path"
	"strings"

	"github.com/agentlayers/layers/audit"
	"github.com/agentlayers/layers/audit/gather"
	"github.com/agentlayers/layers/audit/source"
	"github.com/agentlayers/layers/diag"
)

func gitEmbeddedBareRepo() audit.Rule {
	return audit.Rule{
		ID:         "git-embedded-bare-repo",
		Title:      "a folder of the tree is a git repository in disguise",
		Severity:   audit.High,
		Confidence: audit.Certain,
		Doc: audit.Doc{
			Why:   "Git takes a folder with HEAD, objects and refs for a bare repository and obeys the configuration in it, which comes with a clone like any other file. Any git command that is started inside then runs the programs that the configuration names.",
			Fires: "a folder that holds HEAD, objects/ and refs/. Critical when its configuration runs a program. A fixture without configuration is for auditors.",
			Quiet: "folders called .git, which no commit can hold.",
			File:  "vendor/lib",
			Bad:   "HEAD\nconfig\nobjects/\nrefs/",
			Good:  "lib.bundle",
			Fix:   "remove the folder, or keep it as an archive; set safe.bareRepository to explicit",
		},
		Check: func(p *audit.Pass) {
			for _, r := range p.Set.Repos {
				if r.Bare {
					p.Report(bareFinding(p, r))
				}
			}
		},
	}
}

func bareFinding(p *audit.Pass, r gather.Repo) audit.Finding {
	found := audit.Finding{
		File: &source.File{
			Path: path.Join(p.Set.Root, r.Rel), Rel: r.Rel,
			Place: source.Place{Kind: source.Git, Agents: []string{"git"}, Inner: source.Fold(r.Rel), Start: "."},
		},
		Message: "git takes this folder for a repository of its own",
	}
	if len(r.Configs) == 0 && isFixture(r.Rel) {
		found.Severity, found.Persona = audit.Medium, audit.Auditor
	}
	for _, f := range r.Configs {
		found.Covers = append(found.Covers, f.Rel)
		for _, e := range runs(p, f) {
			found.Severity = audit.Critical
			found.Message = audit.What("git takes this folder for a repository of its own, whose "+e.Key()+" is ", e.Value)
			found.Related = append(found.Related, diag.Related{Span: e.At, Text: "set here"})
			return found
		}
	}
	return found
}

// isFixture reports whether a path lies among test data.
func isFixture(rel string) bool {
	for _, part := range strings.Split(source.Fold(rel), "/") {
		switch part {
		case "testdata", "test-data", "test_data", "fixtures", "fixture", "__fixtures__", "test", "tests", "__tests__":
			return true
		}
	}
	return false
}
