package repo

import (
	"path"
	"strings"
	"sync"

	"github.com/agentlayers/layers/audit"
	"github.com/agentlayers/layers/audit/source"
)

func gitConfigExec() audit.Rule {
	return audit.Rule{
		ID:         "git-config-exec",
		Title:      "the repository's git configuration runs a program",
		Severity:   audit.Critical,
		Confidence: audit.Certain,
		WorkTree:   true,
		Doc: audit.Doc{
			Why:   "Agents ask git about the state of the tree before anybody is asked about trust. Some settings make git run a program while it answers: a file system monitor runs on every status. A clone never brings such settings; an archive or a shared folder can.",
			Fires: "in .git/config, config.worktree and the configuration of submodules: core.fsmonitor with a program, core.hooksPath, sshCommand, pager, editor, askPass and gitProxy, external diff and merge programs, filters, gpg programs, credential helpers with a command, aliases with \"!\", included files, programs of remotes, the ext protocol, and a work tree outside the repository.",
			Quiet: "the stock filters of git-lfs; core.fsmonitor = true; the user's own configuration; credential helpers by name.",
			File:  ".git/config",
			Bad:   "[core]\n\tfsmonitor = ./tools/monitor",
			Good:  "[core]\n\tfsmonitor = true",
			Fix:   "unset it: git config --unset KEY, from a folder outside",
			Refs:  []string{"CVE-2026-71963"},
		},
		Check: func(p *audit.Pass) {
			for _, r := range p.Set.Repos {
				if r.Bare {
					continue
				}
				for _, f := range r.Configs {
					for _, e := range runs(p, f) {
						p.Report(audit.Finding{
							File: f, Span: e.At, Key: []string{e.Key()},
							Message: audit.What("git configuration sets "+e.Key()+" to ", e.Value),
						})
					}
				}
			}
		},
	}
}

// runs lists the entries of a git configuration that make git run a program, or read one elsewhere.
func runs(p *audit.Pass, f *source.File) []source.GitEntry {
	var out []source.GitEntry
	for _, e := range f.GitConfig() {
		if e.Name == "" || !e.Valued || strings.TrimSpace(e.Value) == "" {
			continue
		}
		if e.Section == "core" && e.Sub == "" && e.Name == "worktree" {
			if _, inside := p.Inside(path.Dir(f.Rel), e.Value); !inside {
				out = append(out, e)
			}
			continue
		}
		if isExec(e) {
			out = append(out, e)
		}
	}
	return out
}

// programs are the variables that hold a program, by section; "*." stands for any subsection.
var programs = sync.OnceValue(func() map[string]string {
	return map[string]string{
		"core":        "hookspath sshcommand pager editor askpass gitproxy alternaterefscommand",
		"diff":        "external",
		"diff.*":      "command textconv",
		"difftool.*":  "cmd path",
		"merge.*":     "driver",
		"mergetool.*": "cmd path",
		"gpg":         "program",
		"gpg.*":       "program defaultkeycommand",
		"include":     "path",
		"includeif.*": "path",
		"remote.*":    "uploadpack receivepack vcs",
		"sequence":    "editor",
		"interactive": "difffilter",
		"trailer.*":   "command cmd",
		"tar.*":       "command",
		"browser.*":   "cmd path",
		"man.*":       "cmd path",
		"guitool.*":   "cmd",
		"hook.*":      "command",
		"init":        "templatedir",
		"uploadpack":  "packobjectshook",
		"sendemail":   "smtpserver sendmailcmd tocmd cccmd",
		"imap":        "tunnel",
	}
})

func isExec(e source.GitEntry) bool {
	section := e.Section
	if e.Sub != "" {
		section += ".*"
	}
	for _, name := range strings.Fields(programs()[section]) {
		if name == e.Name {
			return true
		}
	}
	switch section {
	case "core":
		return e.Name == "fsmonitor" && !isBoolean(e.Value)
	case "pager":
		return !isBoolean(e.Value)
	case "filter.*":
		return (e.Name == "clean" || e.Name == "smudge" || e.Name == "process") && !isStockFilter(e)
	case "credential", "credential.*":
		return e.Name == "helper" && isCommandHelper(e.Value)
	case "alias", "alias.*":
		return strings.HasPrefix(strings.TrimSpace(e.Value), "!")
	case "protocol.*":
		return e.Name == "allow" && e.Sub == "ext" && e.Value != "never"
	case "protocol":
		return e.Name == "allow" && e.Value == "always"
	case "submodule.*":
		return e.Name == "update" && strings.HasPrefix(e.Value, "!")
	case "remote.*":
		return (e.Name == "url" || e.Name == "pushurl") && strings.HasPrefix(e.Value, "ext::")
	case "url.*":
		return strings.HasPrefix(e.Sub, "ext::")
	}
	return false
}

func isBoolean(value string) bool {
	switch strings.ToLower(value) {
	case "true", "false", "yes", "no", "on", "off", "1", "0":
		return true
	}
	return false
}

// isStockFilter reports whether a filter is what "git lfs install" writes.
func isStockFilter(e source.GitEntry) bool {
	if e.Sub != "lfs" {
		return false
	}
	switch e.Value {
	case "git-lfs clean -- %f", "git-lfs smudge -- %f", "git-lfs smudge --skip -- %f", "git-lfs filter-process", "git-lfs filter-process --skip":
		return true
	}
	return false
}

// isCommandHelper reports whether a credential helper is more than the name of one that is installed.
func isCommandHelper(value string) bool {
	name, _, _ := strings.Cut(strings.TrimSpace(value), " ")
	return strings.HasPrefix(value, "!") || strings.ContainsAny(name, `/\`) || strings.ContainsAny(value, "|&;<>()$`\n")
}
