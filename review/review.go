// Package review remembers what a user has looked at and found good: a record per root, bound by a pin to exactly the
// bytes that were audited.
//
//	audit.Result ──> Take ──> Snapshot ──> Store.Verify ──> Status (trusted, stale with what changed, ...)
//	                             └───────> Store.Record
//
// It says nothing about what an agent decides: that is package trust. Clock, user and paths are arguments. What a
// build tool that a hook names goes on to run is not covered.
package review

import (
	"cmp"
	"crypto/sha256"
	"encoding/binary"
	"encoding/hex"
	"fmt"
	"io"
	"slices"
	"strings"
)

// Scope says which content a change of which ends the trust.
type Scope string

// The scopes.
const (
	Active Scope = "active" // what can run, redirect, weaken or read elsewhere; text is reported
	All    Scope = "all"    // text too
)

// ParseScope reads a scope's word.
func ParseScope(word string) (Scope, error) {
	if s := Scope(word); s == Active || s == All {
		return s, nil
	}
	return "", fmt.Errorf("%q is no scope; known: active, all", word)
}

// Kind is what an entry stands for.
type Kind string

// The kinds.
const (
	File    Kind = "file"
	Link    Kind = "link"    // the text of the link; what it leads to inside the root is an entry of its own
	Special Kind = "special" // a pipe and the like at an agent's path: it has no content
	GitKey  Kind = "key"     // a setting of git that runs a program: PATH#KEY
	Head    Kind = "head"    // front matter that grants tools or runs hooks: PATH#head
)

var kinds = []Kind{File, Link, Special, GitKey, Head}

// Entry is one piece of content of a root.
type Entry struct {
	Path  string `json:"p"`           // below the root, as spelled
	Kind  Kind   `json:"k"`           //
	Exec  bool   `json:"x,omitempty"` // its mode lets it run
	Text  bool   `json:"t,omitempty"` // text for the model: outside the scope "active"
	Bytes int64  `json:"n"`
	Hash  string `json:"h"` // "sha256:..." of the content, nothing normalised
}

// order is the order of entries: byte order of the path, then the kind.
func order(a, b Entry) int {
	return cmp.Or(strings.Compare(a.Path, b.Path), strings.Compare(string(a.Kind), string(b.Kind)))
}

// digestPrefix starts every digest as it is written.
const digestPrefix = "sha256:"

func digest(data []byte) string {
	sum := sha256.Sum256(data)
	return digestPrefix + hex.EncodeToString(sum[:])
}

// IsPin reports whether text has the form of a pin.
func IsPin(text string) bool {
	digits, ok := strings.CutPrefix(text, digestPrefix)
	raw, err := hex.DecodeString(digits)
	return ok && err == nil && len(raw) == sha256.Size && digits == strings.ToLower(digits)
}

// Pin names the content of the entries that a scope covers. Every part is written with its length, so that no two
// lists have one pre-image.
func Pin(entries []Entry, scope Scope) string {
	entries = slices.Clone(entries)
	slices.SortFunc(entries, order)
	h := sha256.New()
	part := func(text string) {
		var n [8]byte
		binary.BigEndian.PutUint64(n[:], uint64(len(text)))
		h.Write(n[:])
		_, _ = io.WriteString(h, text) // a hash never fails
	}
	_, _ = io.WriteString(h, "layers-trust-v1\x00")
	for _, e := range entries {
		if e.Text && scope == Active {
			continue
		}
		part(e.Path)
		part(string(e.Kind))
		exec := ""
		if e.Exec {
			exec = "x"
		}
		part(exec)
		part(e.Hash)
	}
	return digestPrefix + hex.EncodeToString(h.Sum(nil))
}
