// Package trust decides whether a folder's files may act, from the user's rules and paths alone.
//
//	the user's table of folders ─> NewRules ─> Rules ──┐
//	                                                   ├─> Decide ─> Decision: level, rule, what was looked up
//	tree.FS, folder ─> FindRoot, FindRepo ─> Places ───┘
package trust

import "github.com/agentlayers/layers/diag"

// Level is what a rule says about a folder. The zero value means that nothing was decided.
type Level string

// The levels.
const (
	None      Level = ""
	Trusted   Level = "trusted"
	Untrusted Level = "untrusted"
)

// Rule is one entry of the user's trust table.
type Rule struct {
	Path  string    `json:"path"` // as typed
	Level Level     `json:"level"`
	Span  diag.Span `json:"at"`    // the level's value; zero for flags
	Layer string    `json:"layer"` // name of the layer that holds it: "user", "-c projects=..."
}

// Lookup is one key that was looked for.
type Lookup struct {
	Key  string `json:"key"`
	What string `json:"what"` // "folder", "project root", "repository root"
	Form string `json:"form"` // "typed", or "resolved" where a symbolic link makes a difference
	Hit  bool   `json:"hit"`
}

// NearMiss is a rule that looks as if it should match and does not.
type NearMiss struct {
	Rule Rule   `json:"rule"`
	Key  string `json:"key"` // the key it nearly matches
	Why  string `json:"why"` // "letter case", "trailing slash", "link to the folder", "parent folder", ...
}

// Decision is the answer for one folder and how it was found.
type Decision struct {
	Level      Level      `json:"level"`
	Key        string     `json:"key"` // the key that hit, or the one that would enable
	Rule       *Rule      `json:"rule,omitempty"`
	Considered []Lookup   `json:"considered"` // every key looked up, in order, up to the first hit
	NearMisses []NearMiss `json:"nearMisses,omitempty"`
}
