package resolve

import (
	"errors"
	"path"
	"time"

	"github.com/agentlayers/layers/diag"
	"github.com/agentlayers/layers/dialect"
	"github.com/agentlayers/layers/tree"
)

// Host is the machine as the resolver sees it. Nothing is read from the process.
type Host struct {
	FS       tree.FS
	Cwd      string                           // absolute; as the user sees it, links not resolved
	Home     string                           // the user's home folder; "" when unknown
	Env      func(name string) (string, bool) // may be nil
	OS       string                           // runtime.GOOS of the machine that is described
	Hostname string                           // for requirements that differ per host; may be ""
	Now      func() time.Time                 // the clock that stamps files, for Result.Changed; may be nil
}

// HostFrom fills a Host from what a program is given: a file system, os.LookupEnv or a map's lookup, and the
// working directory.
func HostFrom(fsys tree.FS, env func(string) (string, bool), cwd string) Host {
	h := Host{FS: fsys, Cwd: cwd, Env: env}
	h.Home = h.env("HOME")
	return h
}

func (h Host) env(name string) string {
	if h.Env == nil {
		return ""
	}
	v, ok := h.Env(name)
	if !ok {
		return ""
	}
	return v
}

func (h Host) validate() error {
	switch {
	case h.FS == nil:
		return errors.New("resolve: Host.FS is not set; use resolve.HostFrom(disk.FS(), os.LookupEnv, cwd)")
	case h.Cwd == "":
		return errors.New("resolve: Host.Cwd is not set; use resolve.HostFrom(disk.FS(), os.LookupEnv, cwd)")
	case !tree.IsAbs(h.Cwd):
		return errors.New("resolve: Host.Cwd must be absolute: " + h.Cwd)
	}
	return nil
}

// stateDir is the folder of the agent's state file: the one that the environment names, or the user's home.
func (h Host) stateDir(d dialect.Home) string {
	if value := h.env(d.Env); d.Env != "" && value != "" {
		return tree.Join(h.Cwd, value)
	}
	return h.Home
}

// AgentHome is the folder of the user's files of one agent, which Dir reports as Result.AgentHome: for what has to be
// there before, such as an embedder's own skills. It is "" when there is none.
func (h Host) AgentHome(d dialect.Dialect) string {
	dir, _, _ := h.agentHome(d.Home)
	return dir
}

// agentHome finds the agent's own folder. A folder named by the environment must exist and is reported with
// its links resolved; the default below the user's home need not exist.
//
// Cases: codex-home-missing, codex-home-relative, codex-home-symlink.
func (h Host) agentHome(d dialect.Home) (string, diag.List, []diag.Event) {
	value := h.env(d.Env)
	if d.Env == "" || value == "" {
		if h.Home == "" {
			return "", diag.List{{
				Code: "home-unknown", Severity: diag.Error,
				Summary: "neither HOME nor " + d.Name + " is set, so the user's configuration cannot be found",
				Fix:     "set HOME",
			}}, []diag.Event{{Class: "unreadable"}}
		}
		return path.Join(h.Home, d.Dir), nil, nil
	}
	named := tree.Join(h.Cwd, value)
	if d.MayMiss {
		return named, nil, nil
	}
	info, where, err := tree.Stat(h.FS, named)
	if err == nil && info.IsDir() {
		return where.Path, nil, nil
	}
	return "", diag.List{{
		Code: "agent-home-missing", Severity: diag.Error, Subject: diag.File(named),
		Summary: d.Name + " names a folder that does not exist",
		Effect:  "the agent refuses every command",
		Fix:     "create the folder, or unset " + d.Name,
	}}, []diag.Event{{Class: "codex-home-missing", At: diag.File(named)}}
}
