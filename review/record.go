package review

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"slices"
	"time"

	"github.com/agentlayers/layers/audit"
)

// Decision is what the user has decided about a root.
type Decision string

// The decisions.
const (
	Yes Decision = "trusted"
	No  Decision = "denied"
)

// Record is one review, as it is kept.
type Record struct {
	Version  int        `json:"v"`
	Root     string     `json:"root"` // links resolved
	Dev      uint64     `json:"dev"`  // of the folder: a hint, content decides
	Ino      uint64     `json:"ino"`
	Main     string     `json:"main,omitempty"` // main checkout of a linked worktree
	Decision Decision   `json:"decision"`
	Scope    Scope      `json:"scope"`
	Pin      string     `json:"pin"`
	Agent    string     `json:"agent"`         // whose rules applied: "codex@0.145.0"
	Key      string     `json:"key,omitempty"` // entry of the agent's own configuration that came with it
	Set      string     `json:"set"`           // version of what is enumerated
	Entries  []Entry    `json:"entries"`
	Accepted []Accepted `json:"accepted"`
	At       string     `json:"at"`                // RFC 3339
	Expires  string     `json:"expires,omitempty"` // RFC 3339, "" for never: from then on the review no longer holds
	Prev     string     `json:"prev,omitempty"`    // Sum of the record that it took the place of

	// Content is what was reviewed, by digest, for showing later what changed. Large files and environment files
	// are left out.
	Content map[string][]byte `json:"content"`

	// Sum is the digest of the record with Sum empty: a damaged record is never believed.
	Sum string `json:"sum"`
}

// Accepted is a finding that was there and was accepted.
type Accepted struct {
	Rule        string `json:"rule"`
	Path        string `json:"path"`
	Fingerprint string `json:"fingerprint"`
}

// Accepts reports whether the record accepts this very finding.
func (r *Record) Accepts(f audit.Finding) bool {
	return r != nil && slices.Contains(r.Accepted, Accepted{f.Rule, f.Path, f.Fingerprint})
}

const (
	recordVersion = 1
	// setVersion changes when other content is enumerated, so that an old record is never compared with it silently.
	setVersion = "2"

	maxKept    = 256 << 10 // bytes of one file that a record keeps
	maxContent = 4 << 20   // bytes that a record keeps in all
	maxRecord  = 32 << 20
)

// NewRecord is the record of a snapshot. What it leaves empty is the caller's to fill in.
func NewRecord(s *Snapshot, scope Scope) *Record {
	r := &Record{
		Version: recordVersion, Root: s.Root, Decision: Yes, Scope: scope, Pin: s.Pin(scope), Set: setVersion,
		Entries: slices.Clone(s.Entries), Accepted: []Accepted{}, Content: map[string][]byte{},
	}
	left := maxContent
	for _, e := range r.Entries {
		data, ok := s.content[e.Hash]
		if _, have := r.Content[e.Hash]; ok && !have && len(data) <= maxKept && len(data) <= left {
			r.Content[e.Hash] = data
			left -= len(data)
		}
	}
	return r
}

// NewDenial is the record of a user's no. It is about the root whatever that holds: nothing of it is pinned.
func NewDenial(root string) *Record {
	return &Record{
		Version: recordVersion, Root: root, Decision: No, Scope: All, Pin: Pin(nil, All), Set: setVersion,
		Entries: []Entry{}, Accepted: []Accepted{}, Content: map[string][]byte{},
	}
}

// Expired reports whether the review has ended at a time. An unknown time, the zero one, ends every review that
// has an end.
func (r *Record) Expired(now time.Time) bool {
	end, err := time.Parse(time.RFC3339, r.Expires)
	return r.Expires != "" && (err != nil || now.IsZero() || !now.Before(end))
}

// Marshal writes the record with its sum.
func (r *Record) Marshal() ([]byte, error) {
	c := *r
	c.Sum = ""
	body, err := json.Marshal(&c)
	if err != nil {
		return nil, err
	}
	c.Sum = digest(body)
	data, err := json.Marshal(&c)
	return append(data, '\n'), err
}

// ParseRecord reads a record. A record that is not exactly what Marshal wrote is an error.
func ParseRecord(data []byte) (*Record, error) {
	d := json.NewDecoder(bytes.NewReader(data))
	d.DisallowUnknownFields()
	var r Record
	if err := d.Decode(&r); err != nil {
		return nil, fmt.Errorf("it is damaged: %w", err)
	}
	if _, err := d.Token(); !errors.Is(err, io.EOF) {
		return nil, errors.New("it is damaged: something follows the record")
	}
	if r.Version != recordVersion {
		return nil, fmt.Errorf("it is of version %d, and this program knows version %d", r.Version, recordVersion)
	}
	again, err := r.Marshal()
	if err != nil || !bytes.Equal(again, data) {
		return nil, errors.New("it is damaged: its digest does not match")
	}
	return &r, r.check()
}

// check finds what no writer of ours leaves behind.
func (r *Record) check() error {
	sorted := slices.IsSortedFunc(r.Entries, order)
	for i, e := range r.Entries {
		if !slices.Contains(kinds, e.Kind) || !IsPin(e.Hash) || i > 0 && order(r.Entries[i-1], e) == 0 {
			sorted = false
		}
	}
	_, endErr := time.Parse(time.RFC3339, r.Expires)
	switch _, scopeErr := ParseScope(string(r.Scope)); {
	case r.Decision != Yes && r.Decision != No:
		return fmt.Errorf("it is damaged: decision %q", r.Decision)
	case scopeErr != nil:
		return fmt.Errorf("it is damaged: %w", scopeErr)
	case r.Expires != "" && endErr != nil:
		return fmt.Errorf("it is damaged: it expires at %q", r.Expires)
	case !sorted:
		return errors.New("it is damaged: its entries are not in order")
	case r.Pin != Pin(r.Entries, r.Scope):
		return errors.New("it is damaged: its pin is not that of its entries")
	}
	for hash, content := range r.Content {
		if digest(content) != hash {
			return errors.New("it is damaged: what it keeps has another digest")
		}
	}
	return nil
}
