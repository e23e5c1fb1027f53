package main

import (
	"context"
	"errors"
	"fmt"
	"strings"

	"github.com/agentlayers/layers/dialect"
	"github.com/agentlayers/layers/render/term"
	"github.com/agentlayers/layers/review"
	"github.com/agentlayers/layers/tree"
	"github.com/agentlayers/layers/trust"
)

// reviewedSides resolves the files as they were reviewed, and as they are.
func (a *app) reviewedSides(ctx context.Context) (left, right diffSide, err error) {
	o, err := a.options()
	if err != nil {
		return left, right, err
	}
	o.Host.Cwd = tree.Canonical(o.Host.FS, o.Host.Cwd)
	r, err := a.reviewed(o.Host.FS, o.Host.Cwd)
	if err != nil {
		return left, right, err
	}
	then := o
	before, missing := r.Before(o.Host.FS, o.Host.Cwd)
	then.Host.FS = before
	if len(missing) > 0 {
		fmt.Fprintf(a.stderr, "note: the review did not keep %s\n", term.Style{}.Escape(strings.Join(missing, ", ")))
	}
	if left, err = resolveSide(ctx, then, "reviewed "+r.At); err != nil {
		return left, right, err
	}
	right, err = resolveSide(ctx, o, "now")
	return left, right, err
}

// reviewed is the record of the root that holds a folder.
func (a *app) reviewed(fsys tree.FS, cwd string) (*review.Record, error) {
	root := trust.FindRepo(fsys, cwd, dialect.Trust{Worktree: "verified"}, true).Root
	if root == "" {
		root = cwd
	}
	r, err := a.store().Read(root)
	switch {
	case err != nil:
		return nil, &exitError{exitRefused, err}
	case r == nil:
		return nil, &exitError{exitRefused, errors.New(root + " was never reviewed; see layers trust")}
	}
	if r.Decision == review.No {
		return nil, &exitError{exitRefused, errors.New(root + " was denied, not reviewed; see layers trust")}
	}
	return r, nil
}
