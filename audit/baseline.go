package audit

import (
	"encoding/json"
	"fmt"
)

// Baseline is a list of findings that somebody has accepted. It counts only when the user names it, from outside
// the audited folder: a repository cannot silence its own audit.
type Baseline struct {
	Schema   string     `json:"schema"`
	Accepted []Accepted `json:"accepted"`
}

// Accepted is one finding of a baseline. A finding whose fingerprint differs is open again.
type Accepted struct {
	Rule        string `json:"rule"`
	Path        string `json:"path"`
	Fingerprint string `json:"fingerprint"`
	Reason      string `json:"reason"`
	Expires     string `json:"expires,omitempty"` // the last day it counts, YYYY-MM-DD
}

const baselineSchema = "layers.baseline/1"

// ParseBaseline reads a baseline.
func ParseBaseline(data []byte) (Baseline, error) {
	var b Baseline
	if err := json.Unmarshal(data, &b); err != nil {
		return b, fmt.Errorf("this is no baseline: %w", err)
	}
	if b.Schema != baselineSchema {
		return b, fmt.Errorf("this is no baseline: schema is %q, not %q", b.Schema, baselineSchema)
	}
	return b, nil
}

// Suppress moves the findings that b accepts to r.Suppressed. today is YYYY-MM-DD; an entry that has expired does
// not count.
func (r *Result) Suppress(b Baseline, today string) {
	accepted := map[Accepted]string{}
	for _, a := range b.Accepted {
		if a.Expires == "" || a.Expires >= today {
			accepted[Accepted{Rule: a.Rule, Path: a.Path, Fingerprint: a.Fingerprint}] = a.Reason
		}
	}
	var open []Finding
	for _, f := range r.Findings {
		reason, ok := accepted[Accepted{Rule: f.Rule, Path: f.Path, Fingerprint: f.Fingerprint}]
		if !ok {
			open = append(open, f)
			continue
		}
		f.Suppressed = reason
		r.Suppressed = append(r.Suppressed, f)
	}
	r.Findings = open
}

// Baseline accepts every finding of r, suppressed ones with their reason. Findings of severity info are left out:
// they are an inventory.
func (r *Result) Baseline() Baseline {
	b := Baseline{Schema: baselineSchema, Accepted: []Accepted{}}
	for _, list := range [][]Finding{r.Findings, r.Suppressed} {
		for _, f := range list {
			if f.Severity > Info {
				b.Accepted = append(b.Accepted, Accepted{f.Rule, f.Path, f.Fingerprint, f.Suppressed, ""})
			}
		}
	}
	return b
}
