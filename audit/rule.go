// Package audit says which files of a repository would run something, send credentials elsewhere, weaken approval
// or sandbox, read outside the repository, or steer the model unseen, once an agent is started there: what takes
// effect now and what after trusting it, per agent and version.
//
//	folder or commit ─> gather.Dir ─> Set ─┐
//	                                       ├─> Run ─> Result ─> Findings, Incomplete ─> render.Audit
//	rules.All ─> Rule: Pass ─> Report ─────┘            ^
//	the user's Baseline ─> Suppress ────────────────────┘
//
// Nothing is executed, fetched or started. A rule reads a gather.Set through its Pass, and never the tree.
package audit

import (
	"fmt"
	"slices"
)

// Severity is how bad a finding is. The zero value is invalid, so that a forgotten one shows.
type Severity int

// The severities, weakest first.
const (
	Info Severity = iota + 1
	Low
	Medium
	High
	Critical
)

var severityNames = [...]string{"invalid", "info", "low", "medium", "high", "critical"}

// String gives the word that people read.
func (s Severity) String() string {
	if s < 0 || int(s) >= len(severityNames) {
		return severityNames[0]
	}
	return severityNames[s]
}

// MarshalText makes a Severity its word in JSON.
func (s Severity) MarshalText() ([]byte, error) { return []byte(s.String()), nil }

// ParseSeverity reads a severity's word.
func ParseSeverity(word string) (Severity, error) {
	if i := slices.Index(severityNames[:], word); i > 0 {
		return Severity(i), nil
	}
	return 0, fmt.Errorf("%q is no severity; known: info, low, medium, high, critical", word)
}

// Confidence is how sure a rule is that what it reports is what it says.
type Confidence string

// The confidences.
const (
	Certain   Confidence = "certain"   // a fact of the file's structure
	Firm      Confidence = "firm"      // could be meant otherwise, rarely is
	Tentative Confidence = "tentative" // a judgement about wording
)

// Persona is whom a rule is for.
type Persona string

// The personas: the default one sees what is worth acting on, an auditor everything.
const (
	Default Persona = "default"
	Auditor Persona = "auditor"
)

// Rule is one thing to look for.
type Rule struct {
	ID         string
	Title      string     // what is wrong, one line, lower case, no full stop
	Severity   Severity   // the usual one; a finding may carry another
	Confidence Confidence // of findings that do not say otherwise
	Persona    Persona    // of findings that do not say otherwise
	Agents     []string   // whose files it looks at; empty means every agent's
	Alone      bool       // looks at each file by itself: it is asked once a file, with nothing else in its Pass
	WorkTree   bool       // looks at what only a work tree has
	User       bool       // looks at the user's own files too, when they are part of the audit
	Intent     bool       // keeps its severity where no audited version honours the key: the attempt counts
	Doc        Doc
	Check      func(*Pass)
}

// Doc is a rule's page.
type Doc struct {
	Why   string   // what can happen, a few sentences
	Fires string   // what is reported
	Quiet string   // what is not, and why
	Bad   string   // an example that is reported, as it stands in the file
	Good  string   // the same, done well
	File  string   // which file the examples are from
	Fix   string   // what to do, one line; the default of Finding.Fix
	Refs  []string // advisories and documents, by name or address
}
