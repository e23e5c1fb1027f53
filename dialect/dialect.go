// Package dialect describes coding agents as data: file names, where layers come from and in which order,
// root markers, keys and their types, trust rules, requirement fields, limits.
//
//	Codex, Claude ─────┐                   ┌─> trust, layers, agentsmd, skills: each reads its own part
//	                   ├─> Dialect (data) ─┤
//	Load: your JSON ───┘                   └─> Compile ─> Schema: keys, their types, the nearest name
//
// There are no functions in the data. What cannot be a value is a named strategy from a closed list,
// implemented by the package that uses it. A Dialect prints as JSON and loads back; one changed field changes
// just that behaviour, which is how an embedder describes an agent of their own.
package dialect

import (
	"encoding/json"
	"fmt"
	"slices"
	"strings"
)

// Dialect is one version of one agent.
type Dialect struct {
	Name         string       `json:"name"`    // "codex"
	Version      string       `json:"version"` // "0.145.0"
	Home         Home         `json:"home"`
	Config       Config       `json:"config"`
	Trust        Trust        `json:"trust"`
	Requirements Requirements `json:"requirements"`
	Session      Session      `json:"session"`
	Skills       Skills       `json:"skills"`
	Instructions Instructions `json:"instructions,omitzero"`
	AutoMemory   AutoMemory   `json:"autoMemory,omitzero"`
	Models       Models       `json:"models,omitzero"`
	Prompt       []PromptPart `json:"prompt,omitempty"` // what the model reads first, in order

	// Physical: the agent works in its working directory with every link resolved.
	Physical bool `json:"physical,omitempty"`
}

// ID is the name by which a version is chosen: "codex@0.145.0".
func (d Dialect) ID() string { return d.Name + "@" + d.Version }

// Home says where the agent keeps the user's files.
type Home struct {
	Env  string `json:"env"`  // variable that names the folder; an empty value counts as unset
	Dir  string `json:"dir"`  // folder below the user's home when the variable is unset
	Name string `json:"name"` // how people call it, such as "CODEX_HOME"

	// MayMiss: a folder that the variable names need not exist.
	MayMiss bool `json:"mayMiss,omitempty"`
}

// Kind says what a layer is for. Its place in Config.Layers, not the word, is its precedence.
type Kind string

// The kinds of layer.
const (
	Defaults Kind = "default"
	System   Kind = "system"
	User     Kind = "user"
	Profile  Kind = "profile"
	Project  Kind = "project"
	Local    Kind = "local" // beside the project's, not shared
	Runtime  Kind = "flags"
	Managed  Kind = "managed"
	Required Kind = "requirements" // not a layer: what an administrator enforces
)

// Layer is one source of configuration.
//
// File is where it is read from: absolute ("/etc/codex/config.toml"), below the agent's home
// ("~home/config.toml", and "~home/{profile}.config.toml" for the selected profile), or, for the project
// kind, below every folder from the project root down to the working directory (".codex/config.toml").
// Below one folder only: "~cwd/..." is the working directory, "~repo/..." the main checkout. A last part
// "*.json" stands for every such file that is not hidden, in name order. "{settings}" is the file or the text
// that the agent is given when it starts.
type Layer struct {
	Kind   Kind   `json:"kind"`
	File   string `json:"file,omitempty"`
	Always bool   `json:"always,omitempty"` // listed even when the file is missing
	Places bool   `json:"places,omitempty"` // its root markers and trust entries decide which project layers there are
	Gated  bool   `json:"gated,omitempty"`  // takes part only where the folder is trusted
	Faulty string `json:"faulty,omitempty"` // what a file does that cannot be used: FaultStops, FaultDropsFile, FaultDropsKey
}

