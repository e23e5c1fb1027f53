package repo

import (
	"path"
	"strings"

	"github.com/agentlayers/layers/audit"
	"github.com/agentlayers/layers/audit/gather"
	"github.com/agentlayers/layers/audit/source"
)

func gitfileUntrustedTarget() audit.Rule {
	return audit.Rule{
		ID:         "gitfile-untrusted-target",
		Title:      "the .git file names a repository that does not know this folder",
		Severity:   audit.High,
		Confidence: audit.Certain,
		Agents:     []string{"codex", "claude", "git"},
		WorkTree:   true,
		Intent:     true,
		Doc: audit.Doc{
			Why:   "A .git file can claim that its folder is a checkout of another repository. Codex 0.145.0 gives such a folder the trust of the repository that the path belongs to, even when nothing is there; newer versions ask whether the repository points back.",
			Fires: "a .git file whose git folder does not exist, or lies outside the audited folder and does not name this checkout; a link in its place that leads out; a commondir file in a git folder that is no worktree's.",
			Quiet: "linked worktrees and submodules whose git folder points back.",
			File:  ".git",
			Bad:   "gitdir: /home/user/work/.git/worktrees/none",
			Good:  "gitdir: /home/user/work/.git/worktrees/feature",
			Fix:   "delete the file and make the worktree again: git worktree add, or git worktree repair after a move",
			Refs:  []string{"GHSA-q5hj-mxqh-vv77", "openai/codex#26020", "openai/codex#27049"},
		},
		Check: func(p *audit.Pass) {
			for _, r := range p.Set.Repos {
				if why := distrust(p, r); why != "" {
					p.Report(audit.Finding{File: r.File, Message: why, Effects: gitfileEffects(p, r)})
				}
				if r.Common != nil {
					text := ""
					if r.Common.IsText() {
						text = strings.TrimSpace(string(r.Common.Text.Bytes))
					}
					p.Report(audit.Finding{
						File:    r.Common,
						Message: audit.What("the git folder takes its configuration and objects from ", text),
					})
				}
			}
		},
	}
}

// distrust says what is wrong with a .git that is no folder; "" when it is sound, or means nothing to git.
func distrust(p *audit.Pass, r gather.Repo) string {
	switch {
	case r.File == nil || r.Refused == "":
		return ""
	case r.File.Link != nil:
		if r.File.Link.Outside || r.File.Link.Broken || r.File.Link.Loop {
			return audit.What("the git folder is a link to ", r.File.Link.Text)
		}
		return ""
	case r.Target == "" && r.File.IsText() && strings.HasPrefix(string(r.File.Text.Bytes), "gitdir:"):
		return "the .git file names more than one git folder, or none"
	case r.Target == "":
		return "" // no pointer: git and agents pass over it
	}
	return audit.What("the .git file names ", r.Target, ": "+r.Refused)
}

// gitfileEffects words what each version makes of a pointer that nothing confirms: the oldest Codex goes by the
// path alone.
func gitfileEffects(p *audit.Pass, r gather.Repo) []audit.Effect {
	effects := p.Effects(audit.Finding{File: &source.File{
		Path: r.File.Path, Rel: r.File.Rel,
		Place: source.Place{Kind: source.Git, Agents: []string{"claude", "codex", "git"}, Inner: ".git", Start: r.File.Start},
	}})
	inherits := path.Base(path.Dir(r.Target)) == "worktrees" && path.Base(path.Dir(path.Dir(r.Target))) == ".git"
	for i := range effects {
		e := &effects[i]
		switch {
		case e.Agent == "git":
			e.Now, e.Trusted = "git commands fail, or work on that repository", "the same"
		case e.Agent == "codex" && (e.Version == "0.145.0" || e.Version == "") && inherits:
			e.Now, e.Trusted = "the folder is trusted when that repository is", "takes effect"
		default:
			e.Now, e.Trusted, e.Honoured, e.Active = "none, this version asks whether the repository points back", "none", false, false
		}
	}
	return effects
}
