package main

import (
	"bufio"
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"runtime"
	"strings"
	"time"

	"golang.org/x/term"

	layout "github.com/agentlayers/layers/render/term"
	"github.com/agentlayers/layers/resolve"
	"github.com/agentlayers/layers/tree"
	"github.com/agentlayers/layers/tree/disk"
)

// host is the process as the commands see it, so that tests can make one up.
type host struct {
	env      func(string) (string, bool)
	cwd      func() (string, error)
	fsys     tree.FS
	stdout   io.Writer
	stderr   io.Writer
	terminal func() (width, height int, ok bool) // of stdout
	hostname func() (string, error)
	now      func() time.Time // for people; nil: time.Now

	// ask puts a question to the user; asked is false when nobody can answer. nil: nobody.
	ask func(question string) (yes, asked bool)

	// program runs another program in dir, with the environment of env.
	program func(ctx context.Context, dir, program string, args ...string) (stdout, stderr []byte, err error)
}

func processHost() host {
	return host{
		env: os.LookupEnv, cwd: workingDir, fsys: disk.FS(), stdout: os.Stdout, stderr: os.Stderr,
		terminal: stdoutTerminal, hostname: os.Hostname, program: runProgram,
		ask: askTerminal,
	}
}

func stdoutTerminal() (width, height int, ok bool) {
	fd := int(os.Stdout.Fd())
	if !term.IsTerminal(fd) {
		return 0, 0, false
	}
	w, h, err := term.GetSize(fd)
	return w, h, err == nil
}

// askTerminal asks on the standard error, and reads one line of the standard input when both are terminals.
func askTerminal(question string) (yes, asked bool) {
	if !term.IsTerminal(int(os.Stdin.Fd())) || !term.IsTerminal(int(os.Stderr.Fd())) {
		return false, false
	}
	fmt.Fprintf(os.Stderr, "%s [y/N] ", layout.Style{}.Escape(question))
	line, err := bufio.NewReader(os.Stdin).ReadString('\n')
	if err != nil && line == "" {
		return false, true
	}
	word := strings.ToLower(strings.TrimSpace(line))
	return word == "y" || word == "yes", true
}

// workingDir is the working directory as the user sees it: the shell's PWD when it names the same folder.
func workingDir() (string, error) {
	return os.Getwd()
}

func (h host) getenv(name string) string {
	if v, ok := h.env(name); ok {
		return v
	}
	return ""
}

// resolveHost builds the resolver's view of the machine for the global flags.
func (h host) resolveHost(g globals) (resolve.Host, error) {
	if g.demo {
		return demoHost(), nil
	}
	cwd, err := h.startDir(g)
	if err != nil {
		return resolve.Host{}, err
	}
	r := resolve.HostFrom(h.fsys, h.env, cwd)
	r.OS = runtime.GOOS
	if name, err := h.hostname(); err == nil {
		r.Hostname = name
	}
	if g.sysroot != "" {
		return h.inSysroot(g, r)
	}
	r.Home = slash(r.Home)
	return r, checkDir(r.FS, r.Cwd)
}

// startDir is -C, or the working directory; absolute, with forward slashes.
func (h host) startDir(g globals) (string, error) {
	cwd, err := h.cwd()
	if err != nil {
		return "", &exitError{code: exitUnreadable, cause: fmt.Errorf("the working directory cannot be found: %w", err)}
	}
	if g.dir == "" || g.sysroot != "" {
		return slash(cwd), nil
	}
	return tree.Join(slash(cwd), slash(g.dir)), nil
}

// inSysroot shows a folder as if it were "/". HOME and the start folder are paths inside it.
func (h host) inSysroot(g globals, r resolve.Host) (resolve.Host, error) {
	root := tree.Join(r.Cwd, slash(g.sysroot))
	if err := checkDir(r.FS, root); err != nil {
		return r, err
	}
	real, err := tree.EvalSymlinks(r.FS, root)
	if err != nil {
		return r, usage("%s: %w", g.sysroot, err)
	}
	r.FS = tree.Rebase(r.FS, real.Path, "/")
	r.Hostname = ""
	r.Cwd = tree.Join("/", slash(g.dir))
	return r, checkDir(r.FS, r.Cwd)
}

// checkDir refuses a start folder that is not there or is no folder.
func checkDir(fsys tree.FS, dir string) error {
	info, _, err := tree.Stat(fsys, dir)
	switch {
	case err != nil && errors.Is(err, os.ErrPermission):
		return &exitError{code: exitUnreadable, cause: fmt.Errorf("%s: permission denied", dir)}
	case err != nil:
		return usage("%s: no such folder", dir)
	case !info.IsDir():
		return usage("%s: not a folder", dir)
	}
	return nil
}

// slash is a path of the operating system as the tree spells it.
func slash(p string) string { return disk.Slash(p) }
