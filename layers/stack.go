// Package layers holds the stack of configuration layers: where each comes from, what it sets, which take
// part, and what they add up to, with an origin for every value.
//
//	Options, tree.FS ─> Load ─> Entries, lowest first; trust decides which take part
//	                               │
//	                               v
//	                       ConfigLayerStack ─> Effective ─> Get, Map, Decode, Provider: values and their Origin
//	                               │              │
//	                               v              v
//	                         Requirements ─────> Judge ─> Clamped, Session, Outcome, Diags
//	                                              │
//	                                              └─> Enforce: an Effective that may be acted on
package layers

import (
	"github.com/agentlayers/layers/diag"
	"github.com/agentlayers/layers/dialect"
	"github.com/agentlayers/layers/trust"
)

// Entry is one layer of the stack.
type Entry struct {
	Source          *Source
	Root            *Node           // a table, cleaned as the agent does before merging; nil when unreadable
	Canonical       *Node           // Root with old key names replaced by current ones: what is merged
	Exists          bool            // the file is present; an empty file differs from an absent one
	Digest          string          // sha256 of the file's bytes in hex; "" when absent
	Text            *diag.Source    // the file's text, for snippets; nil when absent
	Disabled        *DisabledReason // nil: takes part. Set: shown, never merged
	Reported        *Node           // what the agent shows of this layer, where that is more than Canonical; nil where it is the same
	Faults          []Fault         // values for which the agent leaves out the whole file, and says so
	Ignored         []Removed       // settings that the agent reports and does not act on
	Lost            []Removed       // values that the agent leaves out in silence when it reads the file
	Removed         []Removed       // keys that this layer may not set, in the order in which the agent names them
	Replaced        []Removed       // keys of a linked worktree's file that the main checkout's file replaces
	PathsUnresolved bool            // a value of a wrong type keeps the agent from resolving any relative path of this layer
	Failed          bool            // the agent cannot read this layer and stops
	Diags           diag.List
}

// Active reports whether the layer takes part in the effective configuration.
func (e Entry) Active() bool { return e.Disabled == nil && e.Canonical != nil }

// Shown is the layer as the agent itself shows it.
func (e Entry) Shown() *Node {
	if e.Reported != nil {
		return e.Reported
	}
	return e.Canonical
}

// TrustKeys are the folders whose trust would give more of the layer an effect; d is the decision for the working
// directory.
func (e Entry) TrustKeys(d trust.Decision) []string {
	if e.Disabled != nil && e.Disabled.Decision.Key != "" {
		return []string{e.Disabled.Decision.Key}
	}
	for _, r := range e.Ignored {
		if r.Rule.When == dialect.IgnoredUntrusted {
			return []string{d.Key}
		}
	}
	return nil
}

// Removed is a key that was taken out of a layer before anything else looked at it.
type Removed struct {
	Key  Key
	Node *Node
	Why  string           // the reason, in our words; "" where the list that holds it says it
	Rule *dialect.Ignored // for Entry.Ignored: the rule that decided
}

// CodeDropped is the reason of a layer that the agent leaves out whole because of what its file holds.
const CodeDropped diag.Code = "settings-dropped"

// DisabledReason says why a layer has no effect and what would change that.
type DisabledReason struct {
	Code     diag.Code // "project-untrusted", "project-marked-untrusted" or CodeDropped
	Text     string
	Decision trust.Decision
	Fix      string // the exact text to add to the user's configuration
}

// ConfigLayerStack is every layer of one directory, lowest precedence first, disabled and absent ones in place.
type ConfigLayerStack struct {
	Entries      []Entry
	Merge        string // how they are folded: dialect.Config.Merge
	Requirements Requirements
}

// Effective is what the active layers add up to.
type Effective struct {
	Root    *Node   // a table; never nil
	Clamped []Clamp // values that a requirement refused
}

// Clamp is a value that the merge gives and a requirement refuses.
type Clamp struct {
	Key        Key
	Wanted     *Node // the configured value; nil when the requirement moves the default
	Default    any   // the value before the requirement, configured or default
	Got        any   // what is enforced instead
	Constraint Constraint
	Why        string // the rule that chose Got
}

// Constraint is one requirement.
type Constraint struct {
	Field   string // "allowed_approval_policies"
	Key     Key    // the constrained configuration key; nil when the field constrains none
	Allowed []any  // the allowed values, or the one pinned value
	Node    *Node  // the requirement as written
	Origin  Origin
}

// Requirements is what an administrator enforces. The source with the highest authority that sets a field
// decides it; what others say stays visible.
type Requirements struct {
	Constraints []Constraint
	Overruled   []Constraint // later writers of a field that is already decided
	Sources     []Entry      // the requirement files looked at, highest authority first
	Root        *Node        // all requirements merged, as the agent sees them
}
