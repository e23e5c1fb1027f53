package repo

import (
	"io/fs"

	"github.com/agentlayers/layers/audit"
	"github.com/agentlayers/layers/audit/shell"
	"github.com/agentlayers/layers/audit/source"
)

func gitActiveHook() audit.Rule {
	return audit.Rule{
		ID:         "git-active-hook",
		Title:      "the git folder holds a hook that git will run",
		Severity:   audit.Medium,
		Confidence: audit.Certain,
		WorkTree:   true,
		Doc: audit.Doc{
			Why:   "Git runs these files on commits, checkouts, merges and pushes, whoever asks for those: an agent too. A clone never brings hooks; an archive or a shared folder can.",
			Fires: "an executable file in the hooks folder of a git folder.",
			Quiet: "the samples that git comes with; files that are not executable; the hooks of git-lfs as it installs them.",
			File:  ".git/hooks/post-checkout",
			Bad:   "#!/bin/sh\n./tools/setup.sh",
			Good:  "(no file)",
			Fix:   "read the hook, and delete it if you did not put it there",
		},
		Check: func(p *audit.Pass) {
			for _, r := range p.Set.Repos {
				for _, f := range r.Hooks {
					if isExecutable(p, f) && !isLFSHook(f) {
						p.Report(audit.Finding{File: f})
					}
				}
			}
		},
	}
}

// isExecutable reports whether git would run the file. A link counts for its target; what one outside the root
// leads to is not known, so that it counts.
func isExecutable(p *audit.Pass, f *source.File) bool {
	if f.Link == nil {
		return f.Mode.IsRegular() && f.Mode.Perm()&0o111 != 0
	}
	if f.Link.Broken || f.Link.Loop || f.Link.Dir {
		return false
	}
	rel, inside := p.Set.Rel(f.Link.Target)
	if !inside || f.Link.Outside {
		return true
	}
	target := p.Set.File(rel)
	return target == nil || target.Mode.Type() == fs.ModeSymlink || target.Mode.Perm()&0o111 != 0
}

// isLFSHook reports whether a hook does nothing but call git-lfs, and say so when that is missing.
func isLFSHook(f *source.File) bool {
	if !f.IsText() {
		return false
	}
	lines, err := shell.Parse(string(f.Text.Bytes))
	calls := shell.Calls(lines)
	if err != nil || len(calls) == 0 {
		return false
	}
	lfs := false
	for _, c := range calls {
		args := c.Args()
		switch {
		case c.Name() == "command" && len(args) == 2 && args[0] == "-v" && args[1] == "git-lfs":
		case c.Name() == "echo" || c.Name() == "printf" || c.Name() == "exit":
		case c.Name() == "git" && len(c.Assigns) == 0 && len(args) > 0 && args[0] == "lfs":
			lfs = true
		default:
			return false
		}
		for _, w := range c.Writes {
			if w.Text != "/dev/null" && w.Text != "1" && w.Text != "2" {
				return false
			}
		}
	}
	return lfs
}
