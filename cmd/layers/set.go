package main

import (
	"context"
	"errors"
	"fmt"

	"github.com/spf13/cobra"

	"github.com/agentlayers/layers/diag"
	"github.com/agentlayers/layers/edit"
	"github.com/agentlayers/layers/internal/atomicfile"
	"github.com/agentlayers/layers/layers"
	"github.com/agentlayers/layers/render"
	"github.com/agentlayers/layers/render/term"
)

// editFlags are the flags of the commands that change a configuration file.
type editFlags struct {
	layer         string
	force, dryRun bool
}

func (f *editFlags) register(cmd *cobra.Command) {
	cmd.Flags().StringVar(&f.layer, "layer", "", "whose file: `WHICH` of user, project (the nearest one), root (of the project), local (claude)")
	cmd.Flags().BoolVar(&f.force, "force", false, "write although it would have no effect, or a bad one")
	cmd.Flags().BoolVar(&f.dryRun, "dry-run", false, "print the difference and write nothing")
}

func (a *app) setCommand() *cobra.Command {
	var f editFlags
	cmd := &cobra.Command{
		Use: "set KEY VALUE", Short: "set one key in a configuration file", GroupID: "change",
		Long: `Sets one key in one file and leaves every other byte alone: comments, order, line
ends, permissions and links stay. VALUE is TOML (JSON for claude); a plain word
is text.

Refused with exit code 4: a value that the key does not take, a key that the
layer may not set, and a value that a higher layer or a requirement would
override anyway; --force writes still. A file that another program changed
meanwhile, or that is read-only, is never written.`,
		Example: `  layers set model gpt-5.5 --layer user
  layers set approval_policy on-request --layer root --dry-run
  layers set mcp_servers.docs '{ command = "docs-server", args = ["--stdio"] }' --layer project
  layers set permissions.deny '["Read(./.env)"]' --layer project --agent claude`,
		Args: func(_ *cobra.Command, args []string) error {
			if len(args) != 2 {
				return usage("set takes KEY and VALUE")
			}
			return nil
		},
		RunE: func(cmd *cobra.Command, args []string) error {
			if f.layer == "" {
				return usage("set needs --layer user, --layer project or --layer root: the file to write to")
			}
			return a.edit(cmd.Context(), change{verb: "set", key: args[0], value: args[1], flags: f})
		},
	}
	f.register(cmd)
	return cmd
}

func (a *app) unsetCommand() *cobra.Command {
	var f editFlags
	cmd := &cobra.Command{
		Use: "unset KEY", Short: "take one key out of a configuration file", GroupID: "change",
		Long: `Takes one key, or a whole table, out of one file and leaves every other byte
alone. Without --layer it is the one file that sets the key. Exit code 1 when the
key is not set there.`,
		Example: `  layers unset model
  layers unset mcp_servers.docs --layer project --dry-run`,
		Args: func(_ *cobra.Command, args []string) error {
			if len(args) != 1 {
				return usage("unset takes one KEY")
			}
			return nil
		},
		RunE: func(cmd *cobra.Command, args []string) error {
			return a.edit(cmd.Context(), change{verb: "unset", key: args[0], flags: f})
		},
	}
	f.register(cmd)
	return cmd
}

// change is one command line.
type change struct {
	verb, key, value string
	flags            editFlags
}

// edit does one change, or says why not.
func (a *app) edit(ctx context.Context, c change) (err error) {
	key, err := layers.ParseKey(c.key)
	if err != nil {
		return usage("%w", err)
	}
	e, err := a.editor(ctx, c, key)
	if err != nil {
		return err
	}
	if !c.flags.dryRun {
		lock, lockErr := atomicfile.Acquire(ctx, e.native)
		if lockErr != nil {
			return unwritten(lockErr)
		}
		e.lock = lock
		defer func() { err = errors.Join(err, lock.Release()) }()
	}
	if err := e.plan(); err != nil {
		return e.failed(err)
	}
	return e.finish(ctx)
}

// failed turns an error of the plan into a message and an exit code.
func (e *editor) failed(err error) error {
	e.out.After, e.out.Firm = e.state.Data, true
	var broken *edit.BrokenError
	var refused *edit.RefusedError
	switch {
	case errors.Is(err, edit.ErrNoKey):
		return &exitError{exitProblems, fmt.Errorf("%s is not set in %s", e.key, e.path)}
	case errors.As(err, &broken):
		e.out.Against = broken.Diags
		return e.refuse()
	case errors.As(err, &refused):
		at := refused.At
		if !at.HasPosition() {
			at = diag.File(e.path)
		}
		e.out.Against = diag.List{{Code: "edit-refused", Severity: diag.Error, Subject: at, Summary: refused.Reason}}
		return e.refuse()
	}
	return err
}

// unwritten is an error of the disk.
func unwritten(err error) error {
	return &exitError{diskCode(err), fmt.Errorf("nothing was written: %w", err)}
}

// diskCode is 4 when a file was left alone on purpose, 5 for the disk's own errors.
func diskCode(err error) int {
	for _, known := range []error{
		atomicfile.ErrChanged, atomicfile.ErrReadOnly, atomicfile.ErrHardLinked, atomicfile.ErrOwner,
		atomicfile.ErrLocked, atomicfile.ErrNotRegular,
	} {
		if errors.Is(err, known) {
			return exitRefused
		}
	}
	return exitUnreadable
}

// finish judges the planned change, and writes it or shows it.
func (e *editor) finish(ctx context.Context) error {
	if err := e.judge(ctx); err != nil {
		return err
	}
	isNew := string(e.out.Before) != string(e.out.After)
	if isNew && len(e.out.Against) > 0 && !e.flags.force {
		return e.refuse()
	}
	if e.flags.dryRun {
		return e.show(e.screen.Diff)
	}
	if isNew {
		if err := e.lock.Replace(e.state, e.out.After, e.perm()); err != nil {
			return unwritten(err)
		}
		e.out.Written = true
	}
	return e.show(e.screen.Edited)
}

// refuse says why, and ends with the code for it.
func (e *editor) refuse() error {
	var err error
	if e.app.json {
		err = e.screen.EditJSON(e.app.stdout, version(), e.out)
	} else {
		_, err = e.screen.Refusal(e.out).WriteTo(e.app.stderr)
	}
	if err != nil {
		return err
	}
	return exit(exitRefused)
}

func (e *editor) show(text func(render.Edit) *term.Builder) error {
	if e.app.json {
		return e.screen.EditJSON(e.app.stdout, version(), e.out)
	}
	if e.flags.dryRun {
		if _, err := e.screen.Notes(e.out).WriteTo(e.app.stderr); err != nil {
			return err
		}
	}
	_, err := text(e.out).WriteTo(e.app.stdout)
	return err
}
