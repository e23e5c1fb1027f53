package main

import (
	"context"
	"errors"
	"fmt"
	"strings"

	"github.com/agentlayers/layers/render"
	"github.com/agentlayers/layers/render/term"
	"github.com/agentlayers/layers/review"
	"github.com/agentlayers/layers/tree"
)

// reviewedSides resolves the files as they were reviewed, and as they are, and lists what differs from the review. A
// worktree without a review is compared with that of its main checkout.
func (a *app) reviewedSides(ctx context.Context) (left, right diffSide, err error) {
	t, err := a.trustee(ctx, trustFlags{}, nil)
	if err != nil {
		return left, right, err
	}
	r, err := t.reviewed()
	if err != nil {
		return left, right, err
	}
	o := t.options
	o.Host.Cwd = tree.Canonical(o.Host.FS, o.Host.Cwd)
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
	right.audit, right.files = t.audit, render.FileDiffs(r, t.snapshot)
	return left, right, err
}

// reviewed is the record that the root is compared with.
func (t *trustee) reviewed() (*review.Record, error) {
	s := t.view.Status
	root := t.view.Root
	switch {
	case t.view.Refused != nil:
		return nil, &exitError{exitRefused, t.view.Refused}
	case s.Err != nil:
		return nil, &exitError{exitRefused, s.Err}
	case s.State == review.Denied:
		return nil, &exitError{exitRefused, errors.New(s.Record.Root + " was denied, not reviewed; see layers trust")}
	case s.Record == nil:
		return nil, &exitError{exitRefused, errors.New(root + " was never reviewed; see layers trust")}
	}
	return s.Record.For(root), nil
}