// The strategies of Config.Format and Config.Merge.
const (
	FormatTOML = "toml"
	FormatJSON = "json" // as a JavaScript program reads it: bad UTF-8 replaced, of two equal names the later

	// MergeRecursive: tables merge per key, everything else replaces whole.
	MergeRecursive = "toml-recursive"
	// MergeDeep: as MergeRecursive, and an array over an array adds what is new to it, and a table over an array
	// changes nothing.
	MergeDeep = "json-deep"
)

// Config describes the configuration files.
type Config struct {
	Format string  `json:"format"` // FormatTOML, FormatJSON
	Merge  string  `json:"merge"`  // MergeRecursive, MergeDeep
	Layers []Layer `json:"layers"` // lowest precedence first
	Roots  Roots   `json:"roots"`

	Denied      []string  `json:"denied,omitempty"`      // dotted keys removed from gated layers, in the order the agent names them
	DeniedFatal []string  `json:"deniedFatal,omitempty"` // dotted key patterns that stop the agent when a gated layer sets them
	Ignored     []Ignored `json:"ignored,omitempty"`     // settings that are reported and have no effect
	Aliases     []Alias   `json:"aliases,omitempty"`
	Defaults    []Default `json:"defaults,omitempty"`
	Keys        Keys      `json:"keys,omitzero"`
	Limits      Limits    `json:"limits"`

	Deprecated []Deprecated `json:"deprecated,omitempty"` // keys whose presence the agent warns about
	Rejected   []Rejected   `json:"rejected,omitempty"`   // keys that stop the agent when they take effect

	// WorktreeKeys are top-level keys that a layer of a linked worktree takes from the matching folder of the
	// main checkout instead.
	WorktreeKeys []string `json:"worktreeKeys,omitempty"`

	// NameUnknown is how many unknown keys the agent names in its start-up warning; 0 means that it is silent.
	NameUnknown int `json:"nameUnknown,omitempty"`
}

// Places reports whether layers of a kind decide about root markers and trust.
func (c Config) Places(k Kind) bool {
	return slices.ContainsFunc(c.Layers, func(l Layer) bool { return l.Kind == k && l.Places })
}

// Roots says how the project root is found.
type Roots struct {
	Key     string   `json:"key,omitempty"` // config key that replaces Markers; gated layers are not asked
	Markers []string `json:"markers"`       // file or folder names that make a folder the root
	// GitNeedsHead: a ".git" folder without a HEAD file does not count for layers and trust.
	GitNeedsHead bool `json:"gitNeedsHead,omitempty"`
}

// DefaultOf is the recorded built-in value of a dotted key, as TOML text.
func (c Config) DefaultOf(dotted string) (string, bool) {
	for _, d := range c.Defaults {
		if d.Key == dotted {
			return d.Value, true
		}
	}
	return "", false
}

// Deprecated is a dotted key whose presence draws a warning, whatever its value: in any active layer, or only in
// layers of the given kinds.
type Deprecated struct {
	Key   string `json:"key"`
	Kinds []Kind `json:"kinds,omitempty"`
}

// Rejected is a key that the agent refuses to start with when an active layer sets it.
type Rejected struct {
	Key    string `json:"key"`
	Class  string `json:"class"`  // what kind of error the agent reports
	Reason string `json:"reason"` // our words
	Fix    string `json:"fix"`
}

// Alias is an old key that is renamed before merging. Both are dotted; only the last part differs.
type Alias struct {
	Old string `json:"old"`
	New string `json:"new"`
}

// Default is a built-in value that the agent itself reports.
type Default struct {
	Key   string `json:"key"`   // dotted
	Value string `json:"value"` // as TOML text
}

// Limits bound what a file may hold. Bytes and counts; 0 means no limit of that kind.
type Limits struct {
	FileBytes  int64 `json:"fileBytes"`            // a longer file is reported, not read
	Depth      int   `json:"depth"`                // nested arrays and inline tables that still parse
	KeyParts   int   `json:"keyParts"`             // parts of one dotted key that still parse
	LeapSecond bool  `json:"leapSecond,omitempty"` // second 60 is accepted

	// Reader is the generation of the agent's TOML library, which decides a few verdicts and places of mistakes:
	// "2025" or "2026" (also "").
	Reader string `json:"reader,omitempty"`
}

