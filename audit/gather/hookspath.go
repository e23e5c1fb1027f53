package gather

import (
	"fmt"
	"io/fs"
	"path"
	"strconv"
	"strings"
	"sync"

	"github.com/agentlayers/layers/audit/source"
	"github.com/agentlayers/layers/diag"
	"github.com/agentlayers/layers/tree"
)

// hookNames are the hooks that git runs, as githooks(5) of git 2.51 lists them.
var hookNames = sync.OnceValue(func() []string {
	return strings.Fields(`applypatch-msg pre-applypatch post-applypatch pre-commit pre-merge-commit prepare-commit-msg
	commit-msg post-commit pre-rebase post-checkout post-merge pre-push pre-receive update proc-receive post-receive
	post-update reference-transaction push-to-checkout pre-auto-gc post-rewrite sendemail-validate fsmonitor-watchman
	p4-changelist p4-prepare-changelist p4-post-changelist p4-pre-submit post-index-change`)
})

// hooksPath adds the hooks in the folder that core.hooksPath names for the checkout of r, where it lies inside the
// root. A path that is not absolute starts at the checkout's top folder, so that every worktree has hooks of its own.
func (g *gatherer) hooksPath(r *Repo) {
	if r.Refused != "" {
		return // what its ".git" file names is not to be believed, and a rule says so
	}
	top := path.Dir(path.Join(g.set.Root, r.Rel))
	gitDir := path.Join(top, ".git")
	if r.File != nil {
		gitDir = r.Target
	}
	settings, problem := g.gitSettings(gitDir)
	if problem != "" {
		r.HooksAway = problem
		return
	}
	named, set := settings["core.hookspath"]
	if !set {
		return
	}
	if work := settings["core.worktree"]; work != "" {
		top = joined(gitDir, work)
	}
	dir, known := g.expanded(top, named)
	way, err := tree.EvalSymlinks(g.fsys, dir)
	rel, inside := g.set.Rel(way.Path)
	switch {
	case !known || !inside || g.leaves(way):
		r.HooksAway = fmt.Sprintf("the hooks in %q, which core.hooksPath names", named)
	case err == nil:
		g.namedHooks(r, rel)
	case !tree.IsMissing(err): // without the folder git runs none; one that is put there is new content
		g.incomplete(fmt.Sprintf("the folder that core.hooksPath names, %s, cannot be looked at: %v", named, cause(err)))
	}
}

// namedHooks adds the files that git would run.
func (g *gatherer) namedHooks(r *Repo, dir string) {
	for _, name := range hookNames() {
		rel := path.Join(dir, name)
		info, err := g.fsys.Lstat(path.Join(g.set.Root, rel))
		if err != nil || info.Mode()&fs.ModeSymlink == 0 && (!info.Mode().IsRegular() || info.Mode().Perm()&0o111 == 0) {
			continue
		}
		if f := g.gitEntry(rel); f != nil {
			r.Named = append(r.Named, f)
		}
	}
}

// gitSettings are the variables of one checkout, by key; the last value counts. Files that they include are not
// read. problem says which file could not be.
func (g *gatherer) gitSettings(gitDir string) (settings map[string]string, problem string) {
	common, err := commonDir(g.fsys, gitDir)
	if err != nil {
		common = gitDir
	}
	settings = map[string]string{}
	problem = g.readSettings(path.Join(common, "config"), settings)
	if problem == "" && isOn(settings["extensions.worktreeconfig"]) {
		problem = g.readSettings(path.Join(gitDir, "config.worktree"), settings)
	}
	return settings, problem
}

// readSettings adds the variables of one file; a missing one has none.
func (g *gatherer) readSettings(p string, out map[string]string) (problem string) {
	f, _, err := tree.Read(g.fsys, p, g.o.Limits.FileBytes)
	if err != nil {
		if tree.IsMissing(err) {
			return ""
		}
		return fmt.Sprintf("hooks of git that %s may name: %v", p, cause(err))
	}
	config := &source.File{Path: p, Text: diag.NewSource(p, f.Data)}
	for _, e := range config.GitConfig() {
		switch {
		case e.Name == "":
		case e.Valued:
			out[e.Key()] = e.Value
		case e.Section == "extensions": // a name alone is true
			out[e.Key()] = "true"
		}
	}
	return ""
}

// expanded is a path of git's configuration as a path; known is false for the home folder of another user and the
// like. It is not cleaned: links before a ".." count.
func (g *gatherer) expanded(top, value string) (p string, known bool) {
	value = strings.TrimPrefix(value, ":(optional)")
	if below, own := strings.CutPrefix(value+"/", "~/"); own {
		return g.o.Host.Home + "/" + below, g.o.Host.Home != ""
	}
	switch {
	case strings.HasPrefix(value, "~"), strings.HasPrefix(value, "%(prefix)"):
		return "", false
	case value == "":
		return "/", true // as git has it
	}
	return joined(top, value), true
}

// joined puts a path below a folder and leaves its ".." as they are.
func joined(dir, p string) string {
	if tree.IsAbs(p) {
		return p
	}
	return dir + "/" + p
}

// isOn reports whether git takes a value for true.
func isOn(value string) bool {
	switch strings.ToLower(value) {
	case "true", "yes", "on":
		return true
	}
	n, err := strconv.Atoi(value)
	return err == nil && n != 0
}
