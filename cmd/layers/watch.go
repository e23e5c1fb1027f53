package main

import (
	"context"
	"strings"
	"time"

	"github.com/spf13/cobra"

	"github.com/agentlayers/layers/render"
	"github.com/agentlayers/layers/tree"
	"github.com/agentlayers/layers/tree/disk"
	"github.com/agentlayers/layers/watch"
)

func (a *app) watchCommand() *cobra.Command {
	return &cobra.Command{
		Use: "watch", Short: "a line for each change in what an agent will see", GroupID: "look",
		Long: `Keeps the answer for this directory up to date and writes one line a change, until
it is interrupted. Only what the answer rests on is watched: its files, and the
folders where one could appear.

  ~ changed   + new   - gone   ✗ not valid   ! not everything can be followed

A configuration file that is no longer valid goes on to count as it was when it
was last valid. With --json each line is one document, kind Watch.`,
		Example: `  layers watch
  layers watch --agent claude -C services/api
  layers watch --json`,
		Args: noArgument("watch", "choose the directory with -C"),
		RunE: func(cmd *cobra.Command, _ []string) error { return a.watch(cmd.Context()) },
	}
}

// pollEvery is how often inputs are looked at that cannot be watched.
const pollEvery = 2 * time.Second

func (a *app) watch(ctx context.Context) error {
	if a.demo {
		return usage("watch --demo has nothing to watch: the built-in tree does not change")
	}
	style, err := a.style()
	if err != nil {
		return err
	}
	o, err := a.options()
	if err != nil {
		return err
	}
	ctx, cancel := context.WithCancelCause(ctx)
	defer cancel(nil)
	o.Host.Now = time.Now
	clock := a.now
	if clock == nil {
		clock = time.Now
	}
	tell := func(e watch.Event) {
		w := render.Watched{
			Event: string(e.Kind), At: clock(), Before: e.Before, After: e.After, Difference: e.Difference,
			Problems: e.Problems, Kept: e.Kept, Mended: e.Mended, Every: pollEvery, Files: e.Files, Folders: e.Folders,
			Style: style, Reveal: a.mayReveal(),
		}
		if e.Reason != nil {
			w.Reason = e.Reason.Error()
		}
		var err error
		if a.json {
			err = w.JSON(a.stdout, version())
		} else {
			_, err = w.Screen().WriteTo(a.stdout)
		}
		if err != nil {
			cancel(err) // nobody reads any more
		}
	}
	err = watch.Run(ctx, o, a.watchOptions(), tell)
	if cause := context.Cause(ctx); cause != nil && cause != context.Canceled { //nolint:errorlint // the very value
		return &exitError{code: exitUnreadable, cause: cause}
	}
	return err
}

// watchOptions say how the paths of the answer are named by the operating system.
func (a *app) watchOptions() watch.Options {
	o := watch.Options{Poll: pollEvery, Native: disk.Native, Slash: func(p string) (string, bool) { return slash(p), true }}
	if a.sysroot == "" {
		return o
	}
	cwd, err := a.cwd()
	if err != nil {
		return o
	}
	root := tree.Canonical(a.fsys, tree.Join(slash(cwd), slash(a.sysroot)))
	o.Native = func(p string) string { return disk.Native(tree.Join(root, strings.TrimPrefix(p, "/"))) }
	o.Slash = func(p string) (string, bool) {
		p = slash(p)
		return tree.Join("/", strings.TrimPrefix(p, root)), tree.Within(root, p)
	}
	return o
}
