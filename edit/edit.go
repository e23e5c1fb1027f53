// Package edit changes one key in the bytes of a configuration file and leaves every other byte alone.
//
//	bytes ─> Document ──────────┐
//	                            ├─> Set, Unset ─> Edit: new bytes, Splices ─> Outlook: what the agent makes of it
//	text ─> ParseValue ─> Value ┘
//
// It is pure: bytes and a key go in, an Edit comes out, which says what the file would be and which stretches of it
// differ. Comments, order, line ends, a byte order mark and the way in which tables are written stay. Every result is
// parsed again and compared with the tree that was wanted before it is given out.
package edit

import (
	"bytes"
	"errors"
	"fmt"

	"github.com/agentlayers/layers/diag"
	"github.com/agentlayers/layers/dialect"
	"github.com/agentlayers/layers/layers"
)

// Document is a configuration file to edit. A file that does not exist is a Document without bytes.
type Document struct {
	Name   string // absolute path, for places in errors
	Bytes  []byte
	Config dialect.Config // its format and limits count
}

// Edit is one change of a file.
type Edit struct {
	Key           layers.Key
	Before, After []byte
	Splices       []Splice // where both differ, in order
}

// Splice is a stretch of Edit.Before and what stands there instead.
type Splice struct {
	Start, End int // byte offsets
	Text       []byte
}

// Changed reports whether the edit changes a byte.
func (e Edit) Changed() bool { return !bytes.Equal(e.Before, e.After) }

// ErrNoKey says that there is nothing to unset.
var ErrNoKey = errors.New("no such key")

// BrokenError says that the file cannot be parsed, so that nothing in it can be found.
type BrokenError struct{ Diags diag.List }

func (e *BrokenError) Error() string {
	for _, d := range e.Diags {
		if d.Severity == diag.Error {
			return fmt.Sprintf("%s:%d:%d: %s", d.Subject.Path, d.Subject.Start.Line, d.Subject.Start.Column, d.Summary)
		}
	}
	return "the file cannot be read"
}

// RefusedError says why a key cannot be edited in this file.
type RefusedError struct {
	Reason string
	At     diag.Span // what is in the way; zero when there is no such place
}

func (e *RefusedError) Error() string { return e.Reason }

func refuse(at diag.Span, format string, args ...any) error {
	return &RefusedError{Reason: fmt.Sprintf(format, args...), At: at}
}

// Set gives key a value. Tables on the way are made where they are missing; a value that is there is replaced
// whole, in its place where it has one place.
//
// The error is a *BrokenError or a *RefusedError: a value that is no table stands in the way, the key leads to a
// single element of an array, or the file cannot be changed without changing something else.
func (d Document) Set(key layers.Key, v Value) (Edit, error) {
	if len(key) == 0 {
		return Edit{}, refuse(diag.Span{}, "the key is empty")
	}
	w, err := begin(d)
	if err != nil {
		return Edit{}, err
	}
	if err := w.obstacle(key); err != nil {
		return Edit{}, err
	}
	want := with(w.root, key, v.tree)
	if old := at(w.root, key); old != nil && same(old, v.tree) {
		return w.edit(key), nil
	}
	if err := w.set(key, v); err != nil {
		return Edit{}, err
	}
	if !same(want, w.root) {
		return Edit{}, unsafe(key)
	}
	return w.edit(key), nil
}

// Unset takes key out. Headers of tables that become empty stay; a table that exists only because of the key goes
// with it.
//
// The error is ErrNoKey, a *BrokenError or a *RefusedError.
func (d Document) Unset(key layers.Key) (Edit, error) {
	w, err := begin(d)
	if err != nil {
		return Edit{}, err
	}
	if len(key) == 0 || at(w.root, key) == nil {
		return Edit{}, ErrNoKey
	}
	if err := w.obstacle(key); err != nil {
		return Edit{}, err
	}
	before := w.root
	if err := w.unset(key); err != nil {
		return Edit{}, err
	}
	if !sameWithout(before, w.root, key) {
		return Edit{}, unsafe(key)
	}
	return w.edit(key), nil
}

func unsafe(key layers.Key) error {
	return refuse(diag.Span{}, "%s cannot be changed without changing something else in this file; edit it by hand", key)
}
