// Audit-ci is a check for continuous integration in one file: it audits a checkout, writes SARIF for code scanning and
// annotations for the log, and fails on findings from medium on, or when it could not read everything.
//
//	Host ─> gather.Dir ─> Set ─> audit.Run(rules.All()) ─> Result ─┬─> render.Audit.SARIF
//	                                                               ├─> render.Audit.GitHub
//	                                                               └─> Worst, Complete ─> exit code
//
// Nothing of the checkout is executed, and no file outside of it is read.
package main

import (
	"context"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"time"

	"github.com/agentlayers/layers/audit"
	"github.com/agentlayers/layers/audit/gather"
	"github.com/agentlayers/layers/audit/rules"
	"github.com/agentlayers/layers/render"
	"github.com/agentlayers/layers/resolve"
	"github.com/agentlayers/layers/tree"
	"github.com/agentlayers/layers/tree/disk"
)

// The exit codes.
const (
	passed     = 0
	failed     = 1 // findings
	unfinished = 2 // no answer, or not the whole one
)

func main() {
	os.Exit(command())
}

func command() int {
	ctx, cancel := context.WithTimeout(context.Background(), time.Minute)
	defer cancel()
	if len(os.Args) != 3 {
		fmt.Fprintln(os.Stderr, "usage: audit-ci CHECKOUT REPORT.sarif")
		return unfinished
	}
	root, err := filepath.Abs(os.Args[1])
	if err != nil {
		fmt.Fprintln(os.Stderr, err)
		return unfinished
	}
	report, err := os.Create(os.Args[2])
	if err != nil {
		fmt.Fprintln(os.Stderr, err)
		return unfinished
	}
	code, err := run(ctx, disk.FS(), disk.Slash(root), report, os.Stdout)
	if closed := report.Close(); err == nil {
		err = closed
	}
	if err != nil {
		fmt.Fprintln(os.Stderr, err)
		return unfinished
	}
	return code
}

// run audits the folder root, which is absolute.
func run(ctx context.Context, fsys tree.FS, root string, sarif, log io.Writer) (int, error) {
	dialects, err := audit.Dialects()
	if err != nil {
		return unfinished, err
	}
	set, err := gather.Dir(ctx, gather.Options{
		Host: resolve.Host{FS: fsys, Cwd: root}, Root: tree.Canonical(fsys, root), Dialects: dialects,
	})
	if err != nil {
		return unfinished, err
	}
	result := audit.Run(ctx, set, rules.All(), audit.Options{})
	out := render.Audit{Result: result}
	if err := out.SARIF(sarif, "1.0.0"); err != nil {
		return unfinished, err
	}
	if err := out.GitHub(log); err != nil {
		return unfinished, err
	}
	switch {
	case !result.Complete():
		return unfinished, nil
	case result.Worst() >= audit.Medium:
		return failed, nil
	}
	return passed, nil
}