// Trust says how a folder becomes trusted.
type Trust struct {
	Key       string `json:"key"`       // table of folders, "projects"
	Level     string `json:"level"`     // key inside an entry, "trust_level"
	Trusted   string `json:"trusted"`   // value that enables
	Untrusted string `json:"untrusted"` // value that forbids

	// Files hold the table where it is no part of the configuration: the first that exists is read. "~home/..." is
	// the agent's home, "~state" a file of that name in the folder that the home's variable names, or else in the
	// user's home.
	Files   []string `json:"files,omitempty"`
	Boolean bool     `json:"boolean,omitempty"` // Level is true or says nothing
	// Repository: the only folder that counts is the main checkout, or without one the working directory.
	Repository bool `json:"repository,omitempty"`

	// Worktree is how a ".git" file leads to the main checkout: "text" believes the file, "verified" asks that
	// the named folder holds HEAD, commondir and a gitdir file that points back.
	Worktree string `json:"worktree"`
}

// Requirements describes the settings that an administrator enforces.
type Requirements struct {
	File    string             `json:"file,omitempty"`    // "/etc/codex/requirements.toml"
	Managed string             `json:"managed,omitempty"` // config file whose keys also count as requirements, with higher authority
	Fields  []RequirementField `json:"fields,omitempty"`

	// NamesPlace: a wrong type in File is reported with its line and column, not only with the file.
	NamesPlace bool     `json:"namesPlace,omitempty"`
	Keys       Keys     `json:"keys,omitzero"`
	HostKey    string   `json:"hostKey,omitempty"` // table of per-host sandbox modes
	Append     []string `json:"append,omitempty"`  // dotted keys below which arrays of all sources add up, highest authority first
	Rules      string   `json:"rules,omitempty"`   // dotted key of command rules, none of which may have the decision "allow"
}

// The strategies of RequirementField.Enforce.
const (
	AllowList  = "allow-list" // a list of allowed values
	Pin        = "pin"        // a table of values that replace the configured ones
	ReportOnly = "report"     // shown; what it does is outside the configuration
)

// ManagedOnly as RequirementField.Managed: the managed file's value is the only one allowed. The other form,
// "with:VALUE", allows VALUE beside it.
const ManagedOnly = "only"

// RequirementField ties a requirement to the key that it constrains.
type RequirementField struct {
	Name         string   `json:"name"`                   // "allowed_approval_policies"
	Aliases      []string `json:"aliases,omitempty"`      // other accepted names
	Key          string   `json:"key,omitempty"`          // the constrained config key, "approval_policy"
	Enforce      string   `json:"enforce"`                // strategy: "allow-list", "pin", "report"
	Fallback     []string `json:"fallback,omitempty"`     // values tried in order when the configured one is refused; empty: the first allowed
	Always       []string `json:"always,omitempty"`       // values that are allowed whatever the list says
	Must         string   `json:"must,omitempty"`         // value that the list has to contain
	NonEmpty     bool     `json:"nonEmpty,omitempty"`     // an empty list is an error
	ManagedFirst bool     `json:"managedFirst,omitempty"` // with "with:VALUE": the managed value comes first in the list
	Managed      string   `json:"managed,omitempty"`      // how the managed file's key becomes a list: "only", "with:read-only"
	Report       string   `json:"report,omitempty"`       // name under which the agent reports the field
	Warn         string   `json:"warn,omitempty"`         // name in the agent's fallback warning
	Default      string   `json:"default,omitempty"`      // what the agent would use without configuration, checked against the list too
	WarnDefault  bool     `json:"warnDefault,omitempty"`  // the agent warns also when its default is refused
	Shown        []string `json:"shown,omitempty"`        // with Pin: the members whose pinned value the agent shows in its own configuration view
}

