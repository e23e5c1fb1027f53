package main

import (
	"context"
	"errors"
	"os"
	"os/exec"
	"strconv"
	"testing"

	"github.com/rogpeppe/go-internal/testscript"
)

func TestMain(m *testing.M) {
	if os.Getenv(asLayers) != "" {
		os.Exit(run(context.Background(), os.Args[1:], processHost()))
	}
	testscript.Main(m, map[string]func(){
		"layers":          func() { os.Exit(run(context.Background(), os.Args[1:], processHost())) },
		"layers-measured": measuredMain,
	})
}

func TestScripts(t *testing.T) {
	t.Parallel()
	testscript.Run(t, testscript.Params{
		Dir:                 "testdata/script",
		UpdateScripts:       os.Getenv("UPDATE_SCRIPTS") != "",
		RequireExplicitExec: true,
		RequireUniqueNames:  true,
		Cmds:                map[string]func(*testscript.TestScript, bool, []string){"exits": exits},
		Setup: func(env *testscript.Env) error {
			env.Setenv("HOME", env.WorkDir+"/home")
			env.Setenv("CODEX_HOME", "")
			env.Setenv("XDG_CONFIG_HOME", "")
			env.Setenv("LANG", "C.UTF-8")
			env.Setenv("NO_COLOR", "")
			env.Setenv("GORACE", "atexit_sleep_ms=0") // a race build otherwise waits a second at each end
			return os.MkdirAll(env.WorkDir+"/home", 0o755)
		},
	})
}

// exits is the script command "exits CODE ARGUMENTS...": layers with these arguments ends with this code.
func exits(ts *testscript.TestScript, neg bool, args []string) {
	if neg || len(args) == 0 {
		ts.Fatalf("usage: exits CODE ARGUMENTS...")
	}
	want, err := strconv.Atoi(args[0])
	ts.Check(err)
	code := 0
	var e *exec.ExitError
	if err := ts.Exec("layers", args[1:]...); errors.As(err, &e) {
		code = e.ExitCode()
	} else {
		ts.Check(err)
	}
	if code != want {
		ts.Fatalf("exit code %d, want %d", code, want)
	}
}
