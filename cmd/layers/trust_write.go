package main

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"time"

	"github.com/agentlayers/layers/audit"
	"github.com/agentlayers/layers/compare"
	"github.com/agentlayers/layers/render"
	"github.com/agentlayers/layers/review"
)

// trust records the review and writes the agent's entry, or says why not.
func (t *trustee) trust(ctx context.Context) error {
	if err := t.mayTrust(); err != nil {
		return err
	}
	accepted, open := t.judge()
	if t.view.Open = open; len(open) > 0 {
		if err := t.answer(t.view.Findings()); err != nil {
			return err
		}
		return exit(exitRefused)
	}
	entry, err := t.agentEntry(trustedWord)
	if err != nil {
		return err
	}
	if t.flags.dryRun {
		return t.preview(ctx, entry)
	}
	if err := t.confirm("Trust " + t.view.Root + "?"); err != nil {
		return err
	}
	r := review.NewRecord(t.snapshot, review.Scope(t.flags.scope))
	t.identify(r)
	r.Accepted, r.At, r.Expires = accepted, stamp(), t.flags.until
	if entry != nil {
		r.Key = entry.folder
	}
	return t.write(ctx, r, entry)
}

// stamp is the time as records have it.
func stamp() string { return time.Now().UTC().Format(time.RFC3339) }

// mayTrust refuses what no answer of the user could make right.
func (t *trustee) mayTrust() error {
	switch {
	case t.view.Refused != nil:
		return &exitError{exitRefused, fmt.Errorf("nothing was written: %w", t.view.Refused)}
	case t.view.Status.State == review.Denied:
		return &exitError{exitRefused, fmt.Errorf("nothing was written: %s was denied; layers trust %[1]s --revoke takes that away", t.view.Status.Record.Root)}
	case t.snapshotErr != nil:
		return &exitError{exitUnreadable, fmt.Errorf("nothing was written: %w", t.snapshotErr)}
	case t.view.Status.State == review.Errored:
		return &exitError{exitRefused, fmt.Errorf("nothing was written: %w", t.view.Status.Err)}
	}
	if got := t.snapshot.Pin(review.Scope(t.flags.scope)); t.flags.pin != "" && got != t.flags.pin {
		return &exitError{exitRefused, fmt.Errorf("nothing was written: the content has the pin %s, not %s", got, t.flags.pin)}
	}
	return nil
}

// judge parts the findings at or over the threshold into accepted and open ones, and keeps the accepted ones for
// showing. What an earlier review accepted stays accepted as long as it is the same.
func (t *trustee) judge() (accepted []review.Accepted, open []audit.Finding) {
	accepted = []review.Accepted{}
	failOn, _ := audit.ParseSeverity(t.flags.failOn) // checked before
	for _, f := range t.audit.Findings {
		earlier := t.view.Status.Inherited == "" && t.view.Status.Record.Accepts(f)
		switch {
		case earlier, f.Severity >= failOn && slices.Contains(t.flags.accept, f.Rule):
			accepted = append(accepted, review.Accepted{Rule: f.Rule, Path: f.Path, Fingerprint: f.Fingerprint})
			t.view.Accepted = append(t.view.Accepted, f)
		case f.Severity >= failOn:
			open = append(open, f)
		}
	}
	return accepted, open
}

// confirm shows what trusting would activate and asks.
func (t *trustee) confirm(question string) error {
	s := t.view.Screen
	if !t.json && len(t.view.Accepted) > 0 {
		if _, err := t.view.Accepting().WriteTo(t.stdout); err != nil {
			return err
		}
		fmt.Fprintln(t.stdout)
	}
	if s.AsTrusted != nil && !t.json {
		d := render.Diff{
			From: render.DiffSide{Name: "now", Result: s.Result}, To: render.DiffSide{Name: "trusted", Result: s.AsTrusted},
			Style: s.Style, Reveal: s.Reveal, Difference: compare.Results(s.Result, s.AsTrusted),
		}
		if _, err := d.Screen().WriteTo(t.stdout); err != nil {
			return err
		}
		fmt.Fprintln(t.stdout)
	}
	if t.flags.yes || t.flags.pin != "" { // who names the content has looked at it
		return nil
	}
	yes, asked := false, false
	if t.ask != nil {
		yes, asked = t.ask(question)
	}
	switch {
	case !asked:
		return &exitError{exitRefused, errNotAsked}
	case !yes:
		return &exitError{exitRefused, errors.New("nothing was written")}
	}
	return nil
}

// write keeps the record first: when the program is stopped between both, the agent trusts nothing new.
func (t *trustee) write(ctx context.Context, r *review.Record, entry *agentEntry) (err error) {
	var change *fileChange
	if entry != nil {
		if change, err = t.begin(ctx, entry); err != nil {
			return err
		}
		defer func() { err = errors.Join(err, change.lock.Release()) }()
	}
	if err := t.store.Record(ctx, r); err != nil {
		return notWritten(err)
	}
	done := render.Trusted{Record: r, Path: t.store.Path(r.Root)}
	if change != nil {
		if err := change.commit(); err != nil {
			return &exitError{diskCode(err), fmt.Errorf("the review is recorded, the agent's entry is not: %w", err)}
		}
		t.view.Edit = change.shown(entry)
	}
	t.refresh(ctx)
	return t.answer(t.view.Done(done))
}

// notWritten is an error before anything was changed.
func notWritten(err error) error {
	return &exitError{exitRefused, fmt.Errorf("nothing was written: %w", err)}
}

// refresh looks again after a write. An error leaves the old answer.
func (t *trustee) refresh(ctx context.Context) {
	if s, err := t.look(ctx, true); err == nil {
		t.view.Screen = s
	}
	t.verify()
}

// preview prints the difference of the user's configuration.
func (t *trustee) preview(ctx context.Context, entry *agentEntry) error {
	done := render.Trusted{Path: t.store.Path(t.view.Root)}
	if entry != nil {
		change, err := t.begin(ctx, entry)
		if err != nil {
			return err
		}
		if err := change.lock.Release(); err != nil {
			return err
		}
		t.view.Edit = change.shown(entry)
	}
	return t.answer(t.view.Preview(done))
}

// revoke takes the agent's entry away first, then the record.
func (t *trustee) revoke(ctx context.Context) error {
	if _, err := t.store.Read(t.view.Root); err != nil {
		return notWritten(err)
	}
	done := render.Trusted{Path: t.store.Path(t.view.Root)}
	for range maxEntries {
		entry, err := t.agentEntry("")
		if err != nil {
			return err
		}
		if t.flags.dryRun {
			return t.preview(ctx, entry)
		}
		if entry == nil {
			break
		}
		if err := t.enter(ctx, entry); err != nil {
			return err
		}
		if t.denied() {
			break // what else decides was there before
		}
	}
	var err error
	if done.Removed, err = t.store.Revoke(t.view.Root); err != nil {
		return &exitError{exitUnreadable, fmt.Errorf("the agent's entry is gone, the review is still recorded: %w", err)}
	}
	t.verify()
	return t.answer(t.view.Done(done))
}

// maxEntries bounds the entries that decide about one folder: its own, the project's, the repository's, each by two
// names.
const maxEntries = 6

// enter writes one entry, or takes it out, and looks again.
func (t *trustee) enter(ctx context.Context, entry *agentEntry) error {
	change, err := t.begin(ctx, entry)
	if err != nil {
		return err
	}
	if err := errors.Join(change.commit(), change.lock.Release()); err != nil {
		return notWritten(err)
	}
	t.view.Edit = change.shown(entry)
	s, err := t.look(ctx, true)
	t.view.Screen = s
	return err
}
