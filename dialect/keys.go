package dialect

import "slices"

// Key is one configuration key of one version.
//
// Type is one or several forms joined with "|": string, boolean, number, an integer width (i32, i64, u8, u16,
// u32, u64, usize), enum, table (known members), map or map<T> (free names), array or array<T>, any,
// keybinding (one stroke), chords (one or several key chords). Several
// forms are tried one after the other, and when none fits the agent does not say why.
type Key struct {
	Path     string   `json:"path"` // dotted pattern: "*" any name, a name with dots in quotes, "name[]" the elements of an array
	Type     string   `json:"type"`
	Values   []string `json:"values,omitempty"`   // of an enum; one with members below it needs them: {granular = {...}}
	IsPath   bool     `json:"isPath,omitempty"`   // relative values are joined to the folder of their file
	Secret   bool     `json:"secret,omitempty"`   // shown masked
	Executes bool     `json:"executes,omitempty"` // names a program that the agent starts
	Note     string   `json:"note,omitempty"`

	Flags []string          `json:"flags,omitempty"`
	Alias string            `json:"alias,omitempty"` // current name, in the same table, of this old one
	Like  string            `json:"like,omitempty"`  // pattern of the key whose members this one has
	Reads map[string]string `json:"reads,omitempty"` // values that the agent replaces when it reads the file
	Off   []string          `json:"off,omitempty"`   // values that stop the agent with a message of their own
	Stage string            `json:"stage,omitempty"` // of a feature: "stable", "removed", ...
	Order []string          `json:"order,omitempty"` // the members that elements of an array in a table's place stand for; a last "..." for ones not known
	Shows string            `json:"shows,omitempty"` // what the typed view shows for an unset member: "null", "false", "array", "table"
	Omits []string          `json:"omits,omitempty"` // values that the typed view leaves out
	Check string            `json:"check,omitempty"` // named rule about the whole value: one of the Check constants
	For   []string          `json:"for,omitempty"`   // values of the sibling "type" with which this member exists

	// Fails is what a wrong value counts as in a layer that loses single keys (FaultDropsKey).
	Fails string `json:"fails,omitempty"`
	// With is a key without which this one is left out there too.
	With string `json:"with,omitempty"`
}

// The flags of Key.Flags.
const (
	FlagRequired    = "required"      // its table is refused without it
	FlagClosed      = "closed"        // unknown members are refused
	FlagOrdered     = "ordered"       // an array is taken as the members in order
	FlagFlat        = "flat"          // read after its siblings, mistakes inside are reported at the table that holds it
	FlagHidden      = "hidden"        // known, but not part of the typed view
	FlagNonZero     = "nonzero"       // 0 is refused
	FlagExists      = "exists"        // a file that has to be there
	FlagAbsolute    = "absolute"      // relative paths are refused
	FlagURL         = "url"           // may carry credentials
	FlagStripped    = "stripped"      // taken out of project layers
	FlagFatal       = "project-fatal" // a project layer that sets it stops the agent
	FlagRefused     = "refused"       // stops the agent whatever its value
	FlagStdio       = "stdio"         // only for servers with a command
	FlagOmitEmpty   = "omit-empty"    // the typed view leaves it out when it is empty
	FlagNullBoolean = "null-boolean"  // the typed view shows a boolean as null
	FlagBlind       = "blind"         // unknown names right below it are not noticed by the agent's own warning
	FlagHTTP        = "http"          // only for servers with a url
)

// The flags of settings whose files are checked one by one.
const (
	FlagText    = "text"    // every member is read as its text, whatever it is
	FlagLenient = "lenient" // a part that does not fit is left out alone, in silence
	FlagStrips  = "strips"  // unknown members are left out
	FlagList    = "list"    // a string stands for a list of one
)

// FlagUnknown marks free names that are accepted although no known key has them.
const FlagUnknown = "unknown"

// The rules of Key.Check.
const (
	CheckServer      = "mcp-server"          // exactly one of command and url, and only members that fit it
	CheckProviders   = "model-providers"     // built-in ids, names, credentials
	CheckAll         = "model-providers-all" // CheckProviders, and the ids of "model_provider" that a file may adjust
	CheckNotEmpty    = "not-empty"           // the empty string is refused
	CheckNotNegative = "not-negative"        // a number below 0 is refused
	CheckPositive    = "positive"            // 0 is refused as well
	CheckGateway     = "gateway"             // one source of credentials
	CheckFraction    = "fraction"            // from 0 to 1
	CheckShare       = "share"               // above 0, up to 1
	CheckRules       = "permission-rules"    // every element is a permission rule
	CheckBooleans    = "first-non-boolean"   // mistakes of flat members are reported at the first member that is no boolean

	// The rest looks at the effective configuration as a whole, after its types.
	CheckPermissions = "permission-profile"  // names a profile of [permissions], or a built-in one
	CheckWaits       = "agent-waits"         // times in the right order
	CheckBudget      = "rollout-budget"      // needs a limit when it is on
	CheckProvider    = "known-provider"      // names a provider: one of the values, or one that is configured
	CheckAtLeastOne  = "at-least-one"        // 0 stops the agent at start
	CheckFilters     = "environment-filters" // filters, or exclude and include_only, checked when the layer is read
)

// Has reports whether k has the flag.
func (k *Key) Has(flag string) bool { return slices.Contains(k.Flags, flag) }