// Session says what a new session starts with where the configuration sets nothing.
type Session struct {
	ApprovalKey  string         `json:"approvalKey,omitempty"`  // "approval_policy"; "" when the agent has no such notion
	SandboxKey   string         `json:"sandboxKey,omitempty"`   // "sandbox_mode"
	SandboxTable string         `json:"sandboxTable,omitempty"` // table with the members of the workspace-write sandbox
	Undecided    SessionDefault `json:"undecided"`
	Trusted      SessionDefault `json:"trusted"`
	Untrusted    SessionDefault `json:"untrusted"`
	// Retries: after an error in the user's or a project's file the agent starts with what is left, and warns about
	// requirements that refuse its defaults.
	Retries bool `json:"retries,omitempty"`
	// TrustsOnWrite: a session that starts in an undecided folder with a sandbox that can write records the
	// folder as trusted in the user's configuration, and starts again under that entry.
	TrustsOnWrite bool `json:"trustsOnWrite,omitempty"`

	Modes Modes `json:"modes,omitzero"`

	Permissions Permissions `json:"permissions,omitzero"`

	ReadAs  map[string]string `json:"readAs,omitempty"` // approval values that mean another one
	Refused []RefusedPair     `json:"refused,omitempty"`
}

// Permissions are the profiles that may take the place of the sandbox mode; the zero value is an agent without them.
type Permissions struct {
	Key       string            `json:"key"`                 // the chosen one: "default_permissions"
	Table     string            `json:"table"`               // the table of profiles: "permissions"
	Modes     map[string]string `json:"modes,omitempty"`     // the sandbox mode of each built-in one
	Extends   []string          `json:"extends,omitempty"`   // the built-in ones that a profile may extend
	Workspace []string          `json:"workspace,omitempty"` // the names of the workspace among the places of a profile

	// Allowed is the requirement that says which profiles may be used. Where it is set a profile always decides: the
	// configured one, or that of the requirement called Key, or Default.
	Allowed string   `json:"allowed,omitempty"`
	Default string   `json:"default,omitempty"`
	Must    []string `json:"must,omitempty"` // profiles that have to be allowed where requirements name no default
}

// SessionDefault is what a new session starts with.
type SessionDefault struct {
	Approval string `json:"approval"`
	Sandbox  string `json:"sandbox"`
}

// RefusedPair is an approval policy that stops the agent together with a sandbox mode that requirements forbid.
type RefusedPair struct {
	Approval string `json:"approval"`
	Sandbox  string `json:"sandbox"`
	Class    string `json:"class"`
}

// Load reads a dialect from JSON. Unknown fields are an error that names them, so that a misspelt field does
// not silently keep the old behaviour.
func Load(data []byte) (Dialect, error) {
	dec := json.NewDecoder(strings.NewReader(string(data)))
	dec.DisallowUnknownFields()
	var d Dialect
	if err := dec.Decode(&d); err != nil {
		return Dialect{}, fmt.Errorf("read dialect: %w", err)
	}
	return d, d.Validate()
}

// Validate reports the first thing that no resolver could work with.
func (d Dialect) Validate() error {
	switch {
	case d.Name == "":
		return fmt.Errorf("dialect without a name")
	case d.Config.Format != FormatTOML && d.Config.Format != FormatJSON:
		return fmt.Errorf("dialect %s: config format %q is not known", d.ID(), d.Config.Format)
	case d.Config.Merge != MergeRecursive && d.Config.Merge != MergeDeep:
		return fmt.Errorf("dialect %s: merge %q is not known", d.ID(), d.Config.Merge)
	case slices.ContainsFunc(d.Config.Denied, func(k string) bool { return strings.Contains(k, "*") }):
		return fmt.Errorf("dialect %s: denied holds plain keys, not patterns; deniedFatal takes patterns", d.ID())
	case d.Config.Limits.FileBytes <= 0:
		return fmt.Errorf("dialect %s: limits.fileBytes must be positive", d.ID())
	}
	return nil
}
