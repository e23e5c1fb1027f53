// Package reach answers for one path: does the agent load it from here, and when not, which condition is the
// first that fails, and from which folder would it load.
//
//	tree.FS, path ─> Gather ─> Facts ─┐
//	                                  ├─> Judge ─> Verdict: conditions, up to the first that fails
//	resolve.Result ───────────────────┘      │
//	other folders, other agents ─────────────┴─> Explain ─> Answer
//	a folder, several agents ─> Compare ─> Comparison: a row a file, a column an agent
//
// What loads is decided by package resolve alone: a path is looked up in its Result. Only for a path that the
// Result does not hold are name and place compared with what the dialect describes, to say why the agent never
// looks at it. From where a file would load is found by resolving there.
package reach

import (
	"github.com/agentlayers/layers/agentsmd"
	"github.com/agentlayers/layers/diag"
	"github.com/agentlayers/layers/layers"
)

// Kind says what a path is to the agent.
type Kind string

// The kinds.
const (
	Document Kind = "document" // an instruction document
	Config   Kind = "config"   // a file of configuration or requirements
	Skill    Kind = "skill"    // the file of a skill
	Folder   Kind = "folder"
	Other    Kind = "file" // nothing that the agent looks for
)

// State says what becomes of a path.
type State string

// The states.
const (
	Loaded   State = "loaded"
	Cut      State = "cut"        // loaded in part
	Later    State = "later"      // not at the start, but when a file is read
	Shadowed State = "shadowed"   // gives way to another file
	Disabled State = "disabled"   // read, and without effect
	Omitted  State = "not-loaded" // looked at, and contributes nothing
	NotSeen  State = "not-seen"   // the agent does not look at it
	Unknown  State = "unknown"    // what the agent does with such files is not described
)

// Loads reports whether the agent takes something of the file when it starts.
func (s State) Loads() bool { return s == Loaded || s == Cut }

// Verdict is the answer of one agent for one path.
type Verdict struct {
	Kind  Kind
	State State
	Why   string    // one line, lower case; "" when it simply loads
	By    diag.Span // the file, rule or setting that decided
	Fix   string    // what would make it load; "" when there is no such thing
	As    string    // the path under which the same content loads, when that is another one

	// Conditions are what has to hold, in order, up to the first that does not.
	Conditions []Condition
	Rule       string // what the agent does instead, in a sentence; "" when it loads
	Place      *Place // where we are and where the file is, when that is what fails

	Document *agentsmd.Document // nil for other kinds, and for what the agent does not look at
	Number   int                // of the loaded documents, from 1; 0 when not loaded
	Total    int                // loaded documents

	Layer       *layers.Entry // nil for other kinds
	LayerNumber int           // from 1, the lowest; 0 for requirements
	Layers      int
}

// Failed gives the condition that fails, nil when all hold.
func (v Verdict) Failed() *Condition {
	if n := len(v.Conditions); n > 0 && !v.Conditions[n-1].Met {
		return &v.Conditions[n-1]
	}
	return nil
}

// Condition is one thing that has to hold for a path to load.
type Condition struct {
	Code   string // "exists", "name", "root", "way", "budget", ...
	Text   string // "name is a candidate"
	Detail string // one line; "" where Text says it all
	At     diag.Span
	Met    bool
}

// Place says where the working directory and a file stand to each other.
type Place struct {
	Root   string   // the project root; "" when the walk has none
	Top    string   // the folder that the drawing starts from
	Shared []string // names of the folders below Top that lead to both
	Here   []string // from the fork down to the working directory
	There  []string // from the fork down to the folder of the file
}
