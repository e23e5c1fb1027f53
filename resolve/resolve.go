// Package resolve is the one place that knows all of the others: it wires file system, dialect, trust and
// layers into one Result. It holds no rules of its own.
package resolve

import (
	"github.com/agentlayers/layers/diag"
	"github.com/agentlayers/layers/dialect"
	"github.com/agentlayers/layers/layers"
	"github.com/agentlayers/layers/tree"
	"github.com/agentlayers/layers/trust"
)

// Host is the machine as the resolver sees it. Nothing is read from the process.
type Host struct {
	FS   tree.FS
	Cwd  string                           // absolute; as the user sees it, links not resolved
	Home string                           // the user's home folder; "" when unknown
	Env  func(name string) (string, bool) // may be nil
	OS   string                           // runtime.GOOS of the machine that is described
}

// Options is one question.
type Options struct {
	Dialect   dialect.Dialect
	Host      Host
	Overrides []string       // run-time overrides as typed, "key=value"
	Profile   string         // selected profile, "" for none
	Trust     []trust.Rule   // "what if" rules, as if the user's configuration held them
	Enforced  []layers.Entry // requirements that an embedder holds, highest authority first
}

// Result is everything that was found out, plain data.
type Result struct {
	Dialect   dialect.Dialect
	Cwd       string // as asked
	Home      string // the user's home folder, for short paths
	AgentHome string // the agent's own folder, links resolved
	Root      Root
	Trust     trust.Decision // for the working directory
	Stack     layers.ConfigLayerStack
	Effective layers.Effective
	Session   Session
	Outcome   Outcome
	Inputs    []tree.Access
	Diags     diag.List
}

// Root says where the project begins and what its repository is.
type Root struct {
	Path     string // the project root
	Marker   string // the marker that decided, "" when none was found and the working directory stands in
	RepoRoot string // the repository root that trust asks about: for a linked worktree its main checkout; "" outside a repository
	Worktree bool   // the project root is a linked worktree of RepoRoot
}

// Session is what a new session starts with, after requirements and trust.
type Session struct {
	ApprovalPolicy any // a word, or a table for the granular form
	Sandbox        Sandbox
	Trust          trust.Decision // what decided the defaults; may differ from the layers' decision
}

// Sandbox is what commands may touch.
type Sandbox struct {
	Mode                string   // "read-only", "workspace-write", "danger-full-access"
	WritableRoots       []string // workspace-write only, as are the next three
	NetworkAccess       bool
	ExcludeTmpdirEnvVar bool
	ExcludeSlashTmp     bool
}

// Outcome is what the agent itself would say when started here.
type Outcome struct {
	Exit     int // the agent's exit status: 0, or 1 after a hard error
	Errors   []Event
	Warnings []Event
	Untyped  []layers.Key // keys that are merged but that no version-specific type knows
	Differs  []Differs    // leaves that the agent's typed view shows differently
}

// Event is one thing the agent reports: a class and its place. Texts are the agent's own and not repeated.
type Event struct {
	Class   string
	At      diag.Span
	Keys    []string
	Folders []string
	Field   string
	Entries []UnknownKey
	More    int
}

// UnknownKey is one key that the agent names as not recognised.
type UnknownKey struct {
	Key    string
	Source *layers.Source
}

// Differs is a leaf that the typed view shows with another value.
type Differs struct {
	Key   layers.Key
	Value any
}
