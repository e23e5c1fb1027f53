package main

import (
	"context"
	"errors"
	"fmt"

	"github.com/agentlayers/layers/dialect"
	"github.com/agentlayers/layers/render"
	"github.com/agentlayers/layers/review"
	"github.com/agentlayers/layers/tree"
	"github.com/agentlayers/layers/trust"
)

// denied reports whether the user has said no to this very root.
func (t *trustee) denied() bool {
	return t.view.Status.State == review.Denied && t.view.Status.Inherited == ""
}

// deny marks the folder in the agent's configuration first, then records the no: when the program is stopped between
// both, the agent trusts less than before.
func (t *trustee) deny(ctx context.Context) error {
	if t.view.Refused != nil {
		return notWritten(t.view.Refused)
	}
	if _, err := t.store.Read(t.view.Root); err != nil {
		return notWritten(err)
	}
	entry := t.denialEntry()
	if t.flags.dryRun {
		return t.preview(ctx, entry)
	}
	r := review.NewDenial(t.view.Root)
	t.identify(r)
	r.At = stamp()
	if t.denied() {
		r.Key = t.view.Status.Record.Key // written when it was denied before
	}
	if entry != nil {
		r.Key = entry.folder
		if err := t.enter(ctx, entry); err != nil {
			return err
		}
	}
	if err := t.store.Record(ctx, r); err != nil {
		return &exitError{exitRefused, fmt.Errorf("the denial was not recorded: %w", err)}
	}
	t.verify()
	return t.answer(t.view.Done(render.Trusted{Record: r, Path: t.store.Path(r.Root)}))
}

// denialEntry marks the root as untrusted; nil when the agent has it so, or its file is not ours to write. A worktree
// is marked by itself: the no is not about its main checkout.
func (t *trustee) denialEntry() *agentEntry {
	r, d := t.view.Screen.Result, t.options.Dialect
	user := r.Stack.Find(dialect.User)
	if d.Config.Format == dialect.FormatJSON || len(d.Trust.Files) > 0 || user == nil || user.Source.Path == "" {
		return nil
	}
	if r.Trust.Level == trust.Untrusted && r.Trust.Rule != nil && r.Trust.Rule.Span.HasPosition() {
		return nil
	}
	e := &agentEntry{folder: r.Trust.Key, word: d.Trust.Untrusted, path: user.Source.Path}
	if !tree.Within(t.view.Root, e.folder) {
		e.folder = t.view.Root
	}
	return e
}

// withoutSnapshot is the status of a root that could not be audited in full: a no holds whatever is there.
func (t *trustee) withoutSnapshot() review.Status {
	r, err := t.store.Read(t.view.Root)
	if r != nil && r.Decision == review.No {
		return review.Status{State: review.Denied, Record: r}
	}
	return review.Status{State: review.Errored, Err: errors.Join(t.snapshotErr, err)}
}
