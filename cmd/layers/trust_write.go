package main

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"time"

	"github.com/agentlayers/layers/audit"
	"github.com/agentlayers/layers/compare"
	"github.com/agentlayers/layers/dialect"
	"github.com/agentlayers/layers/edit"
	"github.com/agentlayers/layers/internal/atomicfile"
	"github.com/agentlayers/layers/layers"
	"github.com/agentlayers/layers/render"
	"github.com/agentlayers/layers/resolve"
	"github.com/agentlayers/layers/review"
	"github.com/agentlayers/layers/trust"
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
	r.Accepted, r.At = accepted, time.Now().UTC().Format(time.RFC3339)
	if entry != nil {
		r.Key = entry.folder
	}
	return t.write(ctx, r, entry)
}

// mayTrust refuses what no answer of the user could make right.
func (t *trustee) mayTrust() error {
	switch {
	case t.view.Refused != nil:
		return &exitError{exitRefused, fmt.Errorf("nothing was written: %w", t.view.Refused)}
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

// judge parts the findings at or over the threshold into accepted and open ones. What an earlier review accepted
// stays accepted as long as it is the same.
func (t *trustee) judge() (accepted []review.Accepted, open []audit.Finding) {
	accepted = []review.Accepted{}
	failOn, _ := audit.ParseSeverity(t.flags.failOn) // checked before
	for _, f := range t.audit.Findings {
		switch {
		case slices.Contains(t.flags.accept, f.Rule), t.view.Status.Inherited == "" && t.view.Status.Record.Accepts(f):
			accepted = append(accepted, review.Accepted{Rule: f.Rule, Path: f.Path, Fingerprint: f.Fingerprint})
		case f.Severity >= failOn:
			open = append(open, f)
		}
	}
	return accepted, open
}

// confirm shows what trusting would activate and asks.
func (t *trustee) confirm(question string) error {
	s := t.view.Screen
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
	if t.flags.yes {
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
			return &exitError{exitUnreadable, fmt.Errorf("the review is recorded, the agent's entry is not: %w", err)}
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
	t.view.Status = t.store.Verify(t.snapshot, review.Question{AgentTrusts: t.agentTrusts()})
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
		if err := t.takeOut(ctx, entry); err != nil {
			return err
		}
	}
	var err error
	if done.Removed, err = t.store.Revoke(t.view.Root); err != nil {
		return &exitError{exitUnreadable, fmt.Errorf("the agent's entry is gone, the review is still recorded: %w", err)}
	}
	t.view.Status = review.Status{State: review.None}
	if t.agentTrusts() {
		t.view.Status.State = review.Legacy
	}
	return t.answer(t.view.Done(done))
}

// maxEntries bounds the entries that decide about one folder: its own, the project's, the repository's, each by two
// names.
const maxEntries = 6

// takeOut removes one entry and looks again.
func (t *trustee) takeOut(ctx context.Context, entry *agentEntry) error {
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

// trustedWord stands for the dialect's own word.
const trustedWord = "trusted"

// agentEntry is a change of the agent's own table of trusted folders.
type agentEntry struct {
	folder string
	word   string // "" to take it out
	path   string // of the file, in the resolver's form
}

// agentEntry is the entry to write, nil when there is none: the agent has decided so already, or its file is not
// ours to write.
func (t *trustee) agentEntry(word string) (*agentEntry, error) {
	r, d := t.view.Screen.Result, t.options.Dialect
	if d.Config.Format == dialect.FormatJSON || len(d.Trust.Files) > 0 {
		return nil, nil //nolint:nilnil // nothing to write is an answer
	}
	user := r.Stack.Find(dialect.User)
	if user == nil || user.Source.Path == "" {
		return nil, &exitError{exitUnreadable, errors.New("nothing was written: the user's configuration cannot be found: HOME is not set")}
	}
	e := &agentEntry{folder: r.Trust.Key, path: user.Source.Path}
	if word == "" {
		own := r.Trust.Rule != nil && r.Trust.Rule.Span.Path == user.Source.Path
		if !own || r.Trust.Level != trust.Trusted || t.view.Borrowed() { // the entry of another checkout stays
			return nil, nil //nolint:nilnil // as above
		}
		return e, nil
	}
	if r.Trust.Level == trust.Trusted && r.Trust.Rule.Span.HasPosition() { // not by a flag of this run alone
		return nil, nil //nolint:nilnil // as above
	}
	if t.view.Repo.GitFile && !t.view.Repo.Linked() {
		e.folder = t.view.Root // what the ".git" file names is not what was reviewed
	}
	e.word = d.Trust.Trusted
	return e, nil
}

// fileChange is a planned change of the user's configuration, under its lock.
type fileChange struct {
	lock  *atomicfile.Lock
	state atomicfile.State
	edit  edit.Edit
	was   *resolve.Result
}

// maxConfig bounds the configuration file that is edited.
const maxConfig = 16 << 20

// userFilePerm is for a configuration file that did not exist.
const userFilePerm = 0o600

// begin reads the file under its lock and plans the change.
func (t *trustee) begin(ctx context.Context, e *agentEntry) (*fileChange, error) {
	native, err := t.nativePath(e.path)
	if err != nil {
		return nil, err
	}
	lock, err := atomicfile.Acquire(ctx, native)
	if err != nil {
		return nil, notWritten(err)
	}
	c := &fileChange{lock: lock, was: t.view.Screen.Result}
	if c.state, err = atomicfile.Read(native, maxConfig); err == nil {
		c.edit, err = t.plan(e, c.state.Data)
	}
	if err != nil {
		return nil, errors.Join(notWritten(err), lock.Release())
	}
	return c, nil
}

// plan is the edit. An entry that says nothing else is taken out as a whole.
func (t *trustee) plan(e *agentEntry, data []byte) (edit.Edit, error) {
	d := t.options.Dialect
	doc := edit.Document{Name: e.path, Bytes: data, Config: d.Config}
	folder := layers.Key{d.Trust.Key, e.folder}
	key := layers.Key{d.Trust.Key, e.folder, d.Trust.Level}
	if e.word != "" {
		v, err := edit.TextValue(e.word, d.Config)
		if err != nil {
			return edit.Edit{}, err
		}
		return doc.Set(key, v)
	}
	if user := t.view.Screen.Result.Stack.Find(dialect.User); user != nil && user.Root != nil {
		if n := user.Root.At(folder); n != nil && n.Table != nil && len(n.Table.Members) == 1 {
			if whole, err := doc.Unset(folder); err == nil {
				return whole, nil
			}
		}
	}
	return doc.Unset(key)
}

func (c *fileChange) commit() error {
	if !c.edit.Changed() {
		return nil
	}
	return c.lock.Replace(c.state, c.edit.After, userFilePerm)
}

// shown is the change for people.
func (c *fileChange) shown(e *agentEntry) *render.Edit {
	verb := "set"
	if e.word == "" {
		verb = "unset"
	}
	return &render.Edit{
		Verb: verb, Key: c.edit.Key, Layer: "user", Path: e.path, Before: c.edit.Before, After: c.edit.After, Was: c.was,
	}
}
