package main

import (
	"context"
	"errors"

	"github.com/agentlayers/layers/dialect"
	"github.com/agentlayers/layers/edit"
	"github.com/agentlayers/layers/internal/atomicfile"
	"github.com/agentlayers/layers/layers"
	"github.com/agentlayers/layers/render"
	"github.com/agentlayers/layers/resolve"
	"github.com/agentlayers/layers/trust"
)

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
		ours := r.Trust.Level == trust.Trusted && !t.denied() && !t.view.Borrowed() // the entry of another checkout stays
		ours = ours || t.denied() && r.Trust.Level == trust.Untrusted && t.view.Status.Record.Key == r.Trust.Key
		if !own || !ours {
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
