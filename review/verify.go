package review

import (
	"time"

	"github.com/agentlayers/layers/audit"
)

// State is what a review says about a root now.
type State string

// The states. Everything but Trusted is to be treated as not reviewed.
const (
	None    State = "none"    // never reviewed
	Trusted State = "trusted" // reviewed, and what counts is as it was
	Stale   State = "stale"   // reviewed, and something that counts has changed, or the review has expired
	Legacy  State = "legacy"  // not reviewed, and the agent trusts it by its path alone
	Denied  State = "denied"  // the user has said no, whatever is there
	Errored State = "error"   // the store, the record or the content cannot be read: never trusted
)

// Status is the answer of Verify.
type Status struct {
	State     State
	Record    *Record  // what the answer rests on; nil without one
	Changes   []Change // what counts and differs
	Reported  []Change // text that differs and does not count in this scope
	Expired   bool     // the review had an end, and that has passed
	Older     bool     // the review was made by a program that looked at less or at other content
	Inherited string   // the main checkout whose record this is; "" for the root's own
	Err       error    // for Errored
}

// Question is about one root.
type Question struct {
	Main        string // main checkout, where both directions of a worktree's link hold; "" otherwise
	AgentTrusts bool
	Now         time.Time // the zero value ends every review that has an end
}

// Verify compares what is there now with what was reviewed.
//
// A linked worktree without a record is compared with that of its main checkout: it counts as reviewed only when
// its own content is the same. Settings and hooks of git are left out there: they lie in the main checkout.
func (s Store) Verify(now *Snapshot, q Question) Status {
	r, err := s.Read(now.Root)
	if err != nil {
		return Status{State: Errored, Err: err}
	}
	if r != nil {
		return r.judge(now, r.Entries, q.Now)
	}
	if q.Main != "" && q.Main != now.Root {
		main, err := s.Read(q.Main)
		if err != nil {
			return Status{State: Errored, Err: err}
		}
		if main != nil {
			st := main.judge(now, main.For(now.Root).Entries, q.Now)
			st.Inherited = q.Main
			return st
		}
	}
	if q.AgentTrusts {
		return Status{State: Legacy}
	}
	return Status{State: None}
}

// judge compares a snapshot with those entries of the record that it can have.
func (r *Record) judge(now *Snapshot, was []Entry, at time.Time) Status {
	st := Status{State: Trusted, Record: r}
	if r.Decision == No {
		st.State = Denied
		return st
	}
	for _, c := range r.changes(now, was, now.Entries) {
		if c.Text && r.Scope == Active {
			if c.Why = r.blocks(now, c.Path); c.Why == "" {
				st.Reported = append(st.Reported, c)
				continue
			}
		}
		st.Changes = append(st.Changes, c)
	}
	st.Expired, st.Older = r.Expired(at), r.Set != setVersion
	if len(st.Changes) > 0 || st.Expired || st.Older {
		st.State = Stale
	}
	return st
}

// blocks names the rule that makes a changed text count: a finding of severity high that nobody has accepted.
func (r *Record) blocks(now *Snapshot, rel string) string {
	for _, f := range now.Audit.Findings {
		if f.Path == rel && f.Severity >= audit.High && f.Persona == audit.Default && !r.Accepts(f) {
			return f.Rule
		}
	}
	return ""
}
