// Package agentsmd finds the instruction documents that an agent reads before the conversation, in order, and
// gives the exact text that reaches the model.
//
//	Options: folders, names, budget ─┐
//	                                 ├─> Load ─> Documents: whole, cut (Lost) or left out (Omitted) ─> Loaded.Text
//	tree.FS ─────────────────────────┘
//	a file that the agent reads ───────> ForFile ─> Documents that come with it
//
// What differs between agents is data: dialect.Instructions. Every candidate that was looked at is a Document,
// also one that contributes nothing, which then says why.
package agentsmd

import "github.com/agentlayers/layers/diag"

// Scope says whose file it is.
type Scope string

// The scopes.
const (
	Global  Scope = "global"  // in the agent's own folder
	Managed Scope = "managed" // an administrator's
	User    Scope = "user"
	Project Scope = "project"
	Local   Scope = "local" // one user's file inside a project, not meant to be shared
	Memory  Scope = "memory"
)

// Role says which part a file plays in its folder.
type Role string

// The roles.
const (
	Override Role = "override" // replaces the primary file of its folder
	Primary  Role = "primary"
	Fallback Role = "fallback" // a configured name, used where the built-in ones are absent
	Rule     Role = "rule"     // one of many in a rules folder
	Import   Role = "import"   // named by another document
	Index    Role = "index"    // of a memory folder
	Agents   Role = "agents"   // another agent's file that this one reads under conditions
	Setting  Role = "setting"  // text that a setting holds
)

// Document is one candidate that the agent looks at, or that a reader would expect it to look at.
type Document struct {
	Path   string `json:"path"`           // as the agent names it
	Real   string `json:"real,omitempty"` // where links lead; "" when that is Path
	Dir    string `json:"dir"`            // the folder that it speaks for
	Scope  Scope  `json:"scope"`
	Role   Role   `json:"role"`
	Exists bool   `json:"exists"`

	Bytes   int64  `json:"bytes"`             // on disk
	Sent    int64  `json:"sent"`              // bytes of the file that reach the model
	Counted bool   `json:"counted,omitempty"` // Sent spends the budget
	Digest  string `json:"digest,omitempty"`  // sha256 of the bytes in hex; "" when the file was not read whole
	Text    string `json:"-"`                 // what the model gets of it; "" when Omitted or Later
	Lost    *Lost  `json:"lost,omitempty"`    // what does not reach the model, when a part does not

	From       diag.Span `json:"from,omitzero"`        // the import that names it, or the setting that does
	Shadows    []string  `json:"shadows,omitempty"`    // files of the folder that give way to this one
	ShadowedBy string    `json:"shadowedBy,omitempty"` // the file that this one gives way to

	Omitted *Omitted `json:"omitted,omitempty"` // why it contributes nothing
	Later   *Later   `json:"later,omitempty"`   // not at the start, but when a file is read

	Patterns  []string `json:"patterns,omitempty"`  // "paths" of its head, as the agent keeps them
	Announced bool     `json:"announced,omitempty"` // the agent's hook for loaded instructions names it
	Cut       *Cut     `json:"cut,omitempty"`       // how a limit shortened a memory index

	Source *diag.Source `json:"-"` // the text on disk as far as it was read, for snippets; nil when it was not
	Diags  diag.List    `json:"diags,omitempty"`
}

// Loaded reports whether d contributes text from the start.
func (d Document) Loaded() bool { return d.Omitted == nil && d.Later == nil }

// Lost is the part of a file that a limit cuts off.
type Lost struct {
	Bytes    int64     `json:"bytes"`
	At       diag.Span `json:"at"`                 // the first lost byte
	Inside   *Heading  `json:"inside,omitempty"`   // the section that is cut in two
	Headings []Heading `json:"headings,omitempty"` // sections lost whole, in order
	Unread   int64     `json:"unread,omitempty"`   // bytes at the end that were not looked at for headings
}

// Heading is one heading of a Markdown file.
type Heading struct {
	Level int       `json:"level"` // 1 to 6
	Text  string    `json:"text"`
	At    diag.Span `json:"at"`    // the heading's line
	Bytes int64     `json:"bytes"` // from the heading to the next one of any level, or the end
}

// Omitted says why a candidate contributes nothing.
type Omitted struct {
	Code Reason    `json:"code"`
	Text string    `json:"text"`          // one line, lower case
	By   diag.Span `json:"by,omitzero"`   // the rule, setting or file that decided
	Fix  string    `json:"fix,omitempty"` // what would make it load
}

// Reason is why a candidate contributes nothing.
type Reason string

// The reasons.
const (
	Absent        Reason = "absent"
	Empty         Reason = "empty"
	Shadowed      Reason = "shadowed"
	OverBudget    Reason = "over-budget"
	NotAFile      Reason = "not-a-file"
	WrongCase     Reason = "wrong-letter-case"
	NotConfigured Reason = "not-a-configured-name"
	NotPlainName  Reason = "not-a-plain-name" // a configured name that is a path
	BelowCwd      Reason = "below-the-working-directory"
	Excluded      Reason = "excluded"
	External      Reason = "external"
	TooDeep       Reason = "too-deep"
	WrongSuffix   Reason = "wrong-suffix"
	Repeated      Reason = "repeated"
	TooLarge      Reason = "too-large"
	Unreadable    Reason = "unreadable"
	LostWithOther Reason = "lost-with-unreadable" // readable, but an unreadable file of the chain loses them all
	Untrusted     Reason = "untrusted"
	SwitchedOff   Reason = "switched-off" // by a setting
	NotMatching   Reason = "no-path-matches"
	NotReached    Reason = "beyond-our-limit" // left unread here; the agent reads it
)

// Later says when a document loads that is not read at the start.
type Later struct {
	When     string   `json:"when"`               // one line
	Folder   string   `json:"folder,omitempty"`   // a file below it is read
	Patterns []string `json:"patterns,omitempty"` // a file that matches is read
}

// Cut says how a limit on lines or characters shortened a text.
type Cut struct {
	Lines      int  `json:"lines"`                // of the whole text
	Chars      int  `json:"chars"`                // UTF-16 units of the whole text
	ByLines    bool `json:"byLines,omitempty"`    // the text has more lines than load
	ByChars    bool `json:"byChars,omitempty"`    // what the line limit leaves has more characters than load
	InsideLine bool `json:"insideLine,omitempty"` // the first line alone is too long and is cut in two
	FirstLost  int  `json:"firstLost"`            // line of the text, from 1
}
